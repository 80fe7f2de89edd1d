// What the page of tokens asks for and changes.

import { graphql } from "../../generated/graphql/gql.ts";

export const TOKENS = graphql(/* GraphQL */ `
  query Tokens {
    viewer {
      bots { id name }
      token { id scopes }
      tokens { id name botId scopes createdMs expiresMs usedOn appId }
    }
  }
`);

export const REVOKE_TOKEN = graphql(/* GraphQL */ `
  mutation RevokeToken($input: RevokeTokenInput!) {
    revokeToken(input: $input) { __typename ... on TokenInfo { id } ... on Problem { code message facts } }
  }
`);

export const CREATE_TOKEN = graphql(/* GraphQL */ `
  mutation CreateToken($input: CreateTokenInput!) {
    createToken(input: $input) { __typename ... on Issued { token } ... on Problem { code message facts } }
  }
`);
