// Calls the engine as a page would: node node.mjs FOLDER
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { default: load, Reversi } = await import(new URL("reversi_browser.js", folder));
await load({ module_or_path: await readFile(new URL("reversi_browser_bg.wasm", folder)) });

const start = "---------------------------OX------XO--------------------------- X";
// Problem 1 of the FFO suite, 14 empties.
const problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

const schema = JSON.parse(Reversi.schema());
assert.equal(schema.$defs.question.properties.version.const, 1);

for (const threads of [1, 2, 0]) {
  const engine = new Reversi(threads);
  const ask = (question) => JSON.parse(engine.ask(JSON.stringify(question)));

  const { version, position, solution } = ask({ position: problem, ask: "solve" });
  assert.deepEqual([version, position, solution.value, solution.pv[0]], [1, problem, { exact: 18 }, "g8"]);

  for (const search of ["solve", "analyze"]) {
    const begin = performance.now();
    const { interrupted, analysis } = ask({ position: start, ask: search, limits: { seconds: 0.05 } });
    assert.equal(interrupted?.reason ?? analysis?.stopped, "time", search);
    assert.ok(performance.now() - begin >= 49, `${search} took less time than it had`);
    assert.equal(analysis?.lines[0].pv[0] !== undefined, search === "analyze");
  }

  assert.equal(ask({ moves: "f5d6c3d3c4", ask: "analyze_game", depth: 4 }).game.length, 5);
  assert.ok(Math.abs(ask({ moves: "", ask: "evaluate" }).evaluation) < 10);
  assert.deepEqual(ask({ moves: "", ask: "legal_moves" }).legal_moves, ["d3", "c4", "f5", "e6"]);

  const { error } = ask({ position: "nonsense", ask: "solve" });
  assert.deepEqual([error.code, error.at], ["bad-board", { field: "position", offset: 0 }]);
  assert.equal(JSON.parse(engine.ask("nonsense")).error.code, "not-json");
}
