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

for (const threads of [1, 2, 0]) {
  const engine = new Reversi(threads);

  const solution = engine.solve(problem);
  assert.equal(solution.score, "+18");
  assert.equal(solution.best_move, "g8");
  assert.equal(solution.stopped, undefined);
  assert.deepEqual(engine.solve_many([problem, problem]), ["+18", "+18"]);

  for (const search of ["solve", "analyze"]) {
    const begin = performance.now();
    const answer = engine[search](start, 50);
    assert.equal(answer.stopped, "the time limit", search);
    assert.ok(performance.now() - begin >= 49, `${search} took less time than it had`);
    assert.equal(answer.best_move !== undefined, search === "analyze");
  }

  assert.equal(engine.analyze_game("f5d6c3d3c4", 4).length, 5);
  assert.throws(() => engine.solve("nonsense"), Error);
}
