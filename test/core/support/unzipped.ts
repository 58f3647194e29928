import { inflateRawSync } from 'node:zlib';

/** The texts of the entries of a ZIP archive by its central list, as a reader finds them. */
export function unzipped(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const found = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < zip.readUInt16LE(end + 10); i += 1) {
    const length = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + length).toString();
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    found.set(name, inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20))).toString());
    at += 46 + length;
  }
  return found;
}
