import { expect, test } from 'vitest';
import { boundedFigure } from '../../../stats/alignment/jackknife.ts';
import { programSpec, projectForRuns } from './support/stored-runs.ts';

const passages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    group: `p${i}`,
    conversation: [{ role: 'user', content: `Question ${i}?` }],
    references: [[`answer ${i}`]],
  }));

/** A replay whose single question of each conversation scored so much. */
const replayOutcomes = (scores: readonly (number | undefined)[]) =>
  scores.map((score, item) => ({
    item,
    outcome:
      score === undefined
        ? undefined
        : {
            answers: [{ itemId: item + 1, score, isAnswerable: true, isRefused: false }],
            invalid: 0,
            changed: 0,
          },
  }));

/** An interview of one question each: right after so many prompts, or never. */
const interviewOutcomes = (prompts: readonly (number | null)[], most: number) =>
  prompts.map((count, item) => ({
    item,
    outcome: {
      cells: [
        {
          itemId: item + 1,
          isAnswerable: true,
          isFirstRefused: false,
          prompts: count ?? most,
          isSuccess: count !== null,
        },
      ],
      leaks: 0,
    },
  }));

const judgedOutcomes = (scores: readonly number[]) =>
  scores.map((helpfulness, item) => ({
    item,
    persona: 0,
    run: 0,
    outcome: {
      judged: [{ helpfulness, fluency: 4 }],
      interactions: [{ itemId: item + 1, queries: 1, isCorrect: true, isAnswered: true, hasGold: true }],
    },
  }));

const gold = { protocol: 'replay', mode: 'gold' } as const;
const standard = { name: 'standard', role: 'r', expectation: 'e', share: 1 };
const iqa = { protocol: 'iqa-eval', user: programSpec('user'), personas: [standard] } as const;

test('one conversation is not ranked beside six, and a failed newer run hides no finished one', async () => {
  const { engine, store } = await projectForRuns(passages(6));
  const heron = [0.2, 0.4, 0.6, 0.8, 1, 0.6];
  const runIds = [
    store({ system: 'heron', settings: gold, outcomes: replayOutcomes(heron) }),
    store({ system: 'wren', settings: gold, outcomes: replayOutcomes([0.1, 0.2, 0.1, 0.2, 0.1, 0.2]) }),
    store({ system: 'robin', settings: gold, outcomes: replayOutcomes([1]) }),
    store({ system: 'heron', settings: gold, outcomes: replayOutcomes([0, 0, undefined, undefined]) }),
  ];
  const { scores, rows } = await engine.client.protocol.compare({ runIds });
  const all = scores.filter(({ measure }) => measure === 'all questions');
  expect(all.map(({ runId, value, place, conversations }) => [runId, value, place, conversations])).toEqual([
    [runIds[0], expect.closeTo(0.6, 12), 1, 6],
    [runIds[1], expect.closeTo(0.15, 12), 2, 6],
    [runIds[2], 1, null, 1],
    [runIds[3], 0, null, 2],
  ]);
  // The jackknife of a mean of six has the variance s^2/6, with s^2 = (0.16 + 0.04 + 0.04 + 0.16)/5.
  const ends = boundedFigure(
    { value: 0.6, variance: 0.4 / 5 / 6 },
    { lowest: 0, highest: 1, effective: 6, alpha: 0.05 },
  );
  expect(all[0]).toMatchObject({
    lower: expect.closeTo(ends.lower, 12),
    upper: expect.closeTo(ends.upper, 12),
    reason: null,
  });
  expect(all[2]).toMatchObject({ lower: null, reason: expect.stringContaining('fewer than 5') });
  expect(
    rows.map(({ differs, note, planned }) => [differs.map(({ value }) => value)[0], note, planned]),
  ).toEqual([
    ['6 conversations', '', 6],
    ['6 conversations', '', 6],
    ['1 conversation', '', 1],
    ['2 conversations', `Run ${runIds[3]} is failed: 2 of 4 conversations.`, 4],
  ]);
});

test('few long conversations say less than as many equal ones: they count by their questions', async () => {
  const { engine, store } = await projectForRuns(passages(8));
  const outcomes = (questions: readonly number[]) =>
    questions.map((count, item) => ({
      item,
      outcome: {
        answers: Array.from({ length: count }, (_, i) => ({
          ...{ itemId: item + 1, score: i % 2, isAnswerable: true, isRefused: false },
        })),
        ...{ invalid: 0, changed: 0 },
      },
    }));
  const runIds = [
    store({ system: 'heron', settings: gold, outcomes: outcomes([2, 2, 2, 2, 2, 2, 2, 2]) }),
    store({ system: 'wren', settings: gold, outcomes: outcomes([40, 2, 2, 2, 2, 2, 2, 2]) }),
  ];
  const { scores } = await engine.client.protocol.compare({ runIds });
  const all = scores.filter(({ measure }) => measure === 'all questions');
  expect(all[0]!.lower).not.toBeNull();
  // 54 questions, 40 of them of one: 54^2/(40^2 + 7 x 2^2) = 1.8 conversations.
  expect(all[1]).toMatchObject({ value: 0.5, lower: null, reason: expect.stringContaining('here 1.8') });
});

