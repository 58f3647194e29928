import { expect, test } from 'vitest';
import { programSpec, projectForRuns } from './support/stored-runs.ts';

const scale = (name: string) => ({
  kind: 'criterion' as const,
  name,
  scale: { min: 1, max: 5, direction: 'higher' as const },
});
const scales = { scales: [scale('helpfulness'), scale('fluency'), scale('ease')] };

const standard = { name: 'standard', role: 'r', expectation: 'e', share: 1 };
const settings = {
  protocol: 'iqa-eval',
  user: programSpec('user'),
  judges: [programSpec('a')],
  personas: [standard],
};

/** People's helpfulness and fluency of each interaction, with who talked. */
const people = [
  [1, 2, 'ann'],
  [2, 1, 'ann'],
  [3, 4, 'bob'],
  [4, 3, 'cem'],
  [5, 5, 'dora'],
  [2, 3, 'eva'],
] as const;

const records = (system: string, others: object = {}) =>
  people.map(([helpfulness, fluency, worker], i) => ({
    id: `${system}-${i}`,
    system,
    conversation: [{ role: 'user', content: `Question ${i}?` }],
    human: { [system]: { helpfulness: [helpfulness], fluency: [fluency], ease: [6 - helpfulness] } },
    meta: { worker },
    ...others,
  }));

const judged = (scores: readonly (readonly [helpfulness: number | null, fluency: number])[], from = 0) =>
  scores.map(([helpfulness, fluency], i) => ({
    item: from + i,
    persona: 0,
    run: 0,
    outcome: {
      judged: [{ helpfulness, fluency }],
      interactions: [{ itemId: from + i + 1, queries: 2, isCorrect: true, isAnswered: true, hasGold: true }],
    },
  }));

const byJudge = [
  [2, 3],
  [1, 1],
  [4, 4],
  [3, 4],
  [5, 4],
  [2, 3],
] as const;

function pearson(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const sum = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((total, pair) => total + of(pair), 0);
  return (
    sum(([x, y]) => (x - a) * (y - b)) / Math.sqrt(sum(([x]) => (x - a) ** 2) * sum(([, y]) => (y - b) ** 2))
  );
}

test('correlation interaction by interaction, by criterion and overall, with workers kept together', async () => {
  const { engine, store } = await projectForRuns(records('heron'), scales);
  const runIds = [store({ system: 'heron', settings, outcomes: judged(byJudge) })];
  const { evaluations, criteria } = await engine.client.protocol.meta({ runIds, workerField: 'worker' });
  expect(criteria).toEqual([
    { measure: 'helpfulness', criterion: 'helpfulness' },
    { measure: 'fluency', criterion: 'fluency' },
  ]);
  const [{ rows, clusteredBy, unit }] = evaluations as [(typeof evaluations)[number]];
  expect([unit, clusteredBy]).toEqual(['interaction', 'worker']);
  expect(rows.map(({ system, measure, units, clusters }) => [system, measure, units, clusters])).toEqual([
    ['heron', 'helpfulness', 6, 5],
    ['heron', 'fluency', 6, 5],
    ['heron', 'overall', 6, 5],
  ]);
  const helpful = people.map(([x], i) => [x, byJudge[i]![0]] as const);
  expect(rows[0]!.pearson.value).toBeCloseTo(pearson(helpful), 12);
  expect(rows[1]!.pearson.value).toBeCloseTo(pearson(people.map(([, x], i) => [x, byJudge[i]![1]])), 12);
  const overall = people.map(([x, y], i) => [x + y, byJudge[i]![0] + byJudge[i]![1]] as const);
  expect(rows[2]!.pearson.value).toBeCloseTo(pearson(overall), 12);
  expect(rows[0]!.pearson).toMatchObject({
    lower: null,
    upper: null,
    reason: 'no interval with fewer than 30 workers or groups, here 5',
  });
  // Ranks of people 1 2.5 4 5 6 2.5, of the judge 2.5 1 5 4 6 2.5; sums of squares 17, products 13.75.
  expect(rows[0]!.spearman.value).toBeCloseTo(13.75 / 17, 12);
});

test('systems together and each alone; what a judge did not score stands out of it', async () => {
  const { engine, store } = await projectForRuns([...records('heron'), ...records('wren')], scales);
  const [first, ...others] = byJudge;
  const runIds = [
    store({ system: 'heron', settings, outcomes: judged([[null, first[1]], ...others]) }),
    store({ system: 'wren', settings, outcomes: judged(byJudge, 6) }),
  ];
  const { evaluations } = await engine.client.protocol.meta({ runIds });
  // The two went through other conversations, which is no matter where nothing is ranked.
  const [{ rows, clusteredBy }] = evaluations as [(typeof evaluations)[number]];
  const helpful = rows.filter(({ measure }) => measure === 'helpfulness');
  expect(helpful.map(({ system, units }) => [system, units])).toEqual([
    [null, 11],
    ['heron', 5],
    ['wren', 6],
  ]);
  expect(clusteredBy).toContain('groups of the data');
});

test('all interactions of a worker are one unit; another criterion can stand for one', async () => {
  const { engine, store } = await projectForRuns(records('heron', { group: 'quiz' }), scales);
  const whole = { ...settings, workerField: 'worker' };
  // Ann's two interactions are scored in one prompt: people say (5 + 4)/2 of their ease.
  const [, ...others] = judged(byJudge);
  const outcomes = [{ ...others[0]!, item: 0, others: [1] }, ...others.slice(1)];
  const runIds = [store({ system: 'heron', settings: whole, outcomes })];
  const { evaluations, criteria } = await engine.client.protocol.meta({ runIds, helpfulness: 'ease' });
  expect(criteria[0]).toEqual({ measure: 'helpfulness', criterion: 'ease' });
  expect(evaluations[0]).toMatchObject({ unit: 'all interactions of one worker', clusteredBy: 'worker' });
  const ease = [4.5, 3, 2, 1, 4].map((x, i) => [x, byJudge[i + 1]![0]] as const);
  expect(evaluations[0]!.rows[0]).toMatchObject({ units: 5, clusters: 5 });
  expect(evaluations[0]!.rows[0]!.pearson.value).toBeCloseTo(pearson(ease), 12);
});

test('what is not there is refused by name', async () => {
  const { engine, store } = await projectForRuns(records('heron'), scales);
  const runId = store({ system: 'heron', settings, outcomes: judged(byJudge) });
  const { meta } = engine.client.protocol;
  const ask = (more: object) => meta({ runIds: [runId], ...more });
  await expect(ask({ workerField: 'wroker' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('wroker'),
  });
  await expect(ask({ fluency: 'flow' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const gold = { protocol: 'replay', mode: 'gold' };
  const replay = store({ system: 'heron', settings: gold, outcomes: [] });
  await expect(meta({ runIds: [replay] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('helpfulness and fluency of a run both become machine scores', async () => {
  const withResponses = records('heron').map((record) => ({ ...record, responses: { heron: 'yes' } }));
  const { engine, store, datasetId } = await projectForRuns(withResponses, scales);
  const runId = store({ system: 'heron', settings, outcomes: judged([[null, 2], ...byJudge.slice(1)]) });
  const { names, items } = await engine.client.protocol.useAsSignal({ runId });
  expect(names).toEqual([`IQA-EVAL, run ${runId} (helpfulness)`, `IQA-EVAL, run ${runId} (fluency)`]);
  expect(items).toBe(5);
  const { signals } = await engine.client.dataset.get({ datasetId });
  expect(signals.map(({ name, coverage }) => [name, coverage[0]!.items])).toEqual([
    [names[0], 5],
    [names[1], 6],
  ]);
});
