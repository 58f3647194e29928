import type { Mention, PronounKind } from './mentions.ts';
import { mentionsOf } from './mentions.ts';
import type { NounPhrase, Referent } from './noun-phrases.ts';
import { asksKindOf, isCommon, isCopula, isTitle } from './noun-phrases.ts';
import { classNouns, contentWords, crossesSentences, groupNouns, personNouns } from './word-lists.ts';

/** Something that was talked of: how it was first called, and when it last came up. */
export interface Entity {
  readonly first: string;
  readonly words: Set<string>;
  readonly heads: Set<string>;
  readonly isNamed: boolean;
  readonly isPlural: boolean;
  /** Whether somebody asked or told what it is: it is then "the album" only if it was told to be one. */
  isKindTold: boolean;
  referent: Referent;
  lastUtterance: number;
  wasSubject: boolean;
  times: number;
}

/** How much of its weight an entity keeps from one utterance to the next. */
const fading = 0.72;
const subjectWeight = 0.25;
const nameWeight = 0.2;
const repeatWeight = 0.06;
const mostRepeats = 5;
/** What fits a pronoun beyond doubt stands above what may fit it. */
const certaintyWeight = 0.5;
const likelihoodWeight = 0.2;
/** Words of an answer that is taken as a whole, at most. */
const longestWhole = 6;

/**
 * What a conversation has talked of so far, utterance by utterance. A pronoun is taken for the entity that fits it by
 * number and gender and stands highest by how recently, how often and in what place it came up (after Lappin and Leass,
 * 1994, with weights of our own).
 */
export class Discourse {
  readonly #entities: Entity[] = [];
  #utterance = 0;

  /** Takes in what somebody said. @param counts which of its mentions count; all by default */
  add(text: string, counts: (mention: Mention) => boolean = () => true): void {
    this.#addMentions(text, mentionsOf(text), counts);
  }

