/**
 * QR codes (ISO/IEC 18004:2015) of short texts: bytes, error correction M, versions 1 to 10. What stands in the standard's tables is
 * here for those alone.
 */

/** For versions 1 to 10 at level M: error correction bytes of a block, and the data bytes of each block. */
const blocksOf: readonly (readonly [correction: number, data: readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** Centers of the alignment patterns. */
const centersOf: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

// GF(2^8) with x^8 + x^4 + x^3 + x^2 + 1.
const powers: number[] = [];
for (let i = 0, x = 1; i < 255; i += 1) {
  powers.push(x);
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const logs = new Map(powers.map((x, i) => [x, i]));
const times = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : powers[(logs.get(a)! + logs.get(b)!) % 255]!;

/** Reed-Solomon: the remainder of a block by the generator of so many roots. */
function correctionOf(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, k) => value ^ (k > 0 ? times(generator[k - 1]!, powers[i]!) : 0));
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i += 1) {
    const factor = rest[i]!;
    for (let k = 0; k < generator.length; k += 1) rest[i + k]! ^= times(generator[k]!, factor);
  }
  return rest.slice(data.length);
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** The bytes of a text as they stand in the code: padded, in blocks, with their correction, interleaved. */
function codeBytes(text: Uint8Array, version: number): number[] {
  const [correction, sizes] = blocksOf[version - 1]!;
  const capacity = sum(sizes);
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  put(0b0100, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  put(0, Math.min(4, 8 * capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const data = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
  for (let i = 0; data.length < capacity; i += 1) data.push(i % 2 === 0 ? 0xec : 0x11);
  let from = 0;
  const blocks = sizes.map((size) => {
    from += size;
    return data.slice(from - size, from);
  });
  const corrections = blocks.map((block) => correctionOf(block, correction));
  const interleaved = (lists: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, i) =>
      lists.flatMap((list) => (i < list.length ? [list[i]!] : [])),
    ).flat();
  return [...interleaved(blocks), ...interleaved(corrections)];
}

const masks: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** A value with the remainder of a cyclic code behind it. */
function withRemainder(value: number, length: number, generator: number): number {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit -= 1) {
    if ((rest >> bit) & 1) rest ^= generator << (bit - length);
  }
  return (value << length) | rest;
}

type Modules = (boolean | undefined)[][];

/** Everything but the data: finders, timing, alignment, version and format. */
function patterns(version: number, mask: number): Modules {
  const size = 17 + 4 * version;
  const at: Modules = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const set = (y: number, x: number, isDark: boolean) => {
    if (y >= 0 && x >= 0 && y < size && x < size) at[y]![x] = isDark;
  };
  const square = (cy: number, cx: number, reach: number, isDark: (distance: number) => boolean) => {
    for (let y = -reach; y <= reach; y += 1)
      for (let x = -reach; x <= reach; x += 1)
        set(cy + y, cx + x, isDark(Math.max(Math.abs(y), Math.abs(x))));
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const centers = centersOf[version - 1]!;
  const last = centers.at(-1);
  for (const y of centers) {
    for (const x of centers) {
      const isAtFinder = (y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6);
      if (!isAtFinder) square(y, x, 2, (distance) => distance !== 1);
    }
  }
  for (const [y, x] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(y, x, 4, (d) => d !== 2 && d !== 4);
  // Level M is 00.
  const format = withRemainder(mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const isDark = ((format >> i) & 1) === 1;
    set(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, isDark);
    set(8, i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, isDark);
  }
  set(size - 8, 8, true);
  const versionBits = version < 7 ? 0 : withRemainder(version, 12, 0x1f25);
  for (let i = 0; version >= 7 && i < 18; i += 1) {
    const isDark = ((versionBits >> i) & 1) === 1;
    const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(near, far, isDark);
    set(far, near, isDark);
  }
  return at;
}

/** Puts bytes into what is free, in double columns from the right, up and down by turns. */
function filled(at: Modules, data: readonly number[], mask: number): boolean[][] {
  const size = at.length;
  let i = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (at[y]![x] !== undefined) continue;
        const bit = ((data[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
        at[y]![x] = (bit === 1) !== masks[mask]!(y, x);
        i += 1;
      }
    }
  }
  return at as boolean[][];
}

const finderLike = ['10111010000', '00001011101'];

/** How hard a code is to read: runs, squares, what looks like a finder, and the balance of dark and light. */
function penalty(at: readonly (readonly boolean[])[]): number {
  const size = at.length;
  const rows = at.map((row) => row.map(Number).join(''));
  const columns = at.map((_, x) => at.map((row) => Number(row[x])).join(''));
  const lines = [...rows, ...columns];
  const runs = sum(
    lines.flatMap((line) => [...line.matchAll(/0{5,}|1{5,}/g)].map(([run]) => run.length - 2)),
  );
  let squares = 0;
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const here = at[y]![x];
      if (here === at[y - 1]![x] && here === at[y]![x - 1] && here === at[y - 1]![x - 1]) squares += 3;
    }
  }
  const starts = Array.from({ length: size - 10 }, (_, i) => i);
  const finders = sum(
    lines.map((line) => 40 * starts.filter((i) => finderLike.includes(line.slice(i, i + 11))).length),
  );
  const dark = sum(at.map((row) => row.filter(Boolean).length)) / (size * size);
  return runs + squares + finders + 10 * Math.floor(Math.abs(20 * dark - 10));
}

/**
 * The modules of a text's code, dark ones true, without the margin of four that it needs around it.
 *
 * @throws RangeError for more than 213 bytes of UTF-8
 */
export function qrCode(text: string): boolean[][] {
  const utf8 = utf8Of(text);
  const version = blocksOf.findIndex(([, sizes], i) => utf8.length + (i < 9 ? 2 : 3) <= sum(sizes)) + 1;
  if (version === 0) throw new RangeError(`${utf8.length} bytes are too many for a code`);
  const data = codeBytes(utf8, version);
  const codes = masks.map((_, mask) => filled(patterns(version, mask), data, mask));
  const penalties = codes.map(penalty);
  return codes[penalties.indexOf(Math.min(...penalties))]!;
}

/** The bytes of a text, without the API of a browser or of Node. */
const utf8Of = (text: string): Uint8Array =>
  Uint8Array.from(encodeURIComponent(text).match(/%[0-9A-F]{2}|[^%]/g) ?? [], (part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  );
