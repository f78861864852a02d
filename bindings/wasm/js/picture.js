// The options of a picture, given to the rules one after the other.

import { camel, outOfRange, ReversiError, wrongType } from "./error.js";
import { isPlain } from "./values.js";
import { Picture } from "./wasm/rules.js";

const OPTIONS = ["marks", "values", "last", "heat", "heatRange", "coordinates", "size", "theme", "title"];

const ofText = (value, field) => {
  if (typeof value !== "string") throw wrongType(field, "a text", value);
  return value;
};

/** The squares and their marks: squares of a list, or squares that an object names. */
function entries(value, field, expected, moveText) {
  if (Array.isArray(value)) return value.map((square) => [moveText(square, field), "dot"]);
  if (!isPlain(value)) throw wrongType(field, expected, value);
  return Object.entries(value);
}

/** A score in discs: without this check `undefined` and fractions would become another number. */
function discs(score) {
  if (typeof score !== "number") throw wrongType("values", "numbers, texts or scores", score);
  if (!Number.isInteger(score) || score < -64 || score > 64) throw outOfRange("values", "scores from -64 to 64", score);
  return score;
}

function label(picture, square, value) {
  if (typeof value === "string") picture.text(square, value);
  else if (typeof value === "number") picture.number(square, value);
  else if (isPlain(value) && typeof value.exact === "number") picture.bounds(square, discs(value.exact), discs(value.exact));
  else if (isPlain(value) && isPlain(value.bounds)) picture.bounds(square, discs(value.bounds.lower), discs(value.bounds.upper));
  else if (isPlain(value) && isPlain(value.estimate)) picture.estimate(square, discs(value.estimate.score));
  else throw wrongType("values", "numbers, texts or scores", value);
}

function values(picture, given) {
  if (isPlain(given) && Array.isArray(given.lines)) {
    for (const { pv, value } of given.lines) if (pv.length > 0) label(picture, pv[0], value);
    return;
  }
  const expected = "an object of squares and values, or an analysis";
  if (Array.isArray(given)) throw wrongType("values", expected, given);
  for (const [square, value] of entries(given, "values", expected)) label(picture, square, value);
}

/** 64 numbers, perhaps in eight rows, and the range behind them. */
function heat(picture, given, range) {
  const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
  if (given === undefined) throw new ReversiError("missing-field", "heatRange needs heat: it is the range of its numbers", {
    at: { field: "heatRange" },
  });
  const rows = isList(given) ? Array.from(given, (row) => (isList(row) ? Array.from(row) : row)) : [];
  const numbers = rows.every((row) => Array.isArray(row) && row.length === 8) ? rows.flat() : rows;
  if (numbers.length !== 64) throw wrongType("heat", "64 numbers, or 8 rows of 8", given);
  for (const number of numbers) if (typeof number !== "number") throw wrongType("heat", "numbers", number);
  if (range !== undefined) {
    if (!Array.isArray(range) || range.length !== 2 || !range.every((end) => typeof end === "number")) {
      throw wrongType("heatRange", "two numbers", range);
    }
    numbers.push(...range);
  }
  picture.heat(Float32Array.from(numbers));
}

function add(picture, options, moveText) {
  const { marks, last, coordinates, size, theme, title } = options;
  if (marks !== undefined) {
    for (const [square, mark] of entries(marks, "marks", "squares, or an object of squares and marks", moveText)) {
      picture.mark(square, ofText(mark, "marks"));
    }
  }
  if (options.values !== undefined) values(picture, options.values);
  if (last !== undefined) picture.last(last === null ? "ps" : moveText(last, "last"));
  if (options.heat !== undefined || options.heatRange !== undefined) heat(picture, options.heat, options.heatRange);
  if (coordinates !== undefined) {
    if (typeof coordinates !== "boolean") throw wrongType("coordinates", "true or false", coordinates);
    picture.coordinates(coordinates);
  }
  if (size !== undefined) {
    if (!Number.isInteger(size) || size < 16 || size > 4096) throw outOfRange("size", "16 to 4096", size);
    picture.size(size);
  }
  if (theme !== undefined) picture.theme(ofText(theme, "theme"));
  if (title !== undefined) picture.title(ofText(title, "title"));
}

/** The SVG of a record. Errors of the rules are JSON, and name options as JSON does. */
export function svgOf(record, options, moveText, checkNames) {
  checkNames(options, OPTIONS);
  const picture = new Picture(record);
  try {
    add(picture, options, moveText);
    return picture.svg();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    const { code, message, at } = JSON.parse(thrown);
    const field = camel(at?.field ?? "");
    throw new ReversiError(code, message.replace(at?.field ?? "", field), { at: { ...at, field } });
  } finally {
    picture.free();
  }
}
