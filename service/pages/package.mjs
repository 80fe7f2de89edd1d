// Makes the package of the elements in dist/: scripts, types and its own package.json; `npm pack ./dist` packs it.
// Lit stays outside, so that a page that has it already loads it once.

import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const dist = new URL("dist/", here);
const entries = ["board", "player"];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await build({
  absWorkingDir: fileURLToPath(here),
  entryPoints: Object.fromEntries(entries.map((entry) => [entry, `${entry}/index.ts`])),
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  external: ["lit", "lit/*"],
  chunkNames: "shared-[hash]",
  outdir: "dist",
});

const compiler = fileURLToPath(new URL("node_modules/typescript/bin/tsc", here));
execFileSync(process.execPath, [compiler, "--project", "tsconfig.package.json"], {
  cwd: fileURLToPath(here),
  stdio: "inherit",
});
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
  dependencies: { lit: devDependencies.lit },
};
await writeFile(new URL("package.json", dist), `${JSON.stringify(manifest, null, 2)}\n`);
