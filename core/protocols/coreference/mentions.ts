import { type NounPhrase, nounPhrases } from './noun-phrases.ts';
import {
  announcing,
  femalePronouns,
  malePronouns,
  pluralPronouns,
  possessivePronouns,
  thingPronouns,
} from './word-lists.ts';

export type PronounKind = 'male' | 'female' | 'thing' | 'plural' | 'place' | 'event';

/** Something in a text that points back: a pronoun, or a noun phrase that is known already. */
export type Mention =
  | { kind: 'pronoun'; start: number; text: string; pronoun: PronounKind; isPossessive: boolean }
  | { kind: 'phrase'; start: number; text: string; phrase: NounPhrase };

const pronounPattern =
  /(?<![\p{L}\p{N}'’-])(he|him|his|himself|she|her|hers|herself|it|its|itself|they|them|their|theirs|themselves|this|that|these|those|there|then|next|afterwards?)(?![\p{L}\p{N}-])/giu;

/** What a text mentions, in order: pronouns and noun phrases. */
export function mentionsOf(text: string): Mention[] {
  const phrases = nounPhrases(text).map(
    (phrase): Mention => ({ kind: 'phrase', start: phrase.start, text: phrase.text, phrase }),
  );
  const pronouns = [...text.matchAll(pronounPattern)].flatMap((match) => pronounMention(text, match));
  return [...phrases, ...pronouns].sort((a, b) => a.start - b.start);
}

function pronounMention(text: string, match: RegExpExecArray): Mention[] {
  const word = match[1]!;
  const lower = word.toLowerCase();
  const before = text.slice(0, match.index).trimEnd();
  const after = text.slice(match.index + word.length);
  const pronoun = kindOf(lower, before, after);
  if (pronoun === undefined) return [];
  const isPossessive =
    possessivePronouns.has(lower) && (lower !== 'her' || /^\s+\p{L}/u.test(after)) && lower !== 'hers';
  return [{ kind: 'pronoun', start: match.index, text: word, pronoun, isPossessive }];
}

function kindOf(word: string, before: string, after: string): PronounKind | undefined {
  if (malePronouns.has(word)) return 'male';
  if (femalePronouns.has(word)) return 'female';
  if (thingPronouns.has(word)) return isExpletive(before, after) ? undefined : 'thing';
  if (pluralPronouns.has(word)) return 'plural';
  if (word === 'there')
    return /^\s*(?:\?|$|\.|,)/u.test(after) || !isExistential(before, after) ? 'place' : undefined;
  return standsAlone(word, before, after) ? 'event' : undefined;
}

/** "Is it true that", "is it customary to tip", "what time is it", "got it": an "it" that stands for nothing. */
const isExpletive = (before: string, after: string): boolean =>
  /\b(?:what time (?:is|was)|how long (?:did|does))$|^\W*(?:i\s+)?(?:ok(?:ay)?\W+)?got$/i.test(before) ||
  /^\s+(?:true|possible|clear|known|likely|rain|snow|too late|take)\b/i.test(after) ||
  (/(?:\b(?:is|was|be)|n['’]t)$/i.test(before) && announcesClause(after));

/** What follows an "it" that only announces a clause: "okay if she", "customary to", "better for us to". */
function announcesClause(after: string): boolean {
  const said =
    /^\s+(?:not\s+)?(?:\p{L}{2,20}ly\s+)?(\p{L}{1,20})\s+(?:for\s[^?.]{1,40}\s)?(?:to|if|that|when)\s/iu.exec(
      after,
    );
  return said !== null && announcing.has(said[1]!.toLowerCase());
}

const isExistential = (before: string, after: string): boolean =>
  /\b(?:is|are|was|were|has|have|be|been|will|did|if)$/i.test(before) ||
  /^\s+(?:is|are|was|were|any|a|an|more|other)\b/i.test(after);

/** "After that?", "What happened next?": points at what was just said, and no noun follows. */
function standsAlone(word: string, before: string, after: string): boolean {
  const ends = /^\s*(?:[?.,;]|$)/u.test(after);
  switch (word) {
    case 'next':
    case 'afterward':
    case 'afterwards':
      return ends;
    case 'then':
      return ends && before !== '' && !/\b(?:since|until|by|back)$/i.test(before);
    case 'that':
    case 'this':
      return ends || /^\s+(?:happen|cause|affect|mean|take place)\w*\b/i.test(after);
    default:
      return ends;
  }
}
