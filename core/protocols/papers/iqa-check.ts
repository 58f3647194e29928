import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { PaperFigure } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { mean } from '../../../stats/index.ts';
import { parseJson } from '../../platform/files/parse-json.ts';
import { iqaMeasures } from '../iqa-eval/iqa-scores.ts';
import { numberFigure } from './figure.ts';

const QuizSchema = z.object({
  system: z.string(),
  human: z.record(z.string(), z.object({ helpfulness: z.array(z.number()), fluency: z.array(z.number()) })),
  meta: z.object({
    questionsWhereAssistantWasUsed: z.number(),
    correctWhereAssistantWasUsed: z.number(),
    queries: z.number(),
  }),
});
type Quiz = z.infer<typeof QuizSchema>;

/** IQA-EVAL, Table 1, row "Human", by the names that the HALIE data give the systems. */
const printed = [
  {
    system: 'InstructDavinci',
    label: 'TextDavinci',
    helpfulness: 4.6,
    fluency: 4.35,
    queries: 1.78,
    accuracy: 0.69,
  },
  {
    system: 'InstructBabbage',
    label: 'TextBabbage',
    helpfulness: 3.84,
    fluency: 3.84,
    queries: 2.57,
    accuracy: 0.52,
  },
  { system: 'Davinci', label: 'Davinci', helpfulness: 3.52, fluency: 3.22, queries: 2.66, accuracy: 0.48 },
] as const;

const quizFile = 'iqa_quizzes.jsonl';

/**
 * The twelve human figures of IQA-EVAL, Table 1, from the HALIE quizzes: mean ratings over workers, queries and share of
 * right answers over questions in which the assistant was used. Without the data they are listed as not checked.
 *
 * @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE
 */
export async function iqaFigures(halieFolder: string | undefined): Promise<PaperFigure[]> {
  const quizzes = halieFolder === undefined ? undefined : await readQuizzes(path.join(halieFolder, quizFile));
  return printed.flatMap(({ system, label, ...figures }) => {
    const found = quizzes && humanRow(quizzes.filter((quiz) => quiz.system === system));
    return iqaMeasures.map((measure) =>
      numberFigure({
        paper: 'IQA-EVAL',
        table: 'Table 1 (section 4.2), row Human',
        figure: `${measure} of ${label}`,
        printed: figures[measure],
        recomputed: found?.[measure],
        decimals: 2,
        note: found ? '' : `Needs ${quizFile} of the HALIE data.`,
      }),
    );
  });
}

function humanRow(quizzes: readonly Quiz[]): Record<(typeof iqaMeasures)[number], number> {
  const rating = (name: 'helpfulness' | 'fluency') =>
    mean(quizzes.map(({ human, system }) => mean(human[system]![name])));
  const sum = (of: (meta: Quiz['meta']) => number) =>
    quizzes.reduce((total, { meta }) => total + of(meta), 0);
  const used = sum(({ questionsWhereAssistantWasUsed }) => questionsWhereAssistantWasUsed);
  return {
    helpfulness: rating('helpfulness'),
    fluency: rating('fluency'),
    queries: sum(({ queries }) => queries) / used,
    accuracy: sum(({ correctWhereAssistantWasUsed }) => correctWhereAssistantWasUsed) / used,
  };
}

async function readQuizzes(file: string): Promise<Quiz[]> {
  const quizzes: Quiz[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
      if (line.trim() !== '') quizzes.push(QuizSchema.parse(parseJson(line)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new AppError('FILE_NOT_FOUND', `There is no ${quizFile} in that folder.`, { file });
    }
    const remedy = `Line ${quizzes.length + 1} is not a quiz of the HALIE data as Assay's format has it.`;
    throw new AppError('FILE_UNREADABLE', 'The HALIE quizzes cannot be read.', {
      file,
      line: quizzes.length + 1,
      remedy,
    });
  }
  return quizzes;
}
