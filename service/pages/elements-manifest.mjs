// The manifest of the elements for editors and documentation, by the analyzer of the standard; without what is private.

import { create, ts } from "@custom-elements-manifest/analyzer";
import { litPlugin } from "@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js";
import { readFile, readdir } from "node:fs/promises";

/** The elements that each entry defines. */
const DEFINED = { board: ["DuelBoard", "ImhotepBoard"], player: ["SaqqaraMatch"] };
/** Methods that Lit calls. */
const OF_LIT = new Set(["connectedCallback", "disconnectedCallback", "willUpdate", "updated", "render"]);

export async function elementsManifest() {
  const sources = [];
  for (const folder of Object.keys(DEFINED)) {
    for (const name of (await readdir(new URL(`${folder}/`, import.meta.url))).sort()) {
      if (!name.endsWith(".ts")) continue;
      const text = await readFile(new URL(`${folder}/${name}`, import.meta.url), "utf8");
      sources.push(ts.createSourceFile(`${folder}/${name}`, text, ts.ScriptTarget.ES2015, true));
    }
  }
  const { schemaVersion, modules } = create({ modules: sources, plugins: litPlugin(), context: {} });
  const found = modules.flatMap(({ declarations }) => declarations);
  return { schemaVersion, readme: "README.md", modules: Object.entries(DEFINED).map((entry) => module(entry, found)) };
}

function module([entry, names], found) {
  const path = `${entry}.js`;
  const declarations = names.map((name) => published(found.find((each) => each.name === name)));
  const exported = declarations.flatMap(({ name, tagName }) => [
    { kind: "js", name, declaration: { name, module: path } },
    { kind: "custom-element-definition", name: tagName, declaration: { name, module: path } },
  ]);
  return { kind: "javascript-module", path, declarations, exports: exported };
}

/** An element with what its users may know of it, wherever it inherits that from. */
function published({ superclass, ...element }) {
  const isPublic = ({ name, privacy }) => (privacy ?? "public") === "public" && !OF_LIT.has(name);
  const own = (items = []) => items.filter(isPublic).map(({ inheritedFrom, ...item }) => item);
  const told = ["members", "attributes", "slots", "cssParts"].map((kind) => [kind, own(element[kind])]);
  // The analyzer takes the name of a variable for that of an event; ours are described.
  const events = own(element.events).filter(({ description }) => description);
  return { ...element, ...Object.fromEntries(told), events };
}
