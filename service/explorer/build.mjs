// Builds the explorer into the package: the same bytes from the same lock, on every machine.

import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const target = process.argv[2] ?? fileURLToPath(new URL("../saqqara_service/pages/built/", here));

// The style sheet carries two fonts as text, ten times its own size; the machine's own will do.
const withoutFonts = {
  name: "without-fonts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /graphiql\/dist\/style\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/@font-face\s*\{[^}]*\}/g, ""),
      loader: "css",
    })),
};

const { outputFiles, metafile } = await build({
  absWorkingDir: fileURLToPath(here),
  entryPoints: ["explorer.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  define: { "process.env.NODE_ENV": '"production"' },
  legalComments: "none",
  metafile: true,
  outdir: "built",
  plugins: [withoutFonts],
  write: false,
});

// Whose work the script is made of, and under what licence.
async function notices() {
  const bundled = Object.keys(metafile.inputs).map((path) =>
    path.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0],
  );
  const told = [];
  for (const folder of [...new Set(bundled.filter(Boolean))].sort()) {
    const { name, version, license } = JSON.parse(await readFile(new URL(`${folder}/package.json`, here)));
    const file = (await readdir(new URL(folder, here))).find((each) => /^licen[cs]e/i.test(each));
    const text = file ? await readFile(new URL(`${folder}/${file}`, here), "utf8") : "";
    told.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return Buffer.from(told.join(`\n${"-".repeat(80)}\n`));
}

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const files = [...outputFiles, { path: "LICENSES.txt", contents: await notices() }];
for (const { path, contents } of files) {
  const name = path.split("/").at(-1);
  await writeFile(`${target}/${name}.gz`, gzipSync(contents, { level: 9 }));
}
