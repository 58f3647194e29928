import { answerTokens } from '../metrics/normalize-answer.ts';
import { commonCount, overlapF1 } from '../metrics/overlap.ts';
import { rougeL } from '../metrics/rouge-l.ts';
import { mean } from '../numeric.ts';

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

/** A named number of every item. */
export interface NamedSignal {
  readonly id: string;
  /** `quality`: more is better, by its definition; `other`: it may go either way. */
  readonly kind: 'quality' | 'other';
  readonly values: Float64Array;
}

/** A value of an item; undefined where it has none. */
type Measured = number | undefined;

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

/**
 * What texts alone say of every item: overlap with references, passage and the user's message, agreement with the replies of
 * other systems, length and form. A signal that no item has is left out; an item without a value gets the mean.
 *
 * @param withReferences false leaves out the overlap with references, where the human value is that very overlap
 */
export function textSignals(items: readonly SignalTexts[], withReferences = true): NamedSignal[] {
  const tokens = items.map(({ reply }) => answerTokens(reply));
  const others = items.map(otherTokens);
  const quality: [string, Measured[]][] = [
    ...(withReferences ? referenceSignals(items) : []),
    ...agreementSignals(tokens, others),
    [
      'ROUGE-L with the passage',
      items.map(({ reply, passage }) => passage && rougeL(reply, passage)).map(numberOf),
    ],
    ['words found in the passage', items.map(({ passage }, i) => coverage(tokens[i]!, wordsOf(passage)))],
  ];
  return [
    ...quality.map(([id, values]) => named(id, 'quality', values)),
    ...formSignals(items, tokens).map(([id, values]) => named(id, 'other', values)),
  ].filter((signal) => signal !== undefined);
}

/** A list of values as a signal, gaps filled with the mean; undefined when all are gaps. */
export function named(
  id: string,
  kind: NamedSignal['kind'],
  values: readonly Measured[],
): NamedSignal | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  const middle = mean(known);
  return { id, kind, values: Float64Array.from(values, (value) => value ?? middle) };
}

function referenceSignals(items: readonly SignalTexts[]): [string, Measured[]][] {
  const best = (score: (reply: string, reference: string) => number) =>
    items.map(({ reply, references = [] }) =>
      references.length === 0
        ? undefined
        : Math.max(...references.map((reference) => score(reply, reference))),
    );
  return [
    [
      'exact match with a reference',
      best((a, b) => Number(answerTokens(a).join(' ') === answerTokens(b).join(' '))),
    ],
    ['word F1 with a reference', best((a, b) => f1(answerTokens(a), answerTokens(b)))],
    ['ROUGE-L with a reference', best((a, b) => rougeL(a, b))],
  ];
}

function agreementSignals(
  tokens: readonly Words[],
  others: readonly (Words | undefined)[][],
): [string, Measured[]][] {
  const systems = Math.max(0, ...others.map((list) => list.length));
  const agreed = tokens.map((own, i) => others[i]!.map((words) => (words ? f1(own, words) : undefined)));
  const known = agreed.map((list) => list.filter((value) => value !== undefined));
  return [
    ['mean agreement with other systems', known.map(averageOf)],
    [
      'best agreement with another system',
      known.map((list) => (list.length === 0 ? undefined : Math.max(...list))),
    ],
    [
      'share of other systems that agree exactly',
      known.map((list) => averageOf(list.map((one) => Number(one === 1)))),
    ],
    ['agreement among other systems', others.map(agreementAmong)],
    ...Array.from({ length: systems }, (_, k): [string, Measured[]] => [
      `agreement with system ${k + 1}`,
      agreed.map((list) => list[k]),
    ]),
  ];
}

