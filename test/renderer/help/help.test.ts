import { describe, expect, test } from 'vitest';
import {
  helpGroups,
  helpImages,
  helpPages,
  linkedPage,
  slugOf,
} from '../../../renderer/screens/help/help-pages.ts';
import { searchHelp, sectionsOf } from '../../../renderer/screens/help/help-search.ts';
import { helpPath } from '../../../renderer/ui/place/help-place.ts';
import { paths } from '../../../renderer/ui/place/paths.ts';
import { meanings } from '../../../renderer/ui/term.tsx';

const own = helpGroups[0]!.pages;
const slugs = (id: string) => sectionsOf(helpPages.find((page) => page.id === id)!).map(({ slug }) => slug);

describe('the pages of the help', () => {
  test.each(own.map((page) => [page.name, page] as const))(
    '%s: each link and picture is there',
    (_, page) => {
      const links = [...page.text.matchAll(/(!?)\[[^\][]*\]\(([^()]*)\)/g)];
      for (const [, isImage, href] of links) {
        if (isImage) expect(helpImages, href).toHaveProperty([href!]);
        else {
          const to = linkedPage(page, href!);
          expect(to, href).not.toBeNull();
          if (to!.section !== '') expect(slugs(to!.page.id)).toContain(to!.section);
        }
      }
    },
  );

  test('hold no formula and no technical word but in the word list and where they name it', () => {
    for (const { id, text } of own.filter(({ id }) => id !== 'words')) {
      expect(text, id).not.toMatch(/surrogate|hardness|control variate|LURE|\bpool\b|theta|s_i/i);
    }
  });

  test('the word list has every word that a screen explains, and the one it replaces', () => {
    const list = own.find(({ id }) => id === 'words')!.text;
    for (const word of Object.keys(meanings)) expect(list).toContain(`**${word}**`);
    expect(list).toMatch(/\*\*judge score\*\*.*surrogate/);
    expect(list).toMatch(/\*\*sample\*\*.*draw, batch/);
    expect(list).toMatch(/\*\*smallest difference that matters\*\*/);
  });

  test('a link out of the app leads nowhere', () => {
    expect(linkedPage(own[0]!, 'https://example.org/judges.md')).toBeNull();
    expect(linkedPage(own[0]!, '../measured/speed.md')).toBeNull();
    // Two files have one name.
    expect(linkedPage(own[0]!, 'judges.md')?.page.id).toBe('machine-scores');
    expect(linkedPage(own[0]!, '../judges.md')?.page.id).toBe('judges');
  });
});

describe('the help on a screen', () => {
  const screens: readonly [path: string, page: string][] = [
    [paths.home, 'start'],
    [paths.studies, 'start'],
    [paths.importData, 'start'],
    [paths.item(1, 2), 'start'],
    [paths.newStudyOn(3), 'how-many'],
    [paths.results(3), 'number'],
    [paths.failures(3), 'failures'],
    [paths.label(3, 'abc'), 'start'],
    [paths.team(3, 'adjudication'), 'together'],
    [paths.report(3), 'number'],
    [paths.ranking(3, 'team', 'agreement'), 'together'],
    [paths.team(3, 'links'), 'team-server'],
    [paths.team(3, 'quality'), 'team-server'],
    [paths.releases, 'releases'],
    [paths.setup(3), 'how-many'],
    [paths.run(4), 'machine-scores'],
    [paths.alignment, 'machine-scores'],
    [paths.lab, 'backtest'],
    [paths.protocolRun(4), 'protocols'],
    [paths.validate(4), 'protocols'],
    [paths.settings, 'start'],
  ];
  test.each(screens)('%s opens %s, at a part that is there', (path, page) => {
    const [, , id, section = ''] = helpPath(path).split('/');
    expect(id).toBe(page);
    expect(slugs(id!)).toContain(section);
  });
});

describe('the search in the help', () => {
  test('finds every word of a query, whatever its case, with what stands around it', () => {
    const hits = searchHelp(helpPages, 'Practically EQUAL');
    expect(hits.length).toBeGreaterThan(0);
    for (const { heading, page, text } of hits) {
      expect(`${page.name} ${heading} ${text}`.toLowerCase()).toMatch(/practically/);
    }
    expect(hits[0]!.found.toLowerCase()).toBe('practically equal');
  });

  test('what a heading says comes first', () => {
    expect(searchHelp(helpPages, 'many labels')[0]!.page.id).toBe('how-many');
  });

  test('tells when nothing holds all words, and asks for nothing without one', () => {
    expect(searchHelp(helpPages, 'labels zyzzyva')).toEqual([]);
    expect(searchHelp(helpPages, '  ')).toEqual([]);
  });

  test('a mark in a fence is no heading, and markup is not found', () => {
    const page = { id: 'x', file: 'x.md', name: 'X', text: '# X\n```\n## no\n```\n## Yes\n[a *link*](b.md)' };
    expect(sectionsOf(page).map(({ heading }) => heading)).toEqual(['', 'Yes']);
    expect(sectionsOf(page)[1]!.text).toBe('a link');
    expect(searchHelp([page], 'b.md')).toEqual([]);
  });
});

test('headings are written in addresses without marks', () => {
  expect(slugOf('Can it be trusted?')).toBe('can-it-be-trusted');
});
