import type {
  FinalRule,
  LabelForm,
  Measure,
  Preset,
  Scale,
  SurrogateSpec,
} from '../shared/contract/index.ts';
import { AppError } from '../shared/errors.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** The second system of a comparison, and what its pool, the items whose responses differ, was taken from. */
export interface Against {
  systemId: number;
  systemName: string;
  /** Items that both systems answered. */
  sharedItems: number;
  /** Decides which reply stands on which side. */
  sideSeed: number;
}

/** A study as stored; JSON columns are parsed here and nowhere else. */
export interface StudyRow {
  id: number;
  name: string;
  datasetId: number;
  datasetName: string;
  systemId: number;
  systemName: string;
  /** Null in a study of one system. */
  against: Against | null;
  criterionId: number | null;
  measure: Measure;
  surrogate: SurrogateSpec;
  preset: Preset;
  alpha: number;
  scale: Scale;
  populationSize: number;
  missingSurrogate: number;
  /** What the estimator needs of the pool, written by `summarizePool`. */
  poolSummary: unknown;
  signalHash: string;
  /** Mean of the metric over the gold answers that came with the data; null for criteria or where there are none. */
  referenceEvaluation: { value: number; items: number } | null;
  form: LabelForm;
  question: string;
  guidelines: string;
  batchRef: string;
  /** Annotators whose word an item needs before its value is final. */
  overlap: number;
  /** How their labels become one value. */
  finalRule: FinalRule;
  /** Whether each annotator meets the items of a block in an order of their own. */
  shuffle: boolean;
  generation: number;
  seed: number;
  drawCount: number;
  itemsDrawn: number;
  createdAt: string;
}

interface RawStudyRow
  extends Omit<
    StudyRow,
    | 'measure'
    | 'surrogate'
    | 'scale'
    | 'poolSummary'
    | 'referenceEvaluation'
    | 'form'
    | 'preset'
    | 'against'
    | 'shuffle'
  > {
  shuffle: number;
  againstId: number | null;
  againstName: string | null;
  sharedItems: number | null;
  sideSeed: number | null;
  measure: string;
  surrogate: string;
  preset: string;
  scaleMin: number;
  scaleMax: number;
  direction: string;
  poolSummary: string;
  referenceEvaluation: string | null;
  form: string;
}

interface NewStudy
  extends Omit<
    StudyRow,
    | 'id'
    | 'datasetName'
    | 'systemName'
    | 'generation'
    | 'seed'
    | 'drawCount'
    | 'itemsDrawn'
    | 'against'
    | 'overlap'
    | 'finalRule'
    | 'shuffle'
  > {
  against: Omit<Against, 'systemName'> | null;
}

const select = `
SELECT study.id, study.name, study.dataset_id AS datasetId, dataset.name AS datasetName,
  study.system_id AS systemId, system.name AS systemName, study.criterion_id AS criterionId,
  study.against_id AS againstId, against.name AS againstName, study.shared_items AS sharedItems,
  study.side_seed AS sideSeed,
  study.measure, study.surrogate, study.preset, study.alpha,
  study.scale_min AS scaleMin, study.scale_max AS scaleMax, study.direction,
  study.population_size AS populationSize, study.missing_surrogate AS missingSurrogate,
  study.pool_summary AS poolSummary, study.signal_hash AS signalHash,
  study.reference_evaluation AS referenceEvaluation, study.form, study.question,
  study.guidelines, study.batch_ref AS batchRef, study.overlap, study.final_rule AS finalRule, study.shuffle, study.generation, study.created_at AS createdAt,
  draw_run.seed,
  (SELECT COUNT(*) FROM draw WHERE draw.study_id = study.id AND draw.generation = study.generation) AS drawCount,
  (SELECT COUNT(DISTINCT item_id) FROM draw
   WHERE draw.study_id = study.id AND draw.generation = study.generation) AS itemsDrawn
FROM study JOIN dataset ON dataset.id = study.dataset_id JOIN system ON system.id = study.system_id
  LEFT JOIN system AS against ON against.id = study.against_id
  JOIN draw_run ON draw_run.study_id = study.id AND draw_run.generation = study.generation`;

