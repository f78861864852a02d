// Pictures of boards. The corpus, tests/doors, has the bytes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { refusal, Rules } from "./package.mjs";

const rules = await Rules.load();

test("marks are a list or an object, and values an object or an analysis", () => {
  const dots = rules.svg("f5d6c3", { marks: ["d3", 37, "ps"] });
  assert.equal(dots, rules.svg("f5d6c3", { marks: { d3: "dot", f5: "dot" } }));
  assert.match(rules.svg("f5d6c3", { marks: { d3: "ring" } }), /Rings: d3\. /);
  const lines = [{ pv: ["d3", "e3"], value: { exact: 4 } }, { pv: ["f4"], value: { estimate: { score: -1, depth: 4 } } }];
  const values = { d3: { exact: 4 }, f4: { estimate: { score: -1 } } };
  assert.equal(rules.svg("f5d6c3", { values: { lines } }), rules.svg("f5d6c3", { values }));
  assert.doesNotMatch(rules.svg("f5d6c3", { last: null }), /last move/);
});

test("tints are a list, rows or an array of numbers", () => {
  const heat = Array.from({ length: 64 }, (_, square) => square / 63);
  const svg = rules.svg("f5", { heat });
  const rows = Array.from({ length: 8 }, (_, row) => heat.slice(8 * row, 8 * row + 8));
  for (const same of [Float64Array.from(heat), Float32Array.from(heat), rows]) {
    assert.equal(rules.svg("f5", { heat: same }), svg);
  }
  assert.equal(rules.svg("f5", { heat, heatRange: [0, 1] }), svg);
});

test("what cannot be drawn is refused in words, by the names of JavaScript", async () => {
  const tints = (value) => Array.from({ length: 64 }, (_, square) => (square === 18 ? value : 0));
  for (const [options, code, message] of [
    [{ heat: tints(NaN) }, "out-of-range", "heat of c3 must be a finite number, not NaN"],
    [{ heat: tints(2), heatRange: [0, 1] }, "out-of-range", "heat of c3 must be 0 to 1, not 2"],
    [{ heat: tints(0), heatRange: [1, 0] }, "out-of-range", "heatRange must be two finite numbers, the lesser one first, not 1 and 0"],
    [{ heat: [1] }, "wrong-type", "heat must be 64 numbers, or 8 rows of 8, not a list"],
    [{ heatRange: [0, 1] }, "missing-field", "heatRange needs heat: it is the range of its numbers"],
    [{ values: { d3: NaN } }, "out-of-range", "value must be -999999 to 999999, not NaN"],
    [{ values: { d3: null } }, "wrong-type", "values must be numbers, texts or scores, not null"],
    [{ values: { d3: { estimate: {} } } }, "wrong-type", "values must be numbers, texts or scores, not undefined"],
    [{ values: { d3: { bounds: { lower: 2 } } } }, "wrong-type", "values must be numbers, texts or scores, not undefined"],
    [{ values: { d3: { exact: 3.5 } } }, "out-of-range", "values must be scores from -64 to 64, not 3.5"],
    [{ values: { d3: { exact: 2 ** 32 + 4 } } }, "out-of-range", "values must be scores from -64 to 64, not 4294967300"],
    [{ marks: { d3: "star" } }, "unknown-name", 'mark must be dot, ring or cross, not "star"'],
    [{ size: 15 }, "out-of-range", "size must be 16 to 4096, not 15"],
    [{ theme: "blue" }, "unknown-name", 'theme must be auto, light or dark, not "blue"'],
    [{ coordinates: 1 }, "wrong-type", "coordinates must be true or false, not 1"],
  ]) {
    assert.equal((await refusal(code, () => rules.svg("f5", options))).message, message);
  }
  await refusal("unknown-field", () => rules.svg("f5", { colour: 1 }));
});
