// Makes the package of the elements in dist/: scripts, types, a manifest of the elements, licences and its own
// package.json; `npm pack ./dist` packs it. Lit stays outside, so that a page that has it already loads it once.

import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { elementsManifest } from "./elements-manifest.mjs";
import { notices } from "./notices.mjs";

const here = new URL("./", import.meta.url);
const dist = new URL("dist/", here);
const entries = ["board", "player", "match"];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
const built = await build({
  absWorkingDir: fileURLToPath(here),
  entryPoints: Object.fromEntries(entries.map((entry) => [entry, `${entry}/index.ts`])),
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  external: ["lit", "lit/*"],
  chunkNames: "shared-[hash]",
  metafile: true,
  outdir: "dist",
});

const compiler = fileURLToPath(new URL("node_modules/typescript/bin/tsc", here));
execFileSync(process.execPath, [compiler, "--project", "tsconfig.package.json"], {
  cwd: fileURLToPath(here),
  stdio: "inherit",
});
// Types of the queries lead to no export.
const hidden = ["generated/match", "match/queries.d.ts", "match/record-views.d.ts"];
for (const name of hidden) await rm(new URL(name, dist), { recursive: true });
// Types name the files that a reader of the package has.
for (const name of await readdir(dist, { recursive: true })) {
  if (!name.endsWith(".d.ts")) continue;
  const file = new URL(name, dist);
  await writeFile(file, (await readFile(file, "utf8")).replace(/(from "\.[^"]*|import\("\.[^"]*)\.ts"/g, '$1.js"'));
}

const { name, version, description, license, devDependencies } = JSON.parse(
  await readFile(new URL("package.json", here), "utf8"),
);
const exported = entries.map((entry) => [
  `./${entry}`,
  { types: `./${entry}/index.d.ts`, default: `./${entry}.js` },
]);
const manifest = {
  name,
  version,
  description,
  license,
  type: "module",
  exports: Object.fromEntries(exported),
  customElements: "custom-elements.json",
  dependencies: { lit: devDependencies.lit },
};
await writeFile(new URL("package.json", dist), `${JSON.stringify(manifest, null, 2)}\n`);
await writeFile(new URL("custom-elements.json", dist), `${JSON.stringify(await elementsManifest(), null, 2)}\n`);
await copyFile(new URL("README.md", here), new URL("README.md", dist));
await copyFile(new URL("../../LICENSE", here), new URL("LICENSE", dist));
await writeFile(new URL("LICENSES.txt", dist), await notices(built));
