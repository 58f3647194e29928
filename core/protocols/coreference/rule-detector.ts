import type { ReplaySettings } from '../../../shared/contract/index.ts';
import { wordF1 } from '../../../stats/index.ts';
import type { Exchange } from '../conversations/history.ts';
import { isRefusal } from '../conversations/refusal.ts';
import { refusalList } from '../conversations/refusal-list.ts';
import type {
  BrokenMention,
  QuestionInHistory,
  Validity,
  ValidityDetector,
} from '../replay/question-validity.ts';
import { Discourse, type Entity, gainFor } from './discourse.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import type { NounPhrase } from './noun-phrases.ts';
import { crossesSentences } from './word-lists.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** A longer first mention does not fit into a question in place of what points at it. */
const longestInserted = 8;

/**
 * The built-in detector (Li et al., 2022, section 5.2): resolves what points back in the question over the history with
 * gold answers and over the one with the model's, both behind the background, by rules in place of the paper's neural
 * coreference model. The question is valid when as many mentions that are no names mean something in both, and the first
 * mentions of what each means share a word (word F1 above 0). Beyond the paper, "that" and "next" stand for the whole of
 * the last answer.
 */
export function ruleDetector(
  markers: readonly string[],
  { list = refusalList, matching = 'paper' }: { list?: number; matching?: Matching } = {},
): ValidityDetector {
  const refuses = (answer: string) => isRefusal(answer, markers, list);
  return { check: async (question) => check(question, refuses, matching) };
}

type Matching = ReplaySettings['matching'];
/** What a mention means, in the words of the first mention; undefined where it means nothing. */
type Meaning = string | undefined;

type Refuses = (answer: string) => boolean;

function check(question: QuestionInHistory, refuses: Refuses, matching: Matching): Validity {
  const mentions = pointingBack(question.question);
  const gold = meaningsOf(mentions, sideOf(question.background, question.gold, refuses));
  const predicted = meaningsOf(
    mentions,
    sideOf(question.background, question.predicted, refuses, question.gold),
  );
  const isBroken = brokenMeanings(gold, predicted, matching, mentions);
  const broken = mentions.flatMap((mention, i): BrokenMention[] => {
    const meant = gold[i];
    if (!isBroken[i]) return [];
    return [
      {
        start: mention.start,
        text: mention.text,
        // What means something only now has no name to be put in its place.
        goldEntity: meant !== undefined && isName(meant) ? meant : '',
        isPossessive: mention.kind === 'pronoun' && mention.isPossessive,
      },
    ];
  });
  const [first] = broken;
  return first === undefined
    ? { isValid: true, reason: '', broken }
    : { isValid: false, reason: reasonFor(first), broken };
}

/** Short enough to stand in a question, and not cut out of two sentences. */
const isName = (text: string): boolean =>
  text.split(/\s+/u).length <= longestInserted && !crossesSentences(text);

const reasonFor = ({ text, goldEntity }: BrokenMention): string =>
  text === ''
    ? 'It asks about an answer that was not given.'
    : `“${text}” no longer stands for ${goldEntity === '' ? 'what it stood for' : `“${goldEntity}”`}.`;

/**
 * Which mentions lost their meaning, each by what it means with people's answers and with the model's.
 *
 * `authors` is `find_coreference_f1s` of the authors' script: a question is valid where as many mentions mean something, and
 * what each means with people's answers shares a word with anything on the other side, an article, too. A mention counts as a name,
 * and is left out, where each of its words but articles begins with a capital letter, as "She" at the beginning, or where it has no
 * other words, as "that". Their rewriter then resolves every mention of an invalid question, so that all that mean something are
 * given back.
 */
export function brokenMeanings(
  gold: readonly Meaning[],
  predicted: readonly Meaning[],
  matching: Matching,
  mentions: readonly { readonly text: string }[] = [],
): boolean[] {
  if (matching === 'paper') return gold.map((meant, i) => !isSame(meant, predicted[i]));
  if (matching === 'exact') return gold.map((meant, i) => meant !== predicted[i]);
  const counts = (meant: Meaning, i: number) => meant !== undefined && !isNameToAuthors(mentions[i]?.text);
  const known = gold.filter(counts).map((meant) => wordsToAuthors(meant!));
  const others = predicted.filter(counts).map((meant) => wordsToAuthors(meant!));
  const isValid =
    known.length === others.length &&
    known.every((words) => others.some((other) => [...words].some((word) => other.has(word))));
  return gold.map((meant, i) => !isValid && (meant ?? predicted[i]) !== undefined);
}

