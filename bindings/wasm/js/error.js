// The errors of this package.

/** `limits.total_seconds` is `limits.totalSeconds`: fields are named as callers write them. */
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

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

/** The error that comes from the engine or the rules as data. */
export function errorOf({ code, message, at = {} }) {
  return new ReversiError(code, message, { at: at.field ? { ...at, field: camel(at.field) } : at });
}

/** Calls the rules or the engine, which throw errors as JSON. */
export function asking(call) {
  try {
    return call();
  } catch (thrown) {
    throw typeof thrown === "string" ? errorOf(JSON.parse(thrown)) : thrown;
  }
}

/** An argument of a type that has no meaning here. */
export function wrongType(field, expected, found) {
  return new ReversiError("wrong-type", `${field}: expected ${expected}, found ${describe(found)}`, {
    at: { field },
  });
}

/** What a value is, for the message of an error. */
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
