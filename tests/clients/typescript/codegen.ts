import type { CodegenConfig } from "@graphql-codegen/cli";

// One source: the schema as it is published.
const config: CodegenConfig = {
  emitLegacyCommonJSImports: false,
  schema: "../../../openapi/schema.graphql",
  documents: ["src/play.ts"],
  generates: {
    "src/generated/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: { Instant: "number", Milliseconds: "number", JSON: "unknown", JSONObject: "Record<string, unknown>" },
      },
    },
  },
};

export default config;
