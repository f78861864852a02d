// The files that a page loads stay small. The programs are as `wasm-opt` makes them.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { folder, without } from "./package.mjs";

const wasmOpt = new URL("../node_modules/.bin/wasm-opt", import.meta.url);
const skip = !existsSync(wasmOpt) && "npm ci brings wasm-opt";

for (const [name, most, zipped] of [
  ["engine-simd", 1_215_000, 860_000], // raised for proofs and for play against people, as the next two
  ["engine", 1_215_000, 860_000],
  ["engine-threads", 1_500_000, 860_000],
  ["rules", 537_000, 248_000], // 40 kB of them draw pictures, and 26 kB read labels, tables and games of programs
]) {
  const file = new URL(`wasm/${name}.wasm`, folder);
  test(`the module ${name} has at most ${most} bytes, and ${zipped} zipped`, { skip: skip || without(name) }, () => {
    const bytes = readFileSync(file);
    const found = [bytes.length, gzipSync(bytes, { level: 9 }).length];
    assert.ok(found[0] <= most && found[1] <= zipped, `${found}`);
  });
}
