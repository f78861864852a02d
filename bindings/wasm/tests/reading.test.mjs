import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { folder, refusal, ReversiError, Rules, START } from "./package.mjs";

const rules = await Rules.load();
const cells = START.slice(0, 64);

test("what stands around a game is passed over, and told", () => {
  const text = "😀 Zoé vs Bo: f5 {é; hm} d6 c3 33-31";
  const game = rules.read(text);
  assert.deepEqual([game.notation, game.moves], ["moves", ["f5", "d6", "c3"]]);
  assert.deepEqual(game.notes.map(({ kind, text }) => [kind, text]), [
    ["text", "Zoé vs Bo"],
    ["comment", "{é; hm}"],
  ]);
  for (const note of game.notes) assert.equal(text.indexOf(note.text), note.offset);
  assert.ok(!("notes" in rules.read("f5 d6")));
  assert.ok(!("notes" in rules.play(game, "d3")), "the text is not that of the new game");
});

test("the side may be left open where the caller allows it", async () => {
  const open = rules.read(cells, { openSide: true });
  assert.deepEqual([open.sideIsOpen, open.side, open.notation], [true, "black", "board"]);
  assert.ok(!("sideIsOpen" in rules.read(START, { openSide: true })));
  assert.deepEqual(rules.readAll(cells, { openSide: true })[0].game, open);
  for (const value of [0, "yes", null]) {
    for (const name of ["openSide", "strict"]) await refusal("wrong-type", () => rules.readAll("f5", { [name]: value }));
  }
  await refusal("unknown-field", () => rules.read("f5", { file: "a" }));
  await refusal("unknown-field", () => rules.readAll("f5", { openside: true }));
});

test("names and results of all notations are tags", () => {
  const text = "(;GM[Othello]PB[Zoé]PW[Bo]RE[+2.000:r]DT[2020]dt[2021]B[F5]W[D6];)";
  const game = rules.read(text);
  assert.deepEqual(game.players, { black: "Zoé", white: "Bo" });
  assert.deepEqual(game.tags, { PB: "Zoé", PW: "Bo", RE: "+2.000:r", DT: "2020" });
  assert.equal(game.result, 2);
  const headers = rules.read('[Black "Ada"]\n[White "Bo"]\n[Result "33-31"]\n\n1. f5 d6');
  assert.deepEqual([headers.players, headers.result, headers.notation], [{ black: "Ada", white: "Bo" }, 2, "headers"]);
  const over = rules.read("e6f4e3f6g5d6e7f5c5 13-0");
  assert.deepEqual([over.result, over.notes.map(({ kind, text }) => [kind, text])], [64, [["result", "13-0"]]]);
  assert.ok(!("players" in rules.read("(;GM[Othello]B[F5];)")));
  assert.deepEqual(rules.play(text, "c3").players, game.players);
});

test("a bad record costs no other, and each has its place", () => {
  const text = "# é\nf5d6\nZoé: f5a1\n" + "d3c3 é\r\n";
  const [first, second, third] = rules.readAll(text, { file: "games.txt" });
  assert.deepEqual([first.game.moves, first.place], [["f5", "d6"], { line: 2, column: 1, offset: 4 }]);
  assert.ok(second.error instanceof ReversiError && !("game" in second));
  const { code, at } = second.error;
  assert.deepEqual([code, at], ["illegal-move", { file: "games.txt", line: 3, column: 8, offset: 16, ply: 2 }]);
  assert.equal(text.slice(at.offset, at.offset + 2), "a1");
  assert.deepEqual([third.place, third.game.notes[0].offset], [{ line: 4, column: 1, offset: 19 }, text.indexOf("é", 9 + 10)]);
  const bytes = rules.readAll(new TextEncoder().encode(text));
  assert.equal(bytes[1].error.at.offset, 18, "bytes of a file");
});

test("places of several records of one line", () => {
  const record = (name) => `(;GM[Othello]PB[${name}]B[F5];)`;
  const text = ["Zoé", "😀", "x"].map(record).join(" ");
  const found = rules.readAll(text);
  assert.deepEqual(found.map(({ place }) => text.indexOf("(;", place.offset)), found.map(({ place }) => place.offset));
  assert.deepEqual(found.map(({ place }) => place.column), found.map(({ place }) => place.offset + 1));
});

test("the records of a text come one after the other", async () => {
  const all = rules.readEach("Zoé: f5d6\nf5a1\nf5f6");
  const { value: first } = all.next();
  assert.deepEqual([first.game.moves, first.place], [["f5", "d6"], { line: 1, column: 1, offset: 0 }]);
  assert.deepEqual([...all].map(({ error }) => error?.at.line), [2, undefined]);
  assert.deepEqual(all.next(), { value: undefined, done: true });
  for (const each of rules.readEach("f5\nf5d6")) {
    assert.deepEqual(each.game.moves, ["f5"]);
    break; // the rest is given back
  }
  await refusal("wrong-type", () => rules.readEach(7));
  await refusal("unknown-field", () => rules.readEach("f5", { openside: true }));
});

test("one game is read from bytes, too", async () => {
  const bytes = (text) => Buffer.from(text, "utf16le");
  assert.deepEqual(rules.read(bytes("\ufeffZoé: f5 d6")).moves, ["f5", "d6"]);
  assert.equal(rules.read(bytes(cells), { openSide: true }).sideIsOpen, true);
  await refusal("nothing-to-read", () => rules.read(new Uint8Array(0)));
  assert.equal((await refusal("several-records", () => rules.read(bytes("f5d6\nf5f6")))).at.line, 2);
  await refusal("not-part-of-a-game", () => rules.read(bytes("Zoé: f5 d6"), { strict: true }));
});

const all = async (source, options) => {
  const found = [];
  for await (const record of rules.readFile(source, options)) found.push(record);
  return found;
};

