/** Small sets in the shapes that public evaluation sets have in Assay's format, with what an import must find in them. */

/** What an import of a set must find. */
export interface ExpectedSet {
  items: number;
  systems: number;
  /** System, criterion, items with a label, mean to four decimals. */
  human: [system: string, criterion: string, items: number, mean: number][];
  /** Signal (and its criterion), system, mean. */
  signals?: [name: string, system: string, mean: number][];
}

const asked = (content: string) => [{ role: 'user', content }];

/** Turns of a service for travelers, some systems rated by nobody at some turn. */
const service = [5, 4, null].map((accuracy, i) => ({
  id: `turn-${i}`,
  group: `hotel|${i % 2}`,
  conversation: [{ role: 'assistant', content: 'There are two inns.' }, ...asked(`Does inn ${i} serve tea?`)],
  context: `Inn ${i}: Q: Is there tea? A: At four.`,
  reference: ['At four.'],
  responses: { baseline: 'No tea.', 'team1 entry0': `Tea at four, guest ${i}.` },
  human: {
    baseline: { appropriateness: [i + 1], ...(accuracy !== null && { accuracy: [accuracy] }) },
    'team1 entry0': { accuracy: [5], appropriateness: [4] },
  },
  meta: { domain: 'hotel', selectedKnowledge: { baseline: 'none', 'team1 entry0': 'tea' } },
}));

/** Whole talks, rated as such: no response is told from the conversation. */
const quizzes = (['Apt', 'Apt', 'Blunt'] as const).map((system, i) => ({
  id: `quiz-run-${i}`,
  group: `quiz-${i}`,
  system,
  conversation: [
    { role: 'user', content: 'Who wrote it?', about: `Who wrote book ${i}?` },
    { role: 'assistant', content: 'Its author.' },
  ],
  human: { [system]: { helpfulness: [5 - i], fluency: [4], ...(i > 0 && { ease: [2 + i] }) } },
  meta: { questionsWithAssistant: 1, queries: i + 1 },
}));

const choices = { a: 'a horse', b: 'a boat', c: 'a kite', d: 'a hat' };
const questions = [1, 0, 0].map((isRight, i) => ({
  id: `question-${i}`,
  group: 'question-7',
  system: i < 2 ? 'Apt' : 'Blunt',
  question: 'What does a sailor steer?',
  choices,
  conversation: [],
  reference: ['a boat'],
  responses: { [i < 2 ? 'Apt' : 'Blunt']: isRight ? 'a boat' : 'a hat' },
  human: { [i < 2 ? 'Apt' : 'Blunt']: { user_correct: [isRight] } },
  meta: { referenceChoice: 'b', elapsedMinutes: 0.15 },
}));

const turns = [1, 0, 1, 1].map((interestingness, i) => ({
  id: `talk-${i % 2}-0${i}`,
  group: `talk-${i % 2}`,
  system: i < 3 ? 'Apt' : 'Blunt',
  scenario: 'I found a coin.',
  conversation: [...asked('Hello'), { role: 'assistant', content: 'Hello?' }, ...asked(`And ${i}?`)],
  responses: { [i < 3 ? 'Apt' : 'Blunt']: `Reply ${i}` },
  human: { [i < 3 ? 'Apt' : 'Blunt']: { interestingness: [interestingness], preference: [i < 1 ? 1 : 0] } },
  meta: { turn: i },
}));

const talks = [2, 5].map((quality, i) => ({
  id: `whole-${i}`,
  group: 'I found a coin.',
  system: 'Apt',
  scenario: 'I found a coin.',
  conversation: [...asked('Hello'), { role: 'assistant', content: `Hello ${i}` }],
  human: { Apt: { quality: [quality] } },
  meta: { turns: 1 },
}));

