import { findItem } from '../../db/items.ts';
import { responsesOf } from '../../db/pools.ts';
import type { StudyRow } from '../../db/studies.ts';
import { isRecording, picturesIn } from '../../shared/picture-words.ts';
import { carriedPictures } from '../data/carried-pictures.ts';
import type { Spread } from '../estimate/label-spread.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { countBothBad, lengthOfPreferences, shortTexts, spreadOfLabels } from '../estimate/reading.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { LAYOUT, type Opening } from './report-content.ts';

type Example = Opening['examples'][number];

/**
 * What the first page says beside the estimate: the question, how the labels are distributed, and examples.
 *
 * @param hasTexts whether the texts of the examples go with it
 */
export function openingOf(context: CoreContext, study: StudyRow, hasTexts: boolean): Opening {
  const db = dbOf(context);
  const spread = spreadOfLabels(context, study);
  const itemOf = new Map(
    liveEstimateOf(context, study.id).prefix.map(({ draw }) => [draw.number as number, draw.itemId]),
  );
  const { labeled, skipped, bins, machine } = spread;
  const length = lengthOfPreferences(context, study);
  const bothBad = countBothBad(context, study);
  return {
    layout: LAYOUT,
    ...(study.form.kind === 'preference' && { named: true as const }),
    question: study.question,
    labeled,
    skipped,
    bins,
    machine,
    ...(length && { length }),
    ...(bothBad !== undefined && { bothBad }),
    examples: examplesOf(spread, LAYOUT).map((example) => {
      const itemId = itemOf.get(example.order)!;
      const id = findItem(db, itemId)!.externalId;
      return { ...example, id, texts: hasTexts ? textsOf(context, study, itemId) : null };
    }),
  };
}

/** Of one example: three pictures that a page shows small. */
const carriedLimits = { each: 200_000, all: 600_000, side: 480 };
const mostPictures = 3;

/** The texts of an example with its pictures; what the file does not carry of them is counted. */
function textsOf(context: CoreContext, study: StudyRow, itemId: number): Example['texts'] {
  const db = dbOf(context);
  const texts = shortTexts(context, study, itemId);
  const replies = [study.systemId, ...(study.against ? [study.against.systemId] : [])].flatMap((id) =>
    responsesOf(db, itemId, id),
  );
  const hashes = picturesIn(JSON.stringify([findItem(db, itemId)?.conversation ?? [], replies]));
  if (hashes.length === 0) return texts;
  // A report is read and printed, and plays nothing.
  const carried = Object.values(carriedPictures(db, hashes.slice(0, mostPictures), carriedLimits)).filter(
    (one) => !isRecording(one),
  );
  const left = hashes.length - carried.length;
  return { ...texts, pictures: carried, ...(left > 0 && { picturesLeft: left }) };
}

/**
 * The items that say most, each once: the first of every list before the second of any.
 *
 * @param layout of the page; those before it showed five
 */
export function examplesOf(
  { worst, best, differing }: Spread,
  layout: Opening['layout'],
): Omit<Example, 'id' | 'texts'>[] {
  const lists = { worst, best, differing };
  const kinds = Object.keys(lists) as (keyof typeof lists)[];
  const found = new Map<number, Omit<Example, 'id' | 'texts'>>();
  for (let place = 0; place < Math.max(worst.length, best.length, differing.length); place += 1) {
    for (const why of kinds) {
      const item = lists[why][place];
      if (item && !found.has(item.order) && found.size < (layout === undefined ? 5 : 3))
        found.set(item.order, { why, ...item });
    }
  }
  return [...found.values()].sort((a, b) => kinds.indexOf(a.why) - kinds.indexOf(b.why));
}
