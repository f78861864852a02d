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
    const { notation, players, ...game } = rules.read(input);
    const { notation: _, ...expected } = read;
    assert.deepEqual(game, expected);
  }
  assert.equal(read.side, "white");
  assert.deepEqual(read.discs, { black: 5, white: 2 });
  assert.equal(read.blackScore, null);
});

test("a pass may be left out, and the end has a score", () => {
  const start = "XO------X-------O----------------------------------------------- X";
  const game = rules.play({ position: start, moves: "c1" }, "a4");
  assert.deepEqual([game.moves, game.blackScore, game.legalMoves], [["c1", "ps", "a4"], 64, []]);
  assert.deepEqual(rules.legalMoves({ position: start, moves: "c1" }), ["ps"]);
  assert.deepEqual(rules.flips({ position: start, moves: "c1" }, "pass"), []);
});

test("moves, flips and positions of a game", () => {
  assert.deepEqual(rules.legalMoves(START), ["d3", "c4", "f5", "e6"]);
  assert.deepEqual(rules.flips(START, "f5"), ["e5"]);
  assert.deepEqual(rules.flips(START, 37), ["e5"]);
  const positions = rules.positions("f5d6");
  assert.equal(positions.length, 3);
  assert.equal(positions[0], START);
  assert.equal(positions[2], rules.read("f5d6").position);
});

test("games in GGF are read one by one", () => {
  const good = "(;GM[Othello]PC[here]PB[Ada]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6];)";
  const games = rules.readGgf(`${good}\n${good.replace("f6", "a1")}\n${good}`);
  assert.deepEqual(games.map(({ error }) => error?.code), [undefined, "illegal-move", undefined]);
  assert.deepEqual(games[2].game.players, { black: "Ada", white: "Bob" });
  assert.equal(rules.read(good).notation, "ggf");
});

/** Records of GGF whose error is behind a character of two bytes. */
const damaged = (count) => "(;GM[Othello]PB[é]B[a1];)\n".repeat(count);

test("errors of GGF have their places in the whole text, found in one pass", (context) => {
  const text = damaged(200);
  const { mock } = context.mock.method(String.prototype, "codePointAt");
  const errors = rules.readGgf(text).map(({ error }) => error);
  const steps = mock.callCount();
  context.mock.restoreAll();
  assert.ok(steps <= text.length + errors.length, `${steps} steps for ${text.length} characters`);
  const places = [...text.matchAll(/a1/g)].map(({ index }) => index);
  assert.deepEqual(errors.map(({ at }) => at.offset), places);
  assert.ok(errors.every((error) => error instanceof ReversiError));
});

test("a file of bad records four times as large takes no sixteen times as long", () => {
  const seconds = (text) => {
    const before = performance.now();
    rules.readGgf(text);
    return performance.now() - before;
  };
  const texts = [damaged(2_000), damaged(8_000)];
  const least = [Infinity, Infinity];
  for (let round = 0; round < 3; round++) texts.forEach((text, i) => (least[i] = Math.min(least[i], seconds(text))));
  assert.ok(least[1] < 10 * least[0], `${least}`);
});

