// Everything of the package as one script, for pages without a bundler: `saqqara` of the window.

export * from "../board/index.ts";
export * from "../player/index.ts";
export * from "./index.ts";
