import type { LabelAnswer } from './contract/label.ts';

/** Which batch a returned file answers, and whose copy of it. */
interface ReturnedFacts {
  readonly batchId: string;
  readonly contentSha256: string;
  readonly annotator: string;
  readonly copyId: string;
}

/** One answer as a returned file holds it, before it has its hash. */
export interface ReturnedAnswer {
  readonly ref: string;
  readonly answer: LabelAnswer;
  readonly durationMs: number;
  readonly at: string;
}

/** The text whose hash the first answer of a returned file is chained to. */
export const chainStart = ({ batchId, contentSha256, annotator, copyId }: ReturnedFacts): string =>
  JSON.stringify([batchId, contentSha256, annotator, copyId]);

/** The text whose hash chains an answer to the one before. */
export const chainLink = (before: string, { ref, answer, durationMs, at }: ReturnedAnswer): string =>
  JSON.stringify([before, ref, answer, durationMs, at]);