test("games of all notations are found in a text, with places as JavaScript counts them", () => {
  const [game] = rules.readAll("Ada é – Bo\n1. f5 d6 2. c3");
  assert.deepEqual([game.notation, game.game.moves, game.sideIsOpen], ["moves", "f5d6c3", false]);
  assert.equal(game.position, rules.read("f5d6c3").position);
  assert.deepEqual(rules.read(game.game).moves, ["f5", "d6", "c3"]);
  assert.deepEqual(game.notes.map(({ text }) => text), ["Ada é", "Bo"]);
  const many = rules.readAll(`f5d6c3\né f5d6a1\n${cells} O\n`);
  assert.deepEqual(many.map(({ notation, error }) => notation ?? error.code), ["moves", "illegal-move", "board"]);
  assert.deepEqual(many[1].error.at, { line: 2, column: 7, offset: 13, ply: 3 });
  assert.deepEqual([many[2].at, many[2].blackScore], [{ line: 3, offset: 16 }, null]);
  const ggf = "(;GM[Othello]PC[here]PB[Ada]PW[Bob]TY[8]RE[+4.000]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6];)";
  const [record, damagedRecord] = rules.readAll(`${ggf} ${ggf.replace("f6", "a1")}`, { file: "games.ggf" });
  assert.deepEqual([record.notation, record.players, record.result], ["ggf", { black: "Ada", white: "Bob" }, 4]);
  assert.deepEqual([damagedRecord.error.code, damagedRecord.error.at.file], ["illegal-move", "games.ggf"]);
  const json = JSON.stringify({ moves: "f5d6" });
  assert.deepEqual(rules.readAll(json).map(({ notation }) => notation), ["json"]);
  assert.deepEqual(rules.readAll("  \n"), []);
  assert.equal(rules.readAll("nothing here")[0].error.code, "nothing-to-read");
  assert.equal(rules.readAll(cells)[0].error.code, "bad-board");
  assert.equal(rules.readAll(cells, { openSide: true })[0].sideIsOpen, true);
  const strict = rules.readAll("Ada: f5", { strict: true });
  assert.equal(strict[0].error.code, "not-part-of-a-game");
  assert.equal(rules.readAll("d6", { start: rules.read("f5").position })[0].game.moves, "d6");
  assert.equal(rules.readAll(new Uint8Array([0, 1, 2, 255]))[0].error.code, "not-a-game-file");
  const utf16 = new Uint8Array([0xff, 0xfe, ...[..."f5d6"].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  assert.equal(rules.readAll(utf16)[0].game.moves, "f5d6");
});

test("what cannot be read as games is refused", async () => {
  for (const value of [undefined, null, 7, {}, [], new Float64Array(1)]) await refusal("wrong-type", () => rules.readAll(value));
  for (const options of [{ strict: 1 }, { openSide: "x" }, { file: 1 }, { start: 1 }, { players: "Ada" }, { tournaments: [1] }]) {
    await refusal("wrong-type", () => rules.readAll("f5", options));
  }
  await refusal("unknown-field", () => rules.readAll("f5", { stric: true }));
  assert.equal((await refusal("bad-board", () => rules.readAll("f5", { start: "--x" }))).at.field, "start");
});

test("files of WTHOR are read, and cut ones are refused", () => {
  const header = new Uint8Array(16);
  header[4] = 1; // one record
  header.set([2020 % 256, 2020 >> 8], 10);
  const record = new Uint8Array(68);
  record.set([1, 0, 2, 0, 3, 0, 40, 40, 56, 64, 33]); // f5d6c3
  const { year, games } = rules.readWthor(new Uint8Array([...header, ...record]));
  assert.equal(year, 2020);
  assert.deepEqual(games[0], { tournament: 1, black: 2, white: 3, blackDiscs: 40, moves: "f5d6c3" });
  const names = ["Ada", "Bob", "Cy", "Dee"];
  const [found] = rules.readAll(new Uint8Array([...header, ...record]), { file: "a.wtb", players: names });
  assert.deepEqual([found.notation, found.game.moves, found.players, found.result], ["wthor", "f5d6c3", { black: "Cy", white: "Dee" }, 16]);
  const cut = rules.readWthor(new Uint8Array([...header, ...record, ...record]).buffer);
  assert.match(cut.games.at(-1).error, /136 bytes/);
});

test("errors name the code and the place as JavaScript counts it", async () => {
  const illegal = await refusal("illegal-move", () => rules.read("f5d6 a1"));
  assert.deepEqual(illegal.at, { offset: 5, ply: 3 });
  assert.match(illegal.message, /a1 is not a legal move/);
  assert.equal((await refusal("bad-board", () => rules.read("--😀é"))).at.offset, 2);
  assert.equal((await refusal("bad-board", () => rules.read("-".repeat(63)))).at.offset, 63);
  assert.equal((await refusal("illegal-move", () => rules.read("f5\u2003a1"))).at.offset, 3);
  const place = async (input) => (await refusal("bad-board", () => rules.read(input))).at;
  assert.deepEqual(await place({ position: "--😀?" }), { field: "position", offset: 2 });
  assert.deepEqual(await place({ cells: "-é?", side: "black" }), { field: "cells", offset: 1 });
  const moves = await refusal("illegal-move", () => rules.read({ moves: ["f5", "d6", "a1"] }));
  assert.deepEqual(moves.at, { field: "moves", offset: 6, ply: 3 });
  await refusal("bad-board", () => rules.read("  "));
  await refusal("bad-fen", () => rules.read("8/8/8/3pP3/3Pp3/8/8/9 b"));
  await refusal("bad-ggf", () => rules.read("(;GM[Chess];)"));
  await refusal("illegal-move", () => rules.play(START, "a1"));
  await refusal("bad-move", () => rules.play(START, "z9"));
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
  const gone = new Uint8Array(100);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  await refusal("bad-wthor", () => rules.readWthor(gone));
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  for (const call of [(bytes) => rules.readWthor(bytes), (bytes) => rules.readWthorNames(bytes, "players")]) {
    for (const bytes of [undefined, null, "text", 7, {}, [], new Float64Array(4)]) {
      await refusal("wrong-type", () => call(bytes));
    }
    await refusal("bad-wthor", () => call(new Uint8Array(3)));
  }
  await refusal("bad-wthor", () => rules.readWthor(buffer));
  await refusal("wrong-type", () => rules.readWthorNames(new Uint8Array(16), "places"));
});
