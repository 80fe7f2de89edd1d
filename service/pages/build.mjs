// Builds the pages into the package: the same bytes from the same lock, on every machine.
// Names carry the hash of their content, so browsers may keep the files for ever.

import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

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
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  outdir: "built",
});
// The player in one file, for a record that is a page of its own.
const record = await build({
  ...common,
  entryPoints: { record: "player/record.ts" },
  format: "iife",
  entryNames: "[name]-[hash]",
  outdir: "built",
});

// Whose work the scripts are made of, and under what licence.
async function notices() {
  const inputs = [...Object.keys(site.metafile.inputs), ...Object.keys(record.metafile.inputs)];
  const bundled = inputs.map((path) => path.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0]);
  const told = [];
  for (const folder of [...new Set(bundled.filter(Boolean))].sort()) {
    const { name, version, license } = JSON.parse(await readFile(new URL(`${folder}/package.json`, here)));
    const file = (await readdir(new URL(folder, here))).find((each) => /^licen[cs]e/i.test(each));
    const text = file ? await readFile(new URL(`${folder}/${file}`, here), "utf8") : "";
    told.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return Buffer.from(told.join(`\n${"-".repeat(80)}\n`));
}

// Which hashed file has which plain name: what pages are made from.
function manifest(files) {
  const rows = files.map((name) => [name.replace(/-[A-Z0-9]{8}(\.\w+)$/, "$1"), name]);
  return Object.fromEntries(rows.filter(([plain]) => /^(site|style|record)\./.test(plain)).sort());
}

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const outputs = [...site.outputFiles, ...record.outputFiles];
const named = outputs.map(({ path, contents }) => ({ name: path.split("/").at(-1), contents }));
const table = `${JSON.stringify(manifest(named.map(({ name }) => name)), null, 2)}\n`;
await writeFile(`${target}/manifest.json`, table);
for (const { name, contents } of [...named, { name: "LICENSES.txt", contents: await notices() }]) {
  await writeFile(`${target}/${name}.gz`, gzipSync(contents, { level: 9 }));
}
