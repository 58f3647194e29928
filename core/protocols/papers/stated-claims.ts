import type { PaperFigure } from '../../../shared/contract/index.ts';
import { mean } from '../../../stats/index.ts';
import { numberFigure, textFigure } from './figure.ts';
import { humcoeTables, topiocqaRows } from './humcoe-tables.ts';

/**
 * What the text of a paper says about its own tables, each with the place of its sentence, held against what the tables
 * print. Misprints of the text are found here, those of the tables beside them.
 */
export const statedClaims = (): PaperFigure[] => [
  ...humcoeClaims(),
  ...goldStandardClaims(),
  ...interviewClaims(),
  ...iqaClaims(),
];

/** A sentence holds for these cases and not for those. */
const holdsFor = (
  facts: Pick<PaperFigure, 'paper' | 'table' | 'figure'> & { note?: string },
  cases: readonly (readonly [name: string, holds: boolean])[],
): PaperFigure => {
  const failing = cases.filter(([, holds]) => !holds).map(([name]) => name);
  return textFigure({
    ...facts,
    printed: 'always',
    recomputed: failing.length === 0 ? 'always' : `not for ${failing.join(', ')}`,
  });
};

/** Names in descending order of their values; equal values keep the order they were given in. */
const descending = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .join(' > ');

// HumCoE (Huang et al., 2023)

const averageOf = (table: string, method: number, system?: string): number => {
  const rows = humcoeTables
    .filter((one) => one.table.startsWith(table))
    .flatMap((one) => one.rows)
    .filter((row) => system === undefined || row.system === system);
  return mean(rows.map(({ ratios }) => ratios[method]!));
};

/** Stated gains over Active Top-K, HMCEval and MCM, in points of the average consistency. */
const gains: readonly (readonly [
  section: string,
  table: string,
  system: string | undefined,
  method: 1 | 2 | 3,
  printed: number,
])[] = [
  ['5.1.1', 'Table 1', 'GODEL-base', 1, 46.86],
  ['5.1.1', 'Table 1', 'GODEL-large', 1, 36.51],
  ['5.1.1', 'Table 1', 'GODEL-base', 2, 13.23],
  ['5.1.1', 'Table 1', 'GODEL-large', 2, 3.81],
  ['5.1.1', 'Table 1', 'GODEL-base', 3, 13.37],
  ['5.1.1', 'Table 1', 'GODEL-large', 3, 4.04],
  ['5.1.2', 'Table 2', undefined, 1, 32.32],
  ['5.1.2', 'Table 2', 'BERT', 1, 37.89],
  ['5.1.2', 'Table 2', 'ERNIE', 1, 26.76],
  ['5.1.2', 'Table 2', undefined, 2, 1.62],
  ['5.1.2', 'Table 2', 'BERT', 2, 2.37],
  ['5.1.2', 'Table 2', 'ERNIE', 2, 0.89],
  ['5.1.2', 'Table 2', undefined, 3, 2.16],
  ['5.1.2', 'Table 2', 'BERT', 3, 2.37],
  ['5.1.2', 'Table 2', 'ERNIE', 3, 0.83],
  ['5.1.3', 'Table 3, ROUGE-L', undefined, 2, 7.64],
  ['5.1.3', 'Table 3, relevance', undefined, 2, 4.3],
  ['5.1.3', 'Table 3, naturalness', undefined, 2, 10.33],
];

