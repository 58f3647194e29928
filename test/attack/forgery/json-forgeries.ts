import { type Rng, uniformInt } from '../../../stats/index.ts';
import type { Forgery } from './forgery.ts';
import { mutatedText } from './mutations.ts';

type Tree = Record<string, unknown> | unknown[];

const json = (name: string, follows: boolean, change: (report: Report, rng: Rng) => void): Forgery => ({
  name,
  kind: 'json',
  follows,
  forge(text, rng) {
    const whole = JSON.parse(text) as Record<string, unknown> & { studies?: Report[] };
    change(whole.studies?.[0] ?? (whole as unknown as Report), rng);
    return asWritten(whole, text);
  },
});

/** JSON as the file has it, its last field in one line. */
function asWritten(whole: Record<string, unknown>, original: string): string {
  const { seal, ...rest } = whole;
  const text = JSON.stringify(rest, null, 2);
  const end = original.endsWith('\n') ? '\n' : '';
  return seal === undefined
    ? text + end
    : `${text.slice(0, -2)},\n  "seal": ${JSON.stringify(seal)}\n}${end}`;
}

interface Report {
  estimate: {
    N: number;
    alpha: number;
    labeled: number;
    fullEvaluation: { value: number } | null;
    judges: { value: number }[];
    estimates: { value: number | null; upper: number | null }[];
  };
  history: { value: number }[];
  record: string;
}

export const jsonForgeries: readonly Forgery[] = [
  json('a value', true, ({ estimate }) => {
    estimate.estimates[0]!.value = 4.99;
  }),
  json('the end of an interval, by a ten-thousandth', true, ({ estimate: { estimates } }) => {
    estimates[0]!.upper = (estimates[0]!.upper ?? 1) + 1e-4;
  }),
  json('a forged estimate before the true one', true, ({ estimate: { estimates } }) =>
    estimates.unshift({ ...estimates[0]!, value: 4.99 }),
  ),
  json('the items of the pool', true, ({ estimate }) => {
    estimate.N *= 100;
  }),
  json('the level', true, ({ estimate }) => {
    estimate.alpha = 0.01;
  }),
  json('the labeled items', true, ({ estimate }) => {
    estimate.labeled += 1;
  }),
  json('the full evaluation', false, ({ estimate }) => {
    estimate.fullEvaluation = { ...estimate.fullEvaluation, value: 4.99 };
  }),
  json('a judge alone', false, ({ estimate: { judges } }) => {
    for (const judge of judges) judge.value = 1.23;
  }),
  json('a point of the history', true, ({ history }) => {
    history.at(-1)!.value += 0.5;
  }),
  json('the last points of the history', true, ({ history }) => void history.splice(-3)),
  json('a label', true, (report) => {
    report.record = report.record.replace(/"value":\d(\.\d+)?,"answer"/, '"value":1.5,"answer"');
  }),
  json('where a label came from', true, (report) => {
    report.record = report.record.replaceAll(/"source":"\w+"/g, '"source":"screen"');
  }),
  json('a number somewhere', false, (report, rng) => changeLeaf(report as unknown as Tree, rng)),
  {
    name: 'a key twice, the forged one last',
    kind: 'json',
    follows: true,
    forge: (text) => text.replace(/"N": (\d+),/, '"N": $1,\n      "N": 40000,'),
  },
  {
    name: 'a key twice, the forged one first',
    kind: 'json',
    follows: true,
    forge: (text) => text.replace(/"N": (\d+),/, '"N": 40000,\n      "N": $1,'),
  },
  { name: 'a sign of the file at random', kind: 'json', follows: false, forge: mutatedText },
];

/** Some number of a document becomes another one. */
function changeLeaf(tree: Tree, rng: Rng): void {
  const leaves: (() => unknown)[] = [];
  const walk = (node: Tree) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'number') leaves.push(() => Object.assign(node, { [key]: value + 1 }));
      else if (typeof value === 'object' && value !== null) walk(value as Tree);
    }
  };
  walk(tree);
  leaves[uniformInt(rng, 0, leaves.length - 1)]!();
}
