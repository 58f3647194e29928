import { iteratePool } from '../../../db/pools.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Measure } from '../../../shared/contract/index.ts';
import { normalizationOf, sameResponses } from '../../../stats/index.ts';

/** Where the replies of a release stand. */
interface ReleaseReplies {
  readonly datasetId: number;
  readonly systemId: number;
}

/** An item that two releases answered; its two numbers are the same where both are in one data set. */
interface SharedItem {
  readonly itemId: number;
  readonly beforeItemId: number;
}

/** What two releases have in common. */
export interface SharedReplies {
  /** Items that both answered in different words, in pool order. */
  readonly differing: readonly SharedItem[];
  /** Items that both answered alike. */
  readonly equal: readonly SharedItem[];
  /** Items of one name that ask something else in the later release, or in another number of turns. */
  readonly changed: number;
}

/**
 * The items that two releases answered, found by their names. They may lie in different data sets, one for each release: an item
 * is the same when its conversation and passage are. Replies are equal after the metric's normalization, ratings to the letter.
 */
export function sharedReplies(
  db: ReadableDb,
  before: ReleaseReplies,
  now: ReleaseReplies,
  measure: Measure,
): SharedReplies {
  const normalize = normalizationOf(measure.kind === 'metric' ? measure.metric : undefined);
  const earlier = iteratePool(db, before.datasetId, before.systemId);
  const differing: SharedItem[] = [];
  const equal: SharedItem[] = [];
  let changed = 0;
  let other = earlier.next().value;
  // Both come in the order of their names, so one walk meets all.
  for (const item of iteratePool(db, now.datasetId, now.systemId)) {
    while (other && comesBefore(other.externalId, item.externalId)) other = earlier.next().value;
    if (!other || other.externalId !== item.externalId) continue;
    const asksTheSame = other.conversation === item.conversation && other.context === item.context;
    const turns = item.responses.length;
    if (!asksTheSame || turns === 0 || other.responses.length !== turns) changed += 1;
    else {
      const list = sameResponses(item.responses, other.responses, normalize) ? equal : differing;
      list.push({ itemId: item.itemId, beforeItemId: other.itemId });
    }
  }
  // One that is not read to its end would keep the database busy.
  earlier.return(undefined);
  return { differing, equal, changed };
}

/** As the database orders texts: byte by byte. */
const comesBefore = (one: string, other: string): boolean =>
  one !== other && Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
