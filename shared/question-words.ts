import type { LabelForm, Measure } from './contract/index.ts';
import { preferenceCriterion } from './preference.ts';

/** A criterion's name as a title begins with it: "helpful" is Helpfulness. Abbreviations and names of code stay as they are. */
export function criterionTitle(name: string): string {
  const trait = traitOf(name);
  const noun = trait ? traitNames.find(([one]) => one === trait)![1]! : name;
  return /^[a-z]{5,}(?![^ ])/.test(noun) ? `${noun[0]!.toUpperCase()}${noun.slice(1)}` : noun;
}

/** What the question is put of. */
interface AskedOf {
  /** Two replies side by side. */
  readonly isComparison?: boolean;
  /** The conversation as a whole, which has no reply of its own. */
  readonly isWhole?: boolean;
  /** Which values of the criterion are better; of a fault, such as toxicity, the lower ones. */
  readonly direction?: 'higher' | 'lower' | undefined;
}

/**
 * The question shown with each item when nobody wrote another. General criteria have a question of their own; every other
 * name is quoted.
 */
export function questionFor(measure: Measure, form: LabelForm, asked: AskedOf = {}): string {
  if (measure.kind === 'metric') return 'What is the right answer? Write it as briefly as you would say it.';
  const criterion = { quoted: quoted(measure.criterion), trait: traitOf(measure.criterion) };
  if (form.kind === 'preference') {
    return measure.criterion === preferenceCriterion
      ? betterOf('better')
      : preferenceQuestion(criterion, asked);
  }
  const ofEach = asked.isComparison === true || ('perTurn' in form && form.perTurn === true);
  if (form.kind === 'category') {
    const what = ofEach ? 'each reply' : asked.isWhole ? 'the conversation' : 'the reply';
    return `Which option for ${criterion.quoted} fits ${what} best?`;
  }
  const { trait } = criterion;
  if (!trait || isContrary(trait, asked)) return quotedQuestion(criterion.quoted, form, { ...asked, ofEach });
  return form.kind === 'binary' ? yesOrNo(trait, asked, ofEach) : howMuch(trait, asked, ofEach);
}

/** The same of all replies on a page, which people put in order. @param direction which values of the criterion are better */
export function orderQuestion(criterion: string, direction: AskedOf['direction']): string {
  const ask = (which: string) => `Put the replies in order: 1 is ${which}. Equally good ones share a place.`;
  const trait = traitOf(criterion);
  if (criterion === preferenceCriterion) return ask('the best');
  if (!trait || trait.comparative || isContrary(trait, { direction }))
    return ask(`the best on ${quoted(criterion)}`);
  return ask(`the ${trait.isFault ? 'least' : 'most'} ${trait.adjective}${trait.about ?? ''}`);
}

/** What a general criterion says of a reply. */
interface Trait {
  readonly adjective: string;
  /** Of the better of two, unless it is "more" of the trait. */
  readonly comparative?: string;
  /** What the trait is about, after the reply: "to its sources". */
  readonly about?: string;
  /** Whether a conversation itself has the trait; of the others its replies have it. */
  readonly ofConversations?: true;
  /** Whether the trait is a fault: less of it is better. */
  readonly isFault?: true;
}

/**
 * Whether the data call less of a merit better, or more of a fault, as a check named toxicity that a reply passes: "Is this reply
 * toxic?" would then be answered the wrong way round.
 */
const isContrary = ({ isFault }: Trait, { direction }: AskedOf): boolean =>
  direction !== undefined && (isFault === true) !== (direction === 'lower');

interface AskedCriterion {
  readonly quoted: string;
  readonly trait: Trait | undefined;
}

const betterOf = (comparative: string): string => `Which of the two replies is ${comparative}?`;

function preferenceQuestion({ quoted: name, trait }: AskedCriterion, asked: AskedOf): string {
  if (!trait || isContrary(trait, asked)) return betterOf(`better on ${name}`);
  const { adjective, about = '' } = trait;
  if (trait.isFault) return betterOf(`less ${adjective}${about}`);
  return betterOf(`${trait.comparative ?? `more ${adjective}`}${about}`);
}

function yesOrNo({ adjective, about = '', ofConversations }: Trait, asked: AskedOf, ofEach: boolean): string {
  if (ofEach) return `For each reply: is it ${adjective}${about}?`;
  if (!asked.isWhole) return `Is this reply ${adjective}${about}?`;
  return ofConversations
    ? `Is this conversation ${adjective}?`
    : `Are the replies in this conversation ${adjective}${about}?`;
}

function howMuch({ adjective, about = '', ofConversations }: Trait, asked: AskedOf, ofEach: boolean): string {
  if (ofEach) return `How ${adjective} is each reply${about}?`;
  if (!asked.isWhole) return `How ${adjective} is this reply${about}?`;
  return ofConversations
    ? `How ${adjective} is this conversation?`
    : `How ${adjective} are the replies in this conversation${about}?`;
}

/** Names that say that something was rated, and nothing of what. */
const saysNothingOf = /^"(?:rating|score|grade|label)s?"$/i;

