// Files that a host or a bundler has moved, and their names in the package.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { Engine, engines, folder, problem, refusal, Rules } from "./package.mjs";

const place = mkdtempSync(path.join(tmpdir(), "reversi-"));
after(() => rmSync(place, { recursive: true }));

/** A copy of the package, of which these files are elsewhere. */
async function packageWithout(name, move) {
  const copy = path.join(place, name);
  cpSync(folder, copy, { recursive: true });
  move(copy, mkdirSync(path.join(place, `${name}-elsewhere`), { recursive: true }));
  return import(pathToFileURL(path.join(copy, "index.js")));
}

/** The engines that this build has. */
const made = engines.filter(({ skip }) => !skip).map(({ name }) => name);
const all = { hashMiB: 1, weights: "full", book: true };

async function works(Engine, options) {
  const engine = await Engine.create({ ...all, ...options });
  await engine.restart({ hashMiB: 2, weights: "full" });
  assert.deepEqual((await engine.solve(problem)).value, { exact: 18 });
  assert.equal((await engine.analyze("f5", { level: 1, book: "always" })).source, "book");
  assert.equal((await engine.humanMoves("f5", 1500)).moves.length, 3);
  engine.close();
}

test("a folder of the files may be elsewhere, with a stroke at its end or without", async () => {
  const moved = await packageWithout("based", (copy, elsewhere) => {
    for (const name of ["worker.js", "data"]) renameSync(path.join(copy, name), path.join(elsewhere, name));
    cpSync(path.join(copy, "wasm"), path.join(elsewhere, "wasm"), { recursive: true });
    for (const name of ["rules", ...made]) rmSync(path.join(copy, `wasm/${name}.wasm`));
  });
  await assert.rejects(moved.Rules.load(), { code: "not-loaded" });
  await assert.rejects(moved.Engine.create(all), { code: "not-loaded" });
  const { href } = pathToFileURL(path.join(place, "based-elsewhere"));
  for (const baseUrl of [href, new URL(`${href}/`)]) await works(moved.Engine, { baseUrl });
  assert.equal((await moved.Rules.load()).legalMoves("f5").length, 3);
});

for (const { name: engine, simd, skip } of engines)
  test(`single files may have other names, before those of the folder: ${engine}`, { skip }, () => named(engine, simd));

async function named(engine, simd) {
  const field = simd ? "engineSimd" : "engine";
  const names = {
    [field]: `wasm/${engine}.wasm`,
    rules: "wasm/rules.wasm",
    weights: "data/full.weights",
    book: "data/opening.book",
    people: "data/people.policy",
  };
  const files = {};
  const moved = await packageWithout(`named-${engine}`, (copy, elsewhere) => {
    for (const [name, from] of Object.entries(names)) {
      renameSync(path.join(copy, from), path.join(elsewhere, name));
      files[name] = pathToFileURL(path.join(elsewhere, name)).href;
    }
    // The worker stays beside its glue, under another name.
    renameSync(path.join(copy, "worker.js"), path.join(copy, "thread.js"));
    files.worker = pathToFileURL(path.join(copy, "thread.js"));
  });
  await works(moved.Engine, { baseUrl: "file:///nowhere", files, simd });
  const { [field]: own, ...others } = files;
  await assert.rejects(moved.Engine.create({ ...all, files: others, simd }), { code: "not-loaded" });
}

test("what is no place is refused by a code", async () => {
  for (const load of [(options) => Engine.create(options), (options) => Rules.load(options)]) {
    for (const value of ["wasm/engine.wasm", 7, null, {}]) {
      assert.equal((await refusal("wrong-type", () => load({ files: { engine: value } }))).at.field, "files.engine");
      assert.equal((await refusal("wrong-type", () => load({ baseUrl: value }))).at.field, "baseUrl");
    }
    assert.equal((await refusal("unknown-field", () => load({ files: { wasm: "" } }))).at.field, "files.wasm");
    await refusal("wrong-type", () => load({ files: [] }));
    await refusal("unknown-field", () => load({ basUrl: "" }));
    await refusal("wrong-type", () => load(null));
  }
});

test("bundlers and hosts can name each file of the package", () => {
  const modules = path.join(place, "node_modules");
  mkdirSync(modules);
  symlinkSync(fileURLToPath(folder), path.join(modules, "reversi-engine"));
  const programs = ["rules", ...made].map((name) => `wasm/${name}.wasm`);
  const files = ["worker.js", ...programs, "data/full.weights", "data/opening.book", "data/people.policy"];
  const program = `
    import { existsSync } from "node:fs";
    for (const name of ${JSON.stringify(files)}) {
      const url = new URL(import.meta.resolve("reversi-engine/" + name));
      if (!existsSync(url)) throw new Error(url);
    }`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: place });
});
