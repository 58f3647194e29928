import { AppError } from '../../../shared/errors.ts';
import { differenceScale } from '../../../stats/index.ts';
import type { LabelHeader } from '../../import/formats/labels/label-record.ts';
import { designs } from '../../studies/design.ts';
import { type ShownOn, shownEstimate } from '../shown-number.ts';
import { type Check, compareNumber, compareText } from './checks.ts';
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
      remedy: 'Give a report written by this version of Assay or a newer one.',
    });
  });
}

/** The numbers that the part of an HTML report on a study shows: the headline, and the table of methods as it reads. */
export function checkHtml(
  part: ParentNode,
  header: LabelHeader,
  { found, numbers, isShare }: { found: Recomputed; numbers: ShownOn['numbers']; isShare: true | undefined },
): Check[] {
  const { design, systems } = header;
  const isDifference = systems.length === 2;
  const scale = isDifference ? differenceScale(header.scale) : { ...header.scale, isShare };
  const rows = found.estimates.flatMap((estimate) => {
    const { value, interval } = shownEstimate(estimate, { scale, numbers });
    const row = `tr[data-method="${estimate.method}"]`;
    return [
      compareText(`shown value of ${estimate.name}`, shownCell(part, `${row} .value`), value),
      compareText(`shown interval of ${estimate.name}`, shownCell(part, `${row} .interval`), interval),
    ];
  });
  const chosen = found.estimates.find(({ method }) => method === designs[design].defaultMethod);
  const hasEnds = chosen?.lower != null && chosen.upper !== null;
  const isShown = chosen?.value != null && !(isDifference && !hasEnds);
  const { value, interval } = shownEstimate(chosen, { scale, isDifference, numbers });
  // Where a sentence says the number, the whole page is made again from the labels.
  if (part.querySelector('.hero') === null && part.querySelector('.answer') !== null) return rows;
  return [
    compareText('headline', shownCell(part, '.hero .value'), isShown ? value : 'Not estimable yet'),
    ...(isShown && hasEnds
      ? [compareText('headline interval', shownCell(part, '.hero .interval'), interval)]
      : []),
    ...rows,
  ];
}

/** What no page of ours has: a second look, a script, a part that is hidden or placed by hand. */
const foreign = 'script, link, iframe, object, embed, base, form, img, [style], [hidden]';

/**
 * A page of before pages carried what they were made from cannot be made anew. It can at least hold nothing that hides one
 * number behind another: each number that is checked stands there once.
 */
export function checkOldPage(document: Document, studies: number): Check[] {
  const count = (selector: string) => document.querySelectorAll(selector).length;
  const methods = [...document.querySelectorAll('tr[data-method]')];
  const named = methods.map((row) => `${sectionOf(row)} ${row.getAttribute('data-method')}`);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return [
    compareNumber('parts that Assay does not write', count(foreign), 0),
    compareNumber('headlines', count('.hero'), studies),
    compareNumber('values of headlines', count('.hero .value'), studies),
    compareNumber('methods that appear twice', named.length - new Set(named).size, 0),
    compareNumber('names of parts that appear twice', ids.length - new Set(ids).size, 0),
    // Charts have style sheets of their own.
    compareNumber('style sheets', [...document.querySelectorAll('style')].filter(isOfPage).length, 1),
    compareNumber(
      'style sheets that hide',
      /display:\s*none|visibility|opacity/.test(styleOf(document)) ? 1 : 0,
      0,
    ),
  ];
}

const isOfPage = (style: Element): boolean => style.closest('svg') === null;

const sectionOf = (row: Element): string => row.closest('section.study')?.getAttribute('data-study') ?? '';

const styleOf = (document: Document): string =>
  [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('');

/** Text of the first place that a selector finds in a row or a page; null when there is none. */
export const shownCell = (part: ParentNode, selector: string): string | null =>
  part.querySelector(selector)?.textContent?.trim() ?? null;
