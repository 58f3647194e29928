import nlp from 'compromise';
import { classNouns, contentWords, groupNouns, personNouns, stem, unitNouns } from './word-lists.ts';

/** `name`: a name that the grammar does not know, which may be anybody's or anything's. */
export type Referent = 'male' | 'female' | 'person' | 'group' | 'thing' | 'name';

/** A stretch of text that names something, with what grammar tells of it. */
export interface NounPhrase {
  readonly start: number;
  readonly text: string;
  readonly determiner: string;
  /** Content words; the head last. */
  readonly words: readonly string[];
  readonly head: string;
  readonly isNamed: boolean;
  readonly isPlural: boolean;
  readonly referent: Referent;
}

interface Term {
  readonly text: string;
  readonly tags?: readonly string[];
}

interface NounJson {
  readonly text: string;
  readonly terms?: readonly Term[];
  readonly offset?: { readonly start: number };
  readonly noun?: { readonly root?: string; readonly isPlural?: boolean };
}

/** Texts of a conversation come again with every question; the last so many are kept. */
const mostKept = 2000;
const kept = new Map<string, readonly NounPhrase[]>();

/**
 * What the grammar is shown at once, and in all: the work grows faster than the text. Longer texts are read in parts, cut
 * between words, and no further than no answer goes.
 */
const partLength = 4000;
const longestRead = 20_000;

/** The noun phrases of a text in order, pronouns left out; by the grammar of the `compromise` library. */
export function nounPhrases(text: string): readonly NounPhrase[] {
  const known = kept.get(text);
  if (known) return known;
  const found: NounPhrase[] = [];
  for (let from = 0; from < Math.min(text.length, longestRead); ) {
    const end = endOfPart(text, from);
    const part = text.slice(from, end);
    const titles = titlePhrases(part);
    const isInTitle = ({ start, text: own }: NounPhrase) =>
      titles.some((title) => start < title.start + title.text.length && title.start < start + own.length);
    const phrases = phrasesOf(part).filter((phrase) => !isInTitle(phrase));
    for (const phrase of [...titles, ...phrases]) found.push({ ...phrase, start: from + phrase.start });
    from = end;
  }
  const apart = withoutOverlap(found);
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  kept.set(text, apart);
  return apart;
}

function endOfPart(text: string, from: number): number {
  if (text.length - from <= partLength) return text.length;
  const space = text.lastIndexOf(' ', from + partLength);
  return space > from ? space : from + partLength;
}

function phrasesOf(text: string): NounPhrase[] {
  const parsed = nlp(text);
  return [
    ...(parsed.nouns().json({ offset: true }) as NounJson[]),
    ...(parsed.match('#Cardinal+ #Adjective* (#Plural|#PresentTense)').json({ offset: true }) as NounJson[]),
  ].flatMap((noun) => phraseOf(text, noun));
}

/** In order of their place; where two overlap, the first and longer one. */
function withoutOverlap(phrases: readonly NounPhrase[]): NounPhrase[] {
  const sorted = [...phrases].sort((a, b) => a.start - b.start || b.text.length - a.text.length);
  let end = -1;
  return sorted.filter(({ start, text }) => {
    if (start < end) return false;
    end = start + text.length;
    return true;
  });
}

const wordEnds = /^[\s"'“”‘’(]+|(?<![\s"'“”‘’).,;:!?])[\s"'“”‘’).,;:!?]+$/gu;

function phraseOf(text: string, { text: raw, terms = [], offset, noun }: NounJson): NounPhrase[] {
  const bare = raw.replace(wordEnds, '');
  const words = contentWords(bare);
  if (words.length === 0) return [];
  if (words.some((word) => units.has(word)) && /\d|hundred|thousand|million|^[a-z]+ \w+$/i.test(bare))
    return [];
  const start = text.indexOf(bare, Math.max(0, (offset?.start ?? 0) - 2));
  const head = contentWords(noun?.root ?? bare).at(-1) ?? words.at(-1)!;
  const tags = new Set(terms.flatMap((term) => term.tags ?? []));
  const determiner = determinerOf(bare, text.slice(0, Math.max(0, start)));
  const isSentenceStart = start <= 0 || /[.!?]\s*$/u.test(text.slice(0, start));
  const isNamed = isName(bare, tags, isSentenceStart);
  return [
    {
      start,
      text: bare,
      determiner,
      words,
      head,
      isNamed,
      isPlural: (noun?.isPlural === true || tags.has('Plural')) && !isNamed,
      referent:
        isNamed && determiner === 'the'
          ? withArticle(referentOf(head, tags, isNamed))
          : referentOf(head, tags, isNamed),
    },
  ];
}

const determiners = /(?:the|this|that|these|those|his|her|its|their|a|an)/iu;

/** The determiner that begins a phrase or stands right before it, in lower case; empty without one. */
function determinerOf(bare: string, before: string): string {
  const inside = new RegExp(`^(${determiners.source})\\s`, 'iu').exec(bare);
  const outside = new RegExp(`(?:^|\\s)(${determiners.source})\\s+$`, 'iu').exec(before);
  return (inside?.[1] ?? outside?.[1] ?? '').toLowerCase();
}

