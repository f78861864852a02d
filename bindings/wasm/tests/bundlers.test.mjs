// Bundlers take the package as it is, without a warning. Vite, which takes longest, only if FULL is set.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { folder, problem, root as project } from "./package.mjs";

test("Vite builds a page with the package", { skip: !process.env.FULL }, async () => {
  const { build } = await import("vite");
  const root = await mkdtemp(join(tmpdir(), "reversi-vite-"));
  try {
    await mkdir(join(root, "node_modules"));
    await cp(folder, join(root, "node_modules/reversi-engine"), { recursive: true });
    await writeFile(join(root, "index.html"), '<!doctype html><script type="module" src="./main.js"></script>');
    const program = `import { Engine } from "reversi-engine";
      const engine = await Engine.create();
      document.title = (await engine.solve(${JSON.stringify(problem)})).value.exact;`;
    await writeFile(join(root, "main.js"), program);
    await build({ root, configFile: false, logLevel: "warn", build: { target: "es2022" } });
    const built = await readdir(join(root, "dist/assets"));
    const kinds = built.map((name) => name.replace(/-[\w-]{8}(\.\w+)$/, "$1")).sort();
    const modules = ["engine-simd.wasm", "engine-threads.wasm", "engine.wasm", "rules.wasm"];
    const files = [...modules, "full.weights", "index.js", "opening.book", "people.policy", "worker.js"];
    assert.deepEqual(kinds, files.sort());
  } finally {
    await rm(root, { recursive: true });
  }
});

const web = createRequire(new URL("web/package.json", project));
const skip = !existsSync(new URL("web/node_modules/esbuild", project)) && "npm ci in web brings esbuild";

for (const [format, name, options] of [["esm", "main.js", ""], ["iife", "main.cjs", ""], ["iife", "main.cjs", "{ baseUrl }"]]) {
  test(`esbuild makes a program of the kind ${format} with the package ${options}`, { skip }, async () => {
    const root = await mkdtemp(join(tmpdir(), "reversi-esbuild-"));
    after(() => rm(root, { recursive: true }));
    await mkdir(join(root, "node_modules"));
    await cp(folder, join(root, "node_modules/reversi-engine"), { recursive: true });
    await writeFile(join(root, "package.json"), '{ "type": "module" }');
    const program = `import { Engine } from "reversi-engine";
      const baseUrl = ${JSON.stringify(pathToFileURL(root).href)};
      async function main() {
        const engine = await Engine.create(${options});
        const values = [engine.rules.legalMoves("f5").length, (await engine.solve(${JSON.stringify(problem)})).value.exact];
        values.push(Number.isFinite(await engine.evaluate("f5")));
        engine.close();
        return values.join(" ");
      }
      main().then(console.log, ({ code, message }) => console.log(code, message));`;
    await writeFile(join(root, "source.js"), program);
    const outfile = join(root, name);
    const entry = { entryPoints: [join(root, "source.js")], bundle: true, outfile, format, logLevel: "silent" };
    assert.deepEqual((await web("esbuild").build(entry)).warnings, []);
    // The guide: the files that the program loads stand beside it.
    for (const part of ["worker.js", "wasm", "data"]) await cp(new URL(part, folder), join(root, part), { recursive: true });
    const output = execFileSync(process.execPath, [outfile], { encoding: "utf8", timeout: 60_000 });
    const refused = "not-loaded baseUrl must be given in a bundle that is no module\n";
    assert.equal(output, format === "iife" && !options ? refused : "3 18 true\n");
  });
}
