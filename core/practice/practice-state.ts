import {
  countPracticedDraws,
  findPracticePassed,
  listPracticeRounds,
  type PracticeRound as RoundRow,
} from '../../db/practice.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { listMembers } from '../../db/study-members.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Practice, PracticeRound } from '../../shared/contract/index.ts';
import { bootstrapAgreement, krippendorffAlpha } from '../../stats/index.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { practicedItems, practiceUnits, practicing } from './practice-labels.ts';
import { freePositions } from './start-round.ts';

/** Every round of a study's practice, and whether its batch is open. */
export function practiceState(context: CoreContext, studyId: number): Practice {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  return {
    rounds: listPracticeRounds(db, studyId).map((round) => roundState(db, study, round)),
    passed: findPracticePassed(db, studyId) ?? null,
    itemsLeft: freePositions(db, study).length,
    practicedDraws: countPracticedDraws(db, study),
  };
}

/** One round: who is how far, and how far they agree once all are through. */
export function roundState(db: ReadableDb, study: StudyRow, row: RoundRow): PracticeRound {
  const { round, seed, targetAlpha, createdAt } = row;
  const items = practicedItems(db, study, round);
  const annotators = practicing(db, listMembers(db, study.id), items);
  const isComplete = annotators.length >= 2 && annotators.every(({ done }) => done === items.length);
  const units = practiceUnits(
    study,
    items,
    annotators.map(({ id }) => id),
  );
  const level = levelOf(study);
  const alpha = isComplete ? krippendorffAlpha(units, level) : undefined;
  return {
    round,
    items: items.length,
    seed,
    targetAlpha,
    createdAt,
    annotators: annotators.map(({ id, name, done }) => ({ annotatorId: id, name, done })),
    isComplete,
    krippendorffAlpha: alpha ?? null,
    level,
    reason: alpha === undefined ? reasonOf(isComplete, annotators.length) : null,
    interval: alpha === undefined ? null : intervalOf(units, level, seed),
  };
}

/** Ratings differ by distance; yes or no and written answers by identity. */
const levelOf = ({ form }: StudyRow): 'nominal' | 'interval' =>
  form.kind === 'rating' ? 'interval' : 'nominal';

function reasonOf(isComplete: boolean, annotators: number): string {
  if (isComplete)
    return 'Everybody gave one and the same value, so agreement cannot be told from lack of variation.';
  return annotators < 2
    ? 'Agreement needs at least two annotators.'
    : 'Not everybody is through the round yet.';
}

function intervalOf(
  units: readonly (readonly (number | undefined)[])[],
  level: 'nominal' | 'interval',
  seed: number,
): PracticeRound['interval'] {
  const resampling = { seed, resamples: 500, alpha: 0.05 };
  const interval = bootstrapAgreement((some) => krippendorffAlpha(some, level), units, resampling);
  return 'reason' in interval ? null : { lower: interval.lower, upper: interval.upper };
}
