import { lcsLength } from '../metrics/lcs-length.ts';
import { overlapF1 } from '../metrics/overlap.ts';
import { mean } from '../numeric.ts';
import { WordNumbers } from './word-numbers.ts';

/** Of longer texts only the beginning is read: no hostile text takes long, and of a usual one nothing is lost. */
export const TEXT_CAPS = {
  /** Characters of any text. */
  characters: 20_000,
  /** Words of the reply and of a reference in which the longest common subsequence is looked for. */
  replyWords: 400,
  /** Words of the passage in which it is looked for. */
  passageWords: 2_000,
  /** References of an item. */
  references: 16,
} as const;

/** The texts of an item that are there before anybody labels it. */
export interface SignalTexts {
  readonly reply: string;
  /** The last message of the user; empty when there is none. */
  readonly asked: string;
  readonly turns: number;
  readonly passage?: string;
  readonly references?: readonly string[];
  /** Replies of other systems to the same item, each system at one place of the list; undefined where it has none. */
  readonly others?: readonly (string | undefined)[];
}

/** What a number is called; `quality`: more is better, by its definition; `other`: it may go either way. */
interface SignalName {
  readonly id: string;
  readonly name: string;
  readonly kind: 'quality' | 'other';
}

/** A value of an item; undefined where it has none. */
export type Measured = number | undefined;

/**
 * Words by which systems say that they cannot answer. Of use as a number beside others; what is a refusal is judged
 * elsewhere.
 */
const REFUSALS = [
  'sorry',
  'cannot',
  'not sure',
  'unable',
  'no information',
  "don't know",
  'do not know',
  "n't have",
];

const quality = (id: string, name: string): SignalName => ({ id, name, kind: 'quality' });
const other = (id: string, name: string): SignalName => ({ id, name, kind: 'other' });

/** What texts say of an item, in the order of `TextMeasures.values`. */
export const TEXT_SIGNALS: readonly SignalName[] = [
  quality('reference:exact', 'Same as a reference'),
  quality('reference:f1', 'Word F1 with a reference'),
  quality('reference:rouge-l', 'ROUGE-L with a reference'),
  quality('agreement:mean', 'Mean agreement with other systems'),
  quality('agreement:best', 'Best agreement with another system'),
  quality('agreement:same', 'Share of other systems that say the same'),
  quality('agreement:others', 'Agreement of the other systems with each other'),
  quality('passage:rouge-l', 'ROUGE-L with the passage'),
  quality('passage:words', 'Share of words found in the passage'),
  other('text:reply-length', 'Length of the reply'),
  other('text:message-length', 'Length of the message'),
  other('text:passage-length', 'Length of the passage'),
  other('text:different-words', 'Share of different words'),
  other('text:empty', 'Empty reply'),
  other('text:digit', 'Has a digit'),
  other('text:asks', 'Asks back'),
  other('text:refusal', 'Says that it cannot answer'),
  other('text:message-in-reply', 'Message words in the reply'),
  other('text:reply-in-message', 'Reply words in the message'),
  other('text:turns', 'Turns of the conversation'),
];

/** What the texts of one item say. */
export interface TextMeasures {
  /** One for each of `TEXT_SIGNALS`; undefined where the item has none. */
  readonly values: readonly Measured[];
  /** Word F1 of the reply with that of each other system, in their order; in [0, 1]. */
  readonly agreement: readonly Measured[];
}

/**
 * What the texts of one item say of its reply: overlap with references, passage and the user's message, agreement with the
 * replies of other systems, length and form. Every text is cut into words once; with k other systems, whose replies are
 * compared in pairs, time is O(k (k + 1) words). Word F1 and exact match count words as SQuAD does (Rajpurkar et al., 2016),
 * ROUGE-L as rouge_score does (Lin, 2004).
 */
