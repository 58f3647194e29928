import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import type { toolRenderers } from '../../../core/report/export/export-formats.ts';
import { labelRows } from '../../../core/report/export/label-rows.ts';
import type { ReportFormat } from '../../../core/report/render-report.ts';
import type { ItemDetail } from '../../../shared/contract/index.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject, ratedRecords, ratedScales, temporaryFolder } from '../support/test-engine.ts';

/** What spreadsheets run, readers trim, terminals turn around and parsers take for something else. */
const ids = [
  ...['=1+1', "'=x", '-3', '+4', '@a', "it's", '<b>"é😀', '\u200f\u05e9\u05dc', '質 問', 'e\u0301'],
  ...['a,b;c|d', '007', 'NaN', 'null'],
];
const questions = [
  ...['=SUM(A1)', 'line\nbreak\r\nagain', '\u05e9\u05dc\u05d5\u05dd?', '"quoted", and; more', '  spaces  '],
  ...['tab\there', '[1, 2]', '{"a": 1}', 'Infinity'],
];
const replies = ['=1+2', 'NaN', '', 'a\n\nb', '\u202eabc', 'null', 'true', '-5', '<think>'];
const records = ratedRecords(14).map((record, i) => ({
  ...record,
  id: ids[i]!,
  conversation: [{ role: 'user', content: questions[i] ?? `Question ${i}?` }],
  responses: { secretive: replies[i] ?? `Reply ${i}`, 'rival / =two': `Other ${i}` },
}));
const people = ['Ana', '=HYPERLINK("x")', 'Zoë, the "third"'];
const labels = records.flatMap(({ id }, i) =>
  people.slice(0, 1 + (i % 3)).map((annotator, p) => ({
    ...{ id, annotator, duration_ms: 1000 * i + 17 * p + 1 },
    ...(i % 7 === 0 && p === 0 ? { skip: 'no <passage>; =cannot say' } : { value: 1 + ((i + p) % 9) / 2 }),
  })),
);

/** A study of all items, with the labels of several people or none. */
async function studyOf(given: readonly object[]) {
  const { engine } = await engineWithProject();
  const { datasetId } = await importHere(engine, asLines(records), 'data.jsonl', { scales: ratedScales });
  const studyId = await studyHere(
    engine,
    {
      datasetId: datasetId!,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    },
    { preset: 'uniform', size: records.length },
  );
  if (given.length > 0) await importHere(engine, asLines(given), 'labels.jsonl', { studyId });
  return { engine, studyId, datasetId: datasetId! };
}

const said = (engine: Engine, studyId: number) =>
  labelRows(engine.context, studyId)
    .map(({ id, system, annotator, kind, value, reason, durationMs }) =>
      JSON.stringify({ id, system, annotator, kind, value, reason, durationMs }),
    )
    .sort();

async function file(of: Awaited<ReturnType<typeof studyOf>>, format: ReportFormat) {
  const { content, encoding, fileName } = await of.engine.client.report.render({
    studyId: of.studyId,
    format,
  });
  return { bytes: Buffer.from(content, encoding), fileName };
}

/** What each export is read back as: every label, those that are no skip, or a refusal that says what the file is. */
const readBack: Readonly<
  Record<
    | Exclude<keyof typeof toolRenderers, 'corrections-preferences' | 'corrections-references'>
    | 'labels-jsonl'
    | 'labels-csv',
    'all' | 'ratings' | RegExp
  >
> = {
  ...{ 'labels-jsonl': 'all', 'labels-csv': 'all', 'labels-jsonl-plain': 'all', 'annotator-work-csv': 'all' },
  ...{ 'labels-parquet': 'all', 'tables-xlsx': 'all', 'labels-label-studio': 'all', 'labels-argilla': 'all' },
  // Inspect, promptfoo and MLflow have no place for a skip.
  ...{ 'labels-inspect': 'ratings', 'labels-inspect-epochs': 'ratings', 'labels-promptfoo': 'ratings' },
  'labels-mlflow': 'ratings',
  'items-parquet': /No column names the item and the value/,
  'estimates-parquet': /No column names the item and the value/,
  'dataset-card': /the front page of a data set/,
  'labels-label-studio-config': /the labeling interface of Label Studio/,
  'labels-argilla-settings': /the settings of a data set of Argilla/,
};

