import type { Exchange } from '../conversations/history.ts';
import { isRefusal } from '../conversations/refusal.ts';
import type {
  BrokenMention,
  QuestionInHistory,
  Validity,
  ValidityDetector,
} from '../replay/question-validity.ts';
import { Discourse, saysNoMoreThan } from './discourse.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import type { NounPhrase } from './noun-phrases.ts';
import { contentWords } from './word-lists.ts';

/** What a mention of the question stands for in one of the two histories. */
interface Meaning {
  /** As it was first called. */
  readonly first: string;
  /** All that it was called. */
  readonly words: ReadonlySet<string>;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** A longer answer does not fit into a question in place of "that". */
const longestInserted = 8;

/**
 * The built-in detector (Li et al., 2022, section 5): resolves what points back in the question over the history with
 * gold answers and over the one with the model's, by rules in place of the paper's neural coreference model. The
 * question is valid when each mention that is no name means something in both or in neither, and the first mentions of
 * what it means share a word. Beyond the paper, "that" and "next" stand for the whole of the last answer.
 */
export function ruleDetector(refusals: readonly string[]): ValidityDetector {
  return { check: async (question) => check(question, refusals) };
}

function check(question: QuestionInHistory, refusals: readonly string[]): Validity {
  const gold = discourseOf(question.background, question.gold, refusals);
  const predicted = discourseOf(question.background, question.predicted, refusals, question.gold);
  const isLastSame =
    saysNoMoreThan(predicted.lastAnswer, gold.lastAnswer) ||
    saysNoMoreThan(gold.lastAnswer, predicted.lastAnswer);
  const broken: BrokenMention[] = [];
  for (const mention of pointingBack(question.question)) {
    const meant = meaningOf(mention, gold);
    // Nothing in the gold history leaves nothing to lose.
    if (meant === undefined || isSame(meant, meaningOf(mention, predicted))) continue;
    // What the last answer spoke of, and both gave the same, is what a pronoun points at first.
    if (isLastSame && mention.kind === 'pronoun' && predicted.discourse.fitsLast(mention)) continue;
    broken.push({
      start: mention.start,
      text: mention.text,
      goldEntity: meant.first.split(/\s+/).length <= longestInserted ? meant.first : '',
      isPossessive: mention.kind === 'pronoun' && mention.isPossessive,
    });
  }
  const [first] = broken;
  return first === undefined
    ? { isValid: true, reason: '', broken }
    : { isValid: false, reason: reasonFor(first), broken };
}

const reasonFor = ({ text, goldEntity }: BrokenMention): string =>
  text === ''
    ? 'It asks about an answer that was not given.'
    : `“${text}” no longer stands for ${goldEntity === '' ? 'what it stood for' : `“${goldEntity}”`}.`;

interface Side {
  readonly discourse: Discourse;
  /** Empty when it was a refusal. */
  readonly lastAnswer: string;
}

/** @param people the same turns as people answered them; by default those of the history itself */
function discourseOf(
  background: string,
  history: readonly Exchange[],
  refusals: readonly string[],
  people: readonly Exchange[] = history,
): Side {
  const discourse = new Discourse();
  for (const { segment } of sentences.segment(background)) discourse.add(segment.trim());
  const unlessRefused = (answer: string) => (isRefusal(answer, refusals) ? null : answer);
  for (const [i, { question, answer }] of history.entries()) {
    discourse.addExchange(question, unlessRefused(answer), unlessRefused(people[i]!.answer));
  }
  const last = history.at(-1)?.answer ?? '';
  return { discourse, lastAnswer: isRefusal(last, refusals) ? '' : last };
}

/** Pronouns, and noun phrases that take something for known; names speak for themselves. */
function pointingBack(question: string): Mention[] {
  const found = mentionsOf(question).filter(
    (mention) => mention.kind === 'pronoun' || takesForKnown(mention.phrase),
  );
  if (found.length > 0 || !isBare(question)) return found;
  return [{ kind: 'pronoun', start: question.length, text: '', pronoun: 'event', isPossessive: false }];
}

const takesForKnown = ({ isNamed, determiner }: NounPhrase): boolean =>
  !isNamed && determiner !== '' && determiner !== 'a' && determiner !== 'an';

/** "Why?", "Where?": asks about the whole of the last answer. */
const isBare = (question: string): boolean =>
  /^\W*(?:and |but |so )?(?:why|why not|how|how so|when|where|who|which one|how come|how many|how much)\W*$/i.test(
    question,
  );

function meaningOf(mention: Mention, { discourse, lastAnswer }: Side): Meaning | undefined {
  if (mention.kind === 'pronoun' && mention.pronoun === 'event') {
    return lastAnswer === '' ? undefined : { first: lastAnswer, words: new Set(contentWords(lastAnswer)) };
  }
  const entity = discourse.resolve(mention);
  if (entity || mention.kind === 'pronoun') return entity;
  const words = contentWords(mention.text);
  return discourse.hasWord(words) ? { first: mention.text, words: new Set(words) } : undefined;
}

const isSame = (meant: Meaning, other: Meaning | undefined): boolean =>
  other !== undefined && [...meant.words].some((word) => other.words.has(word));
