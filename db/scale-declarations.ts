import type { Scale, SurrogateSpec } from '../shared/contract/index.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface ValueRange {
  min: number;
  max: number;
  /** Every raw value is 0 or 1. */
  zeroOrOne: boolean;
}

/** The range of the raw human values of a criterion, or null when it has none. */
export function criterionRange(db: ReadableDb, criterionId: number): ValueRange | null {
  const row = db
    .prepare(
      `SELECT MIN(vote.value) AS min, MAX(vote.value) AS max, MIN(vote.value IN (0, 1)) AS zeroOrOne
       FROM human_score, json_each(human_score.votes) AS vote WHERE criterion_id = ?`,
    )
    .get(criterionId) as { min: number | null; max: number; zeroOrOne: number };
  return row.min === null ? null : { min: row.min, max: row.max, zeroOrOne: row.zeroOrOne === 1 };
}

/** The range of the values of a machine score, or null when it has none. */
export function signalRange(db: ReadableDb, signalId: number): { min: number; max: number } | null {
  const row = db
    .prepare('SELECT MIN(value) AS min, MAX(value) AS max FROM machine_score WHERE signal_id = ?')
    .get(signalId) as { min: number | null; max: number };
  return row.min === null ? null : { min: row.min, max: row.max };
}

/** The name of a study that measures this criterion, if any. */
export function studyOfCriterion(db: ReadableDb, criterionId: number): string | undefined {
  return db.prepare('SELECT name FROM study WHERE criterion_id = ? LIMIT 1').pluck().get(criterionId) as
    | string
    | undefined;
}

/** The name of a study whose surrogate is this machine score, if any. */
export function studyOfSignal(
  db: ReadableDb,
  datasetId: number,
  signal: { kind: 'judge' | 'auto'; name: string; criterion: string | null },
): string | undefined {
  const studies = db.prepare('SELECT name, surrogate FROM study WHERE dataset_id = ?').all(datasetId) as {
    name: string;
    surrogate: string;
  }[];
  return studies.find(({ surrogate }) => {
    const spec = JSON.parse(surrogate) as SurrogateSpec;
    if (spec.kind === 'judge') {
      return signal.kind === 'judge' && spec.judge === signal.name && spec.criterion === signal.criterion;
    }
    return spec.kind === 'auto' && signal.kind === 'auto' && spec.name === signal.name;
  })?.name;
}

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
