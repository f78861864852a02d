// Several threads on one search. The package has them if its build found the target.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { test } from "node:test";
import workers from "node:worker_threads";
import { fileURLToPath } from "node:url";

import { AbortedError, Engine, engines, folder, problem, refusal, Rules, shown, START, without } from "./package.mjs";

const skip = without("engine-threads");

/** The workers that engines have made, and the places of the threads of the last engine. */
const made = [];
let places;
workers.Worker = class extends workers.Worker {
  constructor(...args) {
    super(...args);
    made.push(this);
  }

  postMessage(message, ...args) {
    if (message.call === "help") ({ places } = message);
    super.postMessage(message, ...args);
  }
};

/** FFO 40: 20 empties, +38 by a2. */
const hard = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

const withThreads = (threads, options = {}) => Engine.create({ hashMiB: 16, threads, ...options });

test("what is no number of threads is refused by a code", async () => {
  for (const threads of [0, -1, 65]) {
    const { message, at } = await refusal("out-of-range", () => Engine.create({ threads }));
    assert.equal(message, `threads must be 1 to 64 or "auto", not ${threads}`);
    assert.equal(at.field, "threads");
  }
  for (const threads of [1.5, "2", "all", null, NaN]) await refusal("wrong-type", () => Engine.create({ threads }));
});

test("an engine has one thread unless it is told", async () => {
  const engine = await Engine.create({ hashMiB: 1 });
  assert.equal(engine.threads, 1);
  engine.close();
});

test("two threads prove the score together", { skip }, async () => {
  const before = made.length;
  const engine = await withThreads(2);
  assert.deepEqual([engine.threads, made.length - before, engine.simd], [2, 2, true]);
  let busy = 0;
  const { value, pv } = await engine.solve(hard, { onProgress: () => (busy += Atomics.load(places, 0) !== 0) });
  assert.deepEqual([value, pv[0]], [{ exact: 38 }, "a2"]);
  assert.ok(busy > 0, "the second worker had no thread");
  // The worker is free again for the next search.
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  const { lines } = await engine.analyze("f5", { level: 8, lines: "all" });
  assert.deepEqual(lines.map(({ pv }) => pv[0]).sort(), ["d6", "f4", "f6"]);
  const { move } = await engine.chooseMove(START, { strength: "club", seed: 1 });
  assert.ok((await engine.legalMoves(START)).includes(move));
  const cold = (await engine.solve(problem)).nodes;
  await engine.clearHash();
  assert.ok((await engine.solve(problem)).nodes > cold);
  engine.close();
});

test("as many as the machine has are four at most", { skip }, async () => {
  const engine = await withThreads("auto", { hashMiB: 1 });
  assert.equal(engine.threads, Math.min(os.availableParallelism(), 4));
  engine.close();
});

test("random positions have the same scores with one thread, two and four", { skip }, async () => {
  const rules = await Rules.load();
  const engines = await Promise.all([1, 2, 4].map((threads) => withThreads(threads, { hashMiB: 4 })));
  assert.deepEqual(engines.map(({ threads }) => threads), [1, 2, 4]);
  let random = 1;
  const choose = (list) => list[(random = (random * 48271) % 0x7fffffff) % list.length];
  for (let solved = 0; solved < 20; ) {
    let game = rules.read({ moves: [] });
    // Threads share nodes of 15 empties and more.
    while (game.legalMoves.length > 0 && game.position.split("-").length - 1 > 16) {
      game = rules.play(game, choose(game.legalMoves));
    }
    if (game.legalMoves.length === 0) continue;
    const scores = await Promise.all(engines.map(async (engine) => (await engine.solve(game)).value.exact));
    assert.deepEqual(new Set(scores).size, 1, `${game.position}: ${scores}`);
    solved++;
  }
  for (const engine of engines) engine.close();
});

test("an aborted call of threads has what was found, and the engine goes on", { skip }, async () => {
  const engine = await withThreads(2, { hashMiB: 1 });
  const control = new AbortController();
  const before = made.length;
  const call = engine.solve(START, { signal: control.signal, onProgress: () => control.abort() });
  const error = await call.catch((error) => error);
  assert.ok(error instanceof AbortedError);
  assert.deepEqual(error.partial.bounds, { lower: -64, upper: 64 });
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  assert.equal(made.length, before);
  engine.close();
});

test("weights, a book and a table of another size are those of all threads", { skip }, async () => {
  const engine = await withThreads(2, { weights: "full", book: true, hashMiB: 1 });
  const analysis = await engine.analyze("f5", { level: 4 });
  assert.equal(analysis.source, "book");
  await engine.restart({ hashMiB: 300, book: false });
  assert.equal(engine.threads, 2);
  assert.equal((await engine.analyze("f5", { level: 4 })).source, undefined);
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  await refusal("weights-format", () => engine.restart({ weights: new Uint8Array(10) }));
  engine.close();
});

