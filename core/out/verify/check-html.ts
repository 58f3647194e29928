import { AppError } from '../../../shared/errors.ts';
import { designs } from '../../model/study/design.ts';
import type { LabelHeader } from '../../sources/import/label-record.ts';
import { shownInterval, shownNumber, signedNumber } from '../report/shown-number.ts';
import { type Check, checkText } from './checks.ts';
import type { Recomputed } from './recompute.ts';

/** One study of an HTML report: the label file that the page carries for it, and the part that shows its numbers. */
interface ShownStudy {
  readonly record: string;
  readonly part: ParentNode;
}

/** The studies of an HTML report, in its order. @throws AppError IMPORT_REFUSED when one carries no labels */
export function studiesInHtml(document: Document, file: string): ShownStudy[] {
  const sections = [...document.querySelectorAll('section.study')];
  const parts: ParentNode[] = sections.length > 0 ? sections : [document];
  return parts.map((part) => {
    const record = part.querySelector('#record, pre.record')?.textContent;
    if (record) return { record, part };
    throw new AppError('IMPORT_REFUSED', 'The page carries no labels, so nothing can be computed from it.', {
      file,
      mend: 'Give a report written by this version of Assay or a newer one.',
    });
  });
}

/** The numbers that the part of an HTML report on a study shows: the headline, and the table of methods as it reads. */
export function checkHtml(part: ParentNode, { design, systems }: LabelHeader, found: Recomputed): Check[] {
  const read = (selector: string) => part.querySelector(selector)?.textContent?.trim() ?? null;
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
