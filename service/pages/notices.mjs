// Whose work scripts are made of, and under what licence.

import { readFile, readdir } from "node:fs/promises";

const here = new URL("./", import.meta.url);

/** A text that names the packages of npm among the inputs of builds. */
export async function notices(...builds) {
  const inputs = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs));
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