test("an engine that is made again gives its memory back", { skip }, async () => {
  const engine = await withThreads(2, { hashMiB: 128 });
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 8; i++) await engine.restart();
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  assert.ok(grown < 512, `${grown} MiB more`);
  engine.close();
});

test("a closed engine has ended its workers", { skip }, async () => {
  const before = made.length;
  const engine = await withThreads(3, { hashMiB: 1 });
  const call = refusal("closed", () => engine.solve(hard));
  const ends = made.slice(before).map((worker) => once(worker, "exit"));
  engine.close();
  await call;
  assert.equal((await Promise.all(ends)).length, 3);
});

for (const [which, index] of [["the worker of the engine", 0], ["a worker of its threads", 1]]) {
  test(`an engine whose worker was ended says so: ${which}`, { skip }, async () => {
    const before = made.length;
    const engine = await withThreads(2, { hashMiB: 1 });
    const { first, onProgress } = shown();
    const call = refusal("engine-failed", () => engine.solve(START, { onProgress, limits: { seconds: Infinity } }));
    await first;
    const ends = made.slice(before).map((worker) => once(worker, "exit"));
    await made[before + index].terminate();
    await call;
    assert.equal(engine.usable, false);
    await Promise.all(ends); // the other one has ended too
    await engine.restart();
    assert.equal(engine.threads, 2);
    assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
    engine.close();
  });
}

test("what fails in a thread fails the engine", { skip }, async () => {
  const before = made.length;
  const engine = await withThreads(2, { hashMiB: 1 });
  const failed = once(made[before + 1], "error");
  const alive = setInterval(() => {}, 1000); // idle workers keep no program alive
  Atomics.store(places, 0, 16); // there is no thread: zeros are no function
  Atomics.notify(places, 0);
  await failed;
  clearInterval(alive);
  assert.equal(engine.usable, false);
  const { message } = await refusal("engine-failed", () => engine.solve(problem));
  assert.match(message, /RuntimeError/);
  engine.close();
});

test("a package without the module has one thread, and refuses more", async () => {
  const files = { engineThreads: new URL("wasm/nothing.wasm", folder) };
  const { at, message } = await refusal("not-loaded", () => Engine.create({ threads: 2, files }));
  assert.equal(at.field, "threads");
  assert.match(message, /^threads must be 1 or "auto" without .*nothing\.wasm/);
  const engine = await Engine.create({ hashMiB: 1, threads: "auto", files });
  assert.equal(engine.threads, 1);
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  await engine.restart({ hashMiB: 2 });
  assert.equal(engine.threads, 1);
  engine.close();
});

/** Returns the output of a program in another process, in which `first` runs before the package is loaded. */
function printed(first, body, flags = []) {
  const program = `
    ${first}
    const { Engine } = await import(${JSON.stringify(new URL("index.js", folder).href)});
    const problem = ${JSON.stringify(problem)};
    ${body}`;
  const options = [...flags, "--input-type=module", "--eval", program];
  return execFileSync(process.execPath, options, { encoding: "utf8", timeout: 60_000, cwd: fileURLToPath(folder) });
}

for (const { name, simd, skip: isMissing } of engines) {
  test(`a host without threads has one, and refuses more, by ${name}`, { skip: isMissing }, () => {
    const body = `
      const error = await Engine.create({ hashMiB: 1, threads: 2, simd: ${simd} }).catch((error) => error);
      const engine = await Engine.create({ hashMiB: 1, threads: "auto", simd: ${simd} });
      console.log(error.message, engine.threads, (await engine.solve(problem)).value.exact);
      engine.close();`;
    const lack = simd ? "memory that workers share: see the headers for threads" : "vectors";
    const refused = `threads must be 1 or "auto" without ${lack} 1 18\n`;
    assert.equal(printed("globalThis.crossOriginIsolated = false;", body), refused);
    if (!simd) assert.equal(printed("", body), refused); // there are no threads without vectors
  });
}

test("a table without memory is an error, and a smaller one can be made", { skip }, () => {
  const body = `
    const error = await Engine.create({ threads: 2, hashMiB: 512 }).catch((error) => error);
    const engine = await Engine.create({ threads: 2, hashMiB: 1 });
    console.log(error.code, engine.threads, (await engine.solve(problem)).value.exact);
    engine.close();`;
  assert.equal(printed("", body, ["--wasm-max-mem-pages=4000"]), "no-memory 2 18\n");
});

test("a program ends although an idle engine with threads was not closed", { skip }, () => {
  const body = `
    const engine = await Engine.create({ threads: 2, hashMiB: 1 });
    console.log((await engine.solve(problem)).value.exact);`;
  assert.equal(printed("", body), "18\n");
});
