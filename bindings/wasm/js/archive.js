// Compressed files, unpacked by the platform: gzip, and the files of a ZIP archive. As crates/reversi-notation does.

/** The maximum of what is unpacked, or looked through to unpack it, of one compressed file. */
const MOST = 16 * 2 ** 20;

const begins = (bytes, from, ...sign) => sign.every((byte, i) => bytes[from + i] === byte);
const P = 0x50;
const K = 0x4b;

/** Returns whether bytes begin as a file of gzip or ZIP does. */
export const isPacked = (bytes) =>
  begins(bytes, 0, 0x1f, 0x8b) || begins(bytes, 0, P, K, 3, 4) || begins(bytes, 0, P, K, 5, 6);

/** The problem of a compressed file at a byte. */
class Trouble extends Error {
  constructor(code, message, offset) {
    super(message);
    this.problem = (file) => ({ code, message: `byte ${offset}: ${message}`, at: { ...(file && { file }), offset } });
    this.isLast = code === "archive-too-large";
  }
}

const damaged = (offset) => new Trouble("bad-archive", "the compressed data is cut short or damaged", offset);
const noDirectory = (offset) => new Trouble("bad-archive", "the directory of the archive is missing or damaged", offset);
const unsupported = (message, offset) => new Trouble("unsupported-archive", message, offset);
const tooLarge = (offset) =>
  new Trouble("archive-too-large", `unpacked it must have at most ${MOST} bytes in all`, offset);

/** Unpacks bytes within what is left of the bound. `format` is missing where they are stored as they are. */
async function unpacked(packed, format, from, room) {
  const most = room.left;
  const count = (size) => {
    room.left = Math.min(room.left, most - size);
    if (room.left < 0) throw tooLarge(from);
  };
  count(packed.length); // what is looked through: many files can have the same bytes
  const parts = format ? [] : [packed];
  let size = format ? 0 : packed.length;
  if (format) {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader();
    try {
      for (let read; !(read = await reader.read()).done;) {
        parts.push(read.value);
        count((size += read.value.length));
      }
    } catch (error) {
      reader.cancel().catch(() => {});
      throw error instanceof Trouble ? error : damaged(from);
    }
  }
  const bytes = new Uint8Array(size);
  parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  if (isPacked(bytes)) throw unsupported("a compressed file in a compressed file is not read", from);
  return bytes;
}

function crcOf(bytes) {
  crcOf.table ??= Uint32Array.from({ length: 256 }, (_, crc) => {
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
    return crc;
  });
  return ~bytes.reduce((crc, byte) => crcOf.table[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;
}

const [utf8, latin1] = [new TextDecoder("utf-8", { fatal: true }), new TextDecoder("latin1")];

/** A name is UTF-8, or in an older encoding of the West. */
function nameOf(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

/** The files in the directory of an archive, in its order, or the error of the directory. */
function* entries(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [two, four] = [(at) => view.getUint16(at, true), (at) => view.getUint32(at, true)];
  const eight = (at) => Number(view.getBigUint64(at, true));
  const LONGER = 0xffffffff;
  let at = bytes.length;
  try {
    let end = bytes.length - 4;
    while (!begins(bytes, end, P, K, 5, 6)) if (--end < bytes.length - 22 - 0xffff) throw noDirectory(at);
    let next = four(end + 16);
    if (next === LONGER) {
      const longer = eight(end - 12);
      if (!begins(bytes, longer, P, K, 6, 6)) throw noDirectory(at);
      next = eight(longer + 48);
    }
    if (next > end) throw noDirectory(at);
    at = next;
    while (at < end && !begins(bytes, at, P, K, 6, 6)) {
      if (!begins(bytes, at, P, K, 1, 2)) throw noDirectory(at);
      const [more, comment] = [at + 46 + two(at + 28), at + 46 + two(at + 28) + two(at + 30)];
      let [size, header] = [four(at + 20), four(at + 42)];
      for (let field = more; field + 4 <= comment; field += 4 + two(field + 2)) {
        if (two(field) !== 1) continue;
        let value = field + (four(at + 24) === LONGER ? 12 : 4);
        if (size === LONGER) [size, value] = [eight(value), value + 8];
        if (header === LONGER) header = eight(value);
      }
      next = comment + two(at + 32);
      if (next > end) throw noDirectory(at);
      const isThere = begins(bytes, header, P, K, 3, 4) && header + 30 <= bytes.length;
      const from = isThere ? header + 30 + two(header + 26) + two(header + 28) : Infinity;
      const packed = from + size <= bytes.length ? bytes.subarray(from, from + size) : undefined;
      yield {
        name: nameOf(bytes.subarray(at + 46, more)).replaceAll("\\", "/"),
        isEncrypted: (two(at + 8) & 1) === 1,
        method: two(at + 10),
        crc: four(at + 16),
        from: packed ? from : at,
        packed,
      };
      at = next;
    }
  } catch (error) {
    yield { error: error instanceof Trouble ? error : noDirectory(at) };
  }
}

async function contentOf({ isEncrypted, method, crc, from, packed }, room) {
  if (!packed) throw damaged(from);
  if (isEncrypted) throw unsupported("an encrypted file cannot be read", from);
  if (method !== 0 && method !== 8) {
    throw unsupported(`the compression must be method 0 or 8 (deflate), not ${method}`, from);
  }
  const bytes = await unpacked(packed, method === 8 ? "deflate-raw" : undefined, from, room);
  if (crcOf(bytes) !== crc) throw damaged(from);
  return bytes;
}

/**
 * The files in a compressed file: `file` is the name behind that of the archive, `bytes` the content, `error` the
 * problem of one that cannot be unpacked. `names` gets what `namesOf` reads in the files of WTHOR's names, by their
 * ends, `jou` and `trn`.
 */
export async function* filesOf(bytes, archive, names, namesOf) {
  const room = { left: MOST };
  if (!begins(bytes, 0, P, K)) {
    try {
      yield { bytes: await unpacked(bytes, "gzip", 0, room) };
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      yield { error: error.problem(archive) };
    }
    return;
  }
  const endOf = ({ name = "" }) => /\.(jou|trn)$/i.exec(name)?.[1].toLowerCase();
  // A folder, or a file that a system has beside another.
  const isHidden = ({ name = "" }) => /(^|\/)(\.[^/]*)?$/.test(name);
  const looked = { ...room }; // a file without names takes nothing from the files that are read
  for (const entry of entries(bytes)) {
    const [end, before] = [endOf(entry), looked.left];
    if (!end || isHidden(entry)) continue;
    try {
      names[end] = namesOf(await contentOf(entry, looked), end);
      room.left -= before - looked.left;
    } catch {
      // It is read as a file of games.
    }
  }
  for (const entry of entries(bytes)) {
    if (!entry.error && (names[endOf(entry)] || isHidden(entry))) continue;
    const file = [archive, entry.name].filter(Boolean).join("/");
    try {
      if (entry.error) throw entry.error;
      yield { file, bytes: await contentOf(entry, room) };
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      yield { file, error: error.problem(file) };
      if (error.isLast) return;
    }
  }
}