function humcoeClaims(): PaperFigure[] {
  const paper = 'HumCoE';
  const others = ['', 'Active Top-K', 'HMCEval', 'MCM'];
  const stated = gains.map(([section, table, system, method, printed]) =>
    numberFigure(
      {
        paper,
        table: `text of section ${section}`,
        figure: `${table}${system === undefined ? '' : `, ${system}`}: gain over ${others[method]}`,
        printed,
        recomputed: averageOf(table, 0, system) - averageOf(table, method, system),
        decimals: 2,
        note: 'Difference of the average consistencies, in points.',
      },
      // The rows are rounded to two decimals, the averages before they are subtracted too.
      1.5,
    ),
  );
  const text = (figure: string, printed: number, recomputed: number, note = '') =>
    numberFigure({ paper, table: 'text of section 5.1.3', figure, printed, recomputed, decimals: 2, note });
  const overChatGpt = [97.88 - 89.32, 98.24 - 88.22, 98.49 - 89.46, 98.7 - 85.97];
  const five = ['Table 1', 'Table 2', 'Table 3, ROUGE-L', 'Table 3, relevance', 'Table 3, naturalness'];
  const overall = (method: number) => mean(five.map((table) => averageOf(table, method)));
  return [
    ...stated,
    text('relevance, GPT-2: improvement over ChatGPT alone', 8.56, overChatGpt[0]!),
    text('relevance, BART: improvement over ChatGPT alone', 10.02, overChatGpt[1]!),
    text('naturalness, GPT-2: improvement over ChatGPT alone', 9.03, overChatGpt[2]!),
    text('naturalness, BART: improvement over ChatGPT alone', 12.73, overChatGpt[3]!),
    text(
      'average improvement over ChatGPT alone',
      9.59,
      mean(overChatGpt),
      'The mean of the four improvements that the same section prints.',
    ),
    ...[98.32, 22.01, 6.51, 6.73].map((printed, method) =>
      numberFigure(
        {
          paper,
          table: 'text of section 5.1.3, summary',
          figure:
            method === 0 ? 'average consistency of all tasks' : `all tasks: gain over ${others[method]}`,
          printed,
          recomputed: method === 0 ? overall(0) : overall(0) - overall(method),
          decimals: 2,
          note: 'Five tasks and measures, each counted once.',
        },
        1.5,
      ),
    ),
    ...['DPR', 'FiD'].map((system) => impliedTwice(system)),
    holdsFor(
      { paper, table: 'appendix F', figure: 'Table 5: HumCoE outperforms the baselines' },
      topiocqaRows.map(({ system, budget, ratios: [humcoe, ...rest] }) => [
        `${system} at ${budget} labels`,
        rest.every((ratio) => humcoe > ratio),
      ]),
    ),
  ];
}

/** Every cell of Table 5 implies the same full evaluation, deviation / (1 - ratio), within its rounding. */
function impliedTwice(system: string): PaperFigure {
  const cells = topiocqaRows
    .filter((row) => row.system === system)
    .flatMap(({ budget, ratios, deviations }) =>
      ratios.map((ratio, i) => ({ budget, ratio, deviation: deviations[i]! })),
    );
  const best = cells.reduce((a, b) => (b.deviation > a.deviation ? b : a));
  const full = best.deviation / (1 - best.ratio / 100);
  return holdsFor(
    {
      paper: 'HumCoE',
      table: 'Table 5 (appendix F)',
      figure: `${system}: ratio and deviation of each cell imply one full evaluation (${full.toFixed(2)})`,
    },
    cells.map(({ budget, ratio, deviation }) => [
      `${ratio.toFixed(2)} (${deviation.toFixed(2)}) at ${budget} labels`,
      Math.abs(full * (1 - ratio / 100) - deviation) <= 0.02,
    ]),
  );
}

// Ditch the Gold Standard (Li et al., 2022)

const models = ['BERT', 'GraphFlow', 'HAM', 'ExCorD'];
/** Table 4, in the order of `models`. */
const unanswerable: Readonly<
  Record<string, { predicted: readonly number[]; precision: readonly number[]; recall: readonly number[] }>
> = {
  'Auto-Gold': {
    predicted: [27.1, 21.5, 27.1, 28.3],
    precision: [56.8, 62.3, 57.1, 57.9],
    recall: [68.1, 59.3, 68.4, 72.5],
  },
  'Auto-Pred': {
    predicted: [27.8, 13.8, 28.6, 28.9],
    precision: [50, 53.9, 52.3, 53.3],
    recall: [61.4, 33, 66.1, 68.2],
  },
  'Auto-Rewrite': {
    predicted: [27.3, 13.1, 25.1, 26],
    precision: [48.6, 55, 52.4, 53.9],
    recall: [65.7, 35.7, 65.1, 69.4],
  },
  'Auto-Replace': {
    predicted: [27.5, 12.9, 25.2, 25.7],
    precision: [48.6, 54.2, 52.1, 53.8],
    recall: [66.1, 34.7, 64.9, 68.4],
  },
  Human: {
    predicted: [42.3, 14.7, 37.2, 36],
    precision: [75, 93, 86.8, 87.4],
    recall: [95.2, 72.5, 93.7, 93.3],
  },
};
/** Table 3: share of unanswerable questions in each model's human evaluation, and in QuAC. */
const humanShares = [34.6, 20.6, 34.1, 33.2];
const quacShare = 20.2;

