/**
 * How far a plain count overstates failure modes that were named because they were seen, on conversations that people coded
 * completely: `node test/accuracy/failures-real.ts [runs]` prints the table of docs/failures.md. Needs the published sets beside the
 * checkout, in ../shared/data.
 *
 * A mode is a fault that people marked, or two of them at once. All are hidden but those that occur among the first 40 labels, which
 * is when they are named; 120 labels are given, drawn at random.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mean, uniformOrder } from '../../stats/index.ts';
import { Claims, claimHeads } from './failure-claims.ts';
import { printTable } from './markdown-table.ts';

const runs = Number(process.argv[2] ?? 20);
const [clock, labels] = [40, 120];
const folder = path.join(import.meta.dirname, '../../../shared/data');

interface Item {
  readonly system?: string;
  readonly human: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/** All conversations of one system: by mode, whether each has it. */
type Coded = readonly (readonly number[])[];

/** Faults of an item that was coded completely; undefined of another. */
type Faults = (marks: Readonly<Record<string, readonly number[]>>) => readonly boolean[] | undefined;

/** One person a turn: boring, not preferred, not fluent, makes no sense, not specific. */
const turnFaults: Faults = (marks) => {
  const merits = ['preference', 'fluency', 'sensibility', 'specificity'];
  if (![...merits, 'boringness'].every((name) => marks[name]?.length === 1)) return undefined;
  return [marks.boringness![0] === 1, ...merits.map((name) => marks[name]![0] === 0)];
};

/** Two or three people a reply: most of them give at most 2 of 4. */
const replyFaults: Faults = (marks) =>
  ['naturalness', 'appropriateness', 'completeness', 'faithfulness'].map((name) => {
    const low = marks[name]!.filter((rating) => rating <= 2).length;
    return 2 * low > marks[name]!.length;
  });

function read(file: string, systems: readonly string[], faults: Faults): Coded[] {
  const at = path.join(folder, file);
  if (!existsSync(at)) {
    console.error(`${at} is not there: the published sets lie beside the checkout.`);
    process.exit(2);
  }
  const items: Item[] = readFileSync(at, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return systems.map((system) => {
    const coded = items
      .filter((item) => item.human[system])
      .map((item) => faults(item.human[system]!))
      .filter((one) => one !== undefined);
    const kinds = coded[0]!.map((_, k) => coded.map((one) => Number(one[k])));
    const pairs = kinds.flatMap((a, i) =>
      kinds.slice(i + 1).map((b) => a.map((one, item) => one * b[item]!)),
    );
    return [...kinds, ...pairs].filter((mode) => mode.includes(1));
  });
}

const systems = ['InstructDavinci', 'InstructBabbage', 'Davinci', 'Jumbo'];
const models = ['llama-3.1-405b-instruct', 'gpt-4o'];
const sets = [
  ['HALIE, turns of open dialogue', read('halie/dialogue_turns.jsonl', systems, turnFaults)],
  ['MTRAG, replies on passages', read('mtrag_human/items.jsonl', models, replyFaults)],
] as const;

const rows: string[][] = [];
for (const [name, pools] of sets) {
  const [all, rare, largest] = [new Claims(), new Claims(), new Claims()];
  for (const modes of pools) {
    for (let seed = 1; seed <= runs; seed++) {
      const size = modes[0]!.length;
      const order = uniformOrder(size, seed, Math.min(labels, size));
      const seen = modes.map((mode) => order.subarray(0, clock).reduce((sum, item) => sum + mode[item]!, 0));
      const most = seen.indexOf(Math.max(...seen));
      for (const [k, mode] of modes.entries()) {
        if (seen[k] === 0) continue;
        all.add(mode, order, clock);
        if (mean(mode) < 0.03) rare.add(mode, order, clock);
        if (k === most) largest.add(mode, order, clock);
      }
    }
  }
  rows.push(...all.rows(`${name}: each mode seen`), ...rare.rows('of these, true share below 3 %'));
  rows.push(...largest.rows('of these, the most frequent so far'));
}
console.log(`Modes named at label ${clock}, ${labels} labels, ${runs} draws of each system\n`);
printTable(claimHeads, rows);
