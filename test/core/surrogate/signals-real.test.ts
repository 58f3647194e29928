import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readColumns } from '../../../db/study-columns.ts';
import type { SurrogateSpec } from '../../../shared/contract/index.ts';
import { type SignalColumn, signalColumns } from '../../../stats/planned/signal-columns.ts';
import { realPopulations } from '../../accuracy/real-populations.ts';
import { isLong } from '../../support/chance.ts';
import { studyHere } from '../support/in-process.ts';
import { engineWithProject } from '../support/test-engine.ts';

const folder = path.join(import.meta.dirname, '../../../../shared/data');

/** A study of a set by way of import and draw, and its columns. */
async function drawn(file: string, system: string, criterion: string, surrogate: SurrogateSpec) {
  const { engine } = await engineWithProject();
  const { context } = engine;
  const { finished } = context.jobs.start(context.session.project!, 'import', 'a set', {
    path: path.join(folder, file),
    sourceName: 'set.jsonl',
    format: 'assay-jsonl',
    datasetName: 'a set',
    scales: [],
  });
  const measure = { kind: 'criterion', criterion } as const;
  const datasetId = (await finished).datasetId!;
  const studyId = await studyHere(engine, { datasetId, system, measure, surrogate }, { size: 10 });
  return readColumns(context.session.project!.db, studyId);
}

const kindsOf = (columns: readonly Pick<SignalColumn, 'penalty' | 'slope'>[]) =>
  Object.fromEntries(
    [...Map.groupBy(columns, ({ penalty, slope }) => `${penalty}, ${slope.toFixed(4)}`)].map(
      ([kind, list]) => [kind, list.length],
    ),
  );
const sorted = (values: ArrayLike<number>) => Array.from(values).sort((a, b) => a - b);

// The synthetic twin is signals.test.ts.
describe.skipIf(!isLong || !existsSync(folder))(
  'signals of real sets (npm run test:long, where the data is)',
  () => {
    test('are those that the tables of accuracy are made of', { timeout: 120_000 }, async () => {
      const populations = new Map(realPopulations().map((one) => [one.name, one]));
      const expected = (name: string) => signalColumns(populations.get(name)!.carried!);

      const columns = await drawn('mtrag_human/items.jsonl', 'gpt-4o', 'faithfulness', {
        kind: 'judge',
        judge: 'rb_llm',
        criterion: 'score',
      });
      const told = expected('gpt-4o, faithfulness (judge rb_llm)');
      // The app has one more: the number of the turn, a field of the data.
      expect(columns.filter(({ id }) => id.startsWith('field:')).map(({ id }) => id)).toEqual([
        'field:meta.turn',
      ]);
      const ofTexts = columns.filter(({ id }) => !id.startsWith('field:'));
      expect(kindsOf(ofTexts)).toEqual(kindsOf(told));
      // The pool's order is not that of the file: what the columns are, not where. An empty passage is none in the app.
      const ofPassage = ['passage:words', 'text:passage-length', 'composite'];
      const sums = told.map(({ values }) => sorted(values));
      for (const { id, values } of ofTexts.filter((one) => !ofPassage.includes(one.id))) {
        const own = sorted(values);
        const isThere = sums.some((list) => list.every((value, i) => Math.abs(value - own[i]!) < 1e-4));
        expect(isThere, id).toBe(true);
      }

      const nq = await drawn('openqa_nq/nq301_human.jsonl', 'ANCE-plus_FiD', 'acceptable', {
        kind: 'judge',
        judge: 'gpt-4',
        criterion: 'acceptable',
      });
      expect(kindsOf(nq)).toEqual(kindsOf(expected('ANCE-plus_FiD, acceptable (gpt-4)')));
    });
  },
);
