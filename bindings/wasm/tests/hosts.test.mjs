// The package in other hosts, where they are installed: BUN and DENO name them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";

import { folder, problem } from "./package.mjs";

const program = `
const { AbortedError, Engine, START } = await import(${JSON.stringify(new URL("index.js", folder).href)});
const engine = await Engine.create({ hashMiB: 1, book: true });
const { value } = await engine.solve(${JSON.stringify(problem)});
const control = new AbortController();
const options = { signal: control.signal, onProgress: () => control.abort() };
const aborted = await engine.solve(START, options).catch((error) => error);
await engine.restart({ weights: "full" });
const { move } = await engine.chooseMove("f5", { strength: "club", seed: 1 });
engine.close();
const closed = await engine.evaluate(START).catch((error) => error);
console.log(value.exact, aborted instanceof AbortedError, aborted.partial.reason, move.length, closed.code);`;

for (const [name, options] of [["deno", ["run", "--allow-read"]], ["bun", []]]) {
  const host = process.env[name.toUpperCase()] ?? name;
  const isThere = () => {
    try {
      execFileSync(host, ["--version"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  test(`the package runs in ${name}`, { skip: !isThere() && `${name} is not installed` }, () => {
    const place = mkdtempSync(path.join(tmpdir(), "reversi-"));
    const file = path.join(place, "program.mjs");
    writeFileSync(file, program);
    try {
      const output = execFileSync(host, [...options, file], { encoding: "utf8" });
      assert.equal(output, "18 true stop 2 closed\n");
    } finally {
      rmSync(place, { recursive: true });
    }
  });
}
