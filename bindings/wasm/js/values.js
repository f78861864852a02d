// The kinds of values of JavaScript.

/** Returns whether a value is an object with fields: not a list, a date or a map. */
export const isPlain = (value) => Object.prototype.toString.call(value) === "[object Object]";

/** The bytes of a buffer; `undefined` for other values. A buffer whose memory was transferred has no bytes. */
export function asBytes(value) {
  if (!(value instanceof Uint8Array || value instanceof ArrayBuffer)) return undefined;
  if (value.byteLength === 0) return new Uint8Array(0);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}

/** Bytes as a text. `btoa` takes characters up to 255, and a call some ten thousand arguments. */
export function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** The bytes of such a text. */
export const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
