import { designs } from '../../model/study/design.ts';
import type { LabelRecord } from '../../sources/import/label-record.ts';
import { shownEstimate, shownNumber, signedNumber } from '../report/shown-number.ts';
import { checkRankings } from './check-ranking.ts';
import { type Check, checkText } from './checks.ts';
import { read } from './read-cell.ts';
import type { Recomputed } from './recompute.ts';

export interface OverviewStudy {
  readonly record: LabelRecord;
  readonly found: Recomputed;
}

/** What the tables before the studies of a report show: the overview, and the rankings. */
export function checkOverview(document: Document, studies: readonly OverviewStudy[]): Check[] {
  const records = studies.map(({ record }) => record);
  return [
    ...studies.flatMap((study, i) => checkRow(document, i + 1, study)),
    ...checkRankings(document, records),
  ];
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
