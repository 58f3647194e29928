import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSystems } from '../../db/datasets.ts';
import { listCriteria, listSignals } from '../../db/scores.ts';
import { asLines } from '../core/support/in-process.ts';
import { type ExpectedSet, madeUpSets } from './made-up-sets.ts';
import { importFile, openTestProject, type TestProject } from './scope.ts';

const folder = path.resolve(import.meta.dirname, '../../../shared/data');
const isThere = existsSync(folder);
if (!isThere) console.warn(`The real evaluation sets are not at ${folder}; their imports are not tested.`);

let t: TestProject;
beforeAll(() => {
  t = openTestProject();
});
afterAll(() => t.close());

const sets: [file: string, expected: ExpectedSet][] = [
  [
    'dstc9_track1/items.jsonl',
    {
      items: 1981,
      systems: 11,
      human: [
        ['baseline', 'accuracy', 1787, 3.9297],
        ['team21_entry3', 'accuracy', 1767, 4.3697],
        ['team23_entry0', 'appropriateness', 1838, 4.436],
      ],
    },
  ],
  [
    'halie/iqa_quizzes.jsonl',
    {
      items: 331,
      systems: 4,
      human: [
        ['InstructDavinci', 'helpfulness', 98, 4.602],
        ['Jumbo', 'ease', 77, 3.8701],
      ],
    },
  ],
  [
    'halie/iqa_questions.jsonl',
    { items: 3641, systems: 4, human: [['InstructBabbage', 'user_correct', 814, 0.5467]] },
  ],
  [
    'halie/dialogue_turns.jsonl',
    {
      items: 2063,
      systems: 4,
      human: [
        ['InstructDavinci', 'interestingness', 566, 0.3622],
        ['InstructDavinci', 'preference', 567, 0.9101],
        ['Jumbo', 'humanness', 561, 0.2371],
      ],
    },
  ],
  ['halie/dialogues.jsonl', { items: 189, systems: 4, human: [['Davinci', 'quality', 46, 3.8043]] }],
  [
    'mtrag_human/items.jsonl',
    {
      items: 159,
      systems: 3,
      human: [
        ['gpt-4o', 'faithfulness', 159, 3.239],
        ['reference', 'win-rate', 159, 59.8532],
      ],
      signals: [
        ['rb_llm', 'gpt-4o', 0.7771],
        ['RougeL', 'llama-3.1-405b-instruct', 0.3234],
      ],
    },
  ],
  [
    'q2_wow/items.jsonl',
    {
      items: 544,
      systems: 2,
      human: [
        ['dodeca', 'consistent', 544, 0.6581],
        ['memnet', 'consistent', 544, 0.4963],
      ],
    },
  ],
  [
    'openqa_nq/nq301_human.jsonl',
    {
      items: 301,
      systems: 12,
      human: [
        ['DPR', 'acceptable', 291, 0.6014],
        ['EMDR2', 'acceptable', 274, 0.8029],
      ],
      signals: [
        ['gpt-4', 'FiD', 0.612],
        ['BEM', 'R2D2', 0.64],
      ],
    },
  ],
  ['openqa_nq/nqopen_full.jsonl', { items: 3610, systems: 10, human: [] }],
  [
    'mimics_duo/items.jsonl',
    {
      items: 1034,
      systems: 1,
      human: [['bing_pane', 'understandability', 1034, 4.6122]],
      signals: [['bing_clicks', 'bing_pane', 2.8308]],
    },
  ],
  [
    'usr_topical_chat/items.jsonl',
    { items: 60, systems: 6, human: [['Argmax Decoding', 'overall', 60, 2.7556]] },
  ],
  ['pandalm_pairs/items.jsonl', { items: 999, systems: 5, human: [] }],
];

test.skipIf(!isThere).each(sets)('%s', (file, expected) => assertImports(path.join(folder, file), expected));

test.each(madeUpSets)('a made-up set of the same shape: %s', (name, records, expected) =>
  assertImports(t.file(`${name}.jsonl`, asLines(records)), expected),
);

async function assertImports(file: string, expected: ExpectedSet): Promise<void> {
  const { datasetId, items } = await importFile(t, file);
  expect(items).toBe(expected.items);
  expect(listSystems(t.db, datasetId!).filter((system) => system.items > 0)).toHaveLength(expected.systems);
  const criteria = listCriteria(t.db, datasetId!);
  for (const [system, criterion, count, mean] of expected.human) {
    const coverage = criteria
      .find(({ name }) => name === criterion)
      ?.coverage.find((one) => one.system === system);
    expect(coverage?.items).toBe(count);
    expect(coverage?.mean.toFixed(4)).toBe(mean.toFixed(4));
  }
  const signals = listSignals(t.db, datasetId!);
  for (const [name, system, mean] of expected.signals ?? []) {
    const coverage = signals.find((one) => one.name === name)?.coverage.find((one) => one.system === system);
    expect(coverage?.mean.toFixed(4)).toBe(mean.toFixed(4));
  }
}
