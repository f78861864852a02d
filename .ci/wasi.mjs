// Runs a program that is compiled for wasm32-wasip1:
//   node --experimental-wasi-unstable-preview1 wasi.mjs PROGRAM [ARGUMENT]...
// The program has access to the environment, the current directory and the files of this repository.
// Node 18 or newer is required.
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { argv, cwd, env, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// With these calls Node 20 corrupts its memory once the program has been optimized.
setFlagsFromString("--no-turbo-fast-api-calls");

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const args = argv.slice(2);
const preopens = { [repository]: repository, ".": cwd() };
const wasi = new WASI({ version: "preview1", args, env, preopens, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(args[0]));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
exit(wasi.start(instance));