  /** @param asked what a question asks the kind of, and this text is its answer */
  #addMentions(
    text: string,
    mentions: readonly Mention[],
    counts = (_: Mention) => true,
    asked?: Entity,
  ): void {
    this.#utterance++;
    const counted = mentions.filter(counts);
    mentions.forEach((mention, i) => {
      if (!counted.includes(mention)) return;
      if (mention.kind === 'phrase' && isCommon(mention.phrase)) {
        const subject = this.#subjectOf(text, mentions, i, asked);
        if (subject) {
          reportKind(subject, mention.phrase);
          subject.lastUtterance = this.#utterance;
          return;
        }
      }
      this.#take(mention, mention === counted[0]);
    });
  }

  /**
   * What a common noun phrase says the kind of (the predicate nominatives of Raghunathan et al., 2010): of what stands right
   * before it with a form of "to be", or, where the answer to "What is X?" begins with it, of X.
   */
  #subjectOf(text: string, mentions: readonly Mention[], i: number, asked?: Entity): Entity | undefined {
    const before = mentions[i - 1];
    const from = before ? before.start + before.text.length : 0;
    const between = text.slice(from, mentions[i]!.start);
    if (before === undefined) return /^\W*(?:(?:an?|the)\s+)?$/iu.test(between) ? asked : undefined;
    if (!isCopula(between)) return undefined;
    if (asked && i === 1 && (before.kind === 'pronoun' || sharesWord(asked, before.phrase))) return asked;
    const subject = this.resolve(before);
    return subject?.isNamed === true ? subject : undefined;
  }

  /**
   * Takes in a question with its answer; null for one that says that there is none.
   *
   * @param fuller another answer to the question; where `answer` says the same in fewer words, it is read in its place,
   *   without the things that `answer` leaves out, because rules read a sentence better than a piece of it
   */
  addExchange(question: string, answer: string | null, fuller: string | null = answer): void {
    this.add(question);
    const asked = this.#askedKindOf(question);
    if (answer === null) return;
    const before = this.#entities.length;
    if (fuller === null || !saysNoMoreThan(answer, fuller)) this.#addAnswer(answer, asked);
    else if (saysNoMoreThan(fuller, answer)) this.#addAnswer(fuller, asked);
    else {
      const words = new Set(contentWords(answer));
      const counts = (mention: Mention) =>
        mention.kind === 'pronoun' || mention.phrase.words.some((word) => words.has(word));
      this.#addMentions(fuller, mentionsOf(fuller), counts, asked);
    }
    // An answer of a few words is of the kind that was asked for.
    const told = this.#entities[before];
    const kind = told?.isNamed === true && isShort(answer) ? kindAskedFor(question) : undefined;
    if (told && kind !== undefined) giveKind(told, kind);
  }

  /** "What was In This Light?" does not take for known what it is. */
  #askedKindOf(question: string): Entity | undefined {
    const [mention, ...others] = mentionsOf(question);
    if (mention?.kind !== 'phrase' || others.length > 0) return undefined;
    if (!asksKindOf(mention.phrase, question)) return undefined;
    const asked = this.resolve(mention);
    if (!asked) return undefined;
    asked.isKindTold = true;
    if (asked.referent === 'name' && /^\W*(?:\w+\s+)?what/iu.test(question)) asked.referent = 'thing';
    return asked;
  }

  /** Takes in an answer; one of a few words without a pronoun is one name or thing as a whole. */
  #addAnswer(text: string, asked?: Entity): void {
    const bare = withoutYear(withoutEnd(text));
    const mentions = mentionsOf(bare);
    const [first] = mentions;
    if (
      !isShort(bare) ||
      asked !== undefined ||
      first?.kind !== 'phrase' ||
      (mentions.length < 2 && first.start === 0) ||
      // A title is a name by itself, whatever stands around it.
      mentions.some((mention) => isTitle(mention.text)) ||
      mentions.some(({ kind }) => kind === 'pronoun')
    ) {
      this.#addMentions(bare, mentions, undefined, asked);
      return;
    }
    this.#utterance++;
    const words = contentWords(bare);
    const phrase = {
      ...first.phrase,
      text: bare,
      words,
      isPlural: first.phrase.isPlural || /\sand\s/u.test(bare),
    };
    this.#take({ ...first, text: bare, phrase }, true);
  }

  /**
   * What a mention in the next utterance stands for; undefined when nothing fits.
   *
   * @param others what other pronouns of the sentence stand for: "they" and "it" are not the same
   */
  resolve(mention: Mention, others: ReadonlySet<Entity> = new Set()): Entity | undefined {
    return mention.kind === 'pronoun'
      ? this.#forPronoun(mention.pronoun, others)
      : this.#forPhrase(mention.phrase);
  }

  /** Whether any content word of a text came up. */
  knowsWordIn(text: string): boolean {
    return contentWords(text).some((word) =>
      this.#entities.some((entity) => entity.words.has(word) && isSameWord(word, { text }, entity)),
    );
  }

  #take(mention: Mention, isFirst: boolean): void {
    const known = this.resolve(mention);
    if (known) {
      known.lastUtterance = this.#utterance;
      known.wasSubject = isFirst;
      known.times++;
      if (mention.kind === 'phrase') {
        for (const word of mention.phrase.words) known.words.add(word);
        known.heads.add(mention.phrase.head);
      } else if (mention.pronoun === 'male' || mention.pronoun === 'female') known.referent = mention.pronoun;
      return;
    }
    if (mention.kind === 'pronoun' || isNobody.test(mention.text)) return;
    const { phrase } = mention;
    this.#entities.push({
      first: phrase.text,
      words: new Set(phrase.words),
      heads: new Set([phrase.head]),
      isNamed: phrase.isNamed,
      isPlural: phrase.isPlural,
      isKindTold: false,
      referent: phrase.referent,
      lastUtterance: this.#utterance,
      wasSubject: isFirst,
      times: 1,
    });
  }

  #forPronoun(pronoun: PronounKind, others: ReadonlySet<Entity>): Entity | undefined {
    return this.#highest((entity) => (others.has(entity) ? null : gainFor(entity, pronoun)));
  }

  #forPhrase(phrase: NounPhrase): Entity | undefined {
    if (phrase.isNamed) {
      return this.#highest(({ isNamed, words }) =>
        isNamed && phrase.words.some((word) => words.has(word)) ? 0 : null,
      );
    }
    const sameHead = this.#highest((entity) =>
      phrase.words.some((word) => entity.heads.has(word) && isSameWord(word, phrase, entity)) ? 0 : null,
    );
    if (sameHead) return sameHead;
    const isDefinite = /^(?:the|this|that)$/.test(phrase.determiner);
    if (!isDefinite || phrase.isPlural) return undefined;
    if (personNouns.has(phrase.head)) {
      return this.#highest((entity) => (mayBe(entity) && isOnePerson(entity.referent) ? 0 : null));
    }
    if (!classNouns.has(phrase.head) || isAction(phrase.head, phrase.text)) return undefined;
    return this.#highest((entity) => (mayBe(entity) && fitsClass(phrase, entity.referent) ? 0 : null));
  }

  /** @param gainOf what a fitting entity gains by how well it fits; null when it does not */
  #highest(gainOf: (entity: Entity) => number | null): Entity | undefined {
    let best: Entity | undefined;
    let bestWeight = Number.NEGATIVE_INFINITY;
    for (const entity of this.#entities) {
      const gain = gainOf(entity);
      if (gain === null) continue;
      const weight = this.#weight(entity) + gain;
      if (weight > bestWeight) {
        best = entity;
        bestWeight = weight;
      }
    }
    return best;
  }

  #weight({ lastUtterance, wasSubject, isNamed, times }: Entity): number {
    return (
      fading ** (this.#utterance - lastUtterance) +
      (wasSubject ? subjectWeight : 0) +
      (isNamed ? nameWeight : 0) +
      repeatWeight * Math.min(times, mostRepeats)
    );
  }
}

