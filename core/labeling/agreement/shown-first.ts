import { listAnnotators } from '../../../db/annotators.ts';
import { listDraws } from '../../../db/draws.ts';
import { currentLabels } from '../../../db/labels.ts';
import { itemsOfRanking } from '../../../db/page-labels.ts';
import { getRanking } from '../../../db/rankings.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ShownFirst } from '../../../shared/contract/index.ts';
import { exactShare } from '../../../stats/index.ts';
import { studiesAsked } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { AskedStudy } from '../../studies/label-key.ts';
import { itemRatings } from '../../studies/ratings/ratings.ts';
import { pagedOf, pageReplies } from '../session/page-replies.ts';
import { systemsOnScreen } from '../session/sides.ts';

/** What one annotator gave the reply that stands first on the screen of an item, and the one that stands last. */
interface Choice {
  /** What was shown at once. */
  readonly screen: string;
  readonly annotatorId: number;
  /** How much better the first is: above 0, below, or 0 for a tie. */
  readonly lead: number;
}

interface Asked {
  readonly studyId: number;
  readonly wholeRanking?: boolean | undefined;
}

/**
 * Position bias of people: how often they prefer the reply that stands first, the left one of two or the top one of a page. Which one
 * that is, is left to chance for each item by itself, so that without a bias the share of the decided choices is a half, whichever
 * system is better; its exact interval (Clopper and Pearson 1934) is of independent items. What everybody has in common counts each item
 * once, by what more of them prefer. Null where one reply stands alone, or an answer is written.
 */
export function shownFirst(context: CoreContext, asked: Asked): ShownFirst | null {
  const db = dbOf(context);
  const studies = studiesAsked(db, asked).filter(
    ({ against, criterionId }) => against !== null && criterionId !== null,
  );
  const [first] = studies;
  if (!first) return null;
  const isPage = first.pageInstrument !== null;
  const choices = isPage ? choicesOnPages(db, first) : studies.flatMap((study) => choicesBeside(db, study));
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  const byPerson = [...Map.groupBy(choices, ({ annotatorId }) => annotatorId)]
    .map(([id, own]) => shareOf({ annotatorId: id, name: names.get(id) ?? '' }, leadsOf(own)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const together = [...Map.groupBy(choices, ({ screen }) => screen).values()].map((ofScreen) =>
    leadsOf(ofScreen).reduce((sum, lead) => sum + Math.sign(lead), 0),
  );
  return {
    shown: isPage ? 'page' : 'side-by-side',
    people: [shareOf({ annotatorId: null, name: 'All together' }, together), ...byPerson],
  };
}

const leadsOf = (choices: readonly Choice[]) => choices.map(({ lead }) => lead);

function shareOf(
  who: { annotatorId: number | null; name: string },
  leads: readonly number[],
): ShownFirst['people'][number] {
  const first = leads.filter((lead) => lead > 0).length;
  const decided = leads.filter((lead) => lead !== 0).length;
  const ends = exactShare(first, decided) ?? { lower: null, upper: null };
  const share = decided === 0 ? null : first / decided;
  return { ...who, decided, ties: leads.length - decided, share, ...ends };
}

/** Choices between two replies side by side, of the present draw. */
function choicesBeside(db: ReadableDb, study: StudyRow): Choice[] {
  const places = new Map(
    listDraws(db, study.id, study.generation).map(({ itemId, poolPosition }) => [itemId, poolPosition]),
  );
  return [...places].flatMap(([itemId, poolPosition]) => choicesOn(db, study, { itemId, poolPosition }));
}

/**
 * What everybody chose between the two replies to an item; nothing of who skipped it.
 *
 * @param asked whose labels count; those that count in the study unless it says otherwise
 */
export function choicesOn(
  db: ReadableDb,
  study: StudyRow,
  { itemId, poolPosition }: { itemId: number; poolPosition: number },
  asked: AskedStudy = study,
): Choice[] {
  const isFirstLeft = systemsOnScreen(study, poolPosition)[0] === study.systemId;
  return itemRatings(db, asked, itemId, { isScored: false }).flatMap(({ annotatorId, labels }): Choice[] => {
    const [own, other] = labels.map(({ content }) => (content.kind === 'score' ? content.value : null));
    if (own == null || other == null) return [];
    const lead = leadOf(study, isFirstLeft ? own : other, isFirstLeft ? other : own);
    return [{ screen: `${study.id} ${itemId}`, annotatorId, lead }];
  });
}

/** Choices between the first and the last reply that somebody rated on a page. */
function choicesOnPages(db: ReadableDb, study: StudyRow): Choice[] {
  const ranking = pagedOf(getRanking(db, study.rankingId!))!;
  const { instrument } = ranking;
  const criterionId = study.criterionId!;
  return itemsOfRanking(db, ranking.id).flatMap((itemId) => {
    const rated = new Map<number, number[]>();
    for (const { systemIds } of pageReplies(db, ranking, itemId)) {
      const labels = currentLabels(db, { itemId, systemId: systemIds[0]!, criterionId, instrument });
      for (const { annotatorId, content } of labels) {
        if (content.kind !== 'score') continue;
        const values = rated.get(annotatorId) ?? [];
        values.push(content.value);
        rated.set(annotatorId, values);
      }
    }
    return [...rated].flatMap(([annotatorId, values]): Choice[] =>
      values.length < 2
        ? []
        : [{ screen: `${itemId}`, annotatorId, lead: leadOf(study, values[0]!, values.at(-1)!) }],
    );
  });
}

/** By how much the first of two values is better on the scale of a study. */
const leadOf = ({ scale }: StudyRow, first: number, last: number): number =>
  scale.direction === 'higher' ? first - last : last - first;
