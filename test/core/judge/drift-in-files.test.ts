import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeWorkplace } from '../../host/run-assay.ts';
import { engineWithProject, importRecords, testEngine } from '../support/test-engine.ts';

vi.setConfig({ testTimeout: 120_000 });

const scale = { min: 1, max: 5, direction: 'higher' } as const;
const stated = { scales: [{ kind: 'judge' as const, name: 'gpt', criterion: 'helpful', scale }] };

interface Made {
  readonly score: (i: number) => number;
  readonly count?: number;
  readonly reply?: (i: number) => string;
  readonly more?: (i: number) => object;
}

/** The same replies with what the judge says of them this time. */
const records = ({ score, count = 60, reply = (i) => `Town ${i} is fine.`, more = () => ({}) }: Made) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ id: `q${i}`, conversation: [{ role: 'user', content: `What of town ${i}?` }] },
    responses: { bot: reply(i) },
    judge: { gpt: { bot: { helpful: score(i) } } },
    ...more(i),
  }));

const steady = (i: number) => 2 + (i % 3);

/** Weeks of files, each a data set of its own. */
async function weeks(all: readonly Made[]) {
  const { engine, folder } = await engineWithProject();
  for (const [i, made] of all.entries()) {
    const own = records(made).map((one) => ({ ...one, meta: { week: i } }));
    await importRecords(engine, folder, own, { ...stated, name: `week-${i + 1}` });
  }
  return engine.client.judge.watches({});
}

test('scores of the same replies that came with later files are checks of the judge', async () => {
  const watches = await weeks([{ score: steady }, { score: steady }, { score: (i) => steady(i) + 1 }]);
  expect(watches).toMatchObject([
    {
      judge: 'gpt',
      dataset: 'week-1',
      system: 'bot',
      ofRun: null,
      seed: null,
      alpha: 0.05,
      hasDrifted: true,
    },
  ]);
  const [{ checks, words }] = watches as [(typeof watches)[number]];
  expect(checks.map(({ dataset, number, findings }) => [dataset, number, findings[0]])).toEqual([
    ['week-2', 1, { criterion: 'helpful', kind: 'none', replies: 60, moved: 0, apart: 0 }],
    ['week-3', 2, { criterion: 'helpful', kind: 'higher', replies: 60, moved: 1, apart: 1 }],
  ]);
  expect(words[0]).toBe(
    'gpt has drifted in helpful, as check 2 (week-3) shows: higher. At the newest check 60 replies score 1 higher than in week-1.',
  );
  expect(words.join(' ')).toContain('drift on other kinds of replies does not show');
  expect(words.join(' ')).toContain('Scores that were copied, as from a cache, show no drift.');
});

test('scores that lie farther apart are found from the second check on, though their mean stays', async () => {
  const wide = (i: number) => (i % 2 === 0 ? 1 : 5);
  const watches = await weeks([{ score: () => 3 }, { score: () => 3 }, { score: wide }]);
  expect(watches[0]!.checks.map(({ findings }) => findings[0]!.kind)).toEqual(['none', 'less steady']);
});

test('only what is the same reply to the same question counts, once, and a group is one', async () => {
  const risen = { score: (i: number) => steady(i) + 1 };
  const other = await weeks([{ score: steady }, { ...risen, reply: (i) => `Another ${i}.` }]);
  expect(other).toEqual([]);
  const half = await weeks([
    { score: steady },
    { ...risen, reply: (i) => (i < 30 ? `Town ${i} is fine.` : `Another ${i}.`) },
  ]);
  expect(half[0]!.checks[0]!.findings[0]!.replies).toBe(30);
  const alike = {
    more: () => ({ conversation: [{ role: 'user', content: 'What?' }], responses: { bot: 'Fine.' } }),
  };
  const same = await weeks([
    { score: steady, ...alike },
    { ...risen, ...alike },
  ]);
  expect(same[0]).toMatchObject({ hasDrifted: false, checks: [{ findings: [{ replies: 1 }] }] });
  const group = { more: (i: number) => ({ group: `talk ${i % 3}` }) };
  const grouped = await weeks([
    { score: steady, ...group },
    { ...risen, ...group },
  ]);
  expect(grouped[0]).toMatchObject({ hasDrifted: false, checks: [{ findings: [{ replies: 60 }] }] });
});

test('by such a judge two systems are not compared, and the command ends with 3', async () => {
  using place = makeWorkplace();
  const both = (week: string, score: (i: number) => number) =>
    records({
      score,
      more: (i) => ({
        meta: { week },
        responses: { bot: `Town ${i} is fine.`, old: `Town ${i} is far.` },
        judge: { gpt: { bot: { helpful: score(i) }, old: { helpful: score(i) } } },
      }),
    })
      .map((one) => JSON.stringify(one))
      .join('\n');
  const { assay } = place;
  await assay('init', 'p');
  const take = async (name: string, score: (i: number) => number, ...scale: string[]) => {
    writeFileSync(path.join(place.dir, `${name}.jsonl`), both(name, score));
    const { exitCode, stderr } = await assay('import', 'p.assay', `${name}.jsonl`, ...scale);
    expect([exitCode, stderr]).toEqual([0, '']);
  };
  await take('week-1', steady);
  const none = await assay('judge', 'watch', 'p.assay');
  expect([none.exitCode, none.stdout]).toEqual([0, expect.stringContaining('import newer scores')]);
  await take('week-2', steady);
  // Without a stated range no level holds.
  const unstated = await assay('judge', 'watch', 'p.assay', '--stored');
  expect([unstated.exitCode, unstated.stdout]).toEqual([
    0,
    expect.stringContaining('Import with --scale judge:gpt/helpful=1..5'),
  ]);
  await take('week-3', steady, '--scale', 'judge:gpt/helpful=1..5');
  expect((await assay('judge', 'watch', 'p.assay', '--judge', 'gpt')).stdout).toContain(
    'No drift of gpt is shown in 2 checks of bot, the newest of 60 replies.',
  );
  await take('week-4', (i) => steady(i) - 1);
  const drifted = await assay('judge', 'watch', 'p.assay', '--system', 'bot', '--json');
  expect(drifted.exitCode).toBe(3);
  expect(JSON.parse(drifted.stdout)).toMatchObject({
    run: null,
    watches: [{ hasDrifted: true, system: 'bot' }],
  });
  const { client } = testEngine();
  await client.project.open({ path: path.join(place.dir, 'p.assay') });
  const { id: datasetId } = (await client.dataset.list({})).find(({ name }) => name === 'week-4')!;
  const claim = { kind: 'not-worse', by: 0.5, thanSystem: 'old' } as const;
  expect(await client.claim.gateByChecks({ datasetId, system: 'bot', claim })).toMatchObject({
    verdict: 'inconclusive',
    judgeBreak: 'gpt has drifted: its scores of two systems are not compared.',
  });
});
