import { pairVerdictWords, placeWords } from '../../../shared/comparison-words.ts';
import { type PairVerdict, possiblePlaces } from '../../../stats/index.ts';
import { verdictFor } from '../../model/estimate/comparison.ts';
import type { LabelRecord } from '../../sources/import/label-record.ts';
import { shownInterval, signedNumber } from '../report/shown-number.ts';
import { type Check, checkText } from './checks.ts';
import { read } from './read-cell.ts';
import { recompute } from './recompute.ts';

/**
 * The rankings of a report: every pair that is in it, computed again from its labels, and the places that the pairs
 * leave. Where a pair is not in the report, its labels are not there either, and the places cannot be told.
 */
export function checkRankings(document: Document, records: readonly LabelRecord[]): Check[] {
  return [...document.querySelectorAll('table.ranking')].flatMap((table) => {
    const pairs = [...(table.nextElementSibling?.querySelectorAll('tbody tr') ?? [])].flatMap((row) => {
      const record = records[Number(row.getAttribute('data-pair')) - 1];
      return record ? [checkPair(row, record)] : [];
    });
    // Reports of earlier versions do not mark their places.
    const canPlace =
      table.querySelector('.place') !== null &&
      table.nextElementSibling?.querySelector('tr:not([data-pair]) .value') == null;
    return [
      ...pairs.flatMap(({ checks }) => checks),
      ...(canPlace
        ? [
            checkPlaces(
              table,
              pairs.map(({ verdict }) => verdict),
            ),
          ]
        : []),
    ];
  });
}

interface CheckedPair {
  readonly checks: Check[];
  readonly verdict: Omit<PairVerdict, 'first' | 'second'> & { first: string; second: string };
}

/** A pair of a ranking is the same labels at the error level that its row states. */
function checkPair(row: Element, { header, rows }: LabelRecord): CheckedPair {
  const alpha = Number(row.getAttribute('data-alpha'));
  const last = recompute({ header: { ...header, alpha }, rows }).history.at(-1);
  const [system, against] = header.systems as [string, string];
  const verdict = verdictFor(header.scale, last);
  const checks =
    last?.lower == null || last.upper === null
      ? []
      : [
          checkText('ranking', read(row, '.value'), signedNumber(last.value)),
          checkText(
            'ranking interval',
            read(row, '.interval'),
            shownInterval(last.lower, last.upper, signedNumber),
          ),
          ...(row.querySelector('.verdict')
            ? [
                checkText(
                  'ranking verdict',
                  read(row, '.verdict'),
                  pairVerdictWords({ system, against, verdict }),
                ),
              ]
            : []),
        ];
  return {
    checks,
    verdict: {
      first: system,
      second: against,
      verdict: verdict === 'system' ? 'first' : verdict === 'against' ? 'second' : verdict,
    },
  };
}

function checkPlaces(table: Element, verdicts: readonly CheckedPair['verdict'][]): Check {
  const stated = [...table.querySelectorAll('tbody tr')].map((row) => ({
    system: read(row, '.system')!,
    place: read(row, '.place')!,
  }));
  const systems = stated.map(({ system }) => system).sort();
  const places = possiblePlaces(
    systems.length,
    verdicts.map(({ first, second, verdict }) => ({
      first: systems.indexOf(first),
      second: systems.indexOf(second),
      verdict,
    })),
  );
  const words = (rows: readonly { system: string; place: string }[]) =>
    rows.map(({ system, place }) => `${system} ${place}`).join(', ');
  return checkText(
    'ranking places',
    words(stated),
    words(places.map((place) => ({ system: systems[place.system]!, place: placeWords(place) }))),
  );
}
