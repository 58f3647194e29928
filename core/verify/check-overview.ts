import { shownEstimate, shownInterval, shownNumber, signedNumber } from '../report/shown-number.ts';
import { designs } from '../study/design.ts';
import { type Check, checkText } from './checks.ts';
import type { LabelRecord } from './label-record.ts';
import { type Recomputed, recompute } from './recompute.ts';

export interface OverviewStudy {
  readonly record: LabelRecord;
  readonly found: Recomputed;
}

/** What the tables before the studies of a report show: the overview, and every pair of a ranking that is in the report. */
export function checkOverview(document: Document, studies: readonly OverviewStudy[]): Check[] {
  return studies.flatMap((study, i) => [
    ...checkRow(document, i + 1, study),
    ...checkPairs(document, i + 1, study.record),
  ]);
}

function checkRow(document: Document, number: number, { record, found }: OverviewStudy): Check[] {
  const { design, systems } = record.header;
  const row = document.querySelector(`table.overview tr[data-study="${number}"]`);
  if (!row) return [];
  const shown = systems.length === 2 ? signedNumber : shownNumber;
  const chosen = found.estimates.find(({ method }) => method === designs[design].defaultMethod);
  const { value, interval } = shownEstimate(chosen, shown);
  return [
    checkText('overview', read(row, '.value'), value),
    checkText('overview interval', read(row, '.interval'), interval),
  ];
}

/** A pair of a ranking is the same labels at the error level that its row states. */
function checkPairs(document: Document, number: number, { header, rows }: LabelRecord): Check[] {
  return [...document.querySelectorAll(`table.pairs tr[data-pair="${number}"]`)].flatMap((row) => {
    const alpha = Number(row.getAttribute('data-alpha'));
    const last = recompute({ header: { ...header, alpha }, rows }).history.at(-1);
    if (last?.lower == null || last.upper === null) return [];
    return [
      checkText('ranking', read(row, '.value'), signedNumber(last.value)),
      checkText(
        'ranking interval',
        read(row, '.interval'),
        shownInterval(last.lower, last.upper, signedNumber),
      ),
    ];
  });
}

const read = (row: Element, selector: string): string | null =>
  row.querySelector(selector)?.textContent?.trim() ?? null;
