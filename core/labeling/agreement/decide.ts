import { writeAudit } from '../../../db/audit.ts';
import type { LabelContent } from '../../../db/labels.ts';
import { isDecisionStored } from '../../../db/spoken-words.ts';
import type { AdjudicationItem, LabelAnswer } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { labelChanged } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertCurrent } from '../../platform/record-version.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { decisionKeysFor } from '../../studies/label-key.ts';
import { insertDecision } from '../../studies/ratings/ratings.ts';
import { lookAnew } from '../assignment/assign-next.ts';
import { checkedContents } from '../session/check-answer.ts';
import {
  type AdjudicationPlace,
  adjudicationItem,
  decisionState,
  type FoundPlace,
  findPlace,
} from './adjudication-item.ts';
import { whoDecides } from './adjudicator.ts';
import { speakersById } from './speakers.ts';

interface Decision extends AdjudicationPlace {
  answer: LabelAnswer;
  /** Why. */
  note: string;
  clientKey: string;
  /** What the page had loaded. */
  version?: string | undefined;
}

/**
 * Stores what holds of an item whose annotators disagree; it is on disk when this returns. Earlier decisions stay.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT, CONFLICT when another window decided meanwhile
 */
export async function decide(context: CoreContext, given: Decision): Promise<AdjudicationItem> {
  const found = findPlace(context, given);
  const contents = checkedContents(dbOf(context), found.asked.study, found, given.answer);
  const { answer, note } = given;
  await storeDecision(context, found, contents, { ...given, wanted: { answer, note } });
  return adjudicationItem(context, given);
}

/** Takes the decision that holds back by writing a new row. @throws AppError NOT_FOUND, CONFLICT when there is none */
export async function undoDecision(
  context: CoreContext,
  given: AdjudicationPlace & { clientKey: string; version?: string | undefined },
): Promise<AdjudicationItem> {
  const found = findPlace(context, given);
  const keys = decisionKeysFor(found.asked.study, found.itemId);
  const cleared = keys.map((): LabelContent => ({ kind: 'clear' }));
  await storeDecision(context, found, cleared, { ...given, note: 'taken back', wanted: null });
  return adjudicationItem(context, given);
}

/** Writes one row for each key, with the entry of the audit trail, all or none; then tells the estimates. */
async function storeDecision(
  context: CoreContext,
  { asked: { study, criterion }, itemId, draw }: FoundPlace,
  contents: readonly LabelContent[],
  { wanted, ...given }: Omit<Decision, 'answer'> & { wanted: Pick<Decision, 'answer' | 'note'> | null },
): Promise<void> {
  const db = dbOf(context);
  const { as, clientKey, note, version } = given;
  const by = speakersById(context).get(whoDecides(db, { studyId: study.id, as }))!;
  const createdAt = context.now();
  const rows = decisionKeysFor(study, itemId).map((key, i) => ({ key, content: contents[i]! }));
  await whenWritable(() =>
    db
      .transaction(() => {
        if (isDecisionStored(db, clientKey)) return;
        const { decision } = adjudicationItem(context, given);
        if (wanted === null && !decision) throw new AppError('CONFLICT', 'Nothing is decided of this item.');
        const stored = decisionState(decision);
        assertCurrent(version, { stored, wanted: { decision: wanted }, words: 'This decision' });
        insertDecision(db, rows, { clientKey, annotatorId: by.id, studyId: study.id, note, createdAt });
        writeAudit(db, {
          at: createdAt,
          action: contents[0]!.kind === 'clear' ? 'adjudication.undo' : 'adjudication.decide',
          studyId: study.id,
          details: { itemId, draw, criterion, by: by.name, contents, note },
        });
      })
      .immediate(),
  );
  lookAnew(db);
  labelChanged(context, itemId, study.id);
}
