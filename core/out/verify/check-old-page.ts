import { type Check, checkNumber } from './checks.ts';

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
    checkNumber('parts that Assay does not write', count(foreign), 0),
    checkNumber('headlines', count('.hero'), studies),
    checkNumber('values of headlines', count('.hero .value'), studies),
    checkNumber('methods that stand twice', named.length - new Set(named).size, 0),
    checkNumber('names of parts that stand twice', ids.length - new Set(ids).size, 0),
    // Charts have style sheets of their own.
    checkNumber('style sheets', [...document.querySelectorAll('style')].filter(isOfPage).length, 1),
    checkNumber(
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