/** Several annotators, whose names stand beside their ratings; a share of wins on a scale of its own; scores of machines. */
const threeRated = [0, 1].map((i) => ({
  id: `mixed<::>${i}`,
  group: 'mixed',
  conversation: asked(`Question ${i}`),
  context: 'A passage.\n \nWith blank lines.',
  reference: ['A reference.'],
  responses: { reference: 'A reference.', 'big-model': `An answer ${i}.` },
  human: {
    reference: { faithfulness: [4, 4, 3], 'win-rate': [100 * i] },
    'big-model': { faithfulness: [3, 2, 4], 'win-rate': [50] },
  },
  annotators: {
    reference: { faithfulness: ['ann', 'bob', 'cy'] },
    'big-model': { faithfulness: ['ann', 'bob', 'cy'] },
  },
  judge: { rb_llm: { reference: { score: 1 }, 'big-model': { score: 0.25 * (i + 1) } } },
  auto: { RougeL: { reference: 1, 'big-model': 0.5 } },
  meta: { questionType: ['Factoid'], multiTurn: [], turn: i },
}));

const consistent = [0, 1, 1].map((value, i) => ({
  id: `consistent-${i}`,
  group: `episode-${i}`,
  conversation: asked('it ran for a long time'),
  context: 'Painter: He went from the 1980s to the 1990s.',
  reference: ['He is popular'],
  responses: { one: `became famous ${i} .`, other: "i ' m not sure" },
  human: { one: { consistent: [value] }, other: { consistent: [1 - value] } },
  meta: { episode: i, round: 3 },
}));

/** Two people's words and one decision; a system judged by nobody of some question. */
const decided = [1, 0, 1].map((acceptable, i) => ({
  id: `decided-${i}`,
  conversation: asked(`where is place ${i}`),
  reference: ['Here', `At ${i}`],
  responses: { 'few-shot n=64': `At ${i}`, DPR: 'here', FiD: 'There' },
  human: {
    'few-shot n=64': { acceptable: [1], annotators: [1, 1] },
    ...(i > 0 && { DPR: { acceptable: [acceptable], annotators: [acceptable, 1 - acceptable] } }),
  },
  judge: {
    'gpt-4': { 'few-shot n=64': { acceptable: 1 }, FiD: { acceptable: i === 0 ? 1 : 0 } },
    BEM: { DPR: { acceptable: acceptable } },
  },
}));

const unrated = ['a', 'b', 'c', 'd'].map((letter, i) => ({
  id: `open-${i}`,
  conversation: asked(`who is ${letter}`),
  reference: [letter, letter.toUpperCase()],
  responses: { EMDR2: letter, DPR: i === 0 ? letter : 'x' },
  ...(i === 1 && { nq301Id: 'elsewhere-1' }),
}));

const panes = [3, 5].map((rating, i) => ({
  id: `pane-${i}`,
  group: '0x80070005',
  conversation: asked('0x80070005'),
  responses: { pane: `Select one\n- first ${i}\n- second` },
  human: { pane: { offline_rating: [rating], understandability: [5 - i] } },
  judge: { clicks: { pane: { engagement_level: 8 * i } } },
  meta: { options: ['first', 'second'], optionClickShare: [1, 0] },
}));

/** Means of three people as ratings, and names of systems with blanks, brackets and a sign. */
const means = [0.6666666667, 0.3333333333].map((understandability, i) => ({
  id: `mean-${i}`,
  conversation: [...asked('so'), { role: 'assistant', content: 'no' }, ...asked(`yes ${i}`)],
  context: 'a page .',
  responses: { 'Ground Truth': 'well .', 'Nucleus (p = 0.3)': 'ok .' },
  human: {
    'Ground Truth': { understandability: [1], overall: [5] },
    'Nucleus (p = 0.3)': { understandability: [understandability], overall: [2.3333333333 + i] },
  },
  judge: { UniEval: { 'Ground Truth': { overall: 0.75 }, 'Nucleus (p = 0.3)': { overall: 0.25 } } },
}));

