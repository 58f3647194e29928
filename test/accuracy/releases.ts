/** Series of two releases, for the scripts that measure whether a planned number of labels decides one. */
import { createRng, uniformOpen } from '../../stats/index.ts';

/** Two releases, and the drop that one of them may not have. */
export interface Kind {
  name: string;
  isRating: boolean;
  items: number;
  /** Share of replies that are not equal. */
  differing: number;
  drop: number;
  /** Values of the earlier and the later release on the unit scale, before any drop. */
  pair: (random: () => number) => [number, number];
}

const coin = (p: number) => (random: () => number) => (random() < p ? 1 : 0);
const level = (value: number) => Math.round(4 * Math.min(1, Math.max(0, value))) / 4;

export const kinds: readonly Kind[] = [
  {
    ...{
      name: 'yes or no, .8 right, unlike in a third',
      isRating: false,
      items: 2000,
      differing: 0.6,
      drop: 0.1,
    },
    pair: (random) => {
      const y = coin(0.8)(random);
      return random() < 0.65 ? [y, y] : [coin(0.8)(random), coin(0.8)(random)];
    },
  },
  {
    ...{ name: 'yes or no, .6 right, independent', isRating: false, items: 2000, differing: 0.8, drop: 0.1 },
    pair: (random) => [coin(0.6)(random), coin(0.6)(random)],
  },
  {
    ...{ name: 'yes or no, .9 right, 400 items', isRating: false, items: 400, differing: 0.5, drop: 0.05 },
    pair: (random) => [coin(0.9)(random), coin(0.9)(random)],
  },
  {
    ...{ name: 'ratings 1 to 5, alike', isRating: true, items: 1000, differing: 0.7, drop: 0.05 },
    pair: (random) => {
      const base = 0.45 + 0.5 * random();
      return [level(base + 0.4 * (random() - 0.5)), level(base + 0.4 * (random() - 0.5))];
    },
  },
  {
    ...{ name: 'ratings 1 to 5, mostly the best', isRating: true, items: 1000, differing: 1, drop: 0.05 },
    pair: (random) => [level(1.2 - 0.8 * random()), level(1.2 - 0.8 * random())],
  },
];

/** Values of the replies that differ, worse by `drop` over all items: some later values are lowered until the mean is there. */
export function pairsOf({ items, differing, pair }: Kind, drop: number, seed: number): [number, number][] {
  const stream = createRng(seed);
  const random = () => uniformOpen(stream);
  const count = Math.round(items * differing);
  const pairs = Array.from({ length: count }, () => pair(random));
  const sum = () => pairs.reduce((total, [then, now]) => total + now - then, 0);
  let missing = sum() + drop * items;
  // Each by a step, up or down, item after item in random order.
  for (const at of [...pairs.keys()].toSorted(() => random() - 0.5)) {
    const one = pairs[at]!;
    const step = pairs.some(([a]) => a !== 0 && a !== 1) ? 0.25 : 1;
    if (Math.abs(missing) < step / 2) break;
    if (missing > 0 && one[1] >= step) {
      one[1] -= step;
      missing -= step;
    } else if (missing < 0 && one[1] <= 1 - step) {
      one[1] += step;
      missing += step;
    }
  }
  return pairs;
}
