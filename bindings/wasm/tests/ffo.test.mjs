// FFO problems have the right scores, and take as many nodes as natively with the same weights: tests/ffo.rs
// has those of 1-19. If FULL is set, the native program counts those of 1-39.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Engine, engines, root, textOf } from "./package.mjs";

const HASH_MIB = 64;

/** The number of nodes that a constant of tests/ffo.rs names. */
function nodesOf(name) {
  const [, digits] = textOf("tests/ffo.rs").match(new RegExp(`const ${name}: u64 = ([0-9_]+);`));
  return Number(digits.replaceAll("_", ""));
}

const fileOf = (suite) => `examples/data/${suite}.obf`;

function problems(suite) {
  const lines = textOf(fileOf(suite)).split("\n").filter((line) => /^[-XO]{64} [XO];/.test(line));
  return lines.map((line) => ({
    position: line.slice(0, 66),
    moves: line.slice(67).split(";").flatMap((text) => {
      const [, move, score] = text.match(/^\s*([A-H][1-8]):([+-]\d+)/) ?? [];
      return move ? [{ move: move.toLowerCase(), score: Number(score) }] : [];
    }),
  }));
}

/** The nodes of each problem, all solved by one engine. */
async function nodesOfAll(options, suites) {
  const engine = await Engine.create({ hashMiB: HASH_MIB, ...options });
  const nodes = [];
  for (const { position, moves } of suites.flatMap(problems)) {
    const solution = await engine.solve(position);
    const best = Math.max(...moves.map(({ score }) => score));
    assert.equal(solution.value.exact, best, position);
    assert.ok(moves.some(({ move, score }) => move === solution.pv[0] && score === best), position);
    nodes.push(solution.nodes);
  }
  engine.close();
  return nodes;
}

/** The same by the program `reversi`, which REVERSI may name. */
function nativeNodesOfAll(weights, suites) {
  const [program, ...first] = process.env.REVERSI
    ? [process.env.REVERSI]
    : "cargo run --quiet --release --package reversi-cli --".split(" ");
  const file = `crates/reversi-eval/src/weights/${weights}.weights`;
  const options = `solve --threads 1 --hash-mib ${HASH_MIB} --format json --weights ${file}`.split(" ");
  const output = execFileSync(program, [...first, ...options, ...suites.map(fileOf)], {
    cwd: fileURLToPath(root),
    encoding: "utf8",
  });
  const answers = output.trim().split("\n").map((line) => JSON.parse(line));
  return answers.filter(({ solution }) => solution).map(({ solution }) => solution.nodes);
}

for (const { name, simd, skip } of engines) {
  test(`FFO 1-19 by ${name}`, { skip }, async () => {
    const nodes = await nodesOfAll({ simd }, ["ffo-1-19"]);
    assert.equal(nodes.reduce((sum, each) => sum + each), nodesOf("NODES_1_19_SMALL"));
  });
}

// Networks are read on both sides: one that is read orders the moves of proofs itself.
for (const [weights, file] of [["small", "small"], ["full", "network"]]) {
  test(`FFO 1-39 with the ${weights} network`, { skip: !process.env.FULL && "FULL is not set" }, async () => {
    const suites = ["ffo-1-19", "ffo-20-39"];
    const native = nativeNodesOfAll(file, suites);
    assert.equal(native.length, 39);
    assert.deepEqual(await nodesOfAll({ weights }, suites), native);
  });
}