const pairs = [2, 1, 0].map((preferred, i) => ({
  id: `pair-${i}`,
  group: 'Rewriter',
  conversation: asked('Rewrite it.'),
  responses: { 'bloom-7b': `It, again ${i}.`, [i < 2 ? 'llama-7b' : 'opt-7b']: 'It.' },
  pair: ['bloom-7b', i < 2 ? 'llama-7b' : 'opt-7b'],
  human: { pair: { preferred: [preferred, preferred, 2] } },
  judge: { 'a judge': { pair: { preferred } } },
}));

export const madeUpSets: readonly (readonly [
  name: string,
  records: readonly object[],
  expected: ExpectedSet,
])[] = [
  [
    'turns of a service',
    service,
    {
      items: 3,
      systems: 2,
      human: [
        ['baseline', 'accuracy', 2, 4.5],
        ['baseline', 'appropriateness', 3, 2],
        ['team1 entry0', 'accuracy', 3, 5],
      ],
    },
  ],
  [
    'quizzes, each rated whole',
    quizzes,
    {
      items: 3,
      systems: 2,
      human: [
        ['Apt', 'helpfulness', 2, 4.5],
        ['Apt', 'ease', 1, 3],
        ['Blunt', 'helpfulness', 1, 3],
        ['Blunt', 'ease', 1, 4],
      ],
    },
  ],
  [
    'questions with choices',
    questions,
    {
      items: 3,
      systems: 2,
      human: [
        ['Apt', 'user_correct', 2, 0.5],
        ['Blunt', 'user_correct', 1, 0],
      ],
    },
  ],
  [
    'turns of talks',
    turns,
    {
      items: 4,
      systems: 2,
      human: [
        ['Apt', 'interestingness', 3, 0.6667],
        ['Apt', 'preference', 3, 0.3333],
        ['Blunt', 'preference', 1, 0],
      ],
    },
  ],
  ['talks, each rated whole', talks, { items: 2, systems: 1, human: [['Apt', 'quality', 2, 3.5]] }],
  [
    'three annotators by name, judges and metrics',
    threeRated,
    {
      items: 2,
      systems: 2,
      human: [
        ['big-model', 'faithfulness', 2, 3],
        ['reference', 'faithfulness', 2, 3.6667],
        ['reference', 'win-rate', 2, 50],
      ],
      signals: [
        ['rb_llm', 'big-model', 0.375],
        ['RougeL', 'reference', 1],
      ],
    },
  ],
  [
    'yes or no of two systems',
    consistent,
    {
      items: 3,
      systems: 2,
      human: [
        ['one', 'consistent', 3, 0.6667],
        ['other', 'consistent', 3, 0.3333],
      ],
    },
  ],
  [
    'a decision beside the words of two people',
    decided,
    {
      items: 3,
      systems: 3,
      human: [
        ['DPR', 'acceptable', 2, 0.5],
        ['few-shot n=64', 'acceptable', 3, 1],
        ['DPR', 'annotators', 2, 0.5],
      ],
      signals: [
        ['gpt-4', 'FiD', 0.3333],
        ['BEM', 'DPR', 0.6667],
      ],
    },
  ],
  ['questions that nobody rated', unrated, { items: 4, systems: 2, human: [] }],
  [
    'panes of a search page and clicks on them',
    panes,
    {
      items: 2,
      systems: 1,
      human: [['pane', 'understandability', 2, 4.5]],
      signals: [['clicks', 'pane', 4]],
    },
  ],
  [
    'means for ratings',
    means,
    {
      items: 2,
      systems: 2,
      human: [
        ['Nucleus (p = 0.3)', 'overall', 2, 2.8333],
        ['Nucleus (p = 0.3)', 'understandability', 2, 0.5],
      ],
      signals: [['UniEval', 'Ground Truth', 0.75]],
    },
  ],
  ['pairs of replies', pairs, { items: 3, systems: 3, human: [] }],
];
