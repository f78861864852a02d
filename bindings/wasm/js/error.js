// The errors of this package.

/** `limits.total_seconds` is `limits.totalSeconds`: options are named as callers write them. */
export const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * Counts the characters of a text, as JavaScript does, before a number of bytes of UTF-8. It goes on from the
 * last place, so that many places of one text take one pass.
 */
export function charactersOf(text) {
  let [character, byte] = [0, 0];
  return (wanted) => {
    while (byte > wanted && character > 0) {
      const code = text.charCodeAt(character - 1);
      const isPair = code >> 10 === 0x37 && text.charCodeAt(character - 2) >> 10 === 0x36;
      byte -= isPair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
      character -= isPair ? 2 : 1;
    }
    while (character < text.length) {
      const code = text.codePointAt(character);
      const next = byte + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
      if (next > wanted) break;
      byte = next;
      character += code < 0x10000 ? 1 : 2;
    }
    return character;
  };
}

/** The place of bytes as one of characters. */
export function inCharacters(characters, { offset, column, ...at }) {
  if (offset === undefined) return { ...at, ...(column !== undefined && { column }) };
  if (column === undefined) return { ...at, offset: characters(offset) };
  // A line can have many records: it is gone back to once.
  const line = offset + 1 - column;
  if (characters.line !== line) [characters.line, characters.start] = [line, characters(line)];
  const place = characters(offset);
  return { ...at, column: place - characters.start + 1, offset: place };
}

/** The notes of a game, with places in characters. */
export function countNotes(characters, { notes = [] }) {
  for (const note of notes) note.offset = characters(note.offset);
}

export class ReversiError extends Error {
  constructor(code, message, { at = {}, partial, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ReversiError";
    this.code = code;
    this.at = at;
    if (partial !== undefined) this.partial = partial;
  }
}

export class AbortedError extends DOMException {
  constructor(reason, partial) {
    super(reason instanceof Error && reason.message ? reason.message : "the call was aborted", "AbortError");
    Object.defineProperty(this, "cause", { value: reason, configurable: true });
    if (partial !== undefined) this.partial = partial;
  }
}

/**
 * The error that comes from the engine or the rules as data, whose offset counts bytes.
 * @param characters counts those of the text that has the error; without it the offset stays one of bytes
 */
export function errorOf({ code, message, at = {} }, characters = (bytes) => bytes) {
  const place = at.offset === undefined ? at : { ...at, offset: characters(at.offset) };
  return new ReversiError(code, message, { at: place });
}

/**
 * The error of a question, as data.
 * @param json the question as the engine has read it: one line of JSON
 * @param isOption whether its fields were options
 */
export function errorOfQuestion({ at = {}, ...error }, json, isOption) {
  const { field, column } = at;
  const place = { ...at };
  if (isOption && field) {
    place.field = camel(field);
    if (error.message.startsWith(field)) error.message = place.field + error.message.slice(field.length);
  }
  if (column > 0) place.column = charactersOf(json)(column - 1) + 1;
  // A text that is not JSON has no place in a field.
  const text = at.offset === undefined ? undefined : JSON.parse(json)[field];
  return errorOf({ ...error, at: place }, typeof text === "string" ? charactersOf(text) : undefined);
}

/** Makes many errors that are not thrown. Their stacks would say nothing, and V8 takes longest for these. */
export function withoutStacks(make) {
  const { writable, value } = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit") ?? {};
  if (!writable) return make();
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = value;
  }
}

/**
 * Calls the rules, which throw errors as JSON.
 * @param texts the text of the call, or its texts by the field that the error names
 */
export function asking(call, texts) {
  try {
    return call();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    const error = JSON.parse(thrown);
    const text = typeof texts === "string" ? texts : texts?.[error.at?.field];
    throw errorOf(error, text === undefined ? undefined : charactersOf(text));
  }
}

/** A number out of its range. */
export function outOfRange(field, expected, found) {
  return new ReversiError("out-of-range", `${field} must be ${expected}, not ${found}`, { at: { field } });
}

/** An argument of a wrong type. */
export function wrongType(field, expected, found) {
  return new ReversiError("wrong-type", `${field} must be ${expected}, not ${describe(found)}`, {
    at: { field },
  });
}

/** Describes a value for the message of an error. */
function describe(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "bigint":
      return `${value}n`.slice(0, 40);
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}
