import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documents, root } from './doc-commands.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Text without what stands in fences and code, where brackets are no links. */
const prose = (text: string): string =>
  text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** A heading as it stands in an address on the forges and, with plain headings, in the help of the app. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const sections = (file: string): string[] =>
  [...read(file).matchAll(/^#{1,4} (.+)$/gm)].map(([, heading]) => slugOf(heading!));

/** Why a link of a document leads nowhere; undefined when it does not. */
function fault(from: string, href: string): string | undefined {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [target = '', section = ''] = href.split('#');
  const file = target === '' ? from : path.posix.join(path.posix.dirname(from), target);
  if (!existsSync(path.join(root, file))) return `${file} is not there`;
  if (section !== '' && !sections(file).includes(section)) return `${file} has no section ${section}`;
  return undefined;
}

test.each(documents)('every link of %s leads to a file and a section that are there', (file) => {
  const links = [...prose(read(file)).matchAll(/\]\(([^()\s]+)\)/g)].map(([, href]) => href!);
  const faults = links.flatMap((href) => {
    const why = fault(file, href);
    return why === undefined ? [] : [`${href}: ${why}`];
  });
  expect(faults).toEqual([]);
});

test('a link to no file and to no section is found', () => {
  expect(fault('docs/index.md', 'nothing.md')).toContain('is not there');
  expect(fault('docs/index.md', 'accuracy.md#nothing')).toContain('no section');
  expect(fault('docs/index.md', 'accuracy.md#few-labels')).toBeUndefined();
});

test('every page of the docs is found from the entrance or from the page on accuracy', () => {
  const linked = ['docs/index.md', 'docs/accuracy.md'].flatMap((from) =>
    [...read(from).matchAll(/\]\(([^()#\s]+)/g)].map(([, href]) =>
      path.posix.join(path.posix.dirname(from), href!),
    ),
  );
  const pages = documents.filter((file) => file.startsWith('docs/') && file !== 'docs/index.md');
  expect(pages.filter((file) => !linked.includes(file))).toEqual([]);
});

test('README is read in a minute', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(61);
});
