// The types are those of the program: questions and answers, and the functions that there are.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { types } from "../scripts/types.mjs";
import * as all from "./package.mjs";

const declarations = all.textOf("bindings/wasm/js/index.d.ts");

/** The members that a class has in index.d.ts. */
function declared(name) {
  const [, body] = declarations.match(new RegExp(`export class ${name} .*?{\n(.*?)\n}`, "s"));
  const members = body.matchAll(/^ {2}(?:static |readonly )?([a-z]\w*)[(?:]/gim);
  return [...members].map(([, member]) => member).filter((member) => member !== "constructor");
}

test("the types of questions and answers are those of the JSON Schema", () => {
  assert.equal(all.textOf("bindings/wasm/js/data.d.ts"), types(), "node scripts/types.mjs > js/data.d.ts");
});

test("no type is any", () => {
  for (const name of ["index", "data"]) {
    assert.doesNotMatch(all.textOf(`bindings/wasm/js/${name}.d.ts`), /:\s*any\b|<any\b|\bany\[\]/);
  }
});

test("what is declared is there, and nothing else", async () => {
  const engine = await all.Engine.create({ hashMiB: 0 });
  engine.close();
  for (const [name, object, type] of [["Engine", engine, all.Engine], ["Rules", engine.rules, all.Rules]]) {
    const own = [...Object.getOwnPropertyNames(type.prototype), ...Object.keys(object)];
    const of_type = ["create", "load"].filter((member) => type[member]);
    assert.deepEqual([...own, ...of_type].filter((member) => member !== "constructor").sort(), declared(name).sort());
  }
  const names = [...declarations.matchAll(/^export (?:class|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(await import(new URL("index.js", all.folder))).sort(), names.sort());
});

const tsc = new URL("../node_modules/typescript/bin/tsc", import.meta.url);

test("a program in TypeScript compiles", { skip: !existsSync(tsc) && "npm ci brings TypeScript" }, () => {
  const program = fileURLToPath(new URL("program.ts", import.meta.url));
  const options = "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,esnext.disposable";
  execFileSync(process.execPath, [fileURLToPath(tsc), ...options.split(" "), program], { encoding: "utf8", stdio: "pipe" });
});
