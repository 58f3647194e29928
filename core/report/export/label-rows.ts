import { currentAdjudication } from '../../../db/adjudications.ts';
import { listAnnotators } from '../../../db/annotators.ts';
import { type Draw, listDraws } from '../../../db/draws.ts';
import { findItem } from '../../../db/items.ts';
import type { PresentLabel } from '../../../db/labels.ts';
import { readPoolLevels } from '../../../db/pool-levels.ts';
import { sinceWrite } from '../../../db/since-write.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { readChoice } from '../../../db/study-choices.ts';
import { eachColumn, type StudyColumn } from '../../../db/study-columns.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import { readJoins } from '../../../db/study-joins.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { isFailureCoding } from '../../../shared/answer-words.ts';
import type { DrawNumber, FailureCoding, FieldValues, FinalRule } from '../../../shared/contract/index.ts';
import { fromUnit, levelOf } from '../../../stats/index.ts';
import { itemStanding, type Standing } from '../../estimate/final-rule.ts';
import { prefixWeights } from '../../estimate/influence.ts';
import { liveEstimateOf } from '../../estimate/live-estimates.ts';
import { decisionStanding } from '../../labeling/agreement/decision-standing.ts';
import { currentFields } from '../../labeling/session/current-answer.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { shownScale } from '../../studies/estimand-scale.ts';
import { modesOf } from '../../studies/failures/modes.ts';
import { modesSaid, type PersonSays, saidOfFailures } from '../../studies/failures/said.ts';
import { decisionKeysFor } from '../../studies/label-key.ts';
import { type SystemLabel, systemLabels } from '../../studies/ratings/rating.ts';
import { labelsByKey, metricValues } from '../../studies/ratings/ratings.ts';
import type { ExportedValues, NamedCoding } from './further-answers.ts';

/** One row a label and draw, with all that is needed to compute the estimate elsewhere. */
export interface LabelRow extends FinalColumns {
  study: string;
  /** Items in the pool; in a comparison those that differ, of the items that both systems answered. */
  N: number;
  sharedItems: number | null;
  seed: number;
  alpha: number;
  design: string;
  drawOrder: DrawNumber;
  id: string;
  /** The system that the label is about. A written answer to two systems has a row for each. */
  system: string;
  /** Pool-level selection probability q. */
  probability: number;
  /** Surrogate value s in [0, 1], 1 best, and its mean over the pool. */
  surrogate: number;
  surrogateMean: number;
  /** Of studies whose items were chosen: how uncertain the system was of the item; undefined in others. */
  uncertainty: number | undefined;
  /**
   * What the columns of the predictor say of the item, in their units; null while the draw waits for an earlier one.
   * Undefined by rule 2, which has one surrogate and no columns.
   */
  x: readonly number[] | null | undefined;
  /** Weight of the draw in the estimate; null while the draw waits for an earlier one. */
  weight: number | null;
  annotator: string;
  kind: 'score' | 'answer' | 'skip';
  /** On the measure's own scale; for written answers the metric's value. */
  value: number | null;
  answer: string | null;
  /** Numbers the answers of a draw: those that the metric reads alike have the same one. */
  answerGroup: number | null;
  reason: string | null;
  /** How the label was given; `adjudication` marks what was decided of an item whose annotators disagree. */
  source: string;
  estimateVisible: boolean;
  durationMs: number;
  labeledAt: string;
  /** Why it was decided so; null for labels. */
  decisionNote: string | null;
  /** Whether a label of the item was given, changed or taken back after the decision; null for labels. */
  decisionOutdated: boolean | null;
  /** What the annotator answered to further questions of the form, by their names; undefined where to none. */
  further: ExportedValues | undefined;
}

/**
 * Every present label and decision of a study's batch, in draw order, decisions after the labels of their draw. A report needs them
 * several times, and reads them once.
 */
export function labelRows(context: CoreContext, studyId: number): readonly LabelRow[] {
  // The weights rest on the draws that the estimate has taken in, which follow a write a moment later.
  const { prefixLength } = liveEstimateOf(context, studyId);
  const name = `label rows ${studyId} ${prefixLength}`;
  return sinceWrite(dbOf(context), name, () => labelRowsNow(context, studyId));
}

/** The same of several studies, as of all pairs of a ranking, one after the other; `study` says which a row is of. */
export const rowsOfAll = (
  context: CoreContext,
  { studyIds }: { readonly studyIds: readonly number[] },
): readonly LabelRow[] => studyIds.flatMap((id) => labelRows(context, id));

function labelRowsNow(context: CoreContext, studyId: number): LabelRow[] {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const weights = prefixWeights(context, studyId);
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  const { mean } = study.poolSummary;
  const choice = readChoice(db, studyId);
  const fields = readStudyFields(db, studyId);
  const says = saidOfFailures(db, study);
  const draws = listDraws(db, studyId, study.generation);
  const cells = study.bettingRule === 2 ? undefined : cellsAt(db, study, draws.slice(0, weights.length));
  return draws.flatMap((draw) => {
    const given = givenOf(db, study, draw.itemId);
    if (given.length === 0) return [];
    const final = finalColumns(db, study, draw.itemId);
    const texts = [...new Set(given.flatMap(({ columns }) => columns.text ?? []))];
    return given.map(
      ({ label, columns: { text, ...columns } }): LabelRow => ({
        study: study.name,
        N: study.populationSize,
        sharedItems: study.against?.sharedItems ?? null,
        seed: study.seed,
        alpha: study.alpha,
        design: study.preset,
        drawOrder: draw.number,
        id: findItem(db, draw.itemId)?.externalId ?? '',
        probability: draw.probability,
        surrogate: draw.surrogateValue,
        surrogateMean: mean,
        uncertainty: choice?.uncertainty[draw.poolPosition],
        x: cells && (cells[draw.order] ?? null),
        weight: weights[draw.order] ?? null,
        annotator: names.get(label.annotatorId) ?? '',
        ...columns,
        answerGroup: text === null ? null : texts.indexOf(text) + 1,
        source: label.source,
        estimateVisible: label.estimateVisible,
        durationMs: label.durationMs,
        labeledAt: label.createdAt,
        decisionNote: label.note ?? null,
        decisionOutdated: label.isOutdated ?? null,
        ...final,
        further:
          fields.length > 0 && label.source !== 'adjudication' && columns.kind !== 'skip'
            ? namedFields(
                db,
                currentFields(db, study, draw.itemId, label.annotatorId),
                says.get(draw.itemId)?.people.find((one) => one.annotatorId === label.annotatorId),
              )
            : undefined,
      }),
    );
  });
}

