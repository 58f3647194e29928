import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { beginImport } from '../../../core/import/start-import.ts';
import { labelRows } from '../../../core/report/export/label-rows.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { submit, temporaryFolder } from '../support/test-engine.ts';
import { rankingOfThree } from '../support/two-systems.ts';

test('the labels of a ranking are one file, which says who labeled which reply of which pair, and when', async () => {
  const { engine, pairs, rankingId } = await rankingOfThree(5, { onePage: false });
  const { client } = engine;
  const { batch, next } = await client.label.open({ rankingId });
  let ref = next!;
  for (let n = 0; n < 4; n += 1) {
    const answer: LabelAnswer = { kind: 'pair', values: [4, 2] };
    ref = (await submit(engine, batch, ref, answer)).next ?? ref;
  }
  const [first, ...others] = pairs.map(({ id }) => id);
  const asked = { studyId: first!, also: others, format: 'labels-jsonl-plain' } as const;
  const { content } = await client.report.render(asked);
  const rows = content!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const names = pairs.map(({ name }) => name);
  expect(new Set(rows.map(({ study }) => study)).size).toBeGreaterThan(1);
  for (const row of rows) {
    expect(names).toContain(row.study);
    expect(row.system).toBeTruthy();
    expect(row.annotator).not.toBe('');
    expect(Date.parse(row.labeled_at)).toBeGreaterThan(0);
  }
  const { content: csv } = await client.report.render({ ...asked, format: 'labels-csv' });
  expect(csv!.trim().split('\n')).toHaveLength(rows.length + 1);
  const sealed = client.report.render({ ...asked, format: 'labels-jsonl' });
  await expect(sealed).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test.each(['labels-csv', 'labels-jsonl-plain'] as const)(
  'labels of a ranking that left as %s come back into another one as those of the same people',
  async (format) => {
    const from = await rankingOfThree(5, { onePage: false });
    const { batch, next } = await from.engine.client.label.open({ rankingId: from.rankingId });
    let ref = next!;
    for (const [a, b] of [
      [4, 2],
      [5, 1],
      [3, 3],
      [2, 5],
    ] as const) {
      const answer: LabelAnswer = { kind: 'pair', values: [a, b] };
      ref = (await submit(from.engine, batch, ref, answer)).next ?? ref;
    }
    const [first, ...others] = from.pairs.map(({ id }) => id);
    const { content } = await from.engine.client.report.render({ studyId: first!, also: others, format });
    const to = await rankingOfThree(5, { onePage: false });
    const { client, context } = to.engine;
    const file = path.join(temporaryFolder(), `labels.${format === 'labels-csv' ? 'csv' : 'jsonl'}`);
    writeFileSync(file, content!);
    const result = async () => {
      const asked = { path: file, studyId: to.pairs[0]!.id, wholeRanking: true };
      return (await beginImport(context, asked)).finished;
    };
    expect(await result()).toMatchObject({ labels: 8, unchanged: false });
    expect(await result()).toMatchObject({ labels: 0, unchanged: true });
    const rowsOf = async ({ engine, pairs }: typeof from) => {
      const rows = pairs.flatMap(({ id }) => labelRows(engine.context, id));
      return rows.map(({ study, id, system, annotator, value }) => [study, id, system, annotator, value]);
    };
    expect(await rowsOf(to)).toEqual(await rowsOf(from));
    expect(await client.label.open({ rankingId: to.rankingId })).toMatchObject({ next: expect.any(String) });
  },
);
