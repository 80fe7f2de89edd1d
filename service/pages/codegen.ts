import type { CodegenConfig } from "@graphql-codegen/cli";

const scalars = { Instant: "number", Milliseconds: "number", JSON: "unknown", JSONObject: "Record<string, unknown>" };

/** The queries of a folder; those of the site stay out of the package of the elements. */
const queries = (folder: string) => ({
  documents: [`${folder}/**/*.ts`],
  preset: "client",
  presetConfig: { fragmentMasking: false },
  config: { documentMode: "string", enumsAsTypes: true, useTypeImports: true, strictScalars: true, scalars },
});

// One source: the schema as it is published.
const config: CodegenConfig = {
  emitLegacyCommonJSImports: false,
  schema: "../../openapi/schema.graphql",
  generates: { "generated/graphql/": queries("site"), "generated/match/": queries("match") },
};

export default config;
