// FFO problems have the right scores, and take as many nodes as natively with the same weights: tests/ffo.rs
// has those. All of 1-39 if FULL is set.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine, textOf } from "./package.mjs";

/** The number of nodes that a constant of tests/ffo.rs names. */
function nodesOf(name) {
  const [, digits] = textOf("tests/ffo.rs").match(new RegExp(`const ${name}: u64 = ([0-9_]+);`));
  return Number(digits.replaceAll("_", ""));
}

function problems(name) {
  const lines = textOf(`examples/data/${name}.obf`).split("\n").filter((line) => /^[-XO]{64} [XO];/.test(line));
  return lines.map((line) => ({
    position: line.slice(0, 66),
    moves: line.slice(67).split(";").flatMap((text) => {
      const [, move, score] = text.match(/^\s*([A-H][1-8]):([+-]\d+)/) ?? [];
      return move ? [{ move: move.toLowerCase(), score: Number(score) }] : [];
    }),
  }));
}

async function nodesOfAll(options, suites) {
  const engine = await Engine.create({ hashMiB: 64, ...options });
  let nodes = 0;
  for (const { position, moves } of suites.flatMap(problems)) {
    const solution = await engine.solve(position);
    const best = Math.max(...moves.map(({ score }) => score));
    assert.equal(solution.value.exact, best, position);
    assert.ok(moves.some(({ move, score }) => move === solution.pv[0] && score === best), position);
    nodes += solution.nodes;
  }
  engine.close();
  return nodes;
}

for (const simd of [true, false]) {
  test(`FFO 1-19 ${simd ? "with" : "without"} vectors`, async () => {
    assert.equal(await nodesOfAll({ simd }, ["ffo-1-19"]), nodesOf("NODES_1_19_SMALL"));
  });
}

// A network that is read orders the moves of proofs itself, so its nodes are not those of the native default.
test("FFO 1-39 with the large network", { skip: !process.env.FULL }, async () => {
  assert.ok((await nodesOfAll({ weights: "full" }, ["ffo-1-19", "ffo-20-39"])) > 0);
});