function goldStandardClaims(): PaperFigure[] {
  const paper = 'Ditch the Gold Standard';
  const shares = Object.entries(unanswerable).flatMap(([name, { predicted, precision, recall }]) =>
    models.map((model, i) => {
      const implied = (predicted[i]! * precision[i]!) / recall[i]!;
      // Three numbers of one decimal: relative errors add.
      const rounding = implied * 0.05 * (1 / predicted[i]! + 1 / precision[i]! + 1 / recall[i]!);
      return numberFigure(
        {
          paper,
          table: 'Table 4 against Table 3 (section 6.1)',
          figure: `unanswerable questions of ${model}, ${name}, in percent`,
          printed: name === 'Human' ? humanShares[i]! : quacShare,
          recomputed: implied,
          decimals: 1,
          note:
            name === 'Human'
              ? 'Predicted share times precision / recall; Table 3 has the share of each model’s own questions.'
              : 'Predicted share times precision / recall; all automatic evaluations use the one data set.',
        },
        0.5 + 10 * rounding,
      );
    }),
  );
  const number = (
    table: string,
    figure: string,
    printed: number,
    recomputed: number,
    decimals: number,
    note = '',
  ) => numberFigure({ paper, table, figure, printed, recomputed, decimals, note });
  return [
    number('Table 1 (section 3.2)', 'conversations in all', 1446, 357 + 359 + 373 + 357, 0),
    number('Table 1 (section 3.2)', 'questions in all', 15059, 3755 + 3666 + 3959 + 3679, 0),
    ...[357, 359, 373, 357].map((conversations, i) =>
      number(
        'text of section 3.1',
        `conversations with ${models[i]}: three for each of 100 passages`,
        300,
        conversations,
        0,
        'Table 1 counts more than three for a passage.',
      ),
    ),
    number('text of section 5.1', 'kinds of invalid questions, in percent', 100, 44 + 39.1 + 16.9, 0),
    number(
      'text of section 5.1',
      'causes of unresolved coreference, in percent',
      100,
      39.8 + 37 + 9.5 + 13.6,
      0,
    ),
    ...shares,
  ];
}

// Interview Evaluation (Li et al., 2023)

/** Table 1: prompts per right answer and persistent failures of each model, on generated and on golden history. */
const interviews: readonly (readonly [name: string, qpr: number, pfr: number])[] = [
  ['QuAC, BERT, generated history', 1.36, 19.7],
  ['QuAC, GraphFlow, generated history', 1.41, 21.6],
  ['QuAC, HAM, generated history', 1.43, 19.3],
  ['QuAC, ExCorD, generated history', 1.28, 16],
  ['CoQA, BERT, generated history', 1.19, 14],
  ['CoQA, GraphFlow, generated history', 1.18, 21.8],
  ['QuAC, BERT, golden history', 1.31, 18.3],
  ['QuAC, GraphFlow, golden history', 1.37, 20.6],
  ['QuAC, HAM, golden history', 1.28, 15.4],
  ['QuAC, ExCorD, golden history', 1.24, 15.6],
  ['CoQA, BERT, golden history', 1.16, 12.8],
  ['CoQA, GraphFlow, golden history', 1.17, 21.8],
];