export function listStudies(db: ReadableDb): StudyRow[] {
  return (db.prepare(`${select} ORDER BY study.id DESC`).all() as RawStudyRow[]).map(toStudy);
}

/** @throws AppError NOT_FOUND */
export function getStudy(db: ReadableDb, id: number): StudyRow {
  const row = db.prepare(`${select} WHERE study.id = ?`).get(id) as RawStudyRow | undefined;
  if (!row) throw new AppError('NOT_FOUND', `There is no study ${id} in this project.`, { field: 'studyId' });
  return toStudy(row);
}

export function insertStudy(db: WritableDb, study: NewStudy): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO study (name, dataset_id, system_id, criterion_id, measure, surrogate, preset, alpha,
         scale_min, scale_max, direction, population_size, missing_surrogate, pool_summary, signal_hash, reference_evaluation, form,
         question, guidelines, batch_ref, created_at, against_id, shared_items, side_seed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      study.name,
      study.datasetId,
      study.systemId,
      study.criterionId,
      JSON.stringify(study.measure),
      JSON.stringify(study.surrogate),
      study.preset,
      study.alpha,
      study.scale.min,
      study.scale.max,
      study.scale.direction,
      study.populationSize,
      study.missingSurrogate,
      JSON.stringify(study.poolSummary),
      study.signalHash,
      study.referenceEvaluation === null ? null : JSON.stringify(study.referenceEvaluation),
      JSON.stringify(study.form),
      study.question,
      study.guidelines,
      study.batchRef,
      study.createdAt,
      study.against?.systemId ?? null,
      study.against?.sharedItems ?? null,
      study.against?.sideSeed ?? null,
    );
  return Number(lastInsertRowid);
}

export function updateStudyText(
  db: WritableDb,
  id: number,
  text: { name?: string | undefined; question?: string | undefined; guidelines?: string | undefined },
): void {
  db.prepare(
    `UPDATE study SET name = COALESCE(?, name), question = COALESCE(?, question),
       guidelines = COALESCE(?, guidelines) WHERE id = ?`,
  ).run(text.name ?? null, text.question ?? null, text.guidelines ?? null, id);
}

/** Sets how many annotators an item needs, how their labels become one value, and who meets items in which order. */
export function updateStudyTeam(
  db: WritableDb,
  id: number,
  { overlap, finalRule, shuffle }: Pick<StudyRow, 'overlap' | 'finalRule' | 'shuffle'>,
): void {
  db.prepare('UPDATE study SET overlap = ?, final_rule = ?, shuffle = ? WHERE id = ?').run(
    overlap,
    finalRule,
    shuffle ? 1 : 0,
    id,
  );
}

/** Removes a study with its pool, draws and marks. Labels are append-only and stay. */
export function deleteStudy(db: WritableDb, id: number): void {
  const { changes } = db.prepare('DELETE FROM study WHERE id = ?').run(id);
  if (changes !== 1) throw new AppError('NOT_FOUND', `There is no study ${id} in this project.`);
}

function toStudy(row: RawStudyRow): StudyRow {
  const { scaleMin, scaleMax, direction, againstId, againstName, sharedItems, sideSeed, ...rest } = row;
  return {
    ...rest,
    against:
      againstId === null
        ? null
        : { systemId: againstId, systemName: againstName!, sharedItems: sharedItems!, sideSeed: sideSeed! },
    measure: JSON.parse(row.measure) as Measure,
    surrogate: JSON.parse(row.surrogate) as SurrogateSpec,
    preset: row.preset as Preset,
    scale: { min: scaleMin, max: scaleMax, direction: direction as Scale['direction'] },
    poolSummary: JSON.parse(row.poolSummary) as unknown,
    referenceEvaluation:
      row.referenceEvaluation === null
        ? null
        : (JSON.parse(row.referenceEvaluation) as { value: number; items: number }),
    form: JSON.parse(row.form) as LabelForm,
    shuffle: row.shuffle === 1,
  };
}
