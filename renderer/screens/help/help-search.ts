import { type HelpPage, slugOf } from './help-pages.ts';

/** A part of a page: what stands under one heading. */
interface HelpSection {
  readonly page: HelpPage;
  /** Empty for what stands under the title of the page. */
  readonly heading: string;
  readonly slug: string;
  /** Its words without their markup. */
  readonly text: string;
}

/** A found part with the passage around the first word that was looked for. */
interface HelpHit extends HelpSection {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** The parts of a page in their order. What stands in fences is text, whatever it looks like. */
export function sectionsOf(page: HelpPage): HelpSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  let isFenced = false;
  for (const line of page.text.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    const heading = isFenced ? null : /^#{2,3} (.+)$/.exec(line);
    if (heading) sections.push({ heading: plain(heading[1]!), lines: [] });
    else if (!line.startsWith('# ')) sections.at(-1)!.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({
    page,
    heading,
    slug: slugOf(heading),
    text: plain(lines.filter((line) => !/^[|\s:-]+$/.test(line) && !line.startsWith('```')).join(' ')),
  }));
}

/** Markdown as it reads: without the marks of links, emphasis, code and tables. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`|>]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** So many places are shown at most. */
export const mostHits = 30;
const wordsAround = 80;

/**
 * The parts that hold every word of a query, in their heading, the name of their page or their text, without regard to
 * case: first those that say them as they were typed, then by how many the heading or the page has in its name, then in
 * the order of the pages.
 */
export function searchHelp(pages: readonly HelpPage[], query: string): HelpHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = pages.flatMap(sectionsOf).flatMap((section) => {
    const title = `${section.page.name} ${section.heading}`.toLowerCase();
    const text = section.text.toLowerCase();
    if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
    const asTyped = [title, text].filter((part) => part.includes(words.join(' '))).length;
    const inTitle = words.filter((word) => title.includes(word)).length;
    return [{ section, rank: words.length * asTyped + inTitle }];
  });
  return ranked
    .sort((a, b) => b.rank - a.rank)
    .slice(0, mostHits)
    .map(({ section }) => ({ ...section, ...passageOf(section.text, [words.join(' '), ...words]) }));
}

function passageOf(text: string, words: readonly string[]): Pick<HelpHit, 'before' | 'found' | 'after'> {
  const lower = text.toLowerCase();
  const word = words.find((one) => lower.includes(one)) ?? '';
  const at = Math.max(0, lower.indexOf(word));
  const from = text.lastIndexOf(' ', Math.max(0, at - wordsAround)) + 1;
  const end = at + word.length;
  const to = text.indexOf(' ', Math.min(text.length, end + wordsAround));
  return {
    before: `${from > 0 ? '… ' : ''}${text.slice(from, at)}`,
    found: text.slice(at, end),
    after: to < 0 ? text.slice(end) : `${text.slice(end, to)} …`,
  };
}