/** "Any questions", "nothing else": a user who says so names nothing that is there. */
const isNobody = /^(?:any|anything|anyone|anybody|more|no|nothing|nobody|another|something else)\b/iu;

const wordsWith = (stem: string, text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.startsWith(stem));

const isAction = (stem: string, text: string): boolean =>
  wordsWith(stem, text).some((word) => word.length > stem.length && word.endsWith('ing'));

/** "Parking" is no "park", though both have one stem. */
const isSameWord = (stem: string, { text }: Pick<NounPhrase, 'text'>, { first }: Entity): boolean =>
  isAction(stem, text) === isAction(stem, first) || wordsWith(stem, first).length === 0;

const sharesWord = ({ words }: Entity, phrase: NounPhrase): boolean =>
  phrase.words.some((word) => words.has(word));

/** A name is what it is told to be: "the album" can stand for it from then on. */
function reportKind(entity: Entity, { head }: NounPhrase): void {
  entity.isKindTold = true;
  giveKind(entity, head);
}

function giveKind(entity: Entity, head: string): void {
  entity.heads.add(head);
  if (entity.referent !== 'name' && entity.referent !== 'thing') return;
  if (personNouns.has(head)) entity.referent = 'person';
  else if (groupNouns.has(head)) entity.referent = 'group';
  else if (classNouns.has(head)) entity.referent = 'thing';
}

/** A name whose kind nobody told may be taken up by a word for any kind that fits it. */
const mayBe = ({ isNamed, isKindTold }: Entity): boolean => isNamed && !isKindTold;

/** What a question asks for by a noun that says the kind: "What was their first song?", "Which album did they make?" */
function kindAskedFor(question: string): string | undefined {
  const mention = mentionsOf(question).find((one) => one.kind === 'phrase' && asksFor(question, one));
  if (mention?.kind !== 'phrase' || mention.phrase.isPlural) return undefined;
  const { text, head: own, words } = mention.phrase;
  // Behind a possessive the grammar takes the owner for the head.
  const head = /['’]s?\s/u.test(text) ? words.at(-1)! : own;
  return [personNouns, groupNouns, classNouns].some((nouns) => nouns.has(head)) ? head : undefined;
}

/** Right behind "what" or "which"; or behind "what was", up to the end of the question. */
function asksFor(question: string, { start, text }: Mention): boolean {
  const before = question.slice(0, start);
  if (/(?:^|[\s,])(?:what|which)\s+$/iu.test(before)) return true;
  const isEnd = /^\W*$/u.test(question.slice(start + text.length));
  return (
    isEnd && /^\W*(?:(?:and|so|but)\s+)?(?:what|which|who)(?:\s+(?:is|are|was|were)|['’]s)\s/iu.test(before)
  );
}

/** A few words of one sentence. */
const isShort = (text: string): boolean =>
  text.trim().split(/\s+/u).length <= longestWhole && !crossesSentences(withoutEnd(text));

const withoutEnd = (text: string): string => text.replace(/(?<![\s.!])[\s.!]+$/u, '');

/** Whether a text says something, and nothing that the other one does not. */
function saysNoMoreThan(text: string, other: string): boolean {
  const words = contentWords(text);
  const all = new Set(contentWords(other));
  return words.length > 0 && words.every((word) => all.has(word));
}

/** "Parade from 1984" and "Parade (1984)" are Parade. */
const withoutYear = (text: string): string =>
  text.replace(/(?<=\S) (?:from|in|of) (?:1[5-9]|20)\d\d$| \((?:1[5-9]|20)\d\d\)$/u, '');

const isOnePerson = (referent: Referent): boolean =>
  referent === 'male' || referent === 'female' || referent === 'person';

const fitsClass = ({ head }: NounPhrase, referent: Referent): boolean =>
  referent === 'name' || (groupNouns.has(head) ? referent === 'group' : referent === 'thing');

/** How well something fits a pronoun: the weight of certainty, 0 when it may fit, null when it does not. */
export function gainFor(
  {
    referent,
    isPlural,
    isNamed,
    words,
  }: Pick<NounPhrase, 'referent' | 'isPlural' | 'isNamed'> & { readonly words: Iterable<string> },
  pronoun: PronounKind,
): number | null {
  const graded = (certain: boolean, possible: boolean) => (certain ? certaintyWeight : possible ? 0 : null);
  switch (pronoun) {
    case 'male':
    case 'female':
      if (isPlural) return null;
      if (referent === 'person') return likelihoodWeight;
      return graded(referent === pronoun, referent === 'name');
    case 'plural':
      return graded(isPlural, referent === 'group' || referent === 'name');
    case 'thing':
      return isPlural ? null : graded(referent === 'thing' || referent === 'group', referent === 'name');
    case 'place':
      if (isPlural || isOnePerson(referent)) return null;
      return graded(false, isNamed || [...words].some((word) => classNouns.has(word)));
    case 'event':
      return null;
  }
}