export function measureTexts(texts: SignalTexts): TextMeasures {
  words.clear();
  const reply = words.read(texts.reply);
  const asked = words.read(texts.asked);
  const passage = texts.passage === undefined ? undefined : words.read(texts.passage);
  const others = (texts.others ?? []).map((text) => (text === undefined ? undefined : words.read(text)));
  const forRouge =
    passage || texts.references ? words.readForRouge(texts.reply, TEXT_CAPS.replyWords) : reply;
  const agreement = others.map((one) => (one ? words.f1(reply, one) : undefined));
  const values = [
    ...referenceValues(reply, forRouge, texts),
    ...agreementValues(agreement, others),
    texts.passage ? words.rougeL(forRouge, texts.passage, TEXT_CAPS.passageWords) : undefined,
    passage && words.coverage(reply, passage),
    Math.log1p(reply.length),
    Math.log1p(asked.length),
    passage && Math.log1p(passage.length),
    words.different(reply) / Math.max(reply.length, 1),
    Number(reply.length === 0),
    ...formValues(capped(texts.reply)),
    words.coverage(asked, reply),
    words.coverage(reply, asked),
    Math.log1p(texts.turns),
  ];
  return { values, agreement };
}

/** A text as the numbers of its words, in their order. */
type Words = readonly number[];

/** What two texts of an item have in common; every text is cut into words once. */
class ItemWords {
  readonly #numbers = new WordNumbers();
  /** One count for each word, 0 between calls. */
  #counts = new Int32Array(1024);

  /** Starts with the next item. */
  clear(): void {
    this.#numbers.clear();
  }

  read(text: string): Words {
    const words = this.#numbers.answerWords(capped(text));
    this.#fit();
    return words;
  }

  /** ROUGE-L of two texts, of which so many words are read. */
  rougeL(reply: Words, text: string, most: number): number {
    const words = this.readForRouge(text, most);
    return overlapF1(lcsLength(reply, words), reply.length, words.length);
  }

  readForRouge(text: string, most: number): Words {
    const words = this.#numbers.rougeWords(capped(text), most);
    this.#fit();
    return words;
  }

  /** Word F1; 1 where both have no word. */
  f1(a: Words, b: Words): number {
    if (a.length + b.length === 0) return 1;
    const counts = this.#counts;
    for (const word of a) counts[word]! += 1;
    let common = 0;
    for (const word of b) {
      if (counts[word]! > 0) {
        common += 1;
        counts[word]! -= 1;
      }
    }
    this.#clear(a);
    return overlapF1(common, a.length, b.length);
  }

  /** Share of words that a text holds; 0 of no words. */
  coverage(words: Words, within: Words): number {
    if (words.length === 0) return 0;
    for (const word of within) this.#counts[word] = 1;
    let found = 0;
    for (const word of words) found += this.#counts[word]!;
    this.#clear(within);
    return found / words.length;
  }

  /** How many different words there are. */
  different(words: Words): number {
    let found = 0;
    for (const word of words) {
      if (this.#counts[word] === 0) found += 1;
      this.#counts[word] = 1;
    }
    this.#clear(words);
    return found;
  }

  #clear(words: Words): void {
    for (const word of words) this.#counts[word] = 0;
  }

  #fit(): void {
    const { size } = this.#numbers;
    if (size > this.#counts.length) this.#counts = new Int32Array(2 * size);
  }
}

/** Memory of the words of one item at a time, made once: an item needs none of its own. */
const words = new ItemWords();

const capped = (text: string): string =>
  text.length > TEXT_CAPS.characters ? text.slice(0, TEXT_CAPS.characters) : text;

function referenceValues(reply: Words, forRouge: Words, { references = [] }: SignalTexts): Measured[] {
  if (references.length === 0) return [undefined, undefined, undefined];
  let [same, f1, rouge] = [0, 0, 0];
  for (const reference of references.slice(0, TEXT_CAPS.references)) {
    const read = words.read(reference);
    if (read.length === reply.length && read.every((word, i) => word === reply[i])) same = 1;
    f1 = Math.max(f1, words.f1(reply, read));
    rouge = Math.max(rouge, words.rougeL(forRouge, reference, TEXT_CAPS.replyWords));
  }
  return [same, f1, rouge];
}

