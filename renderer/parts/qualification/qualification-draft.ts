import type { Qualification } from '../../../shared/contract/index.ts';

type Question = Qualification['questions'][number];

/** Questions as they are being written; pass is empty where all have to be right. */
interface QualificationDraft {
  readonly questions: readonly Question[];
  readonly pass: number | null;
}

export const emptyQuestion: Question = { question: '', options: ['', ''], right: 1, why: '' };

export const draftOf = (asked: Qualification | null): QualificationDraft => ({
  questions: asked?.questions ?? [emptyQuestion],
  pass: asked?.pass ?? null,
});

/** What is missing before the questions can be kept; null where nothing is. */
export function draftProblem({ questions, pass }: QualificationDraft): string | null {
  for (const [i, { question, options }] of questions.entries()) {
    const texts = options.map((option) => option.trim());
    if (question.trim() === '') return `Question ${i + 1} has no text.`;
    if (texts.includes('')) return `Question ${i + 1} has an answer without text.`;
    if (new Set(texts).size < texts.length) return `Question ${i + 1} has the same answer twice.`;
  }
  if (pass !== null && pass > questions.length) return 'More right answers pass than there are questions.';
  return null;
}

export const asQualification = ({ questions, pass }: QualificationDraft): Qualification => ({
  questions: [...questions],
  ...(pass !== null && { pass }),
});

/** A question without one of its answers; the mark of the right one stays with its answer, or goes to the first. */
export function withoutOption(question: Question, index: number): Question {
  const right =
    index + 1 === question.right ? 1 : question.right > index + 1 ? question.right - 1 : question.right;
  return { ...question, options: question.options.toSpliced(index, 1), right };
}