function formSignals(items: readonly SignalTexts[], tokens: readonly Words[]): [string, Measured[]][] {
  const length = (text: string | undefined) =>
    text === undefined ? undefined : Math.log1p(answerTokens(text).length);
  return [
    ['length of the reply', items.map(({ reply }) => length(reply))],
    ['length of the message', items.map(({ asked }) => length(asked))],
    ['length of the passage', items.map(({ passage }) => length(passage))],
    ['share of different words', tokens.map((words) => new Set(words).size / Math.max(words.length, 1))],
    ['empty reply', tokens.map((words) => Number(words.length === 0))],
    ['has a digit', items.map(({ reply }) => Number(/\d/.test(reply)))],
    ['asks back', items.map(({ reply }) => Number(reply.includes('?')))],
    ['says that it cannot answer', items.map(({ reply }) => Number(isRefusal(reply)))],
    [
      'message words in the reply',
      items.map(({ asked }, i) => coverage(answerTokens(asked), new Set(tokens[i]))),
    ],
    ['reply words in the message', items.map(({ asked }, i) => coverage(tokens[i]!, wordsOf(asked)))],
    ['turns', items.map(({ turns }) => Math.log1p(turns))],
  ];
}

/**
 * Labels that people gave to other systems on the same items before the draw: their mean, their mean weighted by how much the
 * replies are alike (F1 squared + .02), and one list for each system. Use only labels of the same question and scale.
 *
 * @param labels one list for each other system, in the order of `others` of the texts; values in [0, 1]
 * @param least systems with fewer labels are left out
 */
export function carriedSignals(
  items: readonly SignalTexts[],
  labels: readonly (readonly Measured[])[],
  least = 10,
): { carried: Float64Array[]; carriedSingle: Float64Array[] } {
  const used = labels
    .map((values, system) => ({ values, system }))
    .filter(({ values }) => values.filter((value) => value !== undefined).length >= least);
  const weights = items.map((item) => {
    const own = answerTokens(item.reply);
    return otherTokens(item).map((words) => (words ? f1(own, words) ** 2 : 0) + 0.02);
  });
  const filled = (values: readonly Measured[]) => named('', 'quality', values)?.values;
  const present = (i: number) => used.filter(({ values }) => values[i] !== undefined);
  const plain = items.map((_, i) => averageOf(present(i).map(({ values }) => values[i]!)));
  const alike = items.map((_, i) => {
    const known = present(i);
    const weight = known.reduce((sum, { system }) => sum + (weights[i]![system] ?? 0.02), 0);
    const sum = known.reduce(
      (total, { values, system }) => total + (weights[i]![system] ?? 0.02) * values[i]!,
      0,
    );
    return known.length === 0 ? undefined : sum / weight;
  });
  const isThere = (values: Float64Array | undefined) => values !== undefined;
  return {
    carried: [filled(plain), filled(alike)].filter(isThere),
    carriedSingle: used.map(({ values }) => filled(values)).filter(isThere),
  };
}

type Words = readonly string[];

const numberOf = (value: number | '' | undefined): Measured => (value === '' ? undefined : value);
const f1 = (a: Words, b: Words): number =>
  a.length + b.length === 0 ? 1 : overlapF1(commonCount(a, b), a.length, b.length);
const wordsOf = (text: string | undefined): ReadonlySet<string> | undefined =>
  text === undefined ? undefined : new Set(answerTokens(text));
const averageOf = (values: readonly number[]): Measured => (values.length === 0 ? undefined : mean(values));
const otherTokens = ({ others = [] }: SignalTexts): (Words | undefined)[] =>
  others.map((text) => (text === undefined ? undefined : answerTokens(text)));

/** Share of words that a text holds; of no words all. */
function coverage(words: Words, within: ReadonlySet<string> | undefined): Measured {
  if (!within) return undefined;
  return words.length === 0 ? 0 : words.filter((word) => within.has(word)).length / words.length;
}

function agreementAmong(others: readonly (Words | undefined)[]): Measured {
  const known = others.filter((words) => words !== undefined);
  const pairs: number[] = [];
  for (const [i, one] of known.entries()) for (const other of known.slice(0, i)) pairs.push(f1(one, other));
  return averageOf(pairs);
}

function isRefusal(reply: string): boolean {
  const text = reply.toLowerCase();
  return REFUSALS.some((words) => text.includes(words));
}
