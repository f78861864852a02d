// The package that `cargo xtask web` makes, and positions that several tests use.
import { existsSync, readFileSync } from "node:fs";

export const root = new URL("../../../", import.meta.url);
export const folder = new URL("target/npm/", root);
if (!existsSync(folder)) throw new Error("there is no target/npm: run `cargo xtask web` first");

export const { AbortedError, Engine, ReversiError, Rules, Session, START, STRENGTHS } = await import(
  new URL("index.js", folder)
);

/** The text of a file of the project. */
export const textOf = (path) => readFileSync(new URL(path, root), "utf8");

/** The bytes of a file of the project. */
export const bytesOf = (path) => new Uint8Array(readFileSync(new URL(path, root)));

/**
 * Why the tests of a module are skipped: a build may leave it out, as .ci/run does. .ci/full sets FULL, and has
 * all modules.
 */
export const without = (module) =>
  !process.env.FULL && !existsSync(new URL(`wasm/${module}.wasm`, folder)) && `the package was built without ${module}`;
/** The two engines for pages: the name, the option that chooses it, and why its tests are skipped. */
export const engines = [
  { name: "engine-simd", simd: true, skip: false },
  { name: "engine", simd: false, skip: without("engine") },
];

/** Problem 1 of the FFO suite: 14 empties, +18 by g8. */
export const problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/** A callback for a search, and a promise of the first that it shows. */
export function shown() {
  let onProgress;
  const first = new Promise((resolve) => (onProgress = resolve));
  return { first, onProgress };
}

/** The error of a call, which has to be one of the package with this code. */
export async function refusal(code, call) {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof ReversiError) || error.code !== code) {
      throw new Error(`expected ${code}, found ${error.code ?? error.name}: ${error.message}`, { cause: error });
    }
    return error;
  }
  throw new Error(`expected ${code}, and nothing was thrown`);
}
