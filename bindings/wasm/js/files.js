// The files of the package: modules, weights, the book, how people play. A page fetches them, other hosts read them.

import { ReversiError, wrongType } from "./error.js";
import { isPlain } from "./values.js";

/** Each literal URL, so that bundlers find the files. worker-link.js has that of the worker. */
const urls = {
  rules: () => new URL("./wasm/rules.wasm", import.meta.url),
  engine: () => new URL("./wasm/engine.wasm", import.meta.url),
  engineSimd: () => new URL("./wasm/engine-simd.wasm", import.meta.url),
  engineThreads: () => new URL("./wasm/engine-threads.wasm", import.meta.url),
  weights: () => new URL("./data/full.weights", import.meta.url),
  book: () => new URL("./data/opening.book", import.meta.url),
  people: () => new URL("./data/people.policy", import.meta.url),
};

/** The URL of a file. A bundle that is no module does not know where it is. */
function addressOf(name, place) {
  if (place[name]) return place[name];
  if (!import.meta.url) throw new ReversiError("not-loaded", "baseUrl must be given in a bundle that is no module");
  return urls[name]();
}

/** The files below `baseUrl`. */
const paths = {
  rules: "wasm/rules.wasm",
  engine: "wasm/engine.wasm",
  engineSimd: "wasm/engine-simd.wasm",
  engineThreads: "wasm/engine-threads.wasm",
  weights: "data/full.weights",
  book: "data/opening.book",
  people: "data/people.policy",
  worker: "worker.js",
};

/** A URL of the caller: relative ones begin at the page. */
function urlOf(value, field) {
  try {
    return new URL(value, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    throw wrongType(field, "a URL", value);
  }
}

/** Where the files are: the URLs of those that are not where the package has them. */
export function placeOf({ baseUrl, files = {} }) {
  if (!isPlain(files)) throw wrongType("files", "an object", files);
  const place = {};
  if (baseUrl !== undefined) {
    const base = urlOf(baseUrl, "baseUrl");
    if (!base.pathname.endsWith("/")) base.pathname += "/"; // it is a folder
    for (const [name, path] of Object.entries(paths)) place[name] = new URL(path, base);
  }
  for (const [name, value] of Object.entries(files)) {
    const field = `files.${name}`;
    if (!Object.hasOwn(paths, name)) {
      const message = `${field}: no such file (expected ${Object.keys(paths).join(", ")})`;
      throw new ReversiError("unknown-field", message, { at: { field } });
    }
    if (value !== undefined) place[name] = urlOf(value, field);
  }
  return place;
}

/** `(module (func (result v128) i32.const 0 i8x16.splat))`: valid where there are vectors. */
const splat = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

/** Returns whether this host runs WebAssembly with vectors. */
export const hasSimd = () => WebAssembly.validate(new Uint8Array(splat));

/** True if this host shares memory with workers: a page has to be isolated for it. */
export const canShare = typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated !== false;

/** `(module (memory 1 1 shared))`: valid where there are threads. */
const shared = [0, 97, 115, 109, 1, 0, 0, 0, 5, 4, 1, 3, 1, 1];

/** Returns whether this host runs WebAssembly with threads. */
export const hasThreads = () => canShare && WebAssembly.validate(new Uint8Array(shared));

/** The number of threads that this machine runs at once. */
export function cores() {
  const node = globalThis.process?.getBuiltinModule?.("node:os");
  return globalThis.navigator?.hardwareConcurrency ?? node?.availableParallelism() ?? 1;
}

async function fetched(url, signal) {
  const fs = url.protocol === "file:" ? globalThis.process?.getBuiltinModule?.("node:fs/promises") : undefined;
  if (fs) return new Response(await fs.readFile(url, { signal }), { headers: { "content-type": "application/wasm" } });
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

async function load(url, signal, read) {
  try {
    return await read(await fetched(url, signal));
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ReversiError("not-loaded", `${url.href.slice(0, 200)}: ${cause.message}`, { cause });
  }
}

/** The bytes of a file. */
export function bytesOf(name, place, signal) {
  return load(addressOf(name, place), signal, async (response) => new Uint8Array(await response.arrayBuffer()));
}

const modules = new Map();

/** A compiled module. It is compiled once, however many engines are made. */
export function moduleOf(name, place, signal) {
  const url = addressOf(name, place);
  const compiled = modules.get(url.href) ?? load(url, undefined, compile);
  modules.set(url.href, compiled);
  compiled.catch(() => modules.delete(url.href)); // the next call tries again
  return signal ? untilAborted(compiled, signal) : compiled;
}

async function compile(response) {
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  // Streaming wants the right type, which not every server sends.
  if (isWasm && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The promise, or a rejection as soon as the signal is aborted. */
export function untilAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
