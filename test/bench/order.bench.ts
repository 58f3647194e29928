import { exponentialKeyOrder, temperedProbabilities } from '../../stats/index.ts';
import { UniformStream } from '../../stats/kernel/fill-uniforms.ts';
import { type BenchResult, median } from './support.ts';

const ITEMS = 10_000_000;
const ROUNDS = 5;

/**
 * The first draws of ten million items, beside what it cannot do without: reading the column of probabilities once,
 * and one uniform random number per item.
 */
export async function benchOrder(): Promise<BenchResult> {
  const q = temperedProbabilities(Float64Array.from({ length: ITEMS }, (_, i) => ((i * 7919) % 1000) / 1000));
  const uniforms = new Float64Array(4096);
  const readMs = medianMs(() => sumOf(q));
  const uniformsMs = medianMs(() => {
    const stream = new UniformStream(1);
    for (let from = 0; from < ITEMS; from += uniforms.length) stream.fill(uniforms);
    return uniforms[0]!;
  });
  const order = (size: number) => medianMs(() => exponentialKeyOrder(q, 1, size)[0]!);
  const firstThousandMs = order(1_000);
  return {
    name: `draw order of ${ITEMS} items`,
    figures: {
      readColumnMs: readMs,
      uniformsAloneMs: uniformsMs,
      first200Ms: order(200),
      first1000Ms: firstThousandMs,
      first100000Ms: order(100_000),
      timesReadingTheColumn: firstThousandMs / readMs,
      timesTheUniforms: firstThousandMs / uniformsMs,
    },
  };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}

function medianMs(work: () => number): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    if (Number.isNaN(work())) throw new Error('The work gave no number.');
    return performance.now() - start;
  });
  return median(times);
}
