// The worker: an engine that answers one message at a time. worker-link.js is the other end.
//
//   create { hashMiB, weights?, isFull, book?, module, places, ports, shared? }    then one of
//   ask    { question }
//   choose { question, opponent, times }
//   learn  { people }              a file of how people play
//   clear  {}
//
// `ports` lead to the workers that run threads of the engine. They get nothing but
//
//   help   { module, places, index, port }
//
// Each has an `id`, and a search may have `url`, which is revoked to end it. A reply has the same `id` and
// `event` (a look at a search), `done`, `refused` (an error as JSON) or `failed` (the engine is unusable).

import { initSync, Searcher } from "./wasm/engine.js";
import { helper, newMemory, SharedSearcher } from "./wasm/threads.js";

/** Browsers, Deno and Bun have the worker's own end as the global object, Node as `parentPort`. */
const port =
  typeof globalThis.postMessage === "function"
    ? globalThis
    : globalThis.process.getBuiltinModule("node:worker_threads").parentPort;

let engine;
/** The `id` of the call that is to end, where memory can be shared. */
let ended;
let panic;

// The hook of panics, which src/engine.rs calls by this name.
const panicked = (globalThis.__reversiPanic = (message) => (panic = message));

/** Returns whether a URL of the page can be read: it is revoked to end a call. */
function isReadable(url) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/** The callback of a search: shows what it has seen, and says whether to end. */
function watch({ id, url }) {
  return (text) => {
    port.postMessage({ id, event: text });
    return ended ? Atomics.load(ended, 0) === id : url !== undefined && !isReadable(url);
  };
}

/** Where a host has no memory for what is made, it throws a `RangeError`. */
function allocated(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw JSON.stringify({ code: "no-memory", message: error.message });
    throw error;
  }
}

const calls = {
  create({ hashMiB, weights, isFull, book, module, places, ports, shared, url }) {
    if (shared) ended = new Int32Array(shared);
    if (ports.length > 0) {
      const memory = allocated(() => newMemory(hashMiB, ports.length + 1));
      for (const helper of ports) helper.postMessage(memory);
      engine = new SharedSearcher({ module, memory, places }, { hashMiB, weights, isFull, book }, panicked);
    } else {
      allocated(() => initSync({ module }));
      engine = new Searcher(hashMiB, weights, isFull, book);
    }
    return { endsByUrl: url !== undefined && isReadable(url) };
  },
  ask(message) {
    return engine.ask(message.question, watch(message));
  },
  choose(message) {
    return engine.choose(message.question, message.opponent, message.times, watch(message));
  },
  learn({ people }) {
    engine.learn(people);
  },
  clear() {
    engine.clearHash();
  },
  async help({ module, places, index, port }) {
    const memory = await new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));
    port.close();
    setTimeout(helper({ module, memory, places, index })); // after the reply; what fails there ends the worker
  },
};

port.onmessage = async ({ data }) => {
  try {
    port.postMessage({ id: data.id, done: await calls[data.call](data) });
  } catch (thrown) {
    if (typeof thrown === "string") port.postMessage({ id: data.id, refused: thrown });
    else port.postMessage({ id: data.id, failed: panic ?? String(thrown) });
  }
};
