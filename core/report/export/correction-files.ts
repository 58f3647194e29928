import { listDraws } from '../../../db/draws.ts';
import { findItem } from '../../../db/items.ts';
import { responsesOf } from '../../../db/pools.ts';
import { getStudy } from '../../../db/studies.ts';
import { isCorrection } from '../../../shared/answer-words.ts';
import type { Turn } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { chatTurns, saidTurns } from '../../data/chat-turns.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { isLabel, type LabelRow, labelRows } from './label-rows.ts';

/** One reply that somebody corrected. */
interface CorrectedReply {
  readonly itemId: string;
  readonly context: string | null;
  readonly conversation: readonly Turn[];
  readonly replies: readonly string[];
  /** Place among the replies, or, where the conversation as a whole is judged, among its turns. */
  readonly reply: number;
  readonly text: string;
  readonly row: LabelRow;
}

/** Every correction of a study that counts, in draw order: one of each annotator and reply. */
function corrections(context: CoreContext, studyId: number): CorrectedReply[] {
  const db = dbOf(context);
  const { systemId, generation } = getStudy(db, studyId);
  const items = new Map(listDraws(db, studyId, generation).map(({ number, itemId }) => [number, itemId]));
  const found = labelRows(context, studyId)
    .filter(isLabel)
    .flatMap((row): CorrectedReply[] => {
      const given = Object.values(row.further ?? {}).find((value) => isCorrection(value));
      if (!given) return [];
      const itemId = items.get(row.drawOrder)!;
      const item = findItem(db, itemId)!;
      const { externalId, conversation, context: passage } = item;
      const replies = responsesOf(db, itemId, systemId);
      return given.corrected.map(({ reply, text }) => ({
        ...{ itemId: externalId, context: passage, conversation, replies, reply, text, row },
      }));
    });
  if (found.length > 0) return found;
  throw new AppError('CONFLICT', 'Nobody has corrected a reply in this study.', {
    remedy: 'Ask for a correction under "Set up", "The form", and correct replies while labeling.',
  });
}

/** What was said before a reply, with the replies before it, and the reply. */
function promptOf({ conversation, replies, reply }: CorrectedReply): { prompt: Turn[]; said: string } {
  if (replies.length === 0) {
    const plain = conversation.map(({ role, content }) => ({ role, content }));
    const places = plain.flatMap(({ role }, at) => (role === 'system' ? [] : [at]));
    const at = places[reply]!;
    return { prompt: plain.slice(0, at), said: plain[at]!.content };
  }
  const prompt = saidTurns(chatTurns(conversation, replies), reply).slice(0, -1);
  return { prompt, said: replies[reply]! };
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/**
 * Corrections as preference data, one a line: what was said before, the correction as `chosen`, the reply as `rejected`, each as
 * messages. Trainers such as TRL's DPOTrainer read these three; the rest says where they are from.
 */
export function preferencesJsonl(context: CoreContext, studyId: number): string {
  return corrections(context, studyId)
    .map((one) => {
      const { prompt, said } = promptOf(one);
      const messages = (content: string) => [{ role: 'assistant', content }];
      const { system, annotator, labeledAt, value } = one.row;
      return lineOf({
        ...{ prompt, chosen: messages(one.text), rejected: messages(said) },
        ...(one.context !== null && { context: one.context }),
        ...{ id: one.itemId, reply: one.reply + 1, system, annotator, value, labeled_at: labeledAt },
      });
    })
    .join('');
}

/**
 * Corrected items as Assay's own records, one a line: each reply's corrections are its references. Where the conversation as a whole is
 * judged, the references are of the last turn that was corrected, which is then the one that is asked for.
 */
export function referencesJsonl(context: CoreContext, studyId: number): string {
  const byItem = Map.groupBy(corrections(context, studyId), ({ itemId }) => itemId);
  return [...byItem.values()]
    .map((all) => {
      const { itemId, context: passage, conversation, replies, row } = all[0]!;
      const of = (reply: number) => [
        ...new Set(all.filter((one) => one.reply === reply).map(({ text }) => text)),
      ];
      const last = Math.max(...all.map(({ reply }) => reply));
      const whole = replies.length === 0;
      const { prompt, said } = promptOf(all.find(({ reply }) => reply === last)!);
      const references = replies.length > 1 ? replies.map((_, reply) => of(reply)) : of(last);
      const answered = replies.length > 1 ? replies : whole ? said : replies[0]!;
      return lineOf({
        id: itemId,
        conversation: whole ? prompt : conversation,
        ...(passage !== null && { context: passage }),
        responses: { [row.system]: answered },
        reference: references,
      });
    })
    .join('');
}
