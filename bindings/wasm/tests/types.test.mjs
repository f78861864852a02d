// The types are those of the program: questions and answers, and the functions that there are.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import * as all from "./package.mjs";

const declarations = ["index", "session"].map((name) => all.textOf(`bindings/wasm/js/${name}.d.ts`)).join("\n");

/** The members that a class has in index.d.ts. */
function declared(name) {
  const [, body] = declarations.match(new RegExp(`export class ${name} .*?{\n(.*?)\n}`, "s"));
  const members = body.matchAll(/^ {2}(?:static |readonly )?([a-z]\w*)[(?:]/gim);
  return [...members].map(([, member]) => member).filter((member) => member !== "constructor");
}

test("no type is any", () => {
  for (const name of ["index", "session", "data", "options"]) {
    assert.doesNotMatch(all.textOf(`bindings/wasm/js/${name}.d.ts`), /:\s*any\b|<any\b|\bany\[\]/);
  }
});

test("no name of a type means two things", () => {
  const names = ["index", "session", "data", "options"].flatMap((file) => {
    const text = all.textOf(`bindings/wasm/js/${file}.d.ts`);
    const declared = [...text.matchAll(/^export (?:declare )?(?:class|const|interface|type) (\w+)/gm)];
    return [...new Set(declared.map(([, name]) => name))]; // a class and its interface are one
  });
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
});

test("what is declared is there, and nothing else", async () => {
  const engine = await all.Engine.create({ hashMiB: 0 });
  engine.close();
  const session = engine.rules.session();
  const classes = [["Engine", engine, all.Engine], ["Rules", engine.rules, all.Rules], ["Session", session, all.Session]];
  for (const [name, object, type] of classes) {
    const own = [...Object.getOwnPropertyNames(type.prototype), ...Object.keys(object)];
    const of_type = ["create", "load", "fromGgf", "fromJSON"].filter((member) => type[member]);
    assert.deepEqual([...own, ...of_type].filter((member) => member !== "constructor").sort(), declared(name).sort());
  }
  const names = [...declarations.matchAll(/^export (?:class|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(await import(new URL("index.js", all.folder))).sort(), names.sort());
});

const tsc = new URL("../node_modules/typescript/bin/tsc", import.meta.url);
const skip = !existsSync(tsc) && "npm ci brings TypeScript";

// No file of types is skipped, and those of hosts are there only where a program has asked for them.
const strict = "--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes --noUncheckedIndexedAccess --types";
const resolutions = ["--module esnext --moduleResolution bundler", "--module nodenext", "--module node16"];

for (const [lib, programs] of [
  ["es2022", ["program"]],
  ["es2022,esnext.disposable", ["program", "using"]],
  ["es2022,dom", ["program", "page"]],
  ["es2022,webworker", ["program", "page"]],
  ["esnext,dom", ["program", "page", "using"]],
]) {
  test(`programs in TypeScript compile with ${lib}`, { skip }, () => {
    const place = mkdtempSync(path.join(tmpdir(), "reversi-"));
    const files = programs.map((name) => `${name}.ts`);
    try {
      mkdirSync(path.join(place, "node_modules"));
      symlinkSync(fileURLToPath(new URL("../js", import.meta.url)), path.join(place, "node_modules/reversi-engine"));
      writeFileSync(path.join(place, "package.json"), '{ "type": "module" }');
      for (const name of files) copyFileSync(new URL(name, import.meta.url), path.join(place, name));
      for (const resolution of resolutions) {
        const options = [...strict.split(" "), "", "--target", "es2022", "--lib", lib, ...resolution.split(" ")];
        const command = [fileURLToPath(tsc), ...options, ...files];
        execFileSync(process.execPath, command, { cwd: place, encoding: "utf8", stdio: "pipe" });
      }
    } catch (error) {
      throw new Error(error.stdout || error.message, { cause: error });
    } finally {
      rmSync(place, { recursive: true });
    }
  });
}
