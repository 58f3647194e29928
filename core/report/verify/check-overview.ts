import { concludedWords, placeWords } from '../../../shared/comparison-words.ts';
import { inPercent } from '../../../shared/number-text.ts';
import { differenceScale } from '../../../stats/index.ts';
import { verdictFor } from '../../estimate/comparison.ts';
import { type OwnPair, rankingOrder } from '../../estimate/ranking-order.ts';
import type { LabelHeader, LabelRecord } from '../../import/formats/labels/label-record.ts';
import { designs } from '../../studies/design.ts';
import { type ShownOn, shownEstimate } from '../shown-number.ts';
import { shownCell } from './check-html.ts';
import { type Check, compareText } from './checks.ts';
import { type Recomputed, recompute } from './recompute.ts';

export interface OverviewStudy {
  readonly record: LabelRecord;
  readonly found: Recomputed;
  /** Whether its numbers stand in percent. */
  readonly isShare?: true | undefined;
}

/** What the tables before the studies of a report show: the overview, and the rankings. */
export function checkOverview(
  document: Document,
  studies: readonly OverviewStudy[],
  numbers: ShownOn['numbers'],
): Check[] {
  const records = studies.map(({ record }) => record);
  return [
    ...studies.flatMap((study, i) => checkRow(document, i + 1, { ...study, numbers })),
    ...checkRankings(document, records, numbers),
  ];
}

function checkRow(
  document: Document,
  number: number,
  { record, found, isShare, numbers }: OverviewStudy & Pick<ShownOn, 'numbers'>,
): Check[] {
  const { design } = record.header;
  const row = document.querySelector(`table.overview tr[data-study="${number}"]`);
  if (!row) return [];
  const chosen = found.estimates.find(({ method }) => method === designs[design].defaultMethod);
  const on = shownOn(record.header, numbers);
  const { value, interval } = shownEstimate(chosen, inPercent({ ...on, isShare }));
  return [
    compareText('overview', shownCell(row, '.value'), value),
    compareText('overview interval', shownCell(row, '.interval'), interval),
  ];
}

/**
 * The rankings of a report: every pair that is in it, computed again from its labels, and the places that the pairs
 * leave. Where a pair is not in the report, its labels are not there either, and the places cannot be told.
 */
function checkRankings(
  document: Document,
  records: readonly LabelRecord[],
  numbers: ShownOn['numbers'],
): Check[] {
  return [...document.querySelectorAll('table.ranking')].flatMap((table) => {
    const pairs = [...(pairsBelow(table)?.querySelectorAll('tbody tr') ?? [])].flatMap((row) => {
      const record = records[Number(row.getAttribute('data-pair')) - 1];
      return record ? [checkPair(row, record, numbers)] : [];
    });
    // Reports of earlier versions do not mark their places.
    const canPlace =
      table.querySelector('.place') !== null &&
      pairsBelow(table)?.querySelector('tr:not([data-pair]) .value') == null;
    return [
      ...pairs.flatMap(({ checks }) => checks),
      ...(canPlace ? checkPlaces(table, pairs) : checkOwnVerdicts(table, pairs)),
    ];
  });
}

/** The table of the pairs that places follow from: the next one, which newer pages have below a few words. */
function pairsBelow(places: Element): Element | null {
  let next = places.nextElementSibling;
  while (next && next.tagName !== 'TABLE') next = next.nextElementSibling;
  return next;
}

interface CheckedPair {
  readonly checks: Check[];
  readonly row: Element;
  readonly header: LabelHeader;
  /** Null where its labels give no interval. */
  readonly pair: OwnPair | null;
}

const shownOn = ({ scale, systems }: LabelHeader, numbers: ShownOn['numbers']): ShownOn =>
  systems.length === 2 ? { scale: differenceScale(scale), isDifference: true, numbers } : { scale, numbers };

/** A pair of a ranking is the same labels at the error level that its row states. */
function checkPair(row: Element, { header, rows }: LabelRecord, numbers: ShownOn['numbers']): CheckedPair {
  const alpha = Number(row.getAttribute('data-alpha'));
  const last = recompute({ header: { ...header, alpha }, rows }).history.at(-1);
  const [system, against] = header.systems as [string, string];
  const shown = shownEstimate(last, shownOn(header, numbers));
  const { lower, upper } = last ?? { lower: null, upper: null };
  if (lower === null || upper === null) return { checks: [], row, header, pair: null };
  const { leastDifference } = header;
  const verdict = verdictFor(header.scale, { lower, upper }, leastDifference);
  return {
    checks: [
      compareText('ranking', shownCell(row, '.value'), shown.value),
      compareText('ranking interval', shownCell(row, '.interval'), shown.interval),
    ],
    row,
    header,
    pair: { system, against, lower, upper, verdict, leastDifference },
  };
}

/** The verdicts of the pairs that a report holds, of others of which it does not hold the labels. */
function checkOwnVerdicts(table: Element, checked: readonly CheckedPair[]): Check[] {
  return checked.flatMap(({ row, pair }) =>
    pair === null || (isChained(table) && pair.verdict === 'undecided') ? [] : checkVerdict(row, pair),
  );
}

const isChained = (table: Element): boolean => table.hasAttribute('data-chained');

const checkVerdict = (row: Element, pair: Parameters<typeof concludedWords>[0]): Check[] =>
  row.querySelector('.verdict')
    ? [compareText('ranking verdict', shownCell(row, '.verdict'), concludedWords(pair))]
    : [];

/** The verdict of each pair and the places, as they follow from all pairs together. */
function checkPlaces(table: Element, checked: readonly CheckedPair[]): Check[] {
  const stated = [...table.querySelectorAll('tbody tr')].map((row) => ({
    system: shownCell(row, '.system')!,
    place: shownCell(row, '.place')!,
  }));
  const known = checked.filter(({ pair }) => pair !== null);
  const systems = stated.map(({ system }) => system).sort();
  const { places, pairs } = rankingOrder(
    systems,
    known.map(({ pair }) => pair!),
    known[0]?.header.scale ?? { min: 0, max: 1, direction: 'higher' },
    { top: null, isChained: isChained(table) },
  );
  const words = (rows: readonly { system: string; place: string }[]) =>
    rows.map(({ system, place }) => `${system} ${place}`).join(', ');
  return [
    ...known.flatMap(({ row }, i) => checkVerdict(row, pairs[i]!)),
    compareText(
      'ranking places',
      words(stated),
      words(places.map((place) => ({ system: place.system, place: placeWords(place) }))),
    ),
  ];
}