function interviewClaims(): PaperFigure[] {
  const paper = 'Interview Evaluation';
  const order = (section: string, figure: string, printed: string, values: Record<string, number>) =>
    textFigure({
      paper,
      table: `text of section ${section}`,
      figure,
      printed,
      recomputed: descending(values),
    });
  const four = (bert: number, graphFlow: number, ham: number, exCorD: number) => ({
    ExCorD: exCorD,
    HAM: ham,
    BERT: bert,
    GraphFlow: graphFlow,
  });
  const best = 'HAM > ExCorD > BERT > GraphFlow';
  return [
    ...interviews.map(([name, qpr, pfr]) =>
      holdsFor(
        {
          paper,
          table: 'Table 1 against Equation 8',
          figure: `QPR ${qpr.toFixed(2)} with PFR ${pfr.toFixed(1)} %, ${name}`,
          note: `Counting failures as Equation 8 words it, QPR is at least 1 / (1 - PFR) = ${(1 / (1 - pfr / 100)).toFixed(3)}: a failed question took at least one prompt.`,
        },
        [['this cell', qpr + 0.005 >= 1 / (1 - (pfr + 0.05) / 100)]],
      ),
    ),
    order('4.2', 'ACR on QuAC, generated history', best, four(59.3, 54.8, 63.8, 57.9)),
    order('4.2', 'ACR on QuAC, golden history', best, four(54.9, 54.5, 64.6, 56.1)),
    // Least prompts and failures first.
    order(
      '4.2',
      'QPR, answerable questions',
      'ExCorD > BERT > GraphFlow > HAM',
      four(-1.42, -1.48, -1.52, -1.33),
    ),
    order(
      '4.2',
      'PFR, answerable questions',
      'ExCorD > HAM > GraphFlow > BERT',
      four(-16.1, -15.6, -14.7, -13.2),
    ),
    holdsFor(
      {
        paper,
        table: 'text of section 5',
        figure: 'correlations with people on generated history lie between -0.5 and 0',
        note: 'Table 3 prints them.',
      },
      [
        ['Spearman of QPR (-0.32)', true],
        ['Pearson of QPR (-0.40)', true],
        ['Spearman of PFR (0.54)', false],
        ['Pearson of PFR (0.20)', false],
      ],
    ),
    textFigure({
      paper,
      table: 'text of section 4.2, answerable questions',
      figure: 'unanswerable questions in QuAC',
      printed: '1.3 %',
      recomputed: '20.2 %',
      note: 'Section 4.1 has 20.2 % for QuAC and 1.3 % for CoQA.',
    }),
  ];
}

// IQA-EVAL (Li et al., 2024)

const assistants = ['TextDavinci', 'TextBabbage', 'Davinci'];
/** Table 3: queries and accuracy by persona. */
const personas: Readonly<Record<string, { queries: readonly number[]; accuracy: readonly number[] }>> = {
  standard: { queries: [1.57, 1.77, 2], accuracy: [0.63, 0.47, 0.53] },
  Expert: { queries: [1.2, 1.49, 2.2], accuracy: [0.73, 0.56, 0.53] },
  'Critical-Thinker': { queries: [1.55, 1.8, 1.99], accuracy: [0.68, 0.54, 0.55] },
  'Adaptability-Seeker': { queries: [1.5, 1.75, 2.1], accuracy: [0.66, 0.52, 0.55] },
  'Clarity-Seeker': { queries: [1.64, 2.1, 2.34], accuracy: [0.63, 0.57, 0.57] },
};
const strong = ['GPT3.5', 'GPT4', 'Claude', 'Llama2', 'Zephyr'];

