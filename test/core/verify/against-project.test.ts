import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { verifyProject } from '../../../core/report/verify/verify-project.ts';
import { ensureAnnotator } from '../../../db/annotators.ts';
import { putExclusion } from '../../../db/quality.ts';
import { walkedProjects } from '../../attack/damage/walked-projects.ts';
import { temporaryFolder, testEngine } from '../support/test-engine.ts';

type Kind = 'rated' | 'team' | 'failures' | 'answers';
type Line = Record<string, unknown>;

async function made(kind: Kind): Promise<{ engine: Engine; file: string; folder: string; text: string }> {
  const engine = testEngine();
  const folder = temporaryFolder();
  const { path: file } = await engine.client.project.create({ path: path.join(folder, 'p.assay') });
  await walkedProjects[kind](engine, folder);
  const [study] = await engine.client.study.list({});
  const { content } = await engine.client.report.render({ studyId: study!.id, format: 'labels-jsonl' });
  return { engine, file, folder, text: content };
}

/** What is said of a label file whose lines were changed: those that differ, and what could not be compared. */
function saidOf(
  { file, folder, text }: { file: string; folder: string; text: string },
  change: (header: Line, rows: Line[]) => void = () => {},
) {
  const [header, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  change(header!, rows);
  const report = path.join(folder, 'labels.jsonl');
  writeFileSync(report, [header, ...rows].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { differing, unchecked, checks } = verifyProject(file, { report });
  expect(checks.length).toBeGreaterThan(2);
  return { differing: differing.map(({ what }) => what), unchecked };
}

test.each(['rated', 'team', 'failures', 'answers'] as const)(
  'a label file of a %s project is what the project holds, also once more was said',
  async (kind) => {
    const project = await made(kind);
    expect(saidOf(project)).toEqual({ differing: [], unchecked: [] });
    const { client } = project.engine;
    const [study] = await client.study.list({});
    await client.annotator.choose({ name: 'Zoe' });
    const { batch, items } = await client.label.open({ studyId: study!.id });
    const answer =
      kind === 'answers'
        ? { kind: 'answer' as const, answers: ['other'] }
        : { kind: 'score' as const, value: 5 };
    for (const [i, { ref }] of items.slice(0, 3).entries())
      await client.label.submit({
        ...{ batch, ref, answer, durationMs: 1000, estimateVisible: false },
        clientKey: `later-label-${i}`,
      });
    expect(saidOf(project)).toEqual({ differing: [], unchecked: [] });
  },
);

test('every value of a draw that was changed in the file is named with its draw', async () => {
  const project = await made('team');
  const one = (name: string, value: unknown) =>
    saidOf(project, (_header, rows) => {
      rows[4]![name] = value;
    }).differing;
  expect(one('value', 1.5)).toContainEqual(expect.stringMatching(/^Team: draw \d+: value$/));
  expect(one('source', 'gold')).toEqual([expect.stringMatching(/^Team: draw \d+: source$/)]);
  expect(one('duration_ms', 9)).toEqual([expect.stringMatching(/: duration_ms$/)]);
  expect(one('labeled_at', '2020-01-01')).toEqual([expect.stringMatching(/: labeled_at$/)]);
  expect(one('annotator', 'Someone else')).toEqual([]);
  expect(
    saidOf(project, (_header, rows) => {
      rows.splice(4, 1);
    }).differing,
  ).toContainEqual(expect.stringMatching(/: labels and decisions$/));
  // Two people cannot become one.
  expect(
    saidOf(project, (_header, rows) => {
      const people = rows.map(({ annotator }) => annotator);
      const [first, second] = [...new Set(people)];
      for (const row of rows) if (row.annotator === second) row.annotator = first;
    }).differing,
  ).toContainEqual(expect.stringMatching(/: annotator$/));
});

test('skips and decisions of the file are those of the project', async () => {
  const rated = await made('rated');
  const asSkip = saidOf(rated, (_header, rows) => {
    const row = rows.find(({ kind }) => kind === 'skip')!;
    Object.assign(row, { reason: 'other', final_state: 'value' });
  }).differing;
  expect(asSkip).toEqual([expect.stringMatching(/: reason$/), expect.stringMatching(/: final_state$/)]);
  const team = await made('team');
  const decided = saidOf(team, (_header, rows) => {
    rows.find(({ source }) => source === 'adjudication')!.value = 4;
  }).differing;
  expect(decided).toEqual([expect.stringMatching(/: value$/)]);
});

test('what a file says of failure modes draw by draw is what people said', async () => {
  const project = await made('failures');
  type Failures = { modes: { clock: number; values: (number | null)[] }[]; unnamed?: { isNew: unknown[] } };
  const changed = (change: (failures: Failures) => void) =>
    saidOf(project, (header) => change(header.failures as Failures)).differing;
  expect(
    changed(({ modes }) => {
      modes[0]!.values[7] = 1 - modes[0]!.values[7]!;
    }),
  ).toEqual([expect.stringMatching(/^Failures: failure modes\..+\.values\.7$/)]);
  expect(
    changed(({ modes }) => {
      modes.pop();
    }),
  ).not.toEqual([]);
  expect(
    changed(({ modes }) => {
      modes[1]!.clock += 1;
    }),
  ).toEqual([expect.stringMatching(/\.clock$/)]);
});

test('what cannot be compared any more is said, and is no agreement', async () => {
  const project = await made('team');
  const { db } = project.engine.context.session.project!;
  const [study] = await project.engine.client.study.list({});
  putExclusion(db, study!.id, {
    annotatorId: ensureAnnotator(db, 'Ana').id,
    reason: 'checks',
    excludedAt: '2026-02-02',
  });
  expect(saidOf(project)).toEqual({
    differing: [],
    unchecked: ['Team: its settings or team changed since (exclusion); its draws were not compared.'],
  });
});
