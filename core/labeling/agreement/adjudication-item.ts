import { currentAdjudication } from '../../../db/adjudications.ts';
import { lastDrawWith, listDraws } from '../../../db/draws.ts';
import { getItem } from '../../../db/items.ts';
import { labelFieldsOf } from '../../../db/label-fields.ts';
import { findMark } from '../../../db/marks.ts';
import { responsesOf } from '../../../db/pools.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { fieldWords } from '../../../shared/answer-words.ts';
import type {
  AdjudicationItem,
  DrawNumber,
  FieldValue,
  SpokenLabel,
  StudyField,
} from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { turnsOfItem } from '../../data/step-facts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type RecordState, versionOf } from '../../platform/record-version.ts';
import { modesOf } from '../../studies/failures/modes.ts';
import { decisionKeysFor } from '../../studies/label-key.ts';
import { shownTurns } from '../session/blind-item.ts';
import { answerOf, currentFields } from '../session/current-answer.ts';
import { systemsOnScreen } from '../session/sides.ts';
import { whoDecides } from './adjudicator.ts';
import { type AskedCriterion, askedCriterion } from './asked-criteria.ts';
import { decisionStanding } from './decision-standing.ts';
import { ratedItems } from './ratings.ts';
import { speakersById } from './speakers.ts';
import { decidesWithoutNames, inSealedOrder } from './without-names.ts';

/** One item under one criterion of a study, as somebody opened it. */
export interface AdjudicationPlace {
  readonly studyId: number;
  readonly itemId: number;
  readonly criterionId: number;
  /** Names who decides. */
  readonly as: string;
}

export interface FoundPlace {
  readonly asked: AskedCriterion;
  readonly itemId: number;
  readonly poolPosition: number;
  readonly draw: DrawNumber;
}

/**
 * Where an item stands in the present draw, or in the newest that it was in: a decision outlives draws, as labels do.
 *
 * @throws AppError NOT_FOUND when the item was never drawn or the criterion is not asked
 */
export function findPlace(
  context: CoreContext,
  { studyId, itemId, criterionId }: Omit<AdjudicationPlace, 'as'>,
): FoundPlace {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const generation = lastDrawWith(db, studyId, itemId) ?? study.generation;
  const draw = listDraws(db, studyId, generation).find((one) => one.itemId === itemId);
  if (!draw) {
    throw new AppError('NOT_FOUND', `Item ${itemId} is not in the batch of this study.`, { field: 'itemId' });
  }
  const asked = askedCriterion(db, study, criterionId);
  return { asked, itemId, poolPosition: draw.poolPosition, draw: draw.number };
}

/** An item as the adjudicator sees it: everybody's label, by name unless the study hides names; no system by name, no machine score. */
export function adjudicationItem(context: CoreContext, place: AdjudicationPlace): AdjudicationItem {
  const db = dbOf(context);
  const found = findPlace(context, place);
  const { asked, itemId, poolPosition, draw } = found;
  const { study, criterion, criterionId } = asked;
  const item = getItem(db, itemId);
  const [left, right] = systemsOnScreen(study, poolPosition);
  const decides = whoDecides(db, place);
  const spoken = labelsOf(context, found);
  const decision = decisionOf(context, found);
  const hidesNames = decidesWithoutNames(db, study.id);
  return {
    studyId: study.id,
    itemId,
    criterionId,
    criterion,
    draw,
    question: study.question,
    guidelines: study.guidelines,
    form: study.form,
    sideBySide: study.against !== null,
    ...shownTurns(turnsOfItem(item), responsesOf(db, itemId, left)),
    rightReplies:
      right === undefined ? null : shownTurns(turnsOfItem(item), responsesOf(db, itemId, right)).replies,
    passage: item.context,
    labels: hidesNames ? nameless(db, found, spoken) : spoken.map(({ annotatorId: _, ...label }) => label),
    decision: decision && hidesNames && decision.by?.id !== decides ? { ...decision, by: null } : decision,
    version: versionOf(decisionState(decision)),
    isOwn: spoken.some(({ annotatorId }) => annotatorId === decides),
  };
}

/** What of an item's decision a page changes. */
export const decisionState = (decision: AdjudicationItem['decision']): RecordState => ({
  decision: decision && { answer: decision.answer, note: decision.note },
});

/** A label with who gave it, which stays here where names are hidden. */
type Spoken = SpokenLabel & { readonly annotatorId: number };

/** Labels without who gave them and when, and not in the order of people. */
function nameless(
  db: ReadableDb,
  { asked: { study }, itemId }: FoundPlace,
  spoken: readonly Spoken[],
): SpokenLabel[] {
  return inSealedOrder(db, { studyId: study.id, itemId }, spoken, ({ annotatorId }) => annotatorId).map(
    ({ answer, fields, note }) => ({
      ...{ annotator: null, durationMs: null, labeledAt: null },
      ...{ answer, fields, note },
    }),
  );
}

function labelsOf(
  context: CoreContext,
  { asked: { study, criterion }, itemId, poolPosition }: FoundPlace,
): Spoken[] {
  const db = dbOf(context);
  const speakers = speakersById(context);
  const drawn = getStudy(db, study.id);
  return ratedItems(db, study, [itemId]).flatMap(({ words }) =>
    words.flatMap(({ annotatorId, labels }): Spoken[] => {
      const [label] = labels;
      const answer = answerOf(
        study,
        poolPosition,
        labels.map(({ content }) => content),
        labelFieldsOf(db, label.id),
      );
      if (!answer) return [];
      return [
        {
          annotatorId,
          annotator: speakers.get(annotatorId)!,
          answer,
          fields: fieldsInWords(db, drawn, itemId, annotatorId).filter(({ name }) => name !== criterion),
          note: findMark(db, study.id, itemId, annotatorId).note,
          durationMs: label.durationMs,
          labeledAt: label.createdAt,
        },
      ];
    }),
  );
}

function decisionOf(
  context: CoreContext,
  { asked: { study }, itemId, poolPosition }: FoundPlace,
): AdjudicationItem['decision'] {
  const db = dbOf(context);
  const rows = decisionKeysFor(study, itemId).map((key) => currentAdjudication(db, key));
  const answer = answerOf(
    study,
    poolPosition,
    rows.map((row) => row?.content),
  );
  const [row] = rows;
  if (!row || !answer) return null;
  const by = speakersById(context).get(row.annotatorId)!;
  const { isOutdated } = decisionStanding(db, study, itemId);
  return { answer, note: row.note, by, decidedAt: row.createdAt, isOutdated };
}

/** What an annotator answered to the further questions of a study's form, by name and in words. */
function fieldsInWords(db: ReadableDb, study: StudyRow, itemId: number, annotatorId: number) {
  const fields = currentFields(db, study, itemId, annotatorId) ?? {};
  return readStudyFields(db, study.id).flatMap(({ name, form }) => {
    const value = fields[name];
    return value === undefined ? [] : [{ name, words: inWords(db, value, form) }];
  });
}

function inWords(db: ReadableDb, value: FieldValue, form: StudyField['form']): string {
  if (typeof value === 'object') {
    return fieldWords(value, (id) => modesOf(db).byId.get(id)?.now.name ?? `failure mode ${id}`);
  }
  if (form.kind === 'binary') return value === 1 ? form.yesLabel : form.noLabel;
  return String(value);
}