describe.each(Object.keys(readBack) as (keyof typeof readBack)[])('%s', (format) => {
  test('brings the same labels into a copy of the study, or says what it is', async () => {
    const one = await studyOf(labels);
    const two = await studyOf([]);
    const { bytes, fileName } = await file(one, format);
    const read = importHere(two.engine, bytes, fileName, { studyId: two.studyId });
    const wanted = readBack[format];
    if (wanted instanceof RegExp) {
      await expect(read).rejects.toMatchObject({ message: expect.stringMatching(wanted) });
      expect(said(two.engine, two.studyId)).toEqual([]);
      return;
    }
    await read;
    const before = said(one.engine, one.studyId);
    expect(before).toHaveLength(27);
    expect(said(two.engine, two.studyId)).toEqual(
      wanted === 'all' ? before : before.filter((row) => !row.includes('"kind":"skip"')),
    );
  });
});

/** The items of a project as they are, ids and places aside. */
async function itemsIn(engine: Engine, datasetId: number) {
  const { content } = await engine.client.item.export({ datasetId, format: 'jsonl', columns: [] } as never);
  return content!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Pick<ItemDetail, 'responses'> & Record<string, unknown>);
}

describe('without a study', () => {
  test.each(['labels-label-studio', 'labels-argilla', 'labels-promptfoo'] as const)(
    '%s becomes the same items, replies and votes',
    async (format) => {
      const one = await studyOf(labels);
      const { bytes, fileName } = await file(one, format);
      const { engine } = await engineWithProject();
      const { datasetId } = await importHere(engine, bytes, fileName);
      const votes = Map.groupBy(
        labels.filter((label) => 'value' in label),
        ({ id }) => id,
      );
      const found = await itemsIn(engine, datasetId!);
      expect(found.map(({ id }) => id).sort()).toEqual(ids.toSorted());
      for (const { id, conversation, responses, human, auto } of found) {
        const record = records.find((one_) => one_.id === id)!;
        expect({ id, conversation, responses, human, auto }).toEqual({
          ...{ id, conversation: record.conversation, responses: { secretive: record.responses.secretive } },
          auto: undefined,
          human: votes.has(record.id)
            ? {
                secretive: {
                  quality: votes.get(record.id)!.map((label) => ('value' in label ? label.value : 0)),
                },
              }
            : undefined,
        });
      }
    },
  );

  test.each([
    ['labels-parquet', /a table of labels by item id/],
    ['estimates-parquet', /a table of the estimates of a study/],
    ['dataset-card', /the front page of a data set/],
    ['labels-label-studio-config', /the labeling interface/],
    ['labels-argilla-settings', /the settings of a data set of Argilla/],
    ['labels-mlflow', /No data set of this project has items with these ids/],
  ] as const)('%s is refused by what it is', async (format, words) => {
    const one = await studyOf(labels);
    const { bytes, fileName } = await file(one, format);
    const { engine } = await engineWithProject();
    await expect(importHere(engine, bytes, fileName)).rejects.toMatchObject({
      message: expect.stringMatching(words),
    });
  });

  test.each(['jsonl', 'csv', 'parquet', 'xlsx'] as const)(
    'items as %s come back with their replies, people’s means and judges’ scores, and nothing is asked',
    async (format) => {
      const one = await studyOf(labels);
      const to = path.join(temporaryFolder(), `items.${format}`);
      await one.engine.client.item.export({
        ...{ datasetId: one.datasetId, format, columns: [], path: to, overwrite: false },
      } as never);
      const { engine } = await engineWithProject();
      const { datasetId } = await importHere(engine, readFileSync(to), `items.${format}`);
      const before = await itemsIn(one.engine, one.datasetId);
      const after = await itemsIn(engine, datasetId!);
      const shown = ({ id, conversation, responses, human, judge }: (typeof before)[number]) => ({
        ...{ id, conversation, human, judge },
        // A table cannot tell an empty reply from none.
        responses: Object.fromEntries(
          Object.entries(responses).filter(([, text]) => format === 'jsonl' || String(text) !== ''),
        ),
      });
      expect(after.map(shown)).toEqual(before.map(shown));
    },
  );
});

test('of all that annotators did, only what counts comes into a study', async () => {
  const { engine, studyId } = await studyOf([]);
  const header =
    'annotator,id,use,kind,value,answer,reason,counts,right,guidelines,duration_ms,labeled_at,system,door_ms';
  const row = (annotator: string, use: string, counts: string) =>
    `${annotator},007,${use},score,3,,,${counts},,1,10,2026-01-02T03:04:05.000Z,,`;
  const rows = [
    ...[row("'=Ann", 'sample', '1'), row('Ben', 'practice', ''), row('Cleo', 'check', '')],
    row('Dan', 'sample', ''),
  ];
  const { labels: count } = await importHere(engine, `${[header, ...rows].join('\n')}\n`, 'work.csv', {
    studyId,
  });
  expect(count).toBe(1);
  expect(labelRows(engine.context, studyId).map(({ annotator }) => annotator)).toEqual(['=Ann']);
});
