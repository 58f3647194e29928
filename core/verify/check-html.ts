import { parseHTML } from 'linkedom';
import { AppError } from '../../shared/errors.ts';
import { shownInterval, shownNumber, signedNumber } from '../report/shown-number.ts';
import { designs } from '../study/design.ts';
import { type Check, checkText } from './checks.ts';
import type { LabelHeader } from './label-record.ts';
import type { Recomputed } from './recompute.ts';

/** The label file that an HTML report carries. @throws AppError IMPORT_REFUSED when it has none. */
export function recordInHtml(text: string, file: string): string {
  const record = parseHTML(text).document.querySelector('#record')?.textContent;
  if (record) return record;
  throw new AppError('IMPORT_REFUSED', 'The page carries no labels, so nothing can be computed from it.', {
    file,
    mend: 'Give a report written by this version of Assay or a newer one.',
  });
}

/** The numbers that an HTML report shows: the headline, and the table of methods as it reads. */
export function checkHtml(text: string, { design, systems }: LabelHeader, found: Recomputed): Check[] {
  const { document } = parseHTML(text);
  const read = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? null;
  const isDifference = systems.length === 2;
  const rows = found.estimates.flatMap(({ method, name, value, lower, upper }) => [
    checkText(
      `shown value of ${name}`,
      read(`tr[data-method="${method}"] .value`),
      value === null ? '-' : shownNumber(value),
    ),
    checkText(
      `shown interval of ${name}`,
      read(`tr[data-method="${method}"] .interval`),
      lower === null || upper === null ? (value === null ? '-' : 'no interval') : shownInterval(lower, upper),
    ),
  ]);
  const chosen = found.estimates.find(({ method }) => method === designs[design].defaultMethod);
  const number = isDifference ? signedNumber : shownNumber;
  const value = chosen?.value ?? null;
  const isShown = value !== null && !(isDifference && chosen?.lower === null);
  return [
    checkText('headline', read('.hero .value'), isShown ? number(value) : 'Not estimable yet'),
    ...(isShown && chosen && chosen.lower !== null && chosen.upper !== null
      ? [
          checkText(
            'headline interval',
            read('.hero .interval'),
            shownInterval(chosen.lower, chosen.upper, number),
          ),
        ]
      : []),
    ...rows,
  ];
}
