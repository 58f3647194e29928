import type { DrawNumber } from '../../../shared/contract/index.ts';
import { firstAsked } from '../../estimate/third-vote.ts';
import type { LabelRecord, RecordRow } from '../../import/formats/labels/label-record.ts';
import { comparedFigures } from '../../labeling/agreement/agreement-of.ts';
import { needsDecision, spreadOf } from '../../labeling/agreement/disagreement.ts';
import type { Resampling } from '../../labeling/agreement/figures.ts';
import type { Comparing, WordsOn } from '../../labeling/agreement/ratings.ts';
import { atOnce } from '../../labeling/agreement/steps.ts';
import { agreementWords, isWide, resamplingOf } from '../../labeling/agreement/study-agreement.ts';
import type { ReportedCriterion, StudyContent } from '../report-content.ts';
import { isDecision, wordsInRows } from './drawn-values.ts';
import type { Recomputed } from './recompute.ts';

type Agreement = StudyContent['agreement'];

/** Resamples of a bootstrap, by which reports of before have their intervals. */
const RESAMPLES_BEFORE = 500;

/**
 * What the report has to say of how its annotators agree on its own measure where they rate. Which texts are alike across
 * items is not in the labels, nor are the labels of further criteria: there it is as the report has it.
 */
export function expectedAgreement(
  { agreement: stated, subject }: StudyContent,
  record: LabelRecord,
  found: Recomputed,
): Agreement {
  const first = stated?.criteria[0];
  if (!stated || !first || subject.asked === 'answer') return stated;
  const { header } = record;
  const ids = new Map(stated.annotators.map(({ id, name }) => [name, id]));
  const items = comparedItems(record, ids, found);
  const how = resamplingOf(header.seed, stated.resamples > 0 ? RESAMPLES_BEFORE : 0);
  const isOfBefore = isWide(stated);
  const own = ownCriterion(first, record, { items, how: { ...how, isOfBefore } }, found);
  const isAlone = stated.criteria.length === 1;
  const differing = items.filter((item) => (spreadOf(item, comparingIn(first, record)) ?? 0) > 0);
  const needed = differing.filter((item) => needsDecision(header.finalRule, item));
  const decided = (all: readonly Compared[]) => all.filter(({ isDecided }) => isDecided).length;
  return {
    ...stated,
    ...agreementWords({ ...how, isOfBefore }),
    ...how,
    criteria: [own, ...stated.criteria.slice(1)],
    adjudications: {
      ...stated.adjudications,
      rule: header.finalRule,
      ...(isAlone && {
        differing: differing.length,
        decided: decided(differing),
        needed: needed.length,
        neededAndDecided: decided(needed),
      }),
    },
  };
}

/** Whether two people labeled one item, so that the report has to speak of agreement. */
export const hasAgreement = ({ rows }: LabelRecord): boolean =>
  [...Map.groupBy(rows.filter(isWord), ({ id }) => id).values()].some(
    (words) => new Set(words.map(({ annotator }) => annotator)).size > 1,
  );

interface Compared extends WordsOn<string> {
  /** The words without a vote that was asked for because others differ. */
  readonly first: WordsOn<string>['words'];
  readonly draw: DrawNumber;
  readonly isDecided: boolean;
  readonly isOutdated: boolean;
}

const isWord = ({ source }: RecordRow) => source === 'screen' || source === 'import';

/** Items where they first stand in the draw, with who rated them. */
function comparedItems(
  { header, rows }: LabelRecord,
  ids: ReadonlyMap<string, number>,
  { draws }: Recomputed,
): Compared[] {
  const byDraw = Map.groupBy(rows, (row): number => row.draw_order);
  const seen = new Set<string>();
  return draws.flatMap(({ order, item }): Compared[] => {
    if (seen.has(item)) return [];
    seen.add(item);
    const ofDraw = byDraw.get(order)!;
    const decisions = ofDraw.filter(isDecision);
    const words = wordsInRows(header, ofDraw.filter(isWord)).map(({ annotator, word }) => {
      return { annotatorId: ids.get(annotator) ?? 0, word };
    });
    words.sort((a, b) => a.annotatorId - b.annotatorId);
    const timeOf = ({ annotatorId }: { annotatorId: number }) =>
      ofDraw
        .flatMap((row) =>
          isWord(row) && ids.get(row.annotator) === annotatorId ? [row.labeled_at ?? ''] : [],
        )
        .toSorted()
        .at(-1) ?? '';
    return [
      {
        itemId: item,
        draw: ofDraw[0]!.draw_order,
        words,
        first: header.thirdVote ? firstAsked(words, header.overlap, timeOf) : words,
        isDecided: decisions.some(({ system }) => system === header.systems[0]),
        isOutdated: decisions.some(({ decision_outdated: isOutdated }) => isOutdated === true),
      },
    ];
  });
}

function ownCriterion(
  first: ReportedCriterion,
  record: LabelRecord,
  { items, how }: { items: readonly Compared[]; how: Resampling },
  { draws, weights }: Recomputed,
): ReportedCriterion {
  const { header } = record;
  const comparing = comparingIn(first, record);
  const byItem = new Map<string, number>();
  for (const [i, weight] of weights.entries()) {
    const { item } = draws[i]!;
    byItem.set(item, (byItem.get(item) ?? 0) + weight);
  }
  // How the form is answered is not in the labels: bins of whole points are as the report has them.
  const isWhole = first.differences?.[0]?.from === first.differences?.[0]?.to;
  return {
    ...first,
    criterion: header.measure,
    scale: header.scale,
    ...atOnce(
      comparedFigures(
        items.map((one) => ({ ...one, words: one.first })),
        { comparing, isWhole, weights: byItem },
        how,
      ),
    ),
    byItem: items
      .flatMap((item) => {
        const spread = spreadOf(item, comparing);
        const { draw, isDecided, isOutdated } = item;
        return spread === undefined ? [] : [{ draw, spread, isDecided, isOutdated }];
      })
      .sort((a, b) => b.spread - a.spread || a.draw - b.draw),
  };
}

function comparingIn({ level, compared }: ReportedCriterion, { header }: LabelRecord): Comparing {
  const range = (header.scale.max - header.scale.min) * header.systems.length;
  return { level, compared, range: level === 'nominal' ? 1 : range };
}
