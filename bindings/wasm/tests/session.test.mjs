import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine, refusal, Rules, Session, START } from "./package.mjs";

const rules = await Rules.load();
const opponent = (seed = 7) => ({ opponent: { strength: "casual", seed } });

test("an opponent may have any rating, and chooses as the engine's own call", async () => {
  const engine = await Engine.create({ hashMiB: 1 });
  try {
    for (let seed = 1; seed <= 8; seed++) {
      const player = { rating: 1350, seed };
      const session = rules.session({ game: "f5d6c3", white: { opponent: player } });
      assert.equal(session.player("white").opponent.rating, 1350);
      assert.equal(session.request().human, 1350);
      const { move } = await engine.chooseMove(session.position, player);
      assert.equal(session.answer(await engine.analyze(session.position, session.request())).move, move);
    }
  } finally {
    engine.close();
  }
  await refusal("missing-field", () => rules.session({ white: { opponent: {} } }));
});

test("a clock is an object, or null", () => {
  const clock = { remainingSeconds: 60, incrementSeconds: 2 };
  const session = rules.session({ clocks: { black: clock } });
  assert.deepEqual([session.clock("black"), session.clock("white"), session.timeLeft("white")], [clock, null, null]);
  session.setClock("black", null);
  session.setClock("white", { remainingSeconds: 3 });
  assert.deepEqual([session.clock("black"), session.clock("white")], [null, { remainingSeconds: 3 }]);
});

test("moves are squares too, and undone moves a list", () => {
  const session = rules.session({ white: opponent(), names: { black: "Ada" } });
  session.play(37); // f5
  assert.deepEqual([session.moves, session.side, session.start], [["f5"], "white", START]);
  session.undo();
  for (const one of [session, Session.fromJSON(JSON.parse(JSON.stringify(session)))]) {
    assert.deepEqual([one.undoneMoves, one.movesToRedo, one.name("black")], [["f5"], 1, "Ada"]);
    assert.deepEqual(one.player("white"), { opponent: { strength: "casual", seed: "0000000000000007" } });
  }
});

test("the watch runs the clock of the side to move", async () => {
  const session = rules.session({ clocks: { black: { remainingSeconds: 0.02 }, white: { remainingSeconds: 9 } } });
  assert.equal(session.runs, false);
  session.resume();
  assert.equal(session.runs, true);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.ok(session.timeOfTurn > 0.02 && session.timeLeft("black") === 0 && session.timeLeft("white") === 9);
  session.pause();
  const stood = session.timeOfTurn;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(session.timeOfTurn, stood);
  assert.equal(session.tick(), "over");
  assert.deepEqual(session.result, { score: -64, ending: "time" });
});

test("the move of an engine has its analysis, which is not taken twice", async () => {
  const engine = await Engine.create({ hashMiB: 1 });
  try {
    const session = engine.rules.session({ black: { engine: { level: 4, lines: 2 } }, white: opponent(3) });
    const analysis = await engine.analyze(session.position, session.request());
    const chosen = session.choose(analysis);
    const played = session.answer(analysis);
    assert.deepEqual([played.move, played.value, session.moves], [chosen, analysis.lines[0].value, [chosen]]);
    assert.equal(played.analysis, analysis);
    await refusal("another-position", () => session.answer(analysis));
    const request = session.request();
    assert.deepEqual([request.lines, request.book], ["all", "never"]);
    // The same seed gives the same choice as the engine's own call.
    const { move } = await engine.chooseMove(session.position, { strength: "casual", seed: 3 });
    assert.equal(session.answer(await engine.analyze(session.position, request)).move, move);
    session.setPlayer("black", "person");
    session.setPlayer("white", "person");
    assert.equal(session.request(), null);
    await refusal("not-an-engines-turn", () => session.answer(analysis));
    session.setVariety("within:1", 42);
    assert.deepEqual(session.variety, { choose: "within:1", seed: "000000000000002a" });
  } finally {
    engine.close();
  }
});