/** Mean, best and share of exact agreement, and the agreement of the others among themselves. */
function agreementValues(agreement: readonly Measured[], others: readonly (Words | undefined)[]): Measured[] {
  const known = agreement.filter((value) => value !== undefined);
  if (known.length === 0) return [undefined, undefined, undefined, undefined];
  const spoken = others.filter((one) => one !== undefined);
  const pairs: number[] = [];
  for (const [i, one] of spoken.entries()) {
    for (let j = 0; j < i; j++) pairs.push(words.f1(one, spoken[j]!));
  }
  return [...agreementOf(known), averageOf(pairs)];
}

/** Mean, best and share of exact agreement with at least one other. */
function agreementOf(known: readonly number[]): number[] {
  const same = known.reduce((count, value) => count + Number(value === 1), 0);
  return [mean(known), Math.max(...known), same / known.length];
}

/**
 * Word F1 of every two replies to one item, row by row, each in [0, 1]; NaN where one of the two is missing. It is the same to the
 * bit whichever of the two is compared with the other.
 */
export function agreementAmong(replies: readonly (string | undefined)[]): Float64Array {
  words.clear();
  const read = replies.map((reply) => (reply === undefined ? undefined : words.read(reply)));
  const found = new Float64Array(replies.length ** 2).fill(Number.NaN);
  for (const [i, one] of read.entries()) {
    for (let j = 0; one && j < i; j++) {
      const other = read[j];
      if (!other) continue;
      const f1 = words.f1(one, other);
      found[i * replies.length + j] = f1;
      found[j * replies.length + i] = f1;
    }
  }
  return found;
}

const firstOfAgreement = TEXT_SIGNALS.findIndex(({ id }) => id === 'agreement:mean');

/**
 * What `measureTexts` says of a reply by itself, with its agreement with others that is known from elsewhere. How these agree with
 * each other is not looked at: 0 stands for it where there are two.
 */
export function withAgreement(
  alone: readonly Measured[],
  agreement: readonly Measured[],
): readonly Measured[] {
  const known = agreement.filter((value) => value !== undefined);
  if (known.length === 0) return alone;
  const values = [...agreementOf(known), known.length > 1 ? 0 : undefined];
  return alone.toSpliced(firstOfAgreement, values.length, ...values);
}

function formValues(reply: string): number[] {
  const text = reply.toLowerCase();
  const isRefusal = REFUSALS.some((words) => text.includes(words));
  return [Number(/\d/.test(reply)), Number(reply.includes('?')), Number(isRefusal)];
}

const averageOf = (values: readonly number[]): Measured => (values.length === 0 ? undefined : mean(values));

/** Whether a signal is overlap with references, which is none where the human value is that very overlap. */
export const isReference = (id: string): boolean => id.startsWith('reference:');

/** What the labels of other systems on an item come to where the replies have nothing in common. */
const LEAST_LIKENESS = 0.02;

/**
 * Labels of other systems on one item: their mean, and their mean weighted by how much the replies are alike, word F1 squared
 * plus .02. Both undefined where no system has one.
 *
 * @param labels one for each other system
 * @param agreement word F1 of the reply with that of each of them
 */
export function carriedMeans(
  labels: readonly Measured[],
  agreement: readonly Measured[],
): { plain: Measured; alike: Measured } {
  let [count, sum, weight, weighted] = [0, 0, 0, 0];
  for (const [k, label] of labels.entries()) {
    if (label === undefined) continue;
    const likeness = (agreement[k] ?? 0) ** 2 + LEAST_LIKENESS;
    count += 1;
    sum += label;
    weight += likeness;
    weighted += likeness * label;
  }
  return count === 0
    ? { plain: undefined, alike: undefined }
    : { plain: sum / count, alike: weighted / weight };
}

/** Fewer labels of a system than these are not carried over. */
export const LEAST_CARRIED = 10;
