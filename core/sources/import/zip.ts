import { inflateRawSync, zstdDecompressSync } from 'node:zlib';

/** A file inside a ZIP. */
export interface ZipEntry {
  /** Unpacked size as the ZIP states it, in bytes. */
  readonly size: number;
  /** The bytes. @throws what `fault` makes when they are damaged or not what was stated */
  read(): Buffer;
}

interface Limits {
  /** Bytes that all entries together may become. */
  readonly most: number;
  /** Makes the error for a ZIP that cannot be read. */
  fault(message: string): Error;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
/** The end stands before a comment of at most so many bytes. */
const longestComment = 0xffff;
/** Stands where a number is too large for its place: ZIP64. */
const elsewhere = 0xffffffff;
const methods = { stored: 0, deflate: 8, zstandard: 93 } as const;

/**
 * The files of a ZIP by name, read from its directory (PKWARE APPNOTE 6.3): stored, deflated or Zstandard. Nothing is written, so names
 * lead nowhere. A name that comes twice, an encrypted file, ZIP64 and another method are refused.
 */
export function readZip(bytes: Buffer, limits: Limits): Map<string, ZipEntry> {
  const { fault, most } = limits;
  const end = endOf(bytes);
  if (end < 0) throw fault('The packed file breaks off: its directory is missing.');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (at === elsewhere || count === 0xffff)
    throw fault('The packed file is a ZIP64, which is not read here.');
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entryMark)
      throw fault('The directory of the packed file is damaged.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    ) as [number, number, number];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const [packed, size, offset] = [20, 24, 42].map((place) => bytes.readUInt32LE(at + place)) as [
      number,
      number,
      number,
    ];
    total += size;
    if (total > most) throw fault(`Unpacked it is more than ${Math.floor(most / 1024 / 1024)} MB.`);
    if (entries.has(name)) throw fault(`The packed file holds ${JSON.stringify(name.slice(0, 80))} twice.`);
    const flags = bytes.readUInt16LE(at + 8);
    if (flags & 1) throw fault('The packed file is encrypted.');
    const method = bytes.readUInt16LE(at + 10);
    entries.set(name, { size, read: () => unpacked(bytes, { method, packed, size, offset, name }, limits) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** Where the directory's end stands; -1 when there is none. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - longestComment);
  for (let at = bytes.length - endBytes; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at;
  }
  return -1;
}

interface Place {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly name: string;
}

function unpacked(bytes: Buffer, { method, packed, size, offset, name }: Place, { fault }: Limits): Buffer {
  const damaged = (cause: string) =>
    fault(`${JSON.stringify(name.slice(0, 80))} in the packed file ${cause}.`);
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localMark)
    throw damaged('is not where it should be');
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const part = bytes.subarray(start, start + packed);
  if (part.length < packed) throw damaged('breaks off');
  const content = contentOf(part, method, size, damaged);
  if (content.length !== size) throw damaged('has another size than is stated');
  return content;
}

function contentOf(part: Buffer, method: number, size: number, damaged: (cause: string) => Error): Buffer {
  const limit = { maxOutputLength: Math.max(1, size) };
  try {
    if (method === methods.stored) return part;
    if (method === methods.deflate) return inflateRawSync(part, limit);
    if (method === methods.zstandard) return zstdDecompressSync(part, limit);
  } catch {
    throw damaged('is damaged');
  }
  throw damaged(`is packed by method ${method}, which is not read here`);
}
