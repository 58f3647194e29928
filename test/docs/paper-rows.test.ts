import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { detectionQuality } from '../../core/protocols/coreference/detection-quality.ts';
import { ruleDetector } from '../../core/protocols/coreference/rule-detector.ts';
import { checkPapers } from '../../core/protocols/papers/check-papers.ts';
import type { PaperFigure } from '../../shared/contract/index.ts';
import { aptitudeOf, binaryQuality, type InterviewCell, interviewScores } from '../../stats/index.ts';
import { halfOf, hasHeldBackData, heldBackTurns } from '../core/protocols/support/held-back-turns.ts';
import { anOpenConversation } from '../core/protocols/support/saying.ts';
import { root } from './doc-commands.ts';
import { figureLines, hasHalie, storedLines } from './papers-doc.ts';

const halie = path.resolve(root, '..', 'shared', 'data', 'halie');

interface Row {
  readonly printed: string;
  readonly paper: string;
  readonly authors: string;
  readonly call: string;
}

/** The rows of the table by their first cell. */
function rowsOfTable(): Map<string, Row> {
  const text = readFileSync(path.join(root, 'docs', 'measured', 'papers.md'), 'utf8');
  const [, section = ''] = text.split('## The papers, figure by figure');
  const lines = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return new Map(
    lines.slice(1).map((line) => {
      const [name = '', printed = '', paper = '', authors = '', call = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return [name, { printed, paper, authors, call }];
    }),
  );
}

const rows = rowsOfTable();

/** The one row whose first cell begins so. */
function row(begins: string): Row {
  const found = [...rows].filter(([name]) => name.startsWith(begins));
  expect(found.map(([name]) => name)).toHaveLength(1);
  return found[0]![1];
}

const percents = ({ precision, recall }: { precision?: number | undefined; recall?: number | undefined }) =>
  `${Math.round(100 * precision!)} / ${Math.round(100 * recall!)} %`;

const figureOf = (figures: readonly PaperFigure[], table: string, figure: RegExp): PaperFigure => {
  const found = figures.filter((one) => one.table.startsWith(table) && figure.test(one.figure));
  expect(found.map((one) => one.figure)).toHaveLength(1);
  return found[0]!;
};

/** A recomputed figure has a digit more than the printed one. */
const inDigits = ({ recomputed, printed }: PaperFigure): string =>
  Number(recomputed).toFixed((printed.split('.')[1] ?? '').length);

test('each row says how to call it', () => {
  expect(rows.size).toBeGreaterThanOrEqual(17);
  for (const [name, { call }] of rows)
    expect([name, call]).toEqual([name, expect.stringMatching(/`assay |^the same$/)]);
});

test('every figure that `assay papers` recomputes stands in its table (people’s need ../shared/data/halie)', async () => {
  const isPeoples = (line: string) => line.includes('| Table 1 (section 4.2), row Human |');
  const own = (lines: readonly string[]) => lines.filter((line) => hasHalie || !isPeoples(line));
  const stored = storedLines();
  expect(stored.length).toBeGreaterThan(190);
  expect(own(stored)).toEqual(own(await figureLines()));
});

test('what `assay papers` recomputes stands in the table as it comes out', async () => {
  const { figures } = await checkPapers(undefined);
  const stated: [string, string, RegExp][] = [
    ['HumCoE, Table 2: average of MCM', 'Table 2', /retrieved: average consistency of MCM/],
    ['HumCoE, section 5.1.1', 'text of section 5.1.1', /Table 1, GODEL-base: gain over MCM/],
    ['HumCoE, section 5.1.3', 'text of section 5.1.3', /^average improvement over ChatGPT alone/],
    ['Ditch, Table 1', 'Table 1', /^conversations in all/],
    ['Interview, Table 3', 'Table 3', /^Spearman of QPR, generated history/],
  ];
  for (const [name, table, figure] of stated) {
    const found = figureOf(figures, table, figure);
    expect([name, row(name).printed, row(name).paper]).toEqual([name, found.printed, inDigits(found)]);
  }
});

test('every table of the papers has a row, with how many of its figures are recomputed', async () => {
  const text = readFileSync(path.join(root, 'docs', 'measured', 'papers.md'), 'utf8');
  const section = text.split('## Every table of the papers')[1]!.split('\n## ')[0]!;
  const cells = section
    .split('\n')
    .filter((line) => /^\| \S+, \d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const { figures } = await checkPapers(undefined);
  const papers = {
    HumCoE: { name: 'HumCoE', tables: [1, 2, 3, 5] },
    Ditch: { name: 'Ditch the Gold Standard', tables: [1, 2, 3, 4] },
    Interview: { name: 'Interview Evaluation', tables: [1, 2, 3] },
    'IQA-EVAL': { name: 'IQA-EVAL', tables: Array.from({ length: 18 }, (_, i) => i + 1) },
  };
  const expected = Object.entries(papers).flatMap(([short, { name, tables }]) =>
    tables.map((table) => {
      const own = figures.filter(
        (one) => one.paper === name && new RegExp(`^Table ${table}\\b`).test(one.table),
      );
      return [`${short}, ${table}`, `${own.length}`];
    }),
  );
  expect(cells.map(([, table, , recomputed]) => [table, recomputed])).toEqual(expected);
  for (const [, table, , , missing, call] of cells)
    expect([table, missing, call]).toEqual([
      table,
      expect.stringMatching(/\w/),
      expect.stringMatching(/`assay /),
    ]);
});

test('Table 4 of Ditch implies what the table says', () => {
  const implied = (refused: number, precision: number, recall: number) =>
    `${((refused * precision) / recall).toFixed(1)} %`;
  expect(row('Ditch, Table 4: share').paper).toBe(implied(27.1, 56.8, 68.1));
  expect(row('Ditch, Table 4: the same').paper).toBe(implied(27.3, 48.6, 65.7));
  const causes = row('Ditch, section 5.1').printed.replace(' %', '').split(' / ').map(Number);
  expect(row('Ditch, section 5.1').paper).toBe(
    `sum ${causes.reduce((sum, one) => sum + one, 0).toFixed(1)} %`,
  );
});

const detectors = {
  paper: ruleDetector(['CANNOTANSWER']),
  exact: ruleDetector(['CANNOTANSWER'], { matching: 'exact' }),
  authors: ruleDetector(['CANNOTANSWER'], { matching: 'authors' }),
};

test('the detectors on the 150 labeled turns', async () => {
  const own = row('Ditch, section 5.2: precision');
  expect(own.paper).toBe(percents(await detectionQuality(detectors.paper)));
  expect(own.authors).toBe(percents(await detectionQuality(detectors.authors)));
  expect(row('Ditch, appendix A').paper).toBe(percents(await detectionQuality(detectors.exact)));
});

test.skipIf(!hasHeldBackData)(
  'the detectors on 157 real turns that nobody looked at (needs ../shared/data)',
  { timeout: 120_000 },
  async () => {
    const qualityOf = async (detector: (typeof detectors)['paper']) => {
      const cases = [];
      for (const { question, isInvalid } of halfOf(heldBackTurns(), true)) {
        cases.push({
          predicted: !(await detector.check(question, anOpenConversation())).isValid,
          actual: isInvalid,
        });
      }
      return percents(binaryQuality(cases));
    };
    const own = row('Ditch, section 5.2: the same on 157');
    expect([own.paper, own.authors]).toEqual([
      await qualityOf(detectors.paper),
      await qualityOf(detectors.authors),
    ]);
  },
);

/** Cells of an interview: successes after 0, 1, ... follow-ups, and failures after 1, 2, ... */
function cellsOf(successes: readonly number[], failures: readonly number[] = []): InterviewCell[] {
  const of = (count: number, prompts: number, isSuccess: boolean) =>
    Array.from({ length: count }, () => ({ isAnswerable: true, isFirstRefused: false, prompts, isSuccess }));
  return [
    ...successes.flatMap((count, prompts) => of(count, prompts, true)),
    ...failures.flatMap((count, i) => of(count, i + 1, false)),
  ];
}

test('both counts of QPR on the counts that the authors note', () => {
  const excord = interviewScores(cellsOf([1492, 347, 95, 38]), 3);
  const own = row('Interview, Table 2');
  expect(own.authors).toBe(excord.questionPromptRateOfSuccesses!.toFixed(3));
  expect(own.paper).toBe(`${excord.questionPromptRate!.toFixed(3)} and more with each failure`);
  const bert = interviewScores(cellsOf([435, 129, 27, 9], [75, 27, 46]), 3);
  const noted = row('Interview, QPR of BERT');
  expect(noted.paper).toBe(bert.questionPromptRate!.toFixed(3));
  expect(noted.authors).toBe(bert.questionPromptRateOfSuccesses!.toFixed(3));
  expect(noted.printed).toBe((810 / 600).toFixed(2));
  const eight = interviewScores(cellsOf([4, 2, 0, 0], [1, 0, 1]), 3);
  const file = row('Interview, QPR of a file');
  expect(file.paper).toBe(eight.questionPromptRate!.toFixed(3));
  expect(file.authors).toBe(eight.questionPromptRateOfSuccesses!.toFixed(3));
  const failed = `${(100 * bert.promptFailureRate!).toFixed(1)} %`;
  expect([row('Interview, PFR').paper, row('Interview, PFR').authors]).toEqual([failed, failed]);
});

test('performance, aptitude and unreliability of one instruction', () => {
  const scores = [0.2, 0.35, 0.9, 0.55, 0.1, 0.77, 0.4, 0.61, 0.05, 1];
  const { average, aptitude, unreliability } = aptitudeOf([{ cluster: 'one', scores }]);
  const figures = [average, aptitude, unreliability].map(({ value }) => value!.toFixed(3)).join(' / ');
  const own = row('Lost in conversation: P');
  expect(own.paper).toBe(figures);
});

test.skipIf(!hasHalie)('people of Table 1 of IQA-EVAL (needs ../shared/data/halie)', async () => {
  const { figures } = await checkPapers(halie);
  for (const [name, figure] of [
    ['IQA-EVAL, Table 1: helpfulness of TextDavinci', /^helpfulness of TextDavinci$/],
    ['IQA-EVAL, Table 1: accuracy of Davinci', /^accuracy of Davinci$/],
  ] as const) {
    const found = figureOf(figures, 'Table 1 (section 4.2), row Human', figure);
    expect([row(name).printed, row(name).paper]).toEqual([found.printed, inDigits(found)]);
  }
});
