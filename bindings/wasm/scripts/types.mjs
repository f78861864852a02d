// The TypeScript types of questions and answers, from their JSON Schema. js/data.d.ts is what it prints:
//
//   node scripts/types.mjs > js/data.d.ts
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../../../crates/reversi-search/src/data/schema.json", import.meta.url);

/** `Error` is JavaScript's, and index.d.ts has a `Clock` and a `Played` with fields in the case of JavaScript. */
const NAMES = { error: "Problem", clock: "QuestionClock", played: "AnswerPlayed" };
/** `legal_moves` is `LegalMoves`. */
const nameOf = (key) => NAMES[key] ?? pascal(key);
const pascal = (key) => key.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());

/** A comment of JSDoc, with its lines no longer than those of the code. */
function comment(text, indent) {
  if (!text) return "";
  const width = 110 - indent.length;
  if (text.length + 7 <= width) return `${indent}/** ${text} */\n`;
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + 1 + word.length + 3 > width) lines.push("");
    lines[lines.length - 1] += (lines.at(-1) && " ") + word;
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

const literals = (values) => values.map((value) => JSON.stringify(value)).join(" | ");
const inBrackets = (type) => (type.includes(" | ") ? `Array<${type}>` : `${type}[]`);

/** The type that a schema describes. */
function typeOf(schema, indent = "") {
  if (schema.$ref) return nameOf(schema.$ref.split("/").at(-1));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return literals(schema.enum);
  switch (schema.type) {
    case "string":
      return "string";
    case "null":
      return "null";
    case "integer":
    case "number":
      return "number";
    case "array": {
      const item = typeOf(schema.items, indent);
      const pair = schema.maxItems !== undefined && schema.minItems === schema.maxItems;
      return pair ? `[${Array(schema.maxItems).fill(item).join(", ")}]` : inBrackets(item);
    }
    case "object":
      return objectOf(schema, indent);
  }
  const choices = schema.oneOf ?? schema.anyOf;
  if (!choices) throw new Error(`no type for ${JSON.stringify(schema)}`);
  const exclusive = choices.every((choice) => choice.type === "object");
  const names = exclusive ? choices.flatMap((choice) => Object.keys(choice.properties)) : [];
  return choices
    .map((choice) => {
      const others = names.filter((name) => !(name in choice.properties));
      return typeOf(exclusive ? { ...choice, absent: others } : choice, indent);
    })
    .join(" | ");
}

/** An object without the fields that `absent` names: they can be asked for, and are not there. */
function objectOf({ properties, required = [], absent = [] }, indent) {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).filter(([name, field]) => field !== false && !absent.includes(name));
  const lines = fields.map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${comment(field.description, inner)}${inner}${name}${mark}: ${typeOf(field, inner)};\n`;
  });
  lines.push(...absent.map((name) => `${inner}${name}?: undefined;\n`));
  return `{\n${lines.join("")}${indent}}`;
}

/** The kinds of an object, of which each has fields of its own: those with `false` are not there. */
function kindsOf(schema) {
  const { properties, required = [], oneOf } = schema;
  const ofKinds = new Set(oneOf.flatMap((kind) => kind.required ?? []).filter((name) => properties[name]));
  return oneOf.map((kind) => {
    const own = { ...properties };
    const absent = new Set();
    for (const [name, field] of Object.entries(kind.properties ?? {})) {
      if (field === false) absent.add(name);
      else own[name] = { description: properties[name].description, ...field };
    }
    if (!kind.properties) for (const name of ofKinds) if (!kind.required.includes(name)) absent.add(name);
    return objectOf({ properties: own, required: [...required, ...(kind.required ?? [])], absent: [...absent] }, "    ");
  });
}

function declaration(key, schema) {
  const name = nameOf(key);
  const head = comment(schema.description, "");
  if (schema.type === "object" && schema.oneOf) {
    return `${head}export type ${name} =\n${kindsOf(schema).map((kind) => `  | ${kind}`).join("\n")};\n`;
  }
  if (schema.type === "object") return `${head}export interface ${name} ${objectOf(schema, "")}\n`;
  return `${head}export type ${name} = ${typeOf(schema)};\n`;
}

/** The text of data.d.ts. */
export function types() {
  const schema = JSON.parse(readFileSync(source, "utf8"));
  const title = `// ${schema.title}.\n// ${schema.description}\n//\n// Written by scripts/types.mjs from the JSON Schema.\n`;
  const parts = Object.entries(schema.$defs).map(([key, definition]) => declaration(key, definition));
  return [title, ...parts].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(types());