/** Further answers with the names of failure modes in place of their numbers. */
function namedFields(
  db: ReadableDb,
  fields: FieldValues | undefined,
  person: PersonSays | undefined,
): ExportedValues | undefined {
  if (!fields) return undefined;
  const modes = modesOf(db);
  const namesOf = (ids: readonly number[]) => ids.flatMap((id) => modes.byId.get(id)?.now.name ?? []);
  const named = ({ note, at, steps, modes: chosen }: FailureCoding): NamedCoding => ({
    // An annotator who does not count is not among those who say something.
    modes: namesOf(person ? modesSaid(modes, person) : chosen),
    ...{ note, at },
    ...(steps && { steps: steps.map((one) => ({ ...one, modes: namesOf(one.modes) })) }),
  });
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isFailureCoding(value) ? named(value) : value]),
  );
}

/** The cells of the items of some draws, a list of all columns for each: those from the start, then those that joined. */
export function cellsAt(
  db: ReadableDb,
  { id: studyId, generation }: Pick<StudyRow, 'id' | 'generation'>,
  draws: readonly Draw[],
): number[][] {
  const cells = draws.map((): number[] => []);
  const levels = readPoolLevels(db, studyId)?.levels;
  const placeOf = ({ poolPosition, surrogateValue }: Draw) =>
    levels ? levels.indexOf(levelOf(surrogateValue)) : poolPosition;
  const take = ({ values }: Pick<StudyColumn, 'values'>) => {
    for (const [i, draw] of draws.entries()) cells[i]!.push(values[placeOf(draw)]!);
  };
  // One column after the other: not all of them are held.
  for (const column of eachColumn(db, studyId)) take(column);
  for (const join of readJoins(db, studyId, generation)) take(join);
  return cells;
}

/** Whether a row is the label of an annotator, and not a decision between them. */
export const isLabel = ({ source }: LabelRow): boolean => source !== 'adjudication';

/** A label, or a decision in the shape of one. */
type GivenLabel = Omit<PresentLabel, 'id' | 'source'> & {
  source: string;
  note?: string;
  isOutdated?: boolean;
};

type SystemColumns = SystemLabel & Pick<LabelRow, 'system' | 'answer'>;

/** What was given and decided of an item: labels by annotator, then decisions, each with what it says of each system. */
function givenOf(
  db: ReadableDb,
  study: StudyRow,
  itemId: number,
): { label: GivenLabel; columns: SystemColumns }[] {
  const systems = [study.systemName, ...(study.against ? [study.against.systemName] : [])];
  const valuesOf = metricValues(db, study, itemId);
  const rowsOf = (label: GivenLabel, keyIndex: number) =>
    systemLabels(study, label.content, keyIndex, valuesOf).map(({ system, ...says }) => {
      const answer = label.content.kind === 'answer' ? JSON.stringify(label.content.answers) : null;
      return { label, columns: { ...says, system: systems[system]!, answer } };
    });
  const labels = labelsByKey(db, study, itemId).flatMap((ofKey, i) =>
    ofKey.flatMap((label) => rowsOf(label, i)),
  );
  const { isOutdated } = decisionStanding(db, study, itemId);
  const decisions = decisionKeysFor(study, itemId).flatMap((key, i) => {
    const decided = currentAdjudication(db, key);
    const asLabel = { source: 'adjudication', estimateVisible: false, durationMs: 0, isOutdated };
    return decided ? rowsOf({ ...decided, ...asLabel }, i) : [];
  });
  return [...labels.sort((a, b) => a.label.annotatorId - b.label.annotatorId), ...decisions];
}

/** How the labels of an item become one value, and what that is: the same on every row of the item. */
interface FinalColumns {
  /** How many annotators an item needs. */
  overlap: number;
  finalRule: FinalRule;
  /**
   * `value` and `skipped` are final; `waiting` for further annotators; `undecided` where the rule leaves the item to a
   * decision; `open` where nobody has judged both systems of a comparison.
   */
  finalState: 'value' | 'skipped' | Exclude<Standing['kind'], 'final'>;
  /** On the measure's own scale; in a comparison the first system minus the second. Null unless the state is `value`. */
  finalValue: number | null;
}

function finalColumns(db: ReadableDb, study: StudyRow, itemId: number): FinalColumns {
  const { overlap, finalRule } = study;
  const standing = itemStanding(db, study, itemId);
  if (standing.kind !== 'final') {
    return { overlap, finalRule, finalState: standing.kind, finalValue: null };
  }
  const { final } = standing;
  const finalValue = final.kind === 'value' ? fromUnit(final.y, shownScale(study)) : null;
  return { overlap, finalRule, finalState: final.kind, finalValue };
}
