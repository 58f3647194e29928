import { type Rng, uniformInt } from '../../../stats/index.ts';
import type { Forgery } from './forgery.ts';
import { mutatedText } from './mutations.ts';

const labels = (name: string, change: (lines: string[], rng: Rng) => void, follows = true): Forgery => ({
  name,
  kind: 'labels-jsonl',
  follows,
  forge(text, rng) {
    const lines = text.split('\n');
    change(lines, rng);
    return lines.join('\n');
  },
});

const anyRow = (lines: readonly string[], rng: Rng) => uniformInt(rng, 1, lines.length - 2);

export const labelForgeries: readonly Forgery[] = [
  labels('any column of any row', (lines, rng) => {
    const at = anyRow(lines, rng);
    const row = JSON.parse(lines[at]!) as Record<string, unknown>;
    const keys = Object.keys(row);
    const key = keys[uniformInt(rng, 0, keys.length - 1)]!;
    lines[at] = JSON.stringify({ ...row, [key]: otherValue(row[key]) });
  }),
  labels('a row taken out', (lines, rng) => void lines.splice(anyRow(lines, rng), 1)),
  labels('a row twice', (lines, rng) => {
    const at = anyRow(lines, rng);
    lines.splice(at, 0, lines[at]!);
  }),
  labels('two rows in each other’s place', (lines, rng) => {
    const at = uniformInt(rng, 1, lines.length - 3);
    [lines[at], lines[at + 1]] = [lines[at + 1]!, lines[at]!];
  }),
  labels('the items of the pool', (lines) => replaceIn(lines, 0, /"N":(\d+)/, '"N":40000')),
  labels('the level', (lines) => replaceIn(lines, 0, /"alpha":[\d.]+/, '"alpha":0.01')),
  labels('how many annotators an item needs', (lines) => replaceIn(lines, 0, /"overlap":\d/, '"overlap":2')),
  labels('a stated estimate', (lines) => replaceIn(lines, 0, /"value":\d\.\d/, '"value":9.9')),
  labels('a forged estimate before the true one', (lines) =>
    replaceIn(
      lines,
      0,
      '"estimates":[',
      '"estimates":[{"method":"calibrated","value":4.99,"lower":4.9,"upper":5},',
    ),
  ),
  labels('a key twice in the first line', (lines) => replaceIn(lines, 0, '"N":', '"N":40000,"N":')),
  labels('a key twice in a row', (lines, rng) =>
    replaceIn(lines, anyRow(lines, rng), '"value":', '"value":1,"value":'),
  ),
  labels('where the labels came from', (lines) => {
    for (let at = 1; at < lines.length; at++) replaceIn(lines, at, /"source":"\w+"/, '"source":"screen"');
  }),
  { name: 'a sign of the file at random', kind: 'labels-jsonl', follows: false, forge: mutatedText },
];

function replaceIn(lines: string[], at: number, from: string | RegExp, to: string): void {
  lines[at] = lines[at]!.replace(from, to);
}

function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}x` : 'x';
}
