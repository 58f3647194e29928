import { type Rng, uniformInt } from '../../../stats/index.ts';

/** One way in which a file goes bad. */
interface Damage {
  readonly name: string;
  do(bytes: Buffer, rng: Rng): Buffer;
}

const placeIn = (bytes: Buffer, rng: Rng, room = 0) =>
  uniformInt(rng, 0, Math.max(0, bytes.length - 1 - room));

function flipped(bytes: Buffer, rng: Rng, times: number, place: () => number): Buffer {
  const bad = Buffer.from(bytes);
  for (let n = 0; n < times; n++) bad[place()]! ^= 1 << uniformInt(rng, 0, 7);
  return bad;
}

const pageBytes = 4096;
const headerBytes = 100;

export const damages: readonly Damage[] = [
  { name: 'one bit flipped', do: (bytes, rng) => flipped(bytes, rng, 1, () => placeIn(bytes, rng)) },
  { name: 'ten bits flipped', do: (bytes, rng) => flipped(bytes, rng, 10, () => placeIn(bytes, rng)) },
  {
    name: 'a bit of the header flipped',
    do: (bytes, rng) => flipped(bytes, rng, 1, () => uniformInt(rng, 0, headerBytes - 1)),
  },
  {
    name: 'a bit of the schema flipped',
    do: (bytes, rng) => flipped(bytes, rng, 1, () => uniformInt(rng, headerBytes, 4 * pageBytes - 1)),
  },
  { name: 'cut short', do: (bytes, rng) => bytes.subarray(0, placeIn(bytes, rng)) },
  {
    name: 'the last pages lost',
    do: (bytes, rng) => bytes.subarray(0, bytes.length - pageBytes * uniformInt(rng, 1, 5)),
  },
  {
    name: 'a run of zeros',
    do(bytes, rng) {
      const bad = Buffer.from(bytes);
      const from = placeIn(bytes, rng, 512);
      return bad.fill(0, from, from + uniformInt(rng, 16, 512));
    },
  },
  {
    name: 'a page of another place',
    do(bytes, rng) {
      const bad = Buffer.from(bytes);
      const pages = Math.floor(bytes.length / pageBytes);
      const from = pageBytes * uniformInt(rng, 1, pages - 1);
      bytes.copy(bad, pageBytes * uniformInt(rng, 1, pages - 1), from, from + pageBytes);
      return bad;
    },
  },
  {
    name: 'other bytes behind it',
    do: (bytes, rng) =>
      Buffer.concat([bytes, Buffer.alloc(uniformInt(rng, 1, 9000), uniformInt(rng, 0, 255))]),
  },
];
