import { generateWork } from '../generate/generate-work.ts';
import { importWork } from '../import/import-work.ts';
import { judgeWork } from '../judge/judge-work.ts';
import { labWork } from '../lab/lab-work.ts';
import { scoreWork } from '../surrogate/score-work.ts';

/** Every kind of long work; each runs in a worker thread with its own connection. */
export const jobWorks = {
  import: importWork,
  score: scoreWork,
  lab: labWork,
  judge: judgeWork,
  generate: generateWork,
} as const;

export type JobKind = keyof typeof jobWorks;
export type JobParams<K extends JobKind> = Parameters<(typeof jobWorks)[K]>[1];
export type JobResult<K extends JobKind> = Awaited<ReturnType<(typeof jobWorks)[K]>>;
