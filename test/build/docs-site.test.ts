import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type SitePage, writeSite } from '../../build/docs-site.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pages: SitePage[] = writeSite(folder);
const html = (page: SitePage) => readFileSync(path.join(folder, page.address), 'utf8');

test('every page of the docs is written, with its own title', () => {
  const files = pages.map(({ file }) => file);
  for (const file of [
    'docs/index.md',
    'docs/tutorials/first-number.md',
    'docs/help/number.md',
    'docs/measured/interval.md',
  ])
    expect(files).toContain(file);
  expect(html(pages.find(({ file }) => file === 'docs/methods.md')!)).toContain(
    '<title>How the number is made - Assay</title>',
  );
});

test('every link between pages leads to a page and a heading that are there', () => {
  const faults = pages.flatMap((page) =>
    [...html(page).matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, href]) => {
      if (/^[a-z]+:/.test(href!)) return [];
      const [target = '', section = ''] = href!.split('#');
      const file = target === '' ? page.address : path.posix.join(path.posix.dirname(page.address), target);
      if (!existsSync(path.join(folder, file))) return [`${page.file}: ${href}`];
      const isThere =
        section === '' || readFileSync(path.join(folder, file), 'utf8').includes(`id="${section}"`);
      return isThere ? [] : [`${page.file}: ${href} has no such heading`];
    }),
  );
  expect(faults).toEqual([]);
});

test('the list on each page names the page that is open', () => {
  const page = pages.find(({ file }) => file === 'docs/tutorials/gate.md')!;
  expect(html(page)).toContain(
    '<a href="../../docs/tutorials/gate.html" aria-current="page">A gate in CI</a>',
  );
});

test('the search has the words of every section, with its address', () => {
  const source = readFileSync(path.join(folder, 'search.js'), 'utf8');
  const sections: { a: string; t: string }[] = JSON.parse(
    source.slice(source.indexOf('['), source.lastIndexOf(';')),
  );
  const found = sections.find(({ a }) => a === 'docs/methods.html#planned-looks')!;
  expect(found.t).toContain('shared out among looks');
});

test('markup in a page is text', () => {
  for (const page of pages) expect(html(page).match(/<script/g)).toHaveLength(1);
});
