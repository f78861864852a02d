// The programs of the documents run as they stand.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

import { folder, textOf } from "./package.mjs";

const index = new URL("index.js", folder).href;

for (const path of ["bindings/wasm/README.md", "crates/reversi-engine/src/docs/javascript.md"]) {
  const blocks = [...textOf(path).matchAll(/^```js\n(.*?)^```/gms)].map(([, block]) => block);
  blocks.forEach((block, at) => {
    test(`block ${at + 1} of ${path}`, async () => {
      const program = block.replace('"reversi-engine"', JSON.stringify(index));
      assert.notEqual(program, block);
      assert.ok(block.trimEnd().split("\n").length <= 20, "a program is read at a glance");
      await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    });
  });
  assert.ok(blocks.length > 0, path);
}
