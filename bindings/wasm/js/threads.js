// The engine whose workers share its memory. Its module is compiled for WASI, of which it uses a clock and
// threads: the first worker has the engine, and the others wait here for the threads that it starts.

/** The bytes of a page of memory. */
const PAGE = 65536;
/** The least memory of the module, as the build of the package sets it. */
const INITIAL_BYTES = 4 * 2 ** 20;
/** The memory beside the hash table: weights, the book, a call. */
const BASE_BYTES = 128 * 2 ** 20;
/** The memory of a thread: a stack and tables. */
const THREAD_BYTES = 8 * 2 ** 20;
/** Milliseconds until the engine goes on with fewer threads. */
const PATIENCE = 1000;

/** The memory of an engine. It grows to what is needed; some hosts set all of it aside. */
export function newMemory(hashMiB, threads) {
  const most = BASE_BYTES + threads * THREAD_BYTES + hashMiB * 2 ** 20;
  return new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE, maximum: Math.ceil(most / PAGE), shared: true });
}

/** A place for each worker that waits: 0, or the thread that it runs. */
export const newPlaces = (workers) => new Int32Array(new SharedArrayBuffer(4 * workers));

/** The module as one worker runs it. `own` are the functions of src/threads.rs. */
function instantiate({ module, memory, places }, own) {
  let view = new DataView(memory.buffer);
  /** The memory up to `end`; another worker may have made it larger. */
  const upTo = (end) => (end <= view.byteLength ? view : (view = new DataView(memory.buffer)));
  const set32 = (at, value) => upTo((at >>> 0) + 4).setUint32(at >>> 0, value, true);
  const noFile = () => 8;
  const wasi = {
    environ_sizes_get(number, bytes) {
      set32(number, 0);
      set32(bytes, 0);
      return 0;
    },
    environ_get: () => 0,
    clock_time_get(clock, precision, at) {
      // Workers begin to count at different times, and compare their clocks.
      const now = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6));
      upTo((at >>> 0) + 8).setBigUint64(at >>> 0, now, true);
      return 0;
    },
    fd_close: noFile,
    fd_write: noFile,
    sched_yield: () => 0,
    proc_exit(code) {
      throw new Error(`the engine has ended with ${code}`);
    },
  };
  /** The number of a thread that a worker runs from now on, or -1 without one. */
  const spawn = (thread) => {
    const start = performance.now();
    do {
      for (let i = 0; i < places.length; i++) {
        if (Atomics.compareExchange(places, i, 0, thread) !== 0) continue;
        Atomics.notify(places, i);
        return i + 1;
      }
      Atomics.wait(places, 0, Atomics.load(places, 0), 1); // a thread has ended shortly before its worker waits
    } while (performance.now() - start < PATIENCE);
    return -1;
  };
  const imports = { env: { memory }, wasi_snapshot_preview1: wasi, wasi: { "thread-spawn": spawn }, reversi: own };
  return new WebAssembly.Instance(module, imports).exports;
}

const bytesAt = (memory, at, length) => new Uint8Array(memory.buffer, at >>> 0, length);
// Hosts read no text from memory that is shared.
const textAt = (memory, at, length) => new TextDecoder().decode(bytesAt(memory, at, length).slice());

/** The functions that the module calls. */
function functions(memory, panicked) {
  const state = { watch: undefined, reply: undefined, refusal: undefined };
  const own = {
    show: (at, length) => (state.watch(textAt(memory, at, length)) ? 1 : 0),
    reply: (at, length) => void (state.reply = textAt(memory, at, length)),
    refuse: (at, length) => void (state.refusal = textAt(memory, at, length)),
    report: (at, length) => panicked(textAt(memory, at, length)),
  };
  return { own, state };
}

/** The engine, called as the one of wasm-bindgen is. */
export class SharedSearcher {
  #memory;
  #exports;
  #state;

  constructor(shared, { hashMiB, weights, isFull, book }, panicked) {
    const { own, state } = functions(shared.memory, panicked);
    this.#memory = shared.memory;
    this.#state = state;
    this.#exports = instantiate(shared, own);
    this.#exports._initialize();
    const threads = shared.places.length + 1;
    const create = () => this.#exports.create(hashMiB, threads, !!weights, isFull, !!book);
    this.#call([weights, book].filter(Boolean), create);
  }

  /** Returns the reply of a call. It throws an error as JSON. */
  #call(inputs, call) {
    for (const bytes of inputs) {
      const at = this.#exports.input(bytes.length);
      bytesAt(this.#memory, at, bytes.length).set(bytes);
    }
    this.#state.reply = this.#state.refusal = undefined;
    call();
    if (this.#state.refusal !== undefined) throw this.#state.refusal;
    return this.#state.reply;
  }

  #search(texts, watch, call) {
    this.#state.watch = watch;
    const encoder = new TextEncoder();
    return this.#call(texts.map((text) => encoder.encode(text)), call);
  }

  ask(question, watch) {
    return this.#search([question], watch, this.#exports.ask);
  }

  choose(question, opponent, times, watch) {
    return this.#search([question, opponent, times], watch, this.#exports.choose);
  }

  learn(people) {
    this.#call([people], this.#exports.learn);
  }

  clearHash() {
    this.#call([], this.#exports.clear);
  }
}

/** Makes this worker one that waits. The function that it returns runs threads until the worker is ended. */
export function helper({ index, ...shared }) {
  let panic;
  const { own } = functions(shared.memory, (message) => (panic = message));
  const { wasi_thread_start: run } = instantiate(shared, own);
  const { places } = shared;
  return () => {
    for (;;) {
      Atomics.wait(places, index, 0);
      const thread = Atomics.load(places, index);
      if (thread === 0) continue;
      try {
        run(index + 1, thread);
      } catch (thrown) {
        throw new Error(panic ?? String(thrown));
      }
      Atomics.store(places, index, 0);
      Atomics.notify(places, index);
    }
  };
}
