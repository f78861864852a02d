// How people play: a file that is loaded for the first question about them, and what holds without it.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { Engine, folder, problem, refusal, START } from "./package.mjs";

const place = mkdtempSync(path.join(tmpdir(), "reversi-"));
after(() => rmSync(place, { recursive: true }));
const policy = path.join(place, "data/people.policy");
cpSync(folder, place, { recursive: true });
const away = path.join(place, "away");

test("an analysis has people's moves beside its lines, and a restart does not lose them", async () => {
  const engine = await Engine.create({ hashMiB: 1 });
  const people = await engine.humanMoves("f5", 1500);
  await engine.restart({ hashMiB: 2 });
  assert.deepEqual((await engine.analyze("f5", { level: 1, human: 1500 })).human, people);
  assert.deepEqual(await engine.humanMoves("f5"), people);
  assert.deepEqual((await engine.ask({ ask: "human_moves", moves: "f5" })).human_moves, people);
  engine.close();
});

test("without the file what needs it says so, and all else is answered", async () => {
  renameSync(policy, away);
  const { Engine: Moved } = await import(pathToFileURL(path.join(place, "index.js")));
  const engine = await Moved.create({ hashMiB: 1 });
  const about = [
    () => engine.humanMoves(START, 1500),
    () => engine.analyze(START, { level: 1, human: 1500 }),
    () => engine.review("f5d6", { level: 1, human: 1500 }),
    () => engine.chooseMove(START, { rating: 1400 }),
  ];
  for (const call of about) {
    await assert.rejects(call(), (error) => error.code === "not-loaded" && error.message.includes("people.policy"));
  }
  assert.ok((await engine.chooseMove(START, { rating: 2400 })).move); // it plays as no person does
  // Calls are answered in their order, also after one that fails.
  const order = [];
  const calls = [
    engine.humanMoves(START, 1500).catch(() => order.push("people")),
    engine.solve(problem).then(({ value }) => order.push(value.exact)),
    engine.review("f5d6c3d3c4", { level: 1 }).then(({ moves }) => order.push(moves.length)),
  ];
  await Promise.all(calls);
  assert.deepEqual(order, ["people", 18, 5]);
  // Once it is there the next question has it.
  renameSync(away, policy);
  assert.equal((await engine.humanMoves(START, 1500)).moves.length, 4);
  assert.ok((await engine.chooseMove(START, { rating: 1400, seed: 1 })).move);
  engine.close();
});

test("a damaged file is refused, and a call that waits for one can be aborted", async () => {
  const file = path.join(place, "damaged.policy");
  writeFileSync(file, "no policy");
  const engine = await Engine.create({ hashMiB: 1, files: { people: pathToFileURL(file) } });
  await refusal("weights-format", () => engine.humanMoves(START, 1500));
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  const control = new AbortController();
  const aborted = assert.rejects(engine.humanMoves(START, 1500, { signal: control.signal }), { name: "AbortError" });
  control.abort();
  await aborted;
  assert.equal(engine.usable, true);
  engine.close();
});
