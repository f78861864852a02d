import assert from "node:assert/strict";
import { after, test } from "node:test";

import { AbortedError, bytesOf, Engine, engines, problem, refusal, shown, START, STRENGTHS } from "./package.mjs";

const engine = await Engine.create();
after(() => engine.close());

/** Aborts a call as soon as it shows something: its rejection. */
async function aborted(call) {
  const [control, { first, onProgress }] = [new AbortController(), shown()];
  const rejection = call({ signal: control.signal, onProgress }).then(
    () => assert.fail("the call was not aborted"),
    (error) => error,
  );
  await first;
  control.abort();
  const error = await rejection;
  assert.ok(error instanceof AbortedError && error instanceof DOMException);
  assert.equal(error.name, "AbortError");
  assert.equal(error.cause, control.signal.reason);
  return error;
}

for (const { name, simd, skip } of engines) {
  test(`a solve is proven by ${name}`, { skip }, async () => {
    const other = await Engine.create({ hashMiB: 1, simd });
    assert.equal(other.simd, simd);
    const { value, pv, nodes } = await other.solve(problem);
    assert.deepEqual([value, pv[0]], [{ exact: 18 }, "g8"]);
    assert.ok(nodes > 1000);
    other.close();
  });
}

test("a proof is bytes of any kind", async () => {
  const { file, claim, score, positions } = await engine.prove(problem, { atLeast: 10, leafEmpties: 6 });
  const shown = await engine.verify(file);
  assert.deepEqual([shown.claim, shown.score, shown.positions, shown.leaf_empties], [claim, score, positions, 6]);
  assert.deepEqual(await engine.verify(file.slice().buffer), shown);
  await refusal("proof-format", () => engine.verify(new Uint8Array(20_000)));
  assert.equal((await refusal("out-of-range", () => engine.prove(problem, { leafEmpties: 11 }))).at.field, "leafEmpties");
  for (const wrong of ["reversi-proof 1", undefined, [1, 2]]) {
    assert.equal((await refusal("wrong-type", () => engine.verify(wrong))).at.field, "proof");
  }
});

test("all calls read and refuse the same texts", async () => {
  const [few, one] = [{ limits: { nodes: 1 } }, { depth: 1, limits: { nodes: 1 } }];
  const games = async (text) => {
    for await (const _ of engine.analyzeGames([text], one));
  };
  const [calls, ofRules] = [["legalMoves", "evaluate", "humanMoves"], ["legalMoves", "positions", "opening", "svg"]];
  const all = [
    ...calls.map((name) => (text) => engine[name](text)),
    ...ofRules.map((name) => (text) => engine.rules[name](text)),
    ...["solve", "prove"].map((name) => (text) => engine[name](text, few)),
    ...["analyze", "analyzeGame", "review"].map((name) => (text) => engine[name](text, one)),
    (text) => engine.chooseMove(text, { strength: "beginner" }),
    (text) => engine.play(text, "c3"),
    (text) => engine.rules.flips(text, "c3"),
    (text) => engine.rules.write(text, "fen"),
    (text) => engine.rules.session({ game: text }).free(),
    (text) => engine.rules.read(text, { strict: true }),
    games,
  ];
  const [beside, cells] = ["not-part-of-a-game", START.slice(0, 64)];
  for (const [text, code] of [
    ["f5 d6"], ["1. F5 D6"], ["(;GM[Othello]PB[Ada]B[f5]W[d6];)"], ["{\"moves\":\"f5d6\"}"], [{ moves: "1. f5 d6" }],
    ["Ada vs Bo: f5 d6", beside], ["f5 d6 33-31", beside], ["f5d6\nIs c3 good?", beside], [`diagram ${cells} X`, beside],
    ["f5d6\nf5f6", "several-records"], ["hello", "nothing-to-read"], ["", "nothing-to-read"], [cells, "bad-board"],
    ["f5a1", "illegal-move"], [{ moves: "Ada: f5 d6" }, "bad-move"], [7, "wrong-type"],
  ]) {
    for (const call of all) {
      const found = await Promise.resolve(text).then(call).then(() => undefined, (error) => error.code);
      assert.equal(found === "interrupted" ? undefined : found, code, `${JSON.stringify(text)}: ${call}`);
    }
  }
});

