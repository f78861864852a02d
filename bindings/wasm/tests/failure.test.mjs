// A failure is an error, and the engine can be made again.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import workers from "node:worker_threads";
import { fileURLToPath } from "node:url";

import { Engine, folder, problem, refusal, shown, START } from "./package.mjs";

/** The workers that engines have made, so that a test can end one behind their back. */
const made = [];
/** The errors that this host throws in place of a worker, or of a message to one. */
let [noWorker, noMessage] = [undefined, undefined];
workers.Worker = class extends workers.Worker {
  constructor(...args) {
    if (noWorker) throw noWorker;
    super(...args);
    made.push(this);
  }

  postMessage(...args) {
    if (noMessage) throw noMessage;
    super.postMessage(...args);
  }
};

test("an engine whose worker was ended says so, and can be made again", async () => {
  const engine = await Engine.create({ hashMiB: 1 });
  const { first, onProgress } = shown();
  const call = refusal("engine-failed", () => engine.solve(START, { onProgress, limits: { seconds: Infinity } }));
  await first;
  await made.at(-1).terminate();
  await call;
  assert.equal(engine.usable, false);
  await refusal("engine-failed", () => engine.evaluate(START));
  assert.deepEqual(await engine.legalMoves(START), ["d3", "c4", "f5", "e6"]);
  await engine.restart();
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  engine.close();
});

test("a host that refuses a worker or a message is an error with a code", async () => {
  const engine = await Engine.create({ hashMiB: 1 });
  noMessage = new Error("a policy");
  const { cause } = await refusal("engine-failed", () => engine.evaluate(START));
  assert.equal(cause, noMessage);
  assert.equal(engine.usable, false);
  await refusal("engine-failed", () => engine.restart());
  noMessage = undefined;
  noWorker = new Error("a policy");
  await refusal("engine-failed", () => engine.restart());
  await refusal("engine-failed", () => Engine.create());
  assert.equal(engine.usable, false);
  noWorker = undefined;
  await engine.restart();
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  engine.close();
});

test("a worker that does not end its call is replaced", async (context) => {
  const engine = await Engine.create({ hashMiB: 1 });
  const control = new AbortController();
  const store = context.mock.method(Atomics, "store", () => {}); // the worker does not hear of the end
  const call = assert.rejects(
    engine.solve(START, { signal: control.signal, onProgress: () => control.abort() }),
    ({ name, partial }) => name === "AbortError" && partial.bounds.upper === 64,
  );
  await call;
  const before = made.length;
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  assert.equal(made.length, before + 1);
  store.mock.restore();
  engine.close();
});

test("what an aborted question has found is of its own kind, whatever its id", async (context) => {
  const engine = await Engine.create({ hashMiB: 1 });
  context.mock.method(Atomics, "store", () => {}); // no worker answers, so the last look has to do
  for (const [question, isRight] of [
    [{ ask: "solve", id: "analyze_game" }, ({ bounds, reason }) => bounds.upper === 64 && reason === "stop"],
    [{ ask: "analyze", id: "solve", depth: 60 }, ({ lines, stopped }) => lines.length === 1 && stopped === "stop"],
    [{ ask: "analyze_game", id: "solve", depth: 60 }, (turns) => Array.isArray(turns)],
  ]) {
    const control = new AbortController();
    const onProgress = ({ lines }) => (question.ask !== "analyze" || lines.length > 0) && control.abort();
    const call = engine.ask({ ...question, moves: "f5d6" }, { signal: control.signal, onProgress });
    await assert.rejects(call, ({ partial }) => isRight(partial), question.ask);
  }
  engine.close();
});

test("an aborted review has its last part, if the worker does not answer", async (context) => {
  const engine = await Engine.create({ hashMiB: 1 });
  context.mock.method(Atomics, "store", () => {});
  const control = new AbortController();
  const parts = [];
  const onMove = (_, index, review) => parts.push(review) === 2 && control.abort();
  // Deep enough that the worker is far from its end when the call gives up waiting for it.
  const call = engine.review("f5d6c3d3c4f4f6f3e6e7", { depth: 16, signal: control.signal, onMove });
  const { name, partial } = await call.catch((error) => error);
  assert.deepEqual([name, partial], ["AbortError", { ...parts[1], stopped: "stop" }]);
  assert.deepEqual(partial.moves.map(({ ply }) => ply), [9, 10]);
  engine.close();
});

test("a table without memory is an error, and a smaller one can be made", () => {
  const program = `
    const { Engine } = await import(${JSON.stringify(new URL("index.js", folder).href)});
    const error = await Engine.create().catch((error) => error); // 64 MiB
    const engine = await Engine.create({ hashMiB: 1 });
    const again = await engine.restart({ hashMiB: 512 }).catch((error) => error);
    await engine.restart({ hashMiB: 2 });
    const { value } = await engine.solve(${JSON.stringify(problem)});
    console.log(error.code, again.code, value.exact);
    engine.close();`;
  // 600 pages are 37.5 MiB.
  const options = ["--wasm-max-mem-pages=600", "--input-type=module", "--eval", program];
  const output = execFileSync(process.execPath, options, { encoding: "utf8", cwd: fileURLToPath(folder) });
  assert.equal(output, "no-memory no-memory 18\n");
});

test("a program ends although an idle engine was not closed", () => {
  const program = `
    const { Engine } = await import(${JSON.stringify(new URL("index.js", folder).href)});
    const engine = await Engine.create({ hashMiB: 1 });
    console.log((await engine.solve(${JSON.stringify(problem)})).value.exact);`;
  const options = ["--input-type=module", "--eval", program];
  assert.equal(execFileSync(process.execPath, options, { encoding: "utf8", timeout: 60_000 }), "18\n");
});
