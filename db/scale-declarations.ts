import type { Scale } from '../shared/contract/base.ts';
import { SurrogateSpecSchema } from '../shared/contract/study.ts';
import { at, flag, json, orNull, real, text } from './columns.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface ValueRange {
  min: number;
  max: number;
  /** Every raw value is 0 or 1. */
  zeroOrOne: boolean;
}

const rangeOfVotes = select(
  {
    min: at('MIN(vote.value)', orNull(real)),
    max: at('MAX(vote.value)', orNull(real)),
    zeroOrOne: at('MIN(vote.value IN (0, 1))', flag),
  },
  'FROM human_score, json_each(human_score.votes) AS vote WHERE criterion_id = ?',
);

/** The range of the raw human values of a criterion, or null when it has none. */
export function criterionRange(db: ReadableDb, criterionId: number): ValueRange | null {
  const { min, max, zeroOrOne } = rangeOfVotes.one(db, criterionId);
  return min === null || max === null ? null : { min, max, zeroOrOne };
}

const rangeOfSignal = select(
  { min: at('MIN(value)', orNull(real)), max: at('MAX(value)', orNull(real)) },
  'FROM machine_score WHERE signal_id = ?',
);

/** The range of the values of a machine score, or null when it has none. */
export function signalRange(db: ReadableDb, signalId: number): { min: number; max: number } | null {
  const { min, max } = rangeOfSignal.one(db, signalId);
  return min === null || max === null ? null : { min, max };
}

const nameOfStudy = selectValues(text, 'SELECT name FROM study WHERE criterion_id = ? LIMIT 1');

/** The name of a study that measures this criterion, if any. */
export const studyOfCriterion = (db: ReadableDb, criterionId: number): string | undefined =>
  nameOfStudy.get(db, criterionId);

const surrogatesOfStudies = select(
  { name: text, surrogate: json(SurrogateSpecSchema) },
  'FROM study WHERE dataset_id = ?',
);

/** The name of a study whose surrogate is this machine score, if any. */
export const studyOfSignal = (
  db: ReadableDb,
  datasetId: number,
  signal: { kind: 'judge' | 'auto'; name: string; criterion: string | null },
): string | undefined =>
  surrogatesOfStudies.all(db, datasetId).find(({ surrogate }) => {
    if (surrogate.kind === 'judge') {
      return (
        signal.kind === 'judge' && surrogate.judge === signal.name && surrogate.criterion === signal.criterion
      );
    }
    return surrogate.kind === 'auto' && signal.kind === 'auto' && surrogate.name === signal.name;
  })?.name;

/** Makes a criterion that has no scores yet: binary on 0 to 1, else a rating. */
export function insertCriterion(db: WritableDb, datasetId: number, name: string, scale: Scale): void {
  const kind = scale.min === 0 && scale.max === 1 ? 'binary' : 'rating';
  db.prepare(
    `INSERT INTO criterion (dataset_id, name, kind, scale_min, scale_max, direction, declared, all_integers)
     VALUES (?, ?, ?, ?, ?, ?, 1, 1)`,
  ).run(datasetId, name, kind, scale.min, scale.max, scale.direction);
}

export function declareCriterionScale(
  db: WritableDb,
  criterionId: number,
  kind: 'rating' | 'binary',
  scale: Scale,
): void {
  db.prepare(
    'UPDATE criterion SET kind = ?, scale_min = ?, scale_max = ?, direction = ?, declared = 1 WHERE id = ?',
  ).run(kind, scale.min, scale.max, scale.direction, criterionId);
}

export function declareSignalScale(db: WritableDb, signalId: number, scale: Scale): void {
  db.prepare('UPDATE signal SET scale_min = ?, scale_max = ?, direction = ?, declared = 1 WHERE id = ?').run(
    scale.min,
    scale.max,
    scale.direction,
    signalId,
  );
}