test("an answer took the time of its analysis, and one of the book is chosen by the variety", () => {
  const value = (score) => ({ estimate: { score, depth: 8, selectivity: 73 } });
  const lines = [{ value: value(1), pv: ["d6"] }, { value: value(0), pv: ["f6"] }, { value: value(-9), pv: ["f4"] }];
  const analysis = { lines, stopped: null, nodes: 9, seconds: 2.5 };
  const white = { engine: { level: 8 } };
  const session = rules.session({ game: "f5", white, clocks: { white: { remainingSeconds: 10 } }, variety: { choose: "within:1", seed: 1 } });
  assert.equal(session.choose(analysis), "d6"); // a search has no variety
  const ofBook = (seed) => {
    session.setVariety("within:1", seed);
    return session.choose({ ...analysis, source: "book" });
  };
  assert.deepEqual([...new Set(Array.from({ length: 30 }, (_, seed) => ofBook(seed)))].sort(), ["d6", "f6"]);
  assert.equal(session.answer(analysis).move, "d6");
  assert.equal(session.timeLeft("white"), 7.5);
});

test("errors have codes and the names of JavaScript", async () => {
  const session = rules.session();
  const place = async (code, call) => (await refusal(code, call)).at.field;
  assert.equal(await place("illegal-move", () => session.play("a1")), "move");
  for (const move of [undefined, null, 64, {}]) await refusal("wrong-type", () => session.play(move));
  for (const seconds of [-1, NaN, Infinity]) assert.equal(await place("out-of-range", () => session.play("f5", { seconds })), "seconds");
  await refusal("wrong-type", () => session.play("f5", { seconds: "1" }));
  await refusal("unknown-field", () => session.play("f5", { second: 1 }));
  for (const [side, code] of [[undefined, "wrong-type"], [0, "wrong-type"], ["X", "unknown-name"], ["BLACK", "unknown-name"]]) {
    for (const call of ["clock", "timeLeft", "player", "name", "resign"]) await refusal(code, () => session[call](side));
    await refusal(code, () => session.setPlayer(side, "person"));
    await refusal(code, () => session.setName(side, "Ada"));
    await refusal(code, () => session.setClock(side, null));
  }
  for (const player of [undefined, null, {}, { engine: {}, opponent: {} }]) {
    await refusal("wrong-type", () => session.setPlayer("black", player));
  }
  await refusal("unknown-name", () => session.setPlayer("black", "engine"));
  const deep = { engine: { totalLimits: { seconds: -1 } } };
  assert.equal(await place("out-of-range", () => rules.session({ black: deep })), "black.engine.totalLimits.seconds");
  const clock = () => session.setClock("black", { remainingSeconds: -1 });
  assert.match((await refusal("out-of-range", clock)).message, /^clock\.remainingSeconds must be 0 or more, not -1$/);
  assert.equal(await place("missing-field", () => rules.session({ clocks: { white: {} } })), "clocks.white.remainingSeconds");
  assert.equal(await place("bad-ggf-tag", () => session.setName("black", "a]")), "name");
  assert.equal(await place("unknown-variety", () => session.setVariety("worst")), "choose");
  for (const seed of ["x", 1.5, {}]) assert.equal(await place("wrong-type", () => session.setVariety("best", seed)), "seed");
  assert.equal(await place("out-of-range", () => session.setVariety("best", -1)), "seed");
  assert.equal(await place("unknown-field", () => rules.session({ names: { red: "x" } })), "names.red");
  await refusal("unknown-field", () => rules.session({ player: "person" }));
  for (const analysis of [undefined, null, [], "x"]) await refusal("wrong-type", () => session.answer(analysis));
  session.setPlayer("black", { engine: {} });
  assert.equal(await place("wrong-type", () => session.answer({})), "analysis");
  await refusal("another-position", () => session.answer({ lines: [], seconds: 0 }));
  for (const stored of [undefined, "{}", [], { turns: 1 }]) await refusal("wrong-type", () => Session.fromJSON(stored));
  assert.equal((await refusal("bad-ggf", () => Session.fromGgf("(;PB[é]GM[x];)"))).at.offset > 0, true);
});

test("a session that was freed says so", async () => {
  const session = rules.session();
  session.free();
  session.free();
  await refusal("closed", () => session.due);
  await refusal("closed", () => session.play("f5"));
  assert.equal(rules.session().due, "person");
});

test("sessions that are freed leave no memory behind", () => {
  const measure = () => new Session({ game: "f5d6c3d3c4", white: opponent() });
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 20_000; i++) measure().free();
  assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 20);
});