test("files of gzip and ZIP are unpacked", async () => {
  const packed = gzipSync("f5d6\nf5a1\n");
  const found = await all(packed, { file: "games.txt.gz" });
  assert.deepEqual([found[0].game.moves, found[1].error.at.file], [["f5", "d6"], "games.txt.gz"]);
  assert.deepEqual((await all(new Blob([packed]))).length, 2);
  assert.equal((await all(Buffer.from("f5d6"))).length, 1);
  assert.equal(rules.readAll(packed)[0].error.code, "unsupported-archive");
  const [{ error }] = await all(gzipSync("\n".repeat(2 ** 24 + 1)));
  assert.equal(error.code, "archive-too-large");
  await assert.rejects(all(packed, { openside: true }), { code: "unknown-field" });
  await assert.rejects(all("f5d6"), { code: "wrong-type" });
});

/** An archive of stored files with these bytes and names, whose checksum is that of no bytes. */
function zip(bytes, names) {
  const fields = (...sizes) => Buffer.concat(sizes.map(([value, size]) => {
    const field = Buffer.alloc(size);
    field.writeUIntLE(value, 0, Math.min(size, 6));
    return field;
  }));
  const head = (name) => fields([20, 2], [0, 12], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]);
  const first = Buffer.concat([Buffer.from("PK\x03\x04"), head(""), bytes]);
  const entries = names.map((name) => Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), head(name), Buffer.alloc(14), Buffer.from(name)]));
  const end = fields([0, 12], [first.length, 4], [0, 2]);
  return Buffer.concat([first, ...entries, Buffer.from("PK\x05\x06"), end]);
}

test("the files of an archive have a bound in all, and any number", async () => {
  const names = (count) => Array.from({ length: count }, (_, i) => `${i}.txt`);
  const found = await all(zip(Buffer.alloc(6 * 2 ** 20), names(100)));
  assert.deepEqual(found.map(({ error }) => error.code), ["bad-archive", "bad-archive", "archive-too-large"]);
  assert.deepEqual(await all(zip(Buffer.alloc(0), names(33_000))), []);
});

test("a file gives back all readers", async (t) => {
  const { Records } = await import(new URL("wasm/rules.js", folder));
  const { mock } = t.mock.method(Records.prototype, "free");
  await all(gzipSync("f5d6\n"));
  assert.equal(mock.callCount(), 2, "of the options and of the content");
});

test("places of a line take one pass", async () => {
  const { charactersOf, inCharacters } = await import(new URL("error.js", folder));
  let steps = 0;
  const step = () => (steps++, 0x61);
  const characters = charactersOf({ length: 1000, codePointAt: step, charCodeAt: step });
  for (let offset = 0; offset < 1000; offset++) inCharacters(characters, { column: offset + 1, offset });
  assert.ok(steps < 3000, `${steps} steps`);
});

/** A file of WTHOR with one game of 2020, and more bytes. */
function wthor(...more) {
  const header = new Uint8Array(16);
  header[4] = 1; // one record
  header.set([2020 % 256, 2020 >> 8], 10);
  const record = new Uint8Array(68);
  record.set([1, 0, 2, 0, 3, 0, 40, 40, 56, 64, 33]); // f5d6c3
  return new Uint8Array([...header, ...record, ...more]);
}

test("files of WTHOR", () => {
  const names = { players: ["", "", "Zoé", "Bo"], tournaments: ["", "Paris"] };
  const [{ game, place }] = rules.readAll(wthor(), names);
  assert.deepEqual([game.moves, game.notation, place], [["f5", "d6", "c3"], "wthor", { offset: 16 }]);
  assert.deepEqual(game.wthor, { tournament: 1, black: 2, white: 3, blackDiscs: 40 });
  assert.deepEqual(game.tags, { PC: "Paris", PB: "Zoé", PW: "Bo", DT: "2020", RE: "16" });
  assert.deepEqual([game.players, game.result], [{ black: "Zoé", white: "Bo" }, 16]);
  assert.ok(!("players" in rules.readAll(wthor())[0].game));
  const cut = rules.readAll(wthor(1, 2, 3), { file: "WTH_2020.wtb" });
  assert.deepEqual(cut.map(({ error }) => error?.code), [undefined, "bad-wthor"]);
  assert.equal(cut[1].error.at.file, "WTH_2020.wtb");
});

test("names of WTHOR are lists", async () => {
  for (const value of ["Ada", 7, null, {}]) await refusal("wrong-type", () => rules.readAll(wthor(), { players: value }));
  const error = await refusal("wrong-type", () => rules.readAll(wthor(), { tournaments: ["a", 1] }));
  assert.equal(error.at.field, "tournaments[1]");
});

test("only a call that tells what it has passed over does so", async () => {
  for (const call of [() => rules.legalMoves("Ada: f5 d6"), () => rules.positions("Ada: f5 d6")]) {
    await refusal("not-part-of-a-game", call);
  }
  assert.equal((await refusal("bad-move", () => rules.read({ position: START, moves: "Ada: f5" }))).at.field, "moves");
  assert.equal((await refusal("several-records", () => rules.read("é\nf5d6\nf5f6"))).at.offset, 7);
});

test("a book is called one, not a broken file of games", () => {
  for (const magic of ["RVPACKED", "XADEKOOB", "EDAXBOOK", "DICUORAGE"]) {
    const [{ error }] = rules.readAll(new TextEncoder().encode(`${magic}\0\x01\0\x02\0\x03`));
    assert.equal(error.code, "not-a-game-file");
    assert.match(error.message, /^this is an opening book: /);
  }
  assert.match(rules.readAll(new TextEncoder().encode("EDAX\0\x01\0\x02"))[0].error.message, /neither text/);
});
