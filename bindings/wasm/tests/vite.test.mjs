// A bundler takes the package as it is: one file of each kind, and the worker. Only if FULL is set.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { folder, problem } from "./package.mjs";

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
