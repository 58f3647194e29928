import { listDraws } from '../../../db/draws.ts';
import { findItem } from '../../../db/items.ts';
import { responsesOf } from '../../../db/pools.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { DrawNumber, Turn } from '../../../shared/contract/index.ts';
import { chatTurns, saidTurns } from '../../data/chat-turns.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type FurtherQuestion, furtherQuestions } from './further-answers.ts';
import { isLabel, type LabelRow, labelRows } from './label-rows.ts';

/** One item of a study's batch and one system, with what people said of it: what other tools call a task. */
export interface LabeledTask {
  readonly itemId: string;
  readonly system: string;
  /** The conversation with the replies in their places. */
  readonly chat: readonly Turn[];
  readonly question: string;
  readonly response: string;
  readonly context: string | null;
  readonly references: readonly string[];
  /** The first draw of the item. */
  readonly draw: { readonly order: DrawNumber; readonly probability: number; readonly surrogate: number };
  readonly labels: readonly LabelRow[];
}

/** A study as other tools are told of it. */
export interface LabeledStudy {
  readonly study: StudyRow;
  /** What a rating is called: the criterion's name. */
  readonly criterion: string;
  readonly tasks: readonly LabeledTask[];
  /** What the form asks beside the measure. */
  readonly further: readonly FurtherQuestion[];
}

/** Every drawn item of a study with its labels, in draw order; a comparison has a task for each of its systems. */
export function labeledStudy(context: CoreContext, studyId: number): LabeledStudy {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const { measure, systemId, systemName, against } = study;
  const systems = [
    { id: systemId, name: systemName },
    ...(against ? [{ id: against.systemId, name: against.systemName }] : []),
  ];
  const rows = Map.groupBy(labelRows(context, studyId).filter(isLabel), ({ drawOrder }) => drawOrder);
  const seen = new Set<number>();
  const tasks = listDraws(db, studyId, study.generation).flatMap((draw): LabeledTask[] => {
    const item = findItem(db, draw.itemId);
    if (!item || seen.has(draw.itemId)) return [];
    seen.add(draw.itemId);
    const { number, probability, surrogateValue: surrogate } = draw;
    const ofDraw = rows.get(number) ?? [];
    return systems.map(({ id, name }) => ({
      itemId: item.externalId,
      system: name,
      ...chatWithReplies(item.conversation, responsesOf(db, draw.itemId, id)),
      context: item.context,
      references: item.references.flat(),
      draw: { order: number, probability, surrogate },
      labels: ofDraw.filter(({ system }) => system === name),
    }));
  });
  const criterion = measure.kind === 'criterion' ? measure.criterion : measure.metric;
  const given = [...rows.values()].flat().flatMap(({ further }) => (further ? [further] : []));
  const further = furtherQuestions(db, study.datasetId, readStudyFields(db, studyId), given);
  return { study, criterion, tasks, further };
}

/** What was said with each reply at its place, the last question, and what was last replied. */
function chatWithReplies(
  conversation: readonly Turn[],
  replies: readonly string[],
): Pick<LabeledTask, 'chat' | 'question' | 'response'> {
  const question = conversation.findLast(({ role }) => role === 'user')?.content ?? '';
  const chat = saidTurns(chatTurns(conversation, replies));
  return { chat, question, response: replies.at(-1) ?? '' };
}
