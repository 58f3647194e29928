import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkPapers } from '../../core/protocols/papers/check-papers.ts';
import type { PaperFigure } from '../../shared/contract/index.ts';

/*
 * Every figure of the papers that `assay papers` recomputes, as a table of docs/measured/papers.md.
 * After a change that is meant: node host/launch.js test/docs/papers-doc.ts (with ../shared/data/halie for people's figures).
 */

const root = path.resolve(import.meta.dirname, '..', '..');
export const papersFile = path.join(root, 'docs', 'measured', 'papers.md');
const halie = path.resolve(root, '..', 'shared', 'data', 'halie');
export const hasHalie = existsSync(path.join(halie, 'iqa_quizzes.jsonl'));

const begin = '<!-- figures: made by `node host/launch.js test/docs/papers-doc.ts` -->';
const end = '<!-- end of figures -->';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const outcomes: Record<PaperFigure['verdict'], string> = {
  agrees: 'agrees',
  differs: '**differs**',
  'not-checked': 'takes single interactions',
};

/** One line for each figure, in the order of `assay papers`. */
export async function figureLines(): Promise<string[]> {
  const { figures } = await checkPapers(hasHalie ? halie : undefined);
  return figures.map(
    ({ paper, table, figure, printed, recomputed, verdict }) =>
      `| ${[paper, table, figure, printed, verdict === 'not-checked' ? '-' : recomputed, outcomes[verdict]].map(cell).join(' | ')} |`,
  );
}

/** The lines that stand in the file. */
export const storedLines = (): string[] => {
  const text = readFileSync(papersFile, 'utf8');
  const inside = text.slice(text.indexOf(begin) + begin.length, text.indexOf(end));
  return inside.trim().split('\n').slice(2);
};

if (process.argv[1] === import.meta.filename) {
  const text = readFileSync(papersFile, 'utf8');
  const head =
    '| Paper | Table, or place of the sentence | Figure | Printed | Recomputed | |\n|---|---|---|---|---|---|';
  const table = [begin, head, ...(await figureLines()), end].join('\n');
  const from = text.indexOf(begin);
  const next =
    from < 0
      ? `${text.trimEnd()}\n\n## Every figure that can be recomputed\n\nWhat \`assay papers --halie halie\` prints, row by row.\n\n${table}\n`
      : text.slice(0, from) + table + text.slice(text.indexOf(end) + end.length);
  writeFileSync(papersFile, next);
}
