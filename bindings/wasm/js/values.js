// What a value of JavaScript is.

/** Whether it is an object with fields: no list, no date, no map. */
export const isPlain = (value) => Object.prototype.toString.call(value) === "[object Object]";

/** The bytes of a buffer; `undefined` if it is none. Where its memory has gone elsewhere there are none. */
export function asBytes(value) {
  if (!(value instanceof Uint8Array || value instanceof ArrayBuffer)) return undefined;
  if (value.byteLength === 0) return new Uint8Array(0);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}
