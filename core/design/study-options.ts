import { writeAudit } from '../../db/audit.ts';
import { findDataset, listSystems } from '../../db/datasets.ts';
import { listJudges } from '../../db/judges.ts';
import { countPool, countSharedPool, judgesWholes } from '../../db/pools.ts';
import { findPrompt } from '../../db/prompts.ts';
import { listGuessers } from '../../db/pseudo-labels.ts';
import { listCriteria, listSignalScales, listSignals, saySameCriterion } from '../../db/scores.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Criterion, Signal, StudyOptions, SurrogateSpec } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { newCriteria, unnamedCriterion } from '../../shared/study-choices.ts';
import { metrics } from '../../stats/index.ts';
import { noSuchScore } from '../data/declare-scale.ts';
import { surrogateName } from '../estimate/surrogate/surrogate-names.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { assertCurrent, type RecordState, versionOf } from '../platform/record-version.ts';
import { whenWritable } from '../platform/when-writable.ts';

type Coverage = StudyOptions['surrogates'][number]['coverage'];

/** What is known of data that studies can be made of, in a project or of a file before its import. */
export interface StudyMaterial {
  readonly systems: StudyOptions['systems'];
  readonly criteria: readonly Pick<Criterion, 'name' | 'kind' | 'scale' | 'declared'>[];
  readonly signals: readonly Omit<Signal, 'id'>[];
  /** Language models whose guesses are there. */
  readonly guessers: readonly { readonly name: string; readonly coverage: Coverage }[];
  /** Items with a passage that can be read. */
  readonly readable: number;
  /** Whether the conversation as a whole is judged, having no reply of its own. */
  readonly isWhole: boolean;
  /** Items that both systems answered. */
  shared(system: string, other: string): number;
}

/** What a data set allows: its systems, what can be measured, and where a surrogate can come from. */
export function studyOptions(db: ReadableDb, datasetId: number): StudyOptions {
  const dataset = findDataset(db, datasetId);
  if (!dataset) throw new AppError('NOT_FOUND', `There is no data set ${datasetId} in this project.`);
  const systems = listSystems(db, datasetId)
    .map(({ id, name }) => ({ id, name, items: countPool(db, datasetId, id) }))
    .filter(({ items }) => items > 0);
  const idOf = new Map(systems.map(({ id, name }) => [name, id]));
  return optionsOf({
    systems: systems.map(({ name, items }) => ({ name, items })),
    criteria: listCriteria(db, datasetId),
    signals: listSignals(db, datasetId),
    guessers: listGuessers(db, datasetId, 'llm'),
    readable: dataset.itemsWithContext,
    isWhole: systems[0] !== undefined && judgesWholes(db, datasetId, systems[0].id),
    shared: (system, other) => countSharedPool(db, datasetId, idOf.get(system)!, idOf.get(other)!),
  });
}

/**
 * Says that a judge's criterion measures what people's criterion of another name does.
 *
 * @throws AppError NOT_FOUND when no judge scores it, or the data set offers no such criterion
 */
export async function sameCriterion(
  context: CoreContext,
  {
    version,
    ...input
  }: { datasetId: number; judged: string; criterion: string | null; version?: string | undefined },
): Promise<StudyOptions> {
  const db = dbOf(context);
  const { datasetId, judged, criterion } = input;
  const { criteria } = studyOptions(db, datasetId);
  const ofJudges = [
    ...listSignalScales(db, datasetId).flatMap((one) => (one.kind === 'judge' ? [one.criterion] : [])),
    ...listJudges(db).flatMap(({ promptId }) => findPrompt(db, promptId)!.criteria.map(({ name }) => name)),
  ];
  if (!ofJudges.includes(judged)) throw noSuchScore('judged', `No judge scores "${judged}"`, ofJudges);
  const known = criteria.map(({ name }) => name);
  if (criterion !== null && criterion !== judged && !known.includes(criterion))
    throw noSuchScore('criterion', `There is no criterion "${criterion}"`, known);
  const entry = { at: context.now(), action: 'criterion.same', studyId: null, details: input };
  const say = db.transaction(() => {
    const stored = sameState(listSignals(db, datasetId));
    assertCurrent(version, { stored, wanted: { [judged]: criterion ?? judged }, words: 'This choice' });
    saySameCriterion(db, datasetId, judged, criterion === judged ? null : criterion);
    writeAudit(db, entry);
  });
  await whenWritable(() => say.immediate());
  context.events.publish({ type: 'data.changed' });
  return studyOptions(db, datasetId);
}

/** The same of any material. */
export function optionsOf(material: StudyMaterial): StudyOptions {
  const { systems, criteria, signals, isWhole } = material;
  return {
    systems: [...systems],
    criteria: [
      ...criteria.map(({ name, kind, scale, declared }) => ({ name, kind, scale, declared })),
      ...newCriteria(criteria, signals, isWhole),
    ],
    metrics: metrics.map(({ id, name, description }) => ({ id, name, description })),
    surrogates: surrogatesOf(material),
    version: versionOf(sameState(signals)),
  };
}

/** What people's criterion each judge's criterion measures. */
const sameState = (signals: StudyMaterial['signals']): RecordState =>
  Object.fromEntries(
    signals.flatMap(({ kind, criterion, measures }) =>
      kind === 'judge' && criterion !== null ? [[criterion, measures]] : [],
    ),
  );

function surrogatesOf({ systems, signals, guessers, readable, shared }: StudyMaterial) {
  const surrogate = (
    spec: SurrogateSpec,
    note: string,
    coverage: Coverage,
    measures: string | null = null,
  ) => ({
    spec,
    name: surrogateName(spec),
    note,
    measures,
    coverage,
  });
  const ofSignals = signals.map(({ kind, name, criterion, measures, coverage }) =>
    surrogate(
      kind === 'judge' ? { kind, judge: name, criterion: criterion ?? unnamedCriterion } : { kind, name },
      kind === 'judge'
        ? 'How high the judge scores each reply.'
        : 'An automatic score that came with the data.',
      coverage.map(({ system, items }) => ({ system, items })),
      kind === 'judge' ? (measures ?? unnamedCriterion) : null,
    ),
  );
  const others = systems.map(({ name: system }) =>
    surrogate(
      { kind: 'system', system },
      'How much the reply agrees with what this system answers to the same question.',
      systems
        .filter(({ name }) => name !== system)
        .map(({ name }) => ({ system: name, items: shared(name, system) })),
    ),
  );
  return [
    ...ofSignals,
    ...guessers.map(({ name, coverage }) =>
      surrogate(
        { kind: 'llm', name },
        'How much the reply agrees with what this language model guesses to be right.',
        coverage,
      ),
    ),
    ...(systems.length > 1 ? others : []),
    surrogate(
      { kind: 'reader' },
      readable > 0
        ? 'The sentence of the passage that fits the question best. Works offline, needs no model.'
        : 'The answer of the nearest answered question outside this data. Works offline, needs no model.',
      systems.map(({ name, items }) => ({ system: name, items: Math.min(items, readable) })),
    ),
    surrogate(
      { kind: 'none' },
      'Every item is taken to be equally hard.',
      systems.map(({ name, items }) => ({ system: name, items })),
    ),
  ];
}