test("a proof that takes more than a second of many empty squares has to be told its end", async () => {
  const many = START; // 60 empty squares
  const { message, at } = await refusal("missing-field", () => engine.solve("f5", { limits: {}, atLeast: 2 }));
  assert.match(message, /^limits must be given for 59 empty squares, or a signal/);
  assert.deepEqual(at, { field: "limits" });
  await refusal("missing-field", () => engine.prove(many));
  await refusal("missing-field", () => engine.ask({ ask: "solve", moves: "f5d6", total_limits: {} }));
  await refusal("out-of-range", () => engine.solve(many, { atLeast: 99 })); // the wrong field comes first
  const over = "-".repeat(62) + "XX X";
  assert.deepEqual((await engine.solve(over)).value, { exact: 64 });
  for (const limits of [{ nodes: 1000 }, { seconds: 0.01 }]) {
    await refusal("interrupted", () => engine.solve(many, { limits }));
    assert.equal((await engine.ask({ ask: "solve", position: many, limits })).interrupted.bounds.lower, -64);
  }
  await refusal("interrupted", () => engine.solve(many, { totalLimits: { nodes: 1000 } }));
  const end = () => {
    throw new RangeError("enough");
  };
  const few = "---OOO----OOO---XOOOXOOO-XOOXOO-X-XOXOX-OXOOXOOO-OXXXX----XXXXX- X"; // 20, and 17.5 million nodes
  await engine.clearHash();
  assert.ok((await engine.solve(few)).nodes > 2 ** 24);
  await assert.rejects(engine.solve(many, { onProgress: end, limits: { seconds: Infinity } }), RangeError);
});

test("an opponent of each strength chooses the same move by the same seed", async () => {
  for (const strength of STRENGTHS) {
    const [one, two] = [{ strength, seed: 7 }, { strength, seed: 7n, limits: { seconds: 10 } }];
    const choice = await engine.chooseMove("f5", one);
    assert.ok(["d6", "f4", "f6"].includes(choice.move));
    assert.equal((await engine.chooseMove("f5", two)).move, choice.move);
    await engine.chooseMove("f5d6", { strength, seed: choice.seed, clock: { remainingSeconds: 5 } });
  }
  const over = "e6f4e3f6g5d6e7f5c5";
  assert.equal((await engine.chooseMove(over, { strength: "club" })).move, null);
});

test("the moves of a game come from the end", async () => {
  const seen = [];
  const turns = await engine.analyzeGame("f5d6c3d3c4", {
    depth: 6,
    onMove: ({ played }, index) => seen.push([index, played]),
  });
  assert.deepEqual(turns.map(({ played }) => played), ["f5", "d6", "c3", "d3", "c4"]);
  assert.deepEqual(seen, [[4, "c4"], [3, "d3"], [2, "c3"], [1, "d6"], [0, "f5"]]);
  assert.equal(turns[0].position, START);
});

