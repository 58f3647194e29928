import { findItem } from '../../../db/items.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ItemAgreement } from '../../../shared/contract/index.ts';
import { lastQuestion } from '../../model/data/last-question.ts';
import type { LabeledStudy } from '../../model/study/label-key.ts';
import type { ComparedItem } from './agreement-of.ts';
import { decisionStanding } from './decision-standing.ts';
import { spreadOf } from './disagreement.ts';
import type { Comparing, RatedItem } from './ratings.ts';
import { saidWords } from './said-words.ts';

/** The items that at least two annotators spoke of, the most disagreed first, then in draw order. */
export function itemAgreements(
  db: ReadableDb,
  study: LabeledStudy,
  items: readonly ComparedItem[],
  rated: readonly RatedItem[],
  comparing: Comparing,
): ItemAgreement[] {
  return rated
    .flatMap((item, i): ItemAgreement[] => {
      const spread = spreadOf(item, comparing);
      if (spread === undefined) return [];
      const { itemId, spoken } = item;
      return [
        {
          itemId,
          draw: items[i]!.draw,
          question: lastQuestion(findItem(db, itemId)?.conversation ?? []),
          spread,
          said: spoken.map((one) => ({
            annotatorId: one.annotatorId,
            words: saidWords(one, study),
            isSkip: one.rating.kind === 'skip',
          })),
          ...decisionStanding(db, study, itemId),
        },
      ];
    })
    .sort((a, b) => b.spread - a.spread || a.draw - b.draw);
}
