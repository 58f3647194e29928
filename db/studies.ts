import { LabelFormSchema, MeasureSchema, presets, SurrogateSpecSchema } from '../shared/contract/study.ts';
import { AppError } from '../shared/errors.ts';
import {
  at,
  type Column,
  firstOrSecond,
  flag,
  integer,
  json,
  oneOf,
  orNull,
  real,
  text,
  Unfit,
} from './columns.ts';
import { prepared } from './prepared.ts';
import { of, type RowOf, select } from './query.ts';
import { scaleColumns, withScale } from './scale-columns.ts';
import { isOfNumbers, shapeOf } from './shapes.ts';
import { sinceWrite } from './since-write.ts';
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

const summaryNumbers = [
  'populationSize',
  'mean',
  'variance',
  'min',
  'max',
  'maxSurrogateOverProbability',
] as const;
type EnvelopeLine = Record<'intercept' | 'slope', number>;
type PoolSummary = Record<(typeof summaryNumbers)[number], number> & { envelope: EnvelopeLine[] };

const summaryShape = shapeOf(
  (value: unknown): value is PoolSummary =>
    isOfNumbers(value, summaryNumbers) &&
    'envelope' in value &&
    Array.isArray(value.envelope) &&
    value.envelope.every((line) => isOfNumbers(line, ['intercept', 'slope'])),
);
const referenceShape = shapeOf((value: unknown): value is { value: number; items: number } =>
  isOfNumbers(value, ['value', 'items']),
);

const bettingRules: Column<2 | 3 | 4> = {
  stored: 'integer',
  nullable: false,
  read(stored) {
    if (stored !== 2 && stored !== 3 && stored !== 4) throw new Unfit();
    return stored;
  },
};

export const studyOwnColumns = {
  id: integer,
  name: text,
  datasetId: integer,
  systemId: integer,
  criterionId: orNull(integer),
  measure: json(MeasureSchema),
  surrogate: json(SurrogateSpecSchema),
  preset: oneOf(presets),
  alpha: real,
  /** Equal steps from 0 to 1 that the values lie in; null by every rule but 4. */
  valueSteps: orNull(integer),
  /** The rule by which its draws are ordered; 1 with replacement. */
  drawRule: firstOrSecond,
  ...scaleColumns,
  populationSize: integer,
  missingSurrogate: integer,
  /** What the estimator needs of the pool, written by `summarizePool`. */
  poolSummary: json(summaryShape),
  signalHash: text,
  /** Mean of the metric over the gold answers that came with the data; null for criteria or where there are none. */
  referenceEvaluation: orNull(json(referenceShape)),
  form: json(LabelFormSchema),
  question: text,
  guidelines: text,
  batchRef: text,
  /** Annotators whose word an item needs before its value is final. */
  overlap: integer,
  /** How their labels become one value. */
  finalRule: oneOf(['mean', 'majority', 'adjudicated']),
  /** Whether each annotator meets the items of a block in an order of their own. */
  shuffle: flag,
  generation: integer,
  createdAt: text,
  againstId: orNull(integer),
  sharedItems: orNull(integer),
  sideSeed: orNull(integer),
  /** The ranking that a comparison is a pair of; null where it stands by itself. */
  rankingId: orNull(integer),
};

