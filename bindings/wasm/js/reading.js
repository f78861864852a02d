// Texts and files of any number of games and positions, in any notation.

import { filesOf, isPacked } from "./archive.js";
import { charactersOf, countNotes, errorOf, inCharacters, ReversiError, withoutStacks, wrongType } from "./error.js";
import { bytesOf, checkNames, text } from "./rules.js";
import { isPlain } from "./values.js";
import { Records, readWthorNames } from "./wasm/rules.js";

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

/** The records of a text or file, one after the other. */
export function readEach(source, options = {}) {
  if (!isPlain(options)) throw wrongType("options", "an object", options);
  checkNames(options, ["strict", "openSide", "file", "players", "tournaments"]);
  const file = options.file === undefined ? "" : text(options.file, "file", "the name of the file");
  const isText = typeof source === "string";
  const content = isText ? new TextEncoder().encode(source) : bytesOf(source);
  const reader = new Records(
    content,
    flag(options, "strict"),
    flag(options, "openSide"),
    file,
    names(options, "players"),
    names(options, "tournaments"),
  );
  return items(reader, file, content, isText ? charactersOf(source) : undefined);
}

/** The first bytes of the books of this engine, of Edax in either byte order, and of Egaroucid. The rules have none. */
const BOOKS = ["RVPACKED", "XADEKOOB", "EDAXBOOK", "DICUORAGE"];
const BOOK = "this is an opening book: it must be the option book of an engine";

function* items(reader, file, content, characters) {
  try {
    const first = String.fromCharCode(...content.subarray(0, 9));
    const isBook = BOOKS.some((magic) => first.startsWith(magic));
    if (!characters && isPacked(content)) {
      const at = file ? { file } : {};
      yield { error: new ReversiError("unsupported-archive", "a compressed file must be read by readFile", { at }) };
      return;
    }
    for (let json; (json = reader.next()) !== undefined;) {
      const { error, ...record } = JSON.parse(json);
      if (isBook && error?.code === "not-a-game-file") error.message = BOOK;
      if (characters && error) error.at = inCharacters(characters, error.at);
      else if (characters) {
        record.place = inCharacters(characters, record.place);
        countNotes(characters, record.game);
      }
      if (error && file) error.at = { file, ...error.at };
      yield error ? { error: withoutStacks(() => errorOf(error)) } : record;
    }
  } finally {
    reader.free();
  }
}

export const readAll = (source, options) => [...readEach(source, options)];

/** The one record of a file. */
export function readOne(bytes, options) {
  const [first, second] = readEach(bytes, options);
  if (!first) throw new ReversiError("nothing-to-read", "no game and no position found");
  if (first.error) throw first.error;
  if (!second) return first.game;
  const at = second.place ?? second.error.at;
  throw new ReversiError("several-records", "more than one game or position, where one is expected", { at });
}

/** The records of a file, which may be compressed. */
export async function* readFile(source, options = {}) {
  const isFile = typeof source?.arrayBuffer === "function";
  const bytes = bytesOf(isFile ? await source.arrayBuffer() : source);
  if (!isPacked(bytes)) return yield* readEach(bytes, options);
  readAll("", options); // checks the options
  const found = {};
  const namesOf = (bytes, end) => JSON.parse(readWthorNames(bytes, end === "trn"));
  for await (const { file, bytes: content, error } of filesOf(bytes, options.file ?? "", found, namesOf)) {
    if (error) {
      yield { error: errorOf(error) };
      continue;
    }
    const of = file === undefined ? {} : { file };
    const { players = found.jou, tournaments = found.trn } = options;
    for (const item of readEach(content, { ...options, ...of, players, tournaments })) {
      yield item.game ? { ...item, ...of } : item;
    }
  }
}