test('an interval stays within what a figure can be, and equal figures do not pass for certainty', async () => {
  const { engine, store } = await projectForRuns(passages(6));
  const runIds = [
    store({ system: 'heron', settings: gold, outcomes: replayOutcomes([1, 1, 1, 1, 1, 0]) }),
    store({ system: 'wren', settings: gold, outcomes: replayOutcomes([1, 1, 1, 1, 1, 1]) }),
  ];
  const { scores } = await engine.client.protocol.compare({ runIds });
  expect(scores[0]).toMatchObject({ upper: 1, reason: null });
  expect(scores.find(({ system }) => system === 'wren')).toMatchObject({
    value: 1,
    // Nobody would say more of six passages that are all right.
    lower: expect.closeTo(0.54074187, 8),
    upper: 1,
    reason: null,
  });
});

test('an interview of one prompt stands beside one of three, unranked, as a contrast of one setting', async () => {
  const { engine, store } = await projectForRuns(passages(6));
  const interview = (mostPrompts: number) =>
    ({ protocol: 'interview', generator: programSpec('generator'), mostPrompts }) as const;
  const one = [0, 0, 1, null, null, 1] as const;
  const three = [0, 0, 1, 2, null, 1] as const;
  const runIds = [
    store({ system: 'heron', settings: interview(1), outcomes: interviewOutcomes(one, 1) }),
    store({ system: 'heron', settings: interview(3), outcomes: interviewOutcomes(three, 3) }),
  ];
  const { scores, contrasts, rows } = await engine.client.protocol.compare({ runIds });
  expect(rows.map(({ evaluation }) => evaluation)).toEqual([
    'Interview (prompts at most 1, threshold 0.3)',
    'Interview (prompts at most 3, threshold 0.3)',
  ]);
  expect(rows.map(({ differs }) => differs)).toEqual([
    [{ name: 'Prompts at most', value: '1' }],
    [{ name: 'Prompts at most', value: '3' }],
  ]);
  // N = 1: 4 right, 2 + 2 prompts; N = 3: 5 right, 1 + 2 + 1 + 3 prompts.
  const qpr = scores.filter(({ measure }) => measure === 'QPR, Equation 8');
  expect(qpr.map(({ value, place }) => [value, place])).toEqual([
    [8 / 4, null],
    [12 / 5, null],
  ]);
  // Of successes alone: 2 with one question and 2 with two; 2, 2 and 1 with one, two and three.
  const ofSuccesses = scores.filter(({ measure }) => measure === "QPR, authors' script");
  expect(ofSuccesses.map(({ value }) => value)).toEqual([6 / 4, 9 / 5]);
  // It has an upper end, so it has an interval, where five passages have a right answer.
  const [four, five] = ofSuccesses;
  expect(four!.reason).toMatch(/fewer than 5 passages .* here 4/);
  expect(five!.reason).toBeNull();
  expect(five!.lower! >= 1 && five!.lower! < 9 / 5 && five!.upper! > 9 / 5 && five!.upper! <= 4).toBe(true);
  expect(contrasts).toMatchObject([
    {
      setting: 'Prompts at most',
      rows: [{ value: '1' }, { value: '3' }],
      differences: [
        {
          ...{ system: 'heron', measure: 'QPR, Equation 8', from: '1', to: '3' },
          ...{ value: expect.closeTo(0.4, 12), shared: 6 },
        },
        { measure: "QPR, authors' script", value: expect.closeTo(0.3, 12) },
        { measure: 'PFR', value: expect.closeTo(-1 / 6, 12) },
        { measure: 'ACR', value: null, reason: expect.stringContaining('0 of 0') },
      ],
    },
  ]);
});

