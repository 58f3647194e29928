import { expect, test } from 'vitest';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { submit } from '../support/test-engine.ts';
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