test("a review fills from the end of the game, and its last part is the answer", async () => {
  const seen = [];
  const moves = "f5d6c3d3c4f4f6f3e6e7d7";
  const review = await engine.review(moves, { depth: 3, onMove: (turn, index, part) => seen.push([turn, index, part]) });
  assert.deepEqual([review.moves.length, review.opening, review.left_book], [11, "Comp'Oth", null]);
  assert.deepEqual(seen.map(([, index]) => index), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  for (const [{ position, played }, index, part] of seen) {
    assert.deepEqual(part.moves, review.moves.slice(index));
    assert.deepEqual([part.moves[0].position, part.moves[0].played, part.moves[0].ply], [position, played, index + 1]);
    assert.equal(part.sides.white.judged, part.moves.filter(({ ply, judged }) => judged && ply % 2 === 0).length);
  }
  assert.deepEqual(seen.at(-1)[2], review);
  assert.deepEqual((await engine.ask({ ask: "evaluate", moves: "" })).version, 1); // no review stays behind
  const turns = await engine.analyzeGame("f5d6", { depth: 2, onMove: (...all) => assert.equal(all.length, 2) });
  assert.equal(turns.length, 2);
});

test("an aborted review has the moves that are done", async () => {
  const control = new AbortController();
  const moves = "f5d6c3d3c4f4f6f3e6e7";
  const onMove = (_, index) => index === 7 && control.abort();
  const call = engine.review(moves, { depth: 10, signal: control.signal, onMove });
  const error = await call.catch((error) => error);
  assert.equal(error.name, "AbortError");
  assert.deepEqual([error.partial.stopped, error.partial.moves.at(-1).ply], ["stop", 10]);
  assert.ok(error.partial.moves.length >= 3);
  const never = await engine.review(moves, { signal: AbortSignal.abort() }).catch((error) => error);
  assert.deepEqual([never.name, never.partial], ["AbortError", undefined]);
});

test("many games come one by one, and what they share is searched once", async () => {
  const found = [];
  for await (const one of engine.analyzeGames(["f5d6c3d3c4", "f5d6c3d3c4f4", "f5d6c4", "f5d6"], { depth: 4 })) {
    found.push(one);
  }
  assert.deepEqual(found.map(({ index, game }) => [index, game.length]), [[0, 5], [1, 6], [2, 3], [3, 2]]);
  const known = found.map(({ game }) => game.filter(({ analysis }) => analysis.source === "file").length);
  assert.deepEqual(known, [0, 5, 2, 2]);
  const alone = await engine.analyzeGame("f5d6c3d3c4", { depth: 4 });
  assert.deepEqual(found[1].game.slice(0, 5).map(({ loss }) => loss), alone.map(({ loss }) => loss));
  const none = engine.analyzeGames(["f5", "f5f5"], { depth: 1 });
  assert.equal((await none.next()).value.game.length, 1);
  await assert.rejects(none.next(), { code: "illegal-move" });
});

test("an aborted call has what was found, and the engine goes on", async () => {
  const solve = await aborted((options) => engine.solve(START, options));
  assert.deepEqual([solve.partial.reason, solve.partial.bounds], ["stop", { lower: -64, upper: 64 }]);
  const proof = await aborted((options) => engine.prove(START, options));
  assert.deepEqual([proof.partial.reason, proof.partial.bounds], ["stop", { lower: -64, upper: 64 }]);
  const analysis = await aborted((options) => engine.analyze(START, { depth: 60, ...options }));
  assert.ok(analysis.partial === undefined || analysis.partial.stopped === "stop");
  const game = await aborted((options) => engine.analyzeGame("f5d6c3d3c4", { depth: 60, ...options }));
  assert.ok(Array.isArray(game.partial));
  const choice = await aborted((options) => engine.chooseMove(START, { strength: "master", ...options }, options)).catch(
    () => undefined, // it may be too fast to be aborted
  );
  assert.ok(choice === undefined || choice.name === "AbortError");
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
});

test("calls wait for each other, and one that waits can be aborted", async () => {
  const [control, waiting, { first, onProgress }] = [new AbortController(), new AbortController(), shown()];
  const order = [];
  const long = engine.solve(START, { signal: control.signal, onProgress }).catch(() => order.push("long"));
  const gone = engine.evaluate("f5").then(() => order.push("value"));
  const never = engine.solve(problem, { signal: waiting.signal }).catch((error) => order.push(error.name));
  await first;
  waiting.abort();
  await never;
  assert.deepEqual(await engine.legalMoves("(;GM[2];B[f5])"), ["f4", "d6", "f6"]); // it does not wait
  control.abort(new Error("a reason"));
  await Promise.all([long, gone]);
  assert.deepEqual(order, ["AbortError", "long", "value"]);
  await assert.rejects(engine.solve(problem, { signal: AbortSignal.abort() }), { name: "AbortError" });
  await assert.rejects(Engine.create({ signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("what a callback throws rejects its call", async () => {
  const error = new Error("of the callback");
  const fail = () => {
    throw error;
  };
  await assert.rejects(engine.solve(START, { onProgress: fail, limits: { seconds: Infinity } }), error);
  await assert.rejects(engine.analyzeGame("f5d6c3d3c4", { depth: 4, onMove: fail }), error);
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
});

test("what a callback rejects rejects its call, also after its search", async () => {
  const error = new Error("of the callback");
  const fail = async () => {
    throw error;
  };
  await assert.rejects(engine.solve(START, { onProgress: fail, limits: { seconds: Infinity } }), error); // it would take for ever
  const order = [];
  const failLater = () => new Promise((_, reject) => setTimeout(() => reject(error), 300));
  const late = engine.analyzeGame("f5d6", { depth: 1, onMove: failLater }).catch((error) => order.push(error));
  await engine.evaluate(START).then(() => order.push("value")); // it does not wait for the promise
  await late;
  assert.deepEqual(order, ["value", error]);
  const values = [];
  await engine.analyzeGame("f5d6", { depth: 1, onMove: async () => values.push(await engine.evaluate(START)) });
  assert.equal(values.length, 2);
  const waits = () => new Promise(() => {});
  const control = new AbortController();
  const call = engine.analyzeGame("f5d6", { depth: 1, onMove: waits, signal: control.signal });
  await engine.evaluate(START);
  control.abort();
  await assert.rejects(call, { name: "AbortError" });
});

test("progress has bounds, values and lines", async () => {
  const { first, onProgress } = shown();
  const control = new AbortController();
  const call = engine.analyze(START, { depth: 60, signal: control.signal, onProgress }).catch(() => {});
  const { nodes, seconds, bounds, value, lines, done } = await first;
  control.abort();
  await call;
  assert.ok(nodes > 0 && seconds > 0 && done === 0 && Array.isArray(lines));
  assert.deepEqual(bounds, { lower: -64, upper: 64 });
  assert.ok(value.estimate ?? value.bounds);
});

test("questions without a call of their own are answered", async () => {
  const { balanced_starts: found } = await engine.ask({ ask: "balanced_starts", level: 1, plies: 4, count: 2, seed: 1 });
  assert.equal(found.starts.length, 2);
  await refusal("unknown-name", () => engine.ask({ ask: "session" })); // the package has `Session`
});

test("errors of questions have their fields as they are written, and count characters", async () => {
  const place = async (code, question) => (await refusal(code, () => engine.ask(question))).at;
  assert.deepEqual(await place("bad-board", { ask: "solve", position: "--😀é?" }), { field: "position", offset: 2 });
  assert.deepEqual(await place("illegal-move", { ask: "solve", moves: "f5d6\u2003a1" }), { field: "moves", offset: 5, ply: 3 });
  const { at } = await refusal("out-of-range", () => engine.solve(problem, { atLeast: 99 }));
  assert.deepEqual(at, { field: "atLeast" });
  // A half of a pair is no text of JSON.
  const question = { ask: "solve", moves: "😀é", id: "\ud800" };
  const { line, column } = await place("not-json", question);
  const json = JSON.stringify(question);
  assert.deepEqual([line, json.slice(0, column - 1).endsWith('"id":"\\ud800')], [1, true], `${column} of ${json}`);
});

test("weights and a book come from files or bytes", async () => {
  const full = await Engine.create({ hashMiB: 1, weights: "full", book: true });
  assert.notEqual(await full.evaluate("f5d6c3d3c4"), await engine.evaluate("f5d6c3d3c4"));
  const { source, nodes } = await full.analyze(START, { level: 4, book: "always" });
  assert.deepEqual([source, nodes], ["book", 0]);
  full.close();
  await refusal("book-format", () => Engine.create({ book: new Uint8Array(100).buffer }));
  const gone = new Uint8Array(8);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  await refusal("weights-truncated", () => Engine.create({ weights: gone }));
});

test("a closed engine says so, and can be made again", async () => {
  const other = await Engine.create({ hashMiB: 1 });
  const call = refusal("closed", () => other.solve(problem));
  other.close();
  await call;
  assert.equal(other.usable, false);
  await refusal("closed", () => other.evaluate(START));
  await refusal("closed", () => other.clearHash());
  await other.restart({ hashMiB: 2 });
  assert.equal(other.usable, true);
  assert.deepEqual((await other.solve(problem)).value, { exact: 18 });
  other.close();
  other.close();
});

test("restarts at once are made one after the other", async () => {
  const other = await Engine.create({ hashMiB: 1 });
  const book = bytesOf("crates/reversi-book/src/opening.book");
  await Promise.all([other.restart({ book }), other.restart({ hashMiB: 2 }), other.restart()]);
  assert.equal(other.usable, true);
  assert.equal((await other.analyze(START, { level: 4, book: "always" })).source, "book");
  other.close();
});

test("a close wins over the restarts that are not done", async () => {
  const other = await Engine.create({ hashMiB: 1 });
  for (const sizes of [[2], [1, 2]]) {
    const calls = sizes.map((hashMiB) => refusal("closed", () => other.restart({ hashMiB })));
    other.close();
    await Promise.all(calls);
    assert.equal(other.usable, false);
  }
  const control = new AbortController();
  const aborted = assert.rejects(other.restart({ weights: "full", signal: control.signal }), { name: "AbortError" });
  const next = other.restart();
  control.abort();
  await Promise.all([aborted, next]);
  assert.deepEqual((await other.solve(problem)).value, { exact: 18 });
  other.close();
});

test("bytes of a caller are copied", async () => {
  const weights = bytesOf("crates/reversi-eval/src/weights/network.weights");
  const other = await Engine.create({ hashMiB: 1, weights });
  const value = await other.evaluate("f5d6c3d3c4");
  weights.fill(0);
  await other.restart();
  assert.equal(await other.evaluate("f5d6c3d3c4"), value);
  structuredClone(weights.buffer, { transfer: [weights.buffer] });
  await other.restart();
  assert.equal(await other.evaluate("f5d6c3d3c4"), value);
  other.close();
});

test("options that mean nothing are refused by a code", async () => {
  const numbers = ["8", NaN, null, {}, [], 1n, true, Symbol("x")];
  for (const hashMiB of [...numbers, 1.5]) await refusal("wrong-type", () => Engine.create({ hashMiB }));
  await refusal("wrong-type", () => Engine.create({ hashMiB: Infinity }));
  await refusal("unknown-field", () => Engine.create({ hashMib: 4 }));
  await refusal("wrong-type", () => Engine.create({ weights: "large" }));
  await refusal("wrong-type", () => Engine.create({ book: 1 }));
  await refusal("wrong-type", () => Engine.create({ signal: {} }));
  await refusal("wrong-type", () => Engine.create(null));
  for (const level of numbers) await refusal("wrong-type", () => engine.analyze(START, { level }));
  for (const limits of [7, null, [], { seconds: "1" }, { nodes: {} }, { nodes: NaN }]) {
    await refusal("wrong-type", () => engine.chooseMove(START, { strength: "club", limits }));
  }
  const choose = (options) => engine.chooseMove(START, { strength: "club", ...options });
  const { at, message } = await refusal("unknown-field", () => choose({ limits: { minutes: 1 } }));
  assert.deepEqual([at, /expected seconds, nodes/.test(message)], [{ field: "limits.minutes" }, true]);
  await refusal("unknown-field", () => choose({ clock: { remainingSeconds: 9, remaining: 9 } }));
  await refusal("unknown-field", () => choose({ clock: { remaining_seconds: 9 } }));
  await refusal("unknown-field", () => engine.restart({ simd: false }));
  await refusal("wrong-type", () => engine.restart(null));
  await refusal("wrong-type", () => engine.solve(problem, { signal: new EventTarget() }));
  await refusal("wrong-type", () => engine.solve(problem, { onProgress: "log" }));
  await refusal("wrong-type", () => engine.analyze(START, { onProgress: null }));
  await refusal("wrong-type", () => engine.analyzeGame("f5", { depth: 1, onMove: {} }));
  await refusal("unknown-name", () => engine.chooseMove(START, { strength: "novice" }));
  // Halves of pairs and odd objects are refused as well, and the engine goes on.
  await refusal("unknown-name", () => engine.chooseMove(START, { strength: "\ud800" }));
  await refusal("unknown-name", () => engine.analyze(START, { only: "\ud800" }));
  await refusal("wrong-type", () => engine.ask({ moves: "f5", ask: "legal_moves", toJSON() {} }));
  assert.ok(engine.usable);
  await refusal("wrong-type", () => engine.chooseMove(START));
  await refusal("out-of-range", () => engine.chooseMove(START, { strength: "club", seed: -1 }));
  for (const seed of [null, 1.5, "7", 2 ** 60, {}]) {
    await refusal("wrong-type", () => engine.chooseMove(START, { strength: "club", seed }));
  }
  await refusal("out-of-range", () => engine.chooseMove(START, { strength: "club", seed: 2n ** 64n }));
  assert.equal(typeof (await engine.chooseMove(START, { strength: "club", seed: 2n ** 64n - 1n })).move, "string");
  for (const question of [undefined, null, 7, "text", 1n]) await refusal("wrong-type", () => engine.ask(question));
  await refusal("wrong-type", () => engine.ask({ moves: "", ask: "analyze", level: 1n }));
  const circle = { ask: "solve" };
  circle.moves = circle;
  await refusal("wrong-type", () => engine.ask(circle));
  assert.throws(() => new Engine(), TypeError);
});
