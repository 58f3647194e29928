/**
 * After how many labels the gate stops a release in which a failure rose, and what a plain count says meanwhile:
 * `node test/accuracy/failure-gate.ts [runs]` prints the table of docs/measured/failures.md. Releases have 1,000 conversations, of which 4, 5,
 * 8 or 15 % have the failure, drawn uniformly for 200 labels; the claim is "at most 5 %". The mode was named before the release, or
 * while its 30th conversation was read. A plain count stops at a share above 5 % among what was read, or where Wilson's interval lies above 5 %,
 * looked at after every label from the tenth on.
 */
import { createRng, ModeSequence, uniformInt, uniformOrder } from '../../stats/index.ts';
import { wilson } from '../../stats/intervals/wilson.ts';
import { figure, printTable } from './markdown-table.ts';

const runs = Number(process.argv[2] ?? 100);
const [N, labels, bound] = [1000, 200, 0.05];
const rng = createRng(20_261_127);

/** Labels after which each way stops the release; undefined where it does not. */
interface Stops {
  readonly gate: number | undefined;
  readonly wilson: number | undefined;
  /** Whether more than the bound of those read have it, after 20, 50 and 200 labels. */
  readonly counts: readonly boolean[];
}

function oneRelease(share: number, clock: number): Stops {
  const order = uniformOrder(N, uniformInt(rng, 0, 0xffff_ffff), labels);
  const y = (item: number) => Number(item < share * N);
  const of = (item: number) => ({ pool: item, y: y(item) });
  const before = [...order.subarray(0, clock)].map(of);
  const sequence = new ModeSequence({ populationSize: N, before, plan: labels, steps: 1 });
  const found: { -readonly [name in keyof Stops]: Stops[name] } = {
    ...{ gate: undefined, wilson: undefined, counts: [] },
  };
  let having = 0;
  const after: number[] = [];
  for (const [i, item] of order.entries()) {
    having += y(item);
    const read = i + 1;
    after.push(having / read);
    if (read >= 10 && wilson(having / read, read, 0.05).lower > bound) found.wilson ??= read;
    if (i < clock) continue;
    if (sequence.add(of(item)).lower > bound) found.gate ??= read;
  }
  return { ...found, counts: [20, 50, labels].map((read) => after[read - 1]! > bound) };
}

const percent = (part: number) => `${figure((100 * part) / runs, 0)} %`;

/** At what number of labels half and nine in ten of all releases are stopped; those that are not come last. */
function quantile(stops: readonly (number | undefined)[], at: number): string {
  const sorted = stops.map((stop) => stop ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const value = sorted[Math.ceil(at * runs) - 1]!;
  return Number.isFinite(value) ? String(value) : `over ${labels}`;
}

const rows = [0.04, 0.05, 0.08, 0.15].flatMap((share) =>
  [0, 30].map((clock) => {
    const all = Array.from({ length: runs }, () => oneRelease(share, clock));
    const gates = all.map(({ gate }) => gate);
    const of = (is: (one: Stops) => boolean) => percent(all.filter(is).length);
    return [
      `${100 * share} %`,
      clock === 0 ? 'before' : `at label ${clock}`,
      of(({ gate }) => gate !== undefined),
      quantile(gates, 0.5),
      quantile(gates, 0.9),
      of(({ wilson: stop }) => stop !== undefined),
      ...[0, 1, 2].map((i) => of(({ counts }) => counts[i]!)),
    ];
  }),
);
printTable(
  [
    ...['has the failure', 'named', 'gate stops', 'half by label', 'nine in ten by'],
    ...['Wilson at any look stops', 'count at 20 stops', 'at 50', 'at 200'],
  ],
  rows,
);
