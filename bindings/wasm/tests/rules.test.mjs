import assert from "node:assert/strict";
import { test } from "node:test";

import { problem, refusal, ReversiError, Rules, START } from "./package.mjs";

const rules = await Rules.load();
const cells = START.slice(0, 64);

test("a position is read in every notation", () => {
  const fen = rules.write(START, "fen");
  const bits = { player: 0x0000000810000000n, opponent: 0x0000001008000000n };
  const rows = cells.match(/.{8}/g).join("\n");
  for (const input of [START, fen, `${rows}\nX`, { position: START }, {}, { cells, side: "black" }, bits]) {
    assert.equal(rules.read(input).position, START, String(input));
  }
  assert.equal(rules.read({ ...bits, side: "white" }).side, "white");
  assert.equal(rules.read({ cells, side: "white" }).position, `${cells} O`);
});

test("a game is read in every notation, and what is read can be given back", () => {
  const read = rules.read("F5 d6 c3");
  assert.deepEqual(read.moves, ["f5", "d6", "c3"]);
  const inputs = ["f5d6c3", { moves: "f5d6c3" }, { moves: ["f5", 43, "C3"] }, rules.write("f5d6c3", "ggf"), read];
  for (const input of inputs) {
    const { notation, ...game } = rules.read(input);
    const { notation: _, ...expected } = read;
    assert.deepEqual(game, expected);
  }
  assert.equal(read.side, "white");
  assert.deepEqual(read.discs, { black: 5, white: 2 });
  assert.equal(read.blackScore, null);
});

test("flips and positions of a game", () => {
  assert.deepEqual(rules.flips(START, "f5"), ["e5"]);
  assert.deepEqual(rules.flips(START, 37), ["e5"]);
  const positions = rules.positions("f5d6");
  assert.equal(positions.length, 3);
  assert.equal(positions[0], START);
  assert.equal(positions[2], rules.read("f5d6").position);
});

test("an opening has a name however the board is turned", () => {
  assert.equal(rules.opening("f5d6c3d3c4f4f6f3e6e7"), "Comp'Oth");
  assert.equal(rules.opening("f5d6c3d3c4f4f6f3e6e7d7"), "Comp'Oth"); // of its last position that has one
  assert.equal(rules.opening("d3c3c4e3"), "Diagonal");
  assert.equal(rules.opening("f5"), null);
  const { position } = rules.read("f5d6c3d3c4");
  assert.equal(rules.opening(position), rules.opening("f5d6c3d3c4")); // a position without its moves has it too
  assert.throws(() => rules.opening("f5f5"), { code: "illegal-move" });
});

test("errors name the code and the place as JavaScript counts it", async () => {
  const illegal = await refusal("illegal-move", () => rules.read("f5d6 a1"));
  assert.deepEqual(illegal.at, { line: 1, column: 6, offset: 5, ply: 3 });
  assert.equal((await refusal("bad-board", () => rules.read({ position: "--😀é" }))).at.offset, 2);
  assert.equal((await refusal("illegal-move", () => rules.read("f5\u2003a1"))).at.offset, 3);
  const place = async (input) => (await refusal("bad-board", () => rules.read(input))).at;
  assert.deepEqual(await place({ position: "--😀?" }), { field: "position", offset: 2 });
  assert.deepEqual(await place({ cells: "-é?", side: "black" }), { field: "cells", offset: 1 });
  const moves = await refusal("illegal-move", () => rules.read({ moves: ["f5", "d6", "a1"] }));
  assert.deepEqual(moves.at, { field: "moves", offset: 6, ply: 3 });
  await refusal("overlapping-discs", () => rules.read({ player: 1n, opponent: 1n }));
});

const wrong = [null, 7, NaN, 2 ** 40, 1n, true, Symbol("x"), () => 1, new Date(), new Map()];

test("what is no game is refused by a code", async () => {
  for (const value of [undefined, [], [problem], ...wrong]) await refusal("wrong-type", () => rules.read(value));
  for (const value of [{}, ...wrong]) {
    await refusal("wrong-type", () => rules.read({ position: value }));
    await refusal("wrong-type", () => rules.read({ moves: value }));
    await refusal("wrong-type", () => rules.read({ moves: [value === 7 ? 64 : value] }));
    await refusal("wrong-type", () => rules.read({ cells: value, side: "black" }));
    await refusal("wrong-type", () => rules.read({ cells, side: value }));
    if (value !== 1n) await refusal("wrong-type", () => rules.read({ player: value, opponent: 0n }));
  }
  await refusal("bad-color", () => rules.read({ cells, side: "green" }));
  await refusal("out-of-range", () => rules.read({ player: 1n << 64n, opponent: 0n }));
  await refusal("out-of-range", () => rules.read({ player: -1n, opponent: 0n }));
  await refusal("unknown-field", () => rules.read({ positoin: START }));
  for (const move of [undefined, null, NaN, -1, 64, 1.5, 2 ** 40, 5n, {}, []]) {
    await refusal("wrong-type", () => rules.play(START, move));
    await refusal("wrong-type", () => rules.flips(START, move));
  }
  await refusal("unknown-name", () => rules.write(START, "pgn"));
  await refusal("wrong-type", () => rules.write(START));
});

test("what are no bytes is refused, also memory that has gone elsewhere", async () => {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  const names = (bytes) => rules.readWthorNames(bytes, "players");
  for (const call of [(bytes) => rules.readAll(bytes), names]) {
    for (const bytes of [undefined, null, 7, {}, [], new Float64Array(4)]) {
      await refusal("wrong-type", () => call(bytes));
    }
  }
  await refusal("wrong-type", () => names("text"));
  await refusal("bad-wthor", () => names(new Uint8Array(3)));
  await refusal("bad-wthor", () => names(buffer));
  assert.deepEqual(rules.readAll(buffer), []);
  await refusal("wrong-type", () => rules.readWthorNames(new Uint8Array(16), "places"));
});
