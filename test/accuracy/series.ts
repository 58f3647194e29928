/**
 * A series of five releases on real data: `node test/accuracy/series.ts [seeds]` prints the table of docs/measured/releases.md. The
 * releases are five systems of NQ-open (301 questions, people's judgments), worst first, one sample of 60 each.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashedText, mean, PlannedSequence, pairedValue, sameResponses } from '../../stats/index.ts';
import { freezeColumns } from '../../stats/planned/frozen-columns.ts';
import { printTable } from './markdown-table.ts';

interface Item {
  id: string;
  responses: Record<string, string>;
  human: Record<string, Record<string, number[]>>;
}

const file = path.join(import.meta.dirname, '../../../shared/data/openqa_nq/nq301_human.jsonl');
const size = 60;
const systems = ['FiD', 'FiD-KD', 'ANCE-plus_FiD', 'R2D2', 'text-davinci-003_fewshot-n64'];

if (!existsSync(file)) console.log('Left out: ../shared/data/openqa_nq is not here.');
else run(Number(process.argv[2] ?? 500));

function run(seeds: number): void {
  const items = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item)
    .filter((item) => systems.every((system) => item.human[system]));
  const judged = (item: Item, system: string) => mean(item.human[system]!.acceptable!);
  const score = (system: string) => mean(items.map((item) => judged(item, system)));
  const five = systems.toSorted((a, b) => score(a) - score(b));
  const rows = five.slice(1).map((system, k) => release(items, five[k]!, system, judged, seeds));
  console.log(`${five.join(' -> ')}; ${seeds} seeds, ${size} items each\n`);
  printTable(
    ['release', 'difference', 'labels anew', 'labels in a series', 'half-width', 'missed at any look'],
    rows,
  );
}

function release(
  items: readonly Item[],
  before: string,
  now: string,
  judged: (item: Item, system: string) => number,
  seeds: number,
): string[] {
  const isEqual = (item: Item) =>
    sameResponses([item.responses[now]!], [item.responses[before]!], (text) => text);
  const differing = items.filter((item) => !isEqual(item));
  const place = new Map(differing.map((item, i) => [item.id, i]));
  const y = differing.map((item) => pairedValue(judged(item, now), judged(item, before)));
  const share = differing.length / items.length;
  const truth = share * (2 * mean(y) - 1);
  const surrogate = new Float64Array(differing.length).fill(0.5);
  const columns = freezeColumns(surrogate, []);
  let [spent, missed] = [0, 0];
  const halfWidths: number[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const keyOf = (item: Item) => hash('sha256', hashedText(seed, item.id), 'hex');
    const sample = items
      .map((item) => ({ item, key: keyOf(item) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, size)
      .map(({ item }) => item);
    const pairs = sample.filter(({ id }) => place.has(id));
    spent += pairs.length;
    const sequence = new PlannedSequence({ surrogate, columns, plan: pairs.length });
    let isMissed = false;
    for (const { id } of pairs) {
      const pool = place.get(id)!;
      const { lower, upper } = sequence.add({ pool, y: y[pool]! });
      isMissed ||= share * (2 * lower - 1) > truth + 1e-12 || share * (2 * upper - 1) < truth - 1e-12;
    }
    if (isMissed) missed += 1;
    halfWidths.push(share * (sequence.state.upper - sequence.state.lower));
  }
  return [
    now,
    truth.toFixed(3),
    String(size),
    (spent / seeds).toFixed(1),
    mean(halfWidths).toFixed(3),
    `${missed} of ${seeds}`,
  ];
}
