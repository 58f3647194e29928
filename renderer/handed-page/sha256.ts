const fractionBits = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;

const primes: number[] = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);

/** FIPS 180-4, 4.2.2 and 5.3.3: the fractions of the cube roots and of the square roots of the first primes. */
const roundConstants = primes.map((prime) => fractionBits(Math.cbrt(prime)));
const initialHash = primes.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));

const rotated = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/**
 * The SHA-256 of a text in UTF-8, in hexadecimal (FIPS 180-4). Browsers have one of their own, but not for every page
 * that is opened from a file, and not at once.
 */
export function sha256(text: string): string {
  const view = inBlocks(new TextEncoder().encode(text));
  const hash = [...initialHash];
  const words = new Int32Array(64);
  for (let at = 0; at < view.byteLength; at += 64) {
    schedule(words, view, at);
    const mixed = compressed(hash, words);
    for (let i = 0; i < 8; i += 1) hash[i] = (hash[i]! + mixed[i]!) | 0;
  }
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The text, a one, zeros, and its length in bits, in blocks of 64 bytes. */
function inBlocks(bytes: Uint8Array): DataView {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function schedule(words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [words[i - 15]!, words[i - 2]!];
    const s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
    const s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0;
  }
}

type Eight = [number, number, number, number, number, number, number, number];

function compressed(hash: readonly number[], words: Int32Array): Eight {
  let [a, b, c, d, e, f, g, h] = hash as Eight;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i]! + words[i]!) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  return [a, b, c, d, e, f, g, h];
}
