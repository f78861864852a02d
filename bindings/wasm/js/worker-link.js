// This thread's end of the workers of an engine. worker.js has the messages.

import { errorOfQuestion, ReversiError } from "./error.js";
import { canShare } from "./files.js";
import { newPlaces } from "./wasm/threads.js";

const here = import.meta.url; // bundlers for pages do not need the file a second time
const optionsOfWeb = { type: "module", name: "reversi-engine" };

/** Makes a worker of the web. Its first module has to be of this origin: it imports one of another origin. */
function workerOfWeb(moved) {
  const url = moved ?? new URL("./worker.js", here);
  const isOfWeb = url.protocol === "http:" || url.protocol === "https:";
  if (isOfWeb && typeof globalThis.origin === "string" && url.origin !== globalThis.origin) {
    const module = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
    const own = URL.createObjectURL(module);
    return { worker: new Worker(own, optionsOfWeb), loaded: () => URL.revokeObjectURL(own) };
  }
  const worker = moved
    ? new Worker(moved, optionsOfWeb)
    : new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "reversi-engine" });
  return { worker, loaded() {} };
}

/**
 * Makes a worker: of the web, or of Node. Both take what `link` does with it.
 * @param moved its URL, if it is not beside this file
 */
function newWorker(handlers, moved) {
  if (typeof globalThis.Worker === "function") {
    const { worker, loaded } = workerOfWeb(moved);
    worker.onmessage = ({ data }) => {
      loaded();
      handlers.message(data);
    };
    worker.onmessageerror = () => handlers.failed("a message could not be read");
    worker.onerror = (event) => {
      loaded();
      event.preventDefault?.();
      handlers.failed(event.message || "the worker could not be loaded");
    };
    return worker;
  }
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (!threads) throw new Error("this host has no workers");
  // Options of the program, such as the type of its standard input, are not those of the worker.
  const worker = new threads.Worker(moved ?? new URL("./worker.js", here), { execArgv: [] });
  worker.on("message", handlers.message);
  worker.on("messageerror", () => handlers.failed("a message could not be read"));
  worker.on("error", (error) => handlers.failed(error.message));
  worker.on("exit", () => handlers.failed("the worker was ended"));
  return worker;
}

/** The way in which a call is ended: by shared memory, or by a URL that is revoked. */
const canRevoke = typeof URL.createObjectURL === "function" && typeof XMLHttpRequest === "function";

/** A URL that is revoked to end a call. */
const revocable = () => (canRevoke ? URL.createObjectURL(new Blob(["go on"], { type: "text/plain" })) : undefined);

/** Wraps an error of the host, which has no code. */
function failureOf(what, cause) {
  return new ReversiError("engine-failed", `${what}: ${cause?.message ?? cause}`, { cause });
}

export class WorkerLink {
  /** The worker of the engine, then the workers that wait for its threads. It is empty where the host refuses them. */
  #workers = [];
  #next = 1;
  #waiting = new Map();
  #shared = canShare ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  #endsByUrl = false;
  #failure;

  /**
   * @param failed called once, with the error, if a worker ends by itself
   * @param moved the URL of the worker, if the caller has one
   * @param threads how many workers to make
   */
  constructor(failed, moved, threads) {
    const handlers = {
      message: (data) => this.#receive(data),
      failed: (message) => {
        if (this.#failure) return;
        this.#end(new ReversiError("engine-failed", message));
        failed(this.#failure);
      },
    };
    try {
      while (this.#workers.length < threads) this.#workers.push(newWorker(handlers, moved));
    } catch (cause) {
      this.#end(failureOf("a worker cannot be made", cause)); // every call is rejected with it
    }
  }

  /** Makes the engine in the first worker. */
  async create(options) {
    const url = this.#shared ? undefined : revocable();
    try {
      const { module } = options;
      const [, ...helpers] = this.#workers;
      const places = helpers.length > 0 ? newPlaces(helpers.length) : undefined;
      // The memory goes from worker to worker: it is given back when they end, not when this thread collects it.
      const channels = helpers.map(() => new MessageChannel());
      const ports = channels.map(({ port1 }) => port1);
      const message = { call: "create", ...options, places, ports, shared: this.#shared?.buffer, url };
      const engine = this.#call(message, { transfer: ports });
      const help = (worker, index) => {
        const port = channels[index].port2;
        return this.#call({ call: "help", module, places, index, port }, { worker, transfer: [port] }).done;
      };
      const [{ endsByUrl }] = await Promise.all([engine.done, ...helpers.map(help)]);
      this.#endsByUrl = endsByUrl;
    } finally {
      if (url) URL.revokeObjectURL(url);
    }
  }

  /**
   * Calls the engine. `done` is what it returns; `end` asks it to end and says whether it will.
   * @param onEvent called with what the search shows, as JSON
   */
  start(message, onEvent) {
    const url = this.#endsByUrl ? revocable() : undefined;
    const { id, done } = this.#call({ ...message, url }, { onEvent });
    const end = () => {
      if (this.#shared) Atomics.store(this.#shared, 0, id);
      else if (url) URL.revokeObjectURL(url);
      else return false;
      return true;
    };
    const revoke = () => url && URL.revokeObjectURL(url);
    done.then(revoke, revoke);
    return { done, end };
  }

  /** Sets whether this host's program waits for the worker: while a call is in work. Pages never wait. */
  hold(on) {
    for (const worker of this.#workers) {
      if (on) worker.ref?.();
      else worker.unref?.();
    }
  }

  /** Ends the workers. */
  close(error) {
    if (!this.#failure) this.#end(error);
  }

  #call(message, { onEvent, worker = this.#workers[0], transfer = [] } = {}) {
    const id = this.#next++;
    const done = new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      try {
        worker.postMessage({ id, ...message }, transfer);
      } catch (cause) {
        return reject(failureOf("the worker cannot be reached", cause));
      }
      this.#waiting.set(id, { resolve, reject, onEvent });
    });
    return { id, done };
  }

  #receive({ id, event, done, refused, failed }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (event !== undefined) return waiting.onEvent?.(event);
    this.#waiting.delete(id);
    if (failed !== undefined) waiting.reject(new ReversiError("engine-failed", failed));
    else if (refused !== undefined) waiting.reject(errorOfQuestion(JSON.parse(refused), "{}", true));
    else waiting.resolve(done);
  }

  #end(error) {
    this.#failure = error;
    for (const worker of this.#workers) worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
