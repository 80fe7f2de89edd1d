// Builds the pages into the package: the same bytes from the same lock, on every machine.
// Names carry no hash, so that a change of one page changes few files; the package has one version for all of them,
// by which browsers may keep them for ever.

import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { notices } from "./notices.mjs";

const here = new URL("./", import.meta.url);
const target = process.argv[2] ?? fileURLToPath(new URL("../saqqara_pages/built/", here));
const common = {
  absWorkingDir: fileURLToPath(here),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  write: false,
};

// What the site and embedded pages load, cut into parts that come when they are needed.
const site = await build({
  ...common,
  entryPoints: { site: "site/main.ts", style: "site/style.css" },
  splitting: true,
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
  outdir: "built",
});
// The player in one file, for a record that is a page of its own, and the script that unpacks it there.
const record = await build({
  ...common,
  entryPoints: { record: "player/record.ts", "record-start": "player/record-start.ts" },
  format: "iife",
  outdir: "built",
});

// All elements in one file, for pages of others.
const elements = await build({
  ...common,
  entryPoints: { elements: "match/elements.ts" },
  format: "iife",
  globalName: "saqqara",
  outdir: "built",
});

// A part is named for its page, or for the first of its sources, ours before those of others. esbuild names it by a
// hash, which would change in all files that import a changed one.
function plainNames({ outputs }) {
  const names = Object.entries(outputs).map(([path, { entryPoint, inputs }]) => {
    const name = path.split("/").at(-1);
    return [name, entryPoint ? name.replace(/-[A-Z0-9]{8}\.js$/, ".js") : sharedName(Object.keys(inputs))];
  });
  if (new Set(names.map(([, plain]) => plain)).size < names.length) throw new Error("two parts have one name");
  return new Map(names);
}

function sharedName(sources) {
  const own = sources.filter((source) => !source.includes("node_modules/"));
  const [first = "runtime"] = own.length > 0 ? own.sort() : sources.sort();
  const path = first.replace(/^.*node_modules\/@?/, "").replace(/\.[jt]s$/, "");
  return `shared-${path.replaceAll("/", "-")}.js`;
}

const plain = plainNames(site.metafile);
const renamed = ({ path, text }) => ({
  name: plain.get(path.split("/").at(-1)),
  contents: text.replace(/[\w-]+-[A-Z0-9]{8}\.js/g, (found) => plain.get(found) ?? found),
});

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const files = [
  ...site.outputFiles.map(renamed),
  ...[...record.outputFiles, ...elements.outputFiles].map(({ path, contents }) => ({ name: path.split("/").at(-1), contents })),
  { name: "LICENSES.txt", contents: await notices(site, record, elements) },
];
for (const { name, contents } of files) {
  await writeFile(`${target}/${name}.gz`, gzipSync(contents, { level: 9 }));
}
