import type { Engine } from '../../../core/engine.ts';
import type { StudyPlan } from '../../../core/surrogate/score-work.ts';
import type { StudyQuestion } from '../../../shared/contract/index.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject } from '../support/test-engine.ts';
import { byAnswer, byRating, pairedRecords } from '../support/two-systems.ts';

interface Made {
  readonly question: Omit<StudyQuestion, 'datasetId' | 'system'>;
  readonly plan?: Partial<StudyPlan>;
  /** Labels of the item with this number; the draw order decides which of them count. */
  labelsOf(id: string, i: number): object[];
}

const rated = (id: string, i: number) => [{ id, annotator: 'Ana', system: 'amber', value: 1 + (i % 5) }];

/** Studies that differ in all that an estimate depends on. */
export const kindsOfStudies = {
  'calibrated hardness': { question: byRating, labelsOf: rated },
  'skips, overlap and an item that waits': {
    question: byRating,
    labelsOf: (id, i) => {
      if (i % 11 === 10) return [];
      if (i % 9 === 4) return [{ id, annotator: 'Ana', skip: 'unclear' }];
      return [...(i % 2 === 0 ? [{ id, annotator: 'Ben', value: 1 + ((i * 3) % 5) }] : []), ...rated(id, i)];
    },
  },
  'uniform without a surrogate, another alpha': {
    question: { ...byRating, surrogate: { kind: 'none' } },
    plan: { preset: 'uniform', alpha: 0.2, size: 60 },
    labelsOf: rated,
  },
  'HumCoE as published': { question: byRating, plan: { preset: 'humcoe', size: 40 }, labelsOf: rated },
  'written answers': {
    question: byAnswer,
    labelsOf: (id, i) => [{ id, annotator: 'Ana', answer: [`it is ${i}`] }],
  },
  'two systems, rated': {
    question: { ...byRating, against: 'basil' },
    labelsOf: (id, i) =>
      ['amber', 'basil'].map((system, s) => ({ id, annotator: 'Ana', system, value: 1 + ((i + s * i) % 5) })),
  },
  'two systems by one written answer': {
    question: { ...byAnswer, against: 'basil' },
    labelsOf: (id, i) => [{ id, annotator: 'Ana', answer: [`it is ${i}`] }],
  },
  'no label yet': { question: byRating, labelsOf: () => [] },
} satisfies Record<string, Made>;

export type KindOfStudy = keyof typeof kindsOfStudies;

/** A new project with the study of this kind, labeled. */
export async function labeledStudyOf(kind: KindOfStudy): Promise<{ engine: Engine; studyId: number }> {
  const { question, plan = {}, labelsOf }: Made = kindsOfStudies[kind];
  const { engine } = await engineWithProject();
  const records = pairedRecords();
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { datasetId } = await importHere(engine, asLines(records), 'data.jsonl', {
    format: 'assay-jsonl',
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'strict', criterion: 'quality', scale },
    ],
  });
  const studyId = await studyHere(engine, { datasetId: datasetId!, system: 'amber', ...question }, plan);
  const labels = records.flatMap(({ id }, i) => labelsOf(id, i));
  if (labels.length > 0) await importHere(engine, asLines(labels), 'labels.jsonl', { studyId });
  return { engine, studyId };
}
