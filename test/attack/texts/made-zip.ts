import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a ZIP as it is made: its text, or bytes that are packed already with the size that they are said to have. */
export type MadePart = { readonly name: string; readonly sizeSaid?: number; readonly crcSaid?: number } & (
  | { readonly content: Buffer | string }
  | { readonly deflated: Buffer; readonly sizeSaid: number }
);

/** Bytes of a deflated stream in which a piece stands many times, made without holding all of it. */
export function deflatedTimes(piece: Buffer, times: number): { deflated: Buffer; sizeSaid: number } {
  // Blocks that end at whole bytes can stand one behind the other; the last one of all closes the stream.
  const block = deflateRawSync(piece, { finishFlush: 2 });
  const end = deflateRawSync(Buffer.alloc(0));
  return {
    deflated: Buffer.concat([...Array.from({ length: times }, () => block), end]),
    sizeSaid: piece.length * times,
  };
}

/** A ZIP of these parts; `names` are further names of the first part, which lie over it. */
export function madeZip(parts: readonly MadePart[], names: readonly string[] = []): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let first: Buffer | undefined;
  for (const part of parts) {
    const packed = 'deflated' in part ? part.deflated : deflateRawSync(part.content);
    const size = part.sizeSaid ?? ('content' in part ? Buffer.byteLength(part.content) : 0);
    const crc = part.crcSaid ?? ('content' in part ? crc32(part.content) : 0);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc, 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(size, 18);
    about.writeUInt16LE(Buffer.byteLength(part.name), 22);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(part.name), packed);
    directory.push(entryOf(part.name, about, offset));
    first ??= about;
    offset += 30 + Buffer.byteLength(part.name) + packed.length;
  }
  for (const name of names) directory.push(entryOf(name, first!, 0));
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

function entryOf(name: string, about: Buffer, offset: number): Buffer {
  const own = Buffer.from(about);
  own.writeUInt16LE(Buffer.byteLength(name), 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), own, place, Buffer.from(name)]);
}