test('judges, alone and together, and the debiasing instruction are contrasts over the same conversations', async () => {
  const { engine, store } = await projectForRuns(passages(6));
  const run = (settings: object, scores: readonly number[]) =>
    store({
      system: 'heron',
      settings: { ...iqa, judges: [programSpec('a')], ...settings },
      outcomes: judgedOutcomes(scores),
    });
  const runIds = [
    run({}, [3, 4, 3, 4, 3, 4]),
    run({ judges: [programSpec('b')] }, [4, 4, 4, 4, 4, 5]),
    run({ judges: [programSpec('b'), programSpec('a')] }, [3.5, 4, 3.5, 4, 3.5, 4.5]),
    run({ debias: true }, [3, 3, 3, 3, 3, 3]),
  ];
  const { contrasts } = await engine.client.protocol.compare({ runIds });
  const judges = contrasts.find(({ setting }) => setting === 'Judges')!;
  expect(judges.rows.map(({ value }) => value)).toEqual(['/models/a', '/models/b', '/models/a + /models/b']);
  const debias = contrasts.find(({ setting }) => setting === 'Debiasing instruction')!;
  const helpful = debias.differences.find(({ measure }) => measure === 'helpfulness')!;
  // Differences 0, -1, 0, -1, 0, -1: mean -1/2, s^2 = 0.3.
  const ends = boundedFigure(
    { value: -0.5, variance: 0.3 / 6 },
    { lowest: -4, highest: 4, effective: 6, alpha: 0.05 },
  );
  expect(helpful).toMatchObject({
    from: 'no',
    to: 'yes',
    value: -0.5,
    lower: expect.closeTo(ends.lower, 12),
    upper: expect.closeTo(ends.upper, 12),
  });
  expect(contrasts).toHaveLength(2);
});

test('a mix of personas is the same in any order; repetitions are told, and pool', async () => {
  const { engine, store } = await projectForRuns(passages(6));
  const expert = { name: 'expert', role: 'x', expectation: 'y', share: 0.2 };
  const mix = (personas: readonly object[], runs: number) => ({
    ...iqa,
    judges: [programSpec('a')],
    personas,
    runs,
  });
  const outcomes = [
    ...judgedOutcomes([3, 4, 3, 4, 3, 4]),
    ...judgedOutcomes([3, 4, 3, 4, 3, 4]).map((one) => ({ ...one, persona: 1 })),
  ];
  const runIds = [
    store({ system: 'heron', settings: mix([{ ...standard, share: 0.8 }, expert], 1), outcomes }),
    store({
      system: 'heron',
      settings: mix(
        [
          { ...expert, share: 0.1 },
          { ...standard, share: 0.4 },
        ],
        2,
      ),
      outcomes,
    }),
  ];
  const { rows } = await engine.client.protocol.compare({ runIds });
  expect(rows).toMatchObject([
    { runIds, conversations: 24, evaluation: 'IQA-EVAL (expert 20 % + standard 80 %)' },
  ]);
});

test('three conversations for each passage pool, and a later single one replaces none of them', async () => {
  const { engine, store } = await projectForRuns(passages(2));
  const humanConversation = { protocol: 'conversation' } as const;
  const mark = (isCorrect: boolean) => ({ isCorrect, isAnswerable: true });
  const led = (marks: readonly (readonly boolean[])[]) =>
    store({
      system: 'heron',
      settings: humanConversation,
      outcomes: marks.map((own, item) => ({ item, outcome: { annotator: 'Kim', marks: own.map(mark) } })),
    });
  const runIds = [
    led([[true, true], [false]]),
    led([[true], [true]]),
    led([[false], [true]]),
    led([[false]]),
  ];
  const { human, rows } = await engine.client.protocol.compare({ runIds });
  expect(rows).toMatchObject([{ runIds, conversations: 7 }]);
  expect(human!.systems).toMatchObject([
    { mean: 5 / 8, items: 2, basis: 'marks of those who asked in 4 runs, not validated' },
  ]);
});

test('two models of one name are two systems, and stand in no correlation', async () => {
  const { engine, store } = await projectForRuns(
    passages(6).map((one) => ({ ...one, human: { heron: { good: [1] }, wren: { good: [0] } } })),
    { scales: [{ kind: 'criterion', name: 'good', scale: { min: 0, max: 1, direction: 'higher' } }] },
  );
  const heron = (temperature: number) => ({
    kind: 'endpoint' as const,
    endpointId: 1,
    model: 'heron',
    temperature,
    maxOutputTokens: 64,
  });
  const runIds = [
    store({ system: 'heron', settings: gold, model: heron(0), outcomes: replayOutcomes([1, 0, 1, 0, 1, 0]) }),
    store({ system: 'heron', settings: gold, model: heron(1), outcomes: replayOutcomes([1, 0, 1, 1, 1, 0]) }),
    store({ system: 'wren', settings: gold, outcomes: replayOutcomes([1, 0, 0, 0, 1, 0]) }),
  ];
  const { rows, scores, correlations } = await engine.client.protocol.compare({ runIds, criterion: 'good' });
  expect(rows.map(({ differs }) => differs.find(({ name }) => name === 'Model')!.value)).toEqual([
    'endpoint 1/heron (temperature 0, tokens at most 64)',
    'endpoint 1/heron (temperature 1, tokens at most 64)',
    '/models/wren',
  ]);
  expect(scores.filter(({ measure }) => measure === 'all questions').map(({ place }) => place)).toEqual([
    2, 1, 3,
  ]);
  expect(correlations[0]).toMatchObject({ systems: 1, warning: expect.stringContaining('heron') });
});
