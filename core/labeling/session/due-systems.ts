import { responsesOf } from '../../../db/pools.ts';
import { listCheckItems } from '../../../db/quality.ts';
import { comparisonsOfRanking, type StudyRow } from '../../../db/studies.ts';
import { matteringStudies } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { handedFacts } from '../../studies/annotators/handed-facts.ts';
import { knownRatings } from '../../studies/checks/known-ratings.ts';
import { systemsOnPage } from '../../studies/label-key.ts';
import type { Batch } from '../assignment/batch-key.ts';
import type { PagedRanking } from './page-replies.ts';

/** The two systems of a pair. */
export const systemsOfPair = ({ systemId, against }: StudyRow): [number, number] => [
  systemId,
  against!.systemId,
];

/** Tells of a page whose reply has to be rated. */
interface DueSystems {
  /** By its item and the pairs that drew it. */
  of(itemId: number, pairs: readonly Batch[]): ReadonlySet<number>;
  /** Changes where the answers may. */
  readonly signature: string;
}

/**
 * Which systems the pages of a labeling session have to have rated: those of the pairs that drew the item and still have to be decided. A
 * batch that stands for all pairs asks about all replies that it was handed out with; a page whose right answers are known about
 * those that other pages ask about at the time, so that it looks like them, and about one that is known in any case.
 */
export function dueSystems(context: CoreContext, ranking: PagedRanking, { study }: Batch): DueSystems {
  const db = dbOf(context);
  const isRound = study.practiceRound !== undefined;
  if (!isRound && !handedFacts(db)) return dueOfPairs(context, ranking);
  const systems = systemsOnPage(ranking.instrument);
  const repliesTo = (itemId: number) =>
    new Set(systems.filter((systemId) => responsesOf(db, itemId, systemId).length > 0));
  if (isRound) return { of: dueOfRound(context, ranking, study, repliesTo), signature: '' };
  return { of: repliesTo, signature: '' };
}

function dueOfPairs(context: CoreContext, ranking: PagedRanking): DueSystems {
  const mattering = matteringStudies(context, ranking);
  const dueOf = (pairs: readonly Batch[]) =>
    new Set(pairs.flatMap(({ study }) => (mattering.has(study.id) ? systemsOfPair(study) : [])));
  const known = new Map<readonly Batch[], ReadonlySet<number>>();
  return {
    of(_, pairs) {
      const due = known.get(pairs) ?? dueOf(pairs);
      known.set(pairs, due);
      return due;
    },
    signature: [...mattering.keys()].join(),
  };
}

function dueOfRound(
  context: CoreContext,
  ranking: PagedRanking,
  study: StudyRow,
  repliesTo: (itemId: number) => ReadonlySet<number>,
): DueSystems['of'] {
  const db = dbOf(context);
  const mattering = matteringStudies(context, ranking);
  const open = comparisonsOfRanking(db, ranking.id).filter(({ id }) => mattering.has(id));
  const asked = new Set(open.length > 0 ? open.flatMap(systemsOfPair) : systemsOnPage(ranking.instrument));
  const checks = listCheckItems(db, study.id);
  const known = new Map(checks.map(({ itemId, expected }) => [itemId, [...knownRatings(expected).keys()]]));
  return (itemId) => {
    const due = [...repliesTo(itemId)].filter((id) => asked.has(id));
    const knownHere = known.get(itemId) ?? [];
    return new Set(knownHere.some((id) => due.includes(id)) ? due : [...due, ...knownHere]);
  };
}