function quotedQuestion(
  name: string,
  form: LabelForm,
  asked: AskedOf & { readonly ofEach: boolean },
): string {
  const what = asked.isWhole ? 'the conversation' : 'the reply';
  if (form.kind !== 'binary') {
    const rated = asked.ofEach ? 'each reply' : what;
    return saysNothingOf.test(name) ? `Rate ${rated}.` : `Rate ${rated} on ${name}.`;
  }
  // To pass what is better low would be to have the fault.
  if (asked.direction === 'lower') {
    return asked.ofEach ? `For each reply: does ${name} apply to it?` : `Does ${name} apply to ${what}?`;
  }
  return asked.ofEach ? `For each reply: does it pass ${name}?` : `Does ${what} pass ${name}?`;
}

/** The words of a criterion's name, without the signs that files put between them. */
const spaced = (name: string): string => name.replaceAll(/[_-]+/g, ' ').trim();

const quoted = (name: string): string => `"${spaced(name) || name}"`;

/** What a name says of a reply, if it is a general one: `helpfulness`, `helpful`, `is_helpful`, `helpfulness_score`. */
function traitOf(name: string): Trait | undefined {
  const words = spaced(name).toLowerCase();
  const bare = affixes.reduce(
    (rest, { before, after }) =>
      rest.startsWith(before) && rest.endsWith(after) && rest.length > before.length + after.length
        ? rest.slice(before.length, rest.length - after.length)
        : rest,
    words,
  );
  return traits.get(words) ?? traits.get(bare);
}

const affixes = [
  { before: 'is ', after: '' },
  { before: '', after: ' score' },
  { before: '', after: ' rating' },
] as const;

/** General criteria with all names that mean the same. */
const traitNames: readonly (readonly [Trait, ...(readonly string[])])[] = [
  [{ adjective: 'helpful' }, 'helpfulness'],
  [{ adjective: 'useful' }, 'usefulness'],
  [
    { adjective: 'good', comparative: 'better', ofConversations: true },
    'quality',
    'overall',
    'overall quality',
  ],
  [{ adjective: 'accurate' }, 'accuracy'],
  [{ adjective: 'correct' }, 'correctness'],
  [{ adjective: 'factually correct' }, 'factuality', 'factual', 'factual accuracy', 'factual correctness'],
  [{ adjective: 'truthful' }, 'truthfulness'],
  [{ adjective: 'honest' }, 'honesty'],
  [{ adjective: 'safe', comparative: 'safer', ofConversations: true }, 'safety'],
  [{ adjective: 'harmless', ofConversations: true }, 'harmlessness'],
  [{ adjective: 'relevant' }, 'relevance', 'relevancy', 'answer relevance', 'answer relevancy'],
  [{ adjective: 'fluent' }, 'fluency'],
  [{ adjective: 'coherent', ofConversations: true }, 'coherence', 'coherency'],
  [{ adjective: 'consistent', ofConversations: true }, 'consistency'],
  [{ adjective: 'complete' }, 'completeness'],
  [{ adjective: 'faithful', about: ' to its sources' }, 'faithfulness'],
  [{ adjective: 'grounded', about: ' in its sources' }, 'groundedness'],
  [{ adjective: 'clear', comparative: 'clearer' }, 'clarity'],
  [{ adjective: 'concise' }, 'conciseness', 'concision'],
  [{ adjective: 'readable' }, 'readability'],
  [{ adjective: 'informative' }, 'informativeness'],
  [{ adjective: 'polite' }, 'politeness'],
  [{ adjective: 'empathetic' }, 'empathy'],
  [{ adjective: 'natural', ofConversations: true }, 'naturalness'],
  [{ adjective: 'engaging', ofConversations: true }, 'engagingness'],
  [{ adjective: 'appropriate' }, 'appropriateness'],
  [{ adjective: 'sensible', ofConversations: true }, 'sensibleness'],
  [{ adjective: 'specific' }, 'specificity'],
  [{ adjective: 'understandable', ofConversations: true }, 'understandability'],
  [{ adjective: 'interesting', ofConversations: true }, 'interestingness'],
  [{ adjective: 'creative' }, 'creativity'],
  [{ adjective: 'thorough' }, 'thoroughness'],
  [{ adjective: 'trustworthy' }, 'trustworthiness'],
  [{ adjective: 'professional' }, 'professionalism'],
  [{ adjective: 'friendly', comparative: 'friendlier' }, 'friendliness'],
  [{ adjective: 'respectful' }, 'respectfulness'],
  [{ adjective: 'toxic', isFault: true }, 'toxicity'],
  [{ adjective: 'offensive', isFault: true }, 'offensiveness'],
  [{ adjective: 'verbose', isFault: true }, 'verbosity'],
  [{ adjective: 'repetitive', isFault: true }, 'repetitiveness'],
  [{ adjective: 'biased', isFault: true }, 'bias'],
  [{ adjective: 'harmful', isFault: true }, 'harmfulness'],
];

const traits: ReadonlyMap<string, Trait> = new Map(
  traitNames.flatMap(([trait, ...names]) =>
    [trait.adjective, ...names].map((name): [string, Trait] => [name, trait]),
  ),
);
