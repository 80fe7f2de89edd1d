// The published schema under graphql-eslint's rules for schemas and for Relay, run in `openapi/`.
import graphql from "@graphql-eslint/eslint-plugin";

const rule = (name) => `@graphql-eslint/${name}`;

export default [
  {
    files: ["schema.graphql"],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: "schema.graphql" } },
    },
    plugins: { "@graphql-eslint": graphql },
    rules: {
      ...graphql.configs["flat/schema-recommended"].rules,
      ...graphql.configs["flat/schema-relay"].rules,
      // Answers, pages, refusals and parts of a view are values: they are no things with an id.
      [rule("strict-id-in-types")]: "off",
      // It compares letters: `Seat.seat` is a seat's number and `Challenge.challenged` no prefix.
      [rule("no-typename-prefix")]: "off",
      // Lists that are whole and short, such as the seats of a match, are lists and no pages.
      [rule("relay-edge-types")]: ["error", { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false }],
      // Pages are read forwards only: a cursor says what comes after it.
      [rule("relay-arguments")]: ["error", { includeBoth: false }],
    },
  },
];