/** A word within the phrase has a capital, or, where every word would, the grammar knows it as a name. */
function isName(bare: string, tags: ReadonlySet<string>, isSentenceStart: boolean): boolean {
  const rest = isSentenceStart ? bare.replace(/^\S+\s*/u, '') : bare;
  if (/(?:^|\s)\p{Lu}/u.test(rest.replace(/^(?:The|A|An)\s/u, ''))) return true;
  return (
    ['Person', 'Place', 'Organization', 'ProperNoun'].some((tag) => tags.has(tag)) && /\p{Lu}/u.test(bare)
  );
}

function referentOf(head: string, tags: ReadonlySet<string>, isNamed: boolean): Referent {
  // "A Christmas Album" is no Christmas, and "the Riverside Band" no side.
  if (isNamed && groupNouns.has(head)) return 'group';
  if (isNamed && classNouns.has(head)) return 'thing';
  if (tags.has('MaleName')) return 'male';
  if (tags.has('FemaleName')) return 'female';
  if (femaleNouns.has(head)) return 'female';
  if (maleNouns.has(head)) return 'male';
  if (tags.has('Organization') || groupNouns.has(head)) return 'group';
  if (tags.has('Place') || tags.has('Date')) return 'thing';
  // A family name alone is as often a company's.
  if (tags.has('Person') && (!isNamed || tags.has('FirstName') || tags.has('Honorific'))) return 'person';
  if (personNouns.has(head)) return 'person';
  if (tags.has('Actor') && !isNamed) return 'person';
  return isNamed ? 'name' : 'thing';
}

/** Nobody's name has an article: "the Jesus Green Pool" is no person. */
const withArticle = (referent: Referent): Referent =>
  referent === 'male' || referent === 'female' || referent === 'person' ? 'name' : referent;

const units = new Set([...unitNouns].map(stem));
const femaleNouns = new Set('woman girl queen princess mother daughter sister wife aunt actress'.split(' '));
const maleNouns = new Set('man boy king prince father son brother husband uncle pope duke'.split(' '));

/** Whether what stands between two noun phrases says that they are one: "was", "is also an". */
export const isCopula = (between: string): boolean =>
  /^\s*(?:is|are|was|were)(?:\s+(?:an?|the|also|still|once))*\s*$/iu.test(between);

/** "What was In This Light?", and not "What was Frenzal Rhomb's first song?", which says what it is. */
export function asksKindOf({ isNamed, start, text }: NounPhrase, question: string): boolean {
  const isBareName =
    isNamed && text.split(/\s+/u).every((word) => !/^\p{Ll}/u.test(word) || contentWords(word).length === 0);
  return (
    isBareName &&
    asksKind.test(question.slice(0, start)) &&
    /^\W*$/u.test(question.slice(start + text.length))
  );
}

const asksKind =
  /^\W*(?:(?:and|so|but)\s+)?(?:what|who)(?:\s+(?:exactly|kind of \p{L}+))?(?:\s+(?:is|are|was|were)|['’]s)\s+$/iu;

/** Whether its head is a common noun: "an English band" is no name, for all its capital. */
export const isCommon = ({ isNamed, text, head }: NounPhrase): boolean =>
  !isNamed || text.split(/\s+/u).some((word) => /^\p{Ll}/u.test(word) && contentWords(word)[0] === head);

/** A title in double quotation marks, of whatever kind, with the noun before it that says what it is. */
const quoted = /(?:\b(\p{L}{3,20}) )?(["“„«][^"“”„«»\n]{1,80}["”“»])/gu;
const mostWords = 10;

/** Whether a text is one in quotation marks. */
export const isTitle = (text: string): boolean => /^["“„«]/u.test(text);

/**
 * What stands in quotation marks and looks like a title: it begins with a capital or a digit, and is no whole sentence of
 * somebody. `"Parade" from 1984` is the title alone; of `the album "Parade"`, the title is also known as the album.
 */
function titlePhrases(text: string): NounPhrase[] {
  return [...text.matchAll(quoted)].flatMap(({ 1: noun, 2: title = '', index, 0: whole }) => {
    const bare = title.slice(1, -1).trim();
    const spoken = bare.split(/\s+/u);
    if (spoken.length > mostWords || !/^[\p{Lu}\p{N}]/u.test(bare) || /[.!?] /u.test(bare)) return [];
    const kind = noun === undefined ? [] : contentWords(noun).filter((word) => classNouns.has(word));
    const own = contentWords(bare);
    const words = own.length > 0 ? own : spoken.map((word) => word.toLowerCase());
    return [
      {
        start: index + whole.length - title.length,
        text: title,
        determiner: '',
        words,
        head: kind[0] ?? words.at(-1)!,
        isNamed: true,
        isPlural: false,
        referent: 'thing',
      },
    ];
  });
}