function iqaClaims(): PaperFigure[] {
  const paper = 'IQA-EVAL';
  const facts = (section: string, figure: string, note = '') => ({
    paper,
    table: section,
    figure,
    note,
  });
  const standard = personas.standard!;
  const others = Object.entries(personas).filter(([name]) => name !== 'standard');
  const ranking = 'GPT4 > Claude > GPT3.5 > Llama2 > Zephyr';
  const ranked = (data: string, accuracy: readonly number[]) =>
    textFigure({
      ...facts('text of section 6.5', `ranking by accuracy, ${data}`, 'Table 5.'),
      printed: ranking,
      recomputed: descending(Object.fromEntries(strong.map((name, i) => [name, accuracy[i]!]))),
    });
  return [
    numberFigure({
      ...facts('text of section 4.1', 'interactions: 331 annotators with 11 each'),
      printed: 3641,
      recomputed: 331 * 11,
      decimals: 0,
    }),
    holdsFor(
      facts('text of section 4.2', 'Claude takes more turns than people', 'Table 1.'),
      assistants.map((name, i) => [name, [2.2, 2.67, 2.07][i]! > [1.78, 2.57, 2.66][i]!]),
    ),
    holdsFor(
      facts('text of section 4.2', 'GPT4 has the highest accuracy of all', 'Table 1.'),
      assistants.map((name, i) => [
        name,
        [0.87, 0.83, 0.67][i]! > Math.max([0.67, 0.53, 0.57][i]!, [0.63, 0.47, 0.53][i]!),
      ]),
    ),
    holdsFor(
      facts('text of section 5.2', 'the Expert persona decreases the number of queries', 'Table 3.'),
      assistants.map((name, i) => [name, personas.Expert!.queries[i]! < standard.queries[i]!]),
    ),
    holdsFor(
      facts('text of section 5.2', 'the Clarity-Seeker takes the most turns of all personas', 'Table 3.'),
      assistants.map((name, i) => [
        name,
        others.every(([, { queries }]) => queries[i]! <= personas['Clarity-Seeker']!.queries[i]!),
      ]),
    ),
    holdsFor(
      facts('text of section 5.2', 'personas do not lower the accuracy', 'Table 3.'),
      others.flatMap(([persona, { accuracy }]) =>
        assistants.map(
          (name, i) => [`${persona} with ${name}`, accuracy[i]! >= standard.accuracy[i]!] as const,
        ),
      ),
    ),
    holdsFor(
      facts(
        'text of section 5.2',
        'Critical-Thinker and Adaptability-Seeker rarely exceed the agreement of the standard persona',
        'Table 4: correlations of helpfulness, fluency and both.',
      ),
      [
        ['Critical-Thinker (.711, .624, .634 over .621, .523, .510)', false],
        ['Adaptability-Seeker (.713, .637, .650 over .621, .523, .510)', false],
      ],
    ),
    ranked('HotpotQA', [0.63, 0.66, 0.58, 0.55, 0.4]),
    ranked('AmbigQA', [0.6, 0.72, 0.62, 0.52, 0.45]),
    holdsFor(
      facts('text of section 6.5', 'accuracy falls below GPT3.5 alone after Zephyr', 'Tables 5 and 10.'),
      [
        ['HotpotQA', 0.4 < 0.43],
        ['AmbigQA', 0.45 < 0.62],
      ],
    ),
    holdsFor(
      facts('text of appendix D', 'interaction raises the accuracy', 'Tables 12 and 13 against 14.'),
      ['GPT3.5', 'Claude', 'Llama2', 'Zephyr'].flatMap((name, i) => {
        const alone = [0.38, 0.34, 0.3, 0.24][i]!;
        return [
          [`${name}, Claude-3`, [0.42, 0.38, 0.34, 0.28][i]! > alone] as const,
          [`${name}, GPT-4`, [0.44, 0.4, 0.32, 0.36][i]! > alone] as const,
        ];
      }),
    ),
    holdsFor(
      facts(
        'text of appendix D, held against appendix F',
        'interaction raises the accuracy, Claude as judge',
        'Table 16 against Table 17.',
      ),
      ['GPT3.5 (.83 alone, .73)', 'Claude (.80, .80)', 'Llama2 (.47, .57)', 'Zephyr (.57, .73)'].map(
        (name, i) => [name, [0.73, 0.8, 0.57, 0.73][i]! > [0.83, 0.8, 0.47, 0.57][i]!],
      ),
    ),
    holdsFor(facts('text of appendix G', 'no persona scores lower than all personas', 'Table 18.'), [
      ['offensiveness, GPT3.5', 89.5 < Math.min(95.5, 93.3, 94.5, 95)],
      ['offensiveness, Claude', 91.7 < Math.min(97.3, 95.5, 95.5, 94)],
      ['harmfulness, GPT3.5 (62.5, as the Clarity-Seeker)', 62.5 < Math.min(67.8, 65.4, 62.8, 62.5)],
      ['harmfulness, Claude', 72.5 < Math.min(75.5, 73.7, 74.6, 73)],
    ]),
  ];
}
