import type { ProtocolConversationRow } from '../../../db/protocol-conversations.ts';
import type { ProtocolSettings, Scale } from '../../../shared/contract/index.ts';
import { mean } from '../../../stats/index.ts';
import type { InterviewOutcome } from '../interview/interview.ts';
import type { IqaOutcome } from '../iqa-eval/iqa-eval.ts';
import type { LostOutcome } from '../lost-in-conversation/lost-in-conversation.ts';
import { scoreOf } from '../lost-in-conversation/lost-scores.ts';
import type { HumanOutcome } from '../outcomes/human-outcome.ts';
import type { ReplayOutcome } from '../replay/replay.ts';

/** What a run says of single items. */
interface ItemValues {
  readonly measure: string;
  readonly scale: Scale;
  readonly values: ReadonlyMap<number, number>;
}

type FinishedRow = Pick<ProtocolConversationRow, 'itemIds' | 'variant' | 'outcome'>;

const unit: Scale = { min: 0, max: 1, direction: 'higher' };
const likert: Scale = { min: 1, max: 5, direction: 'higher' };

/**
 * A run's scores item by item, larger better: of a replay the mean metric of the item's questions; of an interview 1
 * for a question answered at once, 1 - prompts/(N + 1) after prompts and 0 for a failure; of IQA-EVAL the helpfulness
 * of the unit, personas weighted by their shares; of Lost in Conversation the share of an instruction's runs that end in a right
 * answer; of conversations the share of right answers.
 */
export const itemValues = (settings: ProtocolSettings, rows: readonly FinishedRow[]): ItemValues =>
  itemMeasures(settings, rows)[0]!;

/** Every measure of single items, the main one first: IQA-EVAL has fluency besides. */
export function itemMeasures(
  settings: ProtocolSettings,
  rows: readonly FinishedRow[],
): readonly ItemValues[] {
  switch (settings.protocol) {
    case 'replay': {
      const pairs = outcomesOf<ReplayOutcome>(rows).flatMap(({ answers }) =>
        answers.flatMap(({ itemId, score }) => (score === null ? [] : [[itemId, score] as const])),
      );
      return [{ measure: settings.metric, scale: unit, values: meanByItem(pairs) }];
    }
    case 'interview': {
      const pairs = outcomesOf<InterviewOutcome>(rows).flatMap(({ cells }) =>
        cells.map(({ itemId, isSuccess, prompts }) => {
          const value = isSuccess ? 1 - prompts / (settings.mostPrompts + 1) : 0;
          return [itemId, value] as const;
        }),
      );
      return [{ measure: 'interview', scale: unit, values: meanByItem(pairs) }];
    }
    case 'iqa-eval':
      return (['helpfulness', 'fluency'] as const).map((measure) => ({
        measure,
        scale: likert,
        values: ratingsByItem(settings.personas, rows, measure),
      }));
    case 'lost-in-conversation': {
      const pairs = outcomesOf<LostOutcome>(rows).map(
        (outcome) => [outcome.itemId, scoreOf(outcome)] as const,
      );
      return [{ measure: 'performance', scale: unit, values: meanByItem(pairs) }];
    }
    case 'conversation': {
      const pairs = rows.flatMap(({ itemIds, outcome }) => {
        const marks = (outcome as HumanOutcome | null)?.marks ?? [];
        return marks.map(({ isCorrect }) => [itemIds[0]!, Number(isCorrect)] as const);
      });
      return [{ measure: 'accuracy', scale: unit, values: meanByItem(pairs) }];
    }
  }
}

const outcomesOf = <T>(rows: readonly FinishedRow[]): T[] =>
  rows.flatMap(({ outcome }) => (outcome === null ? [] : [outcome as T]));

function ratingsByItem(
  personas: readonly { share: number }[],
  rows: readonly FinishedRow[],
  measure: 'helpfulness' | 'fluency',
): Map<number, number> {
  const weighted = new Map<number, { sum: number; weight: number }>();
  for (const { itemIds, variant, outcome } of rows) {
    const scores = ((outcome as IqaOutcome | null)?.judged ?? []).flatMap((one) => {
      const score = one[measure];
      return score === null ? [] : [score];
    });
    if (scores.length === 0) continue;
    const share = personas[variant.persona ?? 0]?.share ?? 0;
    for (const itemId of itemIds) {
      const { sum, weight } = weighted.get(itemId) ?? { sum: 0, weight: 0 };
      weighted.set(itemId, { sum: sum + share * mean(scores), weight: weight + share });
    }
  }
  return new Map([...weighted].flatMap(([id, { sum, weight }]) => (weight > 0 ? [[id, sum / weight]] : [])));
}

function meanByItem(pairs: readonly (readonly [itemId: number, value: number])[]): Map<number, number> {
  const lists = new Map<number, number[]>();
  for (const [itemId, value] of pairs) {
    const list = lists.get(itemId);
    if (list) list.push(value);
    else lists.set(itemId, [value]);
  }
  return new Map([...lists].map(([itemId, values]) => [itemId, mean(values)]));
}
