/** Steps of the table in each octave, a power of 2, and octaves below 1 that it covers. */
const STEP_BITS = 6;
const STEPS = 2 ** STEP_BITS;
const OCTAVES = 30;

/** Of a double, the upper word without the bits of the mantissa that are below a step; that of the first number covered. */
const SHIFT = 20 - STEP_BITS;
const FIRST = (1023 - OCTAVES) << STEP_BITS;
const LEAST = 2 ** -OCTAVES;

/** For the middle c of every step: 1/c and -2 ln c, side by side, few enough for the nearest cache. */
const table = new Float64Array(2 * STEPS * OCTAVES);
for (let step = 0; step < STEPS * OCTAVES; step++) {
  const middle = (1 + ((step % STEPS) + 0.5) / STEPS) * 2 ** (Math.floor(step / STEPS) - OCTAVES);
  table[2 * step] = 1 / middle;
  table[2 * step + 1] = -2 * Math.log(middle);
}

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);
number[0] = 1;
/** Which of the two words is the upper one on this machine. */
const upper = words[1] === 0 ? 0 : 1;

/**
 * -2 ln(x), to 1e-14 absolute and in half the time: -2 ln c from a table (Tang, 1990), and the series of ln(1 + r) to r^6 with
 * r = x/c - 1, |r| < 1/128.
 *
 * @param x in (0, 1)
 */
export function minusTwiceLog(x: number): number {
  if (x < LEAST) return -2 * Math.log(x);
  number[0] = x;
  const place = 2 * ((words[upper]! >>> SHIFT) - FIRST);
  const r = x * table[place]! - 1;
  const square = r * r;
  return table[place + 1]! - r * (2 - r + square * (2 / 3 - 0.5 * r + square * (0.4 - r / 3)));
}