const presentDraw = 'FROM draw WHERE draw.study_id = study.id AND draw.generation = study.generation';
const studyColumns = {
  ...of('study', studyOwnColumns),
  /** The rule by which the interval bets. Rule 4 is stored as 3 with steps. */
  bettingRule: at('CASE WHEN study.value_steps IS NULL THEN study.betting_rule ELSE 4 END', bettingRules),
  datasetName: at('dataset.name', text),
  systemName: at('system.name', text),
  againstName: orNull(at('against.name', text)),
  seed: at('draw_run.seed', integer),
  drawCount: at(
    `COALESCE((SELECT draw_order + 1 ${presentDraw} ORDER BY draw_order DESC LIMIT 1), 0)`,
    integer,
  ),
  /** One preset alone draws with replacement; all others have as many items as draws, which need not be counted. */
  itemsDrawn: at(
    `CASE WHEN study.preset = 'humcoe' THEN (SELECT COUNT(DISTINCT item_id) ${presentDraw})
      ELSE COALESCE((SELECT draw_order + 1 ${presentDraw} ORDER BY draw_order DESC LIMIT 1), 0) END`,
    integer,
  ),
  /** The smallest difference of its two systems that matters; null where nobody said. */
  leastDifference: orNull(at('(SELECT least_difference FROM study_goal WHERE study_id = study.id)', real)),
  /** Of a pair whose ranking has all replies of an item rated on one page: by which instrument; else null. */
  pageInstrument: orNull(at('(SELECT instrument FROM ranking WHERE ranking.id = study.ranking_id)', text)),
};
const joined = `FROM study JOIN dataset ON dataset.id = study.dataset_id JOIN system ON system.id = study.system_id
  LEFT JOIN system AS against ON against.id = study.against_id
  JOIN draw_run ON draw_run.study_id = study.id AND draw_run.generation = study.generation`;

const studies = select(studyColumns, `${joined} ORDER BY study.id DESC`);
const studyOfId = select(studyColumns, `${joined} WHERE study.id = ?`);
const studiesOfRanking = select(studyColumns, `${joined} WHERE study.ranking_id = ? ORDER BY study.id DESC`);

const toStudy = (row: RowOf<typeof studyColumns>) => {
  const { againstId, againstName, sharedItems, sideSeed, ...study } = withScale(row);
  const against: Against | null =
    againstId === null
      ? null
      : { systemId: againstId, systemName: againstName!, sharedItems: sharedItems!, sideSeed: sideSeed! };
  return { ...study, against };
};

/** A study as stored. `against` is null in a study of one system. */
export type StudyRow = ReturnType<typeof toStudy>;

type NewStudy = Omit<
  StudyRow,
  | 'id'
  | 'datasetName'
  | 'systemName'
  | 'generation'
  | 'seed'
  | 'drawCount'
  | 'itemsDrawn'
  | 'leastDifference'
  | 'against'
  | 'overlap'
  | 'finalRule'
  | 'shuffle'
  | 'poolSummary'
  | 'rankingId'
  | 'pageInstrument'
> & {
  against: Omit<Against, 'systemName'> | null;
  poolSummary: Readonly<Omit<PoolSummary, 'envelope'>> & { readonly envelope: readonly EnvelopeLine[] };
};

export const listStudies = (db: ReadableDb): StudyRow[] => studies.all(db).map(toStudy);

/** The comparisons that belong to a ranking, newest first: several of a pair where they were gathered. */
export const comparisonsOfRanking = (db: ReadableDb, rankingId: number): StudyRow[] => [
  ...sinceWrite(db, `comparisons ${rankingId}`, () => studiesOfRanking.all(db, rankingId).map(toStudy)),
];

/** Read once for all that a request asks of it. @throws AppError NOT_FOUND */
export function getStudy(db: ReadableDb, id: number): StudyRow {
  const study = sinceWrite(db, `study ${id}`, () => {
    const row = studyOfId.get(db, id);
    return row && toStudy(row);
  });
  if (study) return { ...study };
  throw new AppError('NOT_FOUND', `There is no study ${id} in this project.`, { field: 'studyId' });
}

/** One more than any study ever had: labels and the audit trail, which outlive theirs, tell it from the others by its number. */
const nextNumber = `(SELECT 1 + MAX(number) FROM (
  SELECT MAX(id) AS number FROM study UNION ALL SELECT MAX(study_id) FROM audit UNION ALL SELECT MAX(study_id) FROM label))`;

export function insertStudy(db: WritableDb, study: NewStudy): number {
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO study (id, name, dataset_id, system_id, criterion_id, measure, surrogate, preset, alpha,
         scale_min, scale_max, direction, population_size, missing_surrogate, pool_summary, signal_hash, reference_evaluation, form,
         question, guidelines, batch_ref, created_at, against_id, shared_items, side_seed, betting_rule, draw_rule,
         value_steps)
       VALUES (${nextNumber}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
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
    Math.min(3, study.bettingRule),
    study.drawRule,
    study.valueSteps,
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
