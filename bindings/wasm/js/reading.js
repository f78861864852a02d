// Texts and files of any number of games and positions, in any notation.

import { errorOf, withoutStacks, wrongType } from "./error.js";
import { bytesOf, checkNames, text } from "./rules.js";
import { isPlain } from "./values.js";
import { Records } from "./wasm/rules.js";

/** An option that is set or not. */
export function flag(options, name) {
  const { [name]: value = false } = options;
  if (typeof value !== "boolean") throw wrongType(name, "true or false", value);
  return value;
}

/** Names by their numbers. */
function names(options, field) {
  const { [field]: given = [] } = options;
  if (!Array.isArray(given)) throw wrongType(field, "a list of names", given);
  return Array.from(given, (name, i) => text(name, `${field}[${i}]`, "a name"));
}

export function readAll(source, options = {}) {
  if (!isPlain(options)) throw wrongType("options", "an object", options);
  checkNames(options, ["strict", "openSide", "file", "players", "tournaments"]);
  const file = options.file === undefined ? "" : text(options.file, "file", "the name of the file");
  const found = [];
  const take = (json) => {
    const { error, ...record } = JSON.parse(json);
    if (error && file) error.at = { file, ...error.at };
    found.push(error ? { error: errorOf(error) } : record);
  };
  const isText = typeof source === "string";
  const content = isText ? source : bytesOf(source);
  const reader = new Records(
    flag(options, "strict"),
    flag(options, "openSide"),
    file,
    names(options, "players"),
    names(options, "tournaments"),
  );
  try {
    withoutStacks(() => (isText ? reader.ofText(content, take) : reader.ofBytes(content, take)));
  } finally {
    reader.free();
  }
  return found;
}