/** Words in their sense: in small letters, punctuation and "'s" apart. */
const wordsToAuthors = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/['’]s\b|[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|\S/gu));

const articlesOfAuthors = new Set(['the', 'this', 'that', 'these', 'those', 'a', 'an']);

const isNameToAuthors = (mention: string | undefined): boolean =>
  Boolean(mention) &&
  mention!
    .split(/\s+/u)
    .filter((word) => !articlesOfAuthors.has(word))
    .every((word) => /^\p{Lu}/u.test(word));

/** Both mean nothing, or their first mentions share a word. */
const isSame = (one: Meaning, other: Meaning): boolean =>
  one === undefined || other === undefined ? one === other : wordF1(one, other, 0) > 0;

interface Side {
  readonly discourse: Discourse;
  /** Empty when it was a refusal. */
  readonly lastAnswer: string;
}

/** @param people the same turns as people answered them; by default those of the history itself */
function sideOf(
  background: string,
  history: readonly Exchange[],
  refuses: Refuses,
  people: readonly Exchange[] = history,
): Side {
  const discourse = new Discourse();
  for (const { segment } of sentences.segment(background)) discourse.add(segment.trim());
  const unlessRefused = (answer: string) => (refuses(answer) ? null : answer);
  for (const [i, { question, answer }] of history.entries()) {
    discourse.addExchange(question, unlessRefused(answer), unlessRefused(people[i]!.answer));
  }
  return { discourse, lastAnswer: unlessRefused(history.at(-1)?.answer ?? '') ?? '' };
}

/** Pronouns, and noun phrases that take something for known; names speak for themselves. */
function pointingBack(question: string): Mention[] {
  const all = mentionsOf(question);
  const found = all.filter((mention, i) =>
    mention.kind === 'pronoun'
      ? !isNamedBefore(mention, all.slice(0, i), question)
      : takesForKnown(mention.phrase),
  );
  if (found.length > 0 || !isBare(question)) return found;
  return [{ kind: 'pronoun', start: question.length, text: '', pronoun: 'event', isPossessive: false }];
}

const clauseEnd =
  /[,;.?!]|\b(?:since|because|when|while|if|that|who|which|or|and|but|so|before|after|until|though|than)\b/iu;

/** Whether the question itself names what a pronoun stands for, in a clause before: "When Ann left, where did she go?" */
const isNamedBefore = (
  { start, pronoun }: Extract<Mention, { kind: 'pronoun' }>,
  before: readonly Mention[],
  question: string,
): boolean =>
  before.some((mention) => {
    if (mention.kind === 'pronoun') return false;
    const gain = gainFor(mention.phrase, pronoun);
    const fits = gain !== null && (gain > 0 || mention.phrase.isNamed);
    return fits && clauseEnd.test(question.slice(mention.start + mention.text.length, start));
  });

const takesForKnown = ({ isNamed, determiner }: NounPhrase): boolean =>
  !isNamed && determiner !== '' && determiner !== 'a' && determiner !== 'an';

/** "Why?", "Where?": asks about the whole of the last answer. */
const isBare = (question: string): boolean =>
  /^\W*(?:and |but |so )?(?:why|why not|how|how so|when|where|who|which one|how come|how many|how much)\W*$/i.test(
    question,
  );

/** The first mention of what each mention of a question means; undefined where it means nothing. */
function meaningsOf(mentions: readonly Mention[], { discourse, lastAnswer }: Side): (string | undefined)[] {
  // By the word that stands for them: the same word may stand for one thing twice, other words may not.
  const meant = new Map<string, Entity>();
  return mentions.map((mention) => {
    if (mention.kind === 'pronoun' && mention.pronoun === 'event') return lastAnswer || undefined;
    const others = [...meant].filter(([kind]) => kind !== kindOf(mention)).map(([, entity]) => entity);
    const entity = discourse.resolve(mention, new Set(others));
    if (entity !== undefined) {
      if (mention.kind === 'pronoun') meant.set(kindOf(mention), entity);
      return entity.first;
    }
    return mention.kind === 'phrase' && discourse.knowsWordIn(mention.text) ? mention.text : undefined;
  });
}

const kindOf = (mention: Mention): string => (mention.kind === 'pronoun' ? mention.pronoun : '');
