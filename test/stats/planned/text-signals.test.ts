import { describe, expect, test } from 'vitest';
import { answerTokens, createRng, uniformInt } from '../../../stats/index.ts';
import { commonCount, overlapF1 } from '../../../stats/metrics/overlap.ts';
import { rougeL } from '../../../stats/metrics/rouge-l.ts';
import { rougeTokens } from '../../../stats/metrics/rouge-tokens.ts';
import {
  agreementAmong,
  carriedMeans,
  measureTexts,
  type SignalTexts,
  TEXT_CAPS,
  TEXT_SIGNALS,
  withAgreement,
} from '../../../stats/planned/text-signals.ts';
import { WordNumbers } from '../../../stats/planned/word-numbers.ts';
import { carriedSignals, textSignals } from '../../accuracy/listed-signals.ts';

const signalOf = (texts: Partial<SignalTexts>, id: string) =>
  measureTexts({ reply: '', asked: '', turns: 1, ...texts }).values[
    TEXT_SIGNALS.findIndex((signal) => signal.id === id)
  ];

const wordF1 = (a: string, b: string) => {
  const [x, y] = [answerTokens(a), answerTokens(b)];
  return overlapF1(commonCount(x, y), x.length, y.length);
};

describe('words as numbers', () => {
  const pieces = [
    ...[
      'the',
      'The',
      'a',
      'AN',
      'cat',
      "Cat's",
      'x-y',
      '_a_',
      '“the”',
      '—',
      'Ünder',
      'ΟΔΟΣ',
      'é',
      '日本',
      '\u0130',
    ],
    ...[
      '\u212aelvin',
      'a\u00a0the',
      '\u0001',
      'THE.',
      '(a)',
      '12',
      '3,4',
      '\ud83d\ude00',
      'the\u2019s',
      '.',
      'année',
    ],
  ];
  const gaps = [' ', '  ', '\n', '\t', '\u2003', '\u001f', ', ', ''];

  test('are one for each word that the metrics cut, and the same for the same word', () => {
    const rng = createRng(7);
    const words = new WordNumbers();
    for (let round = 0; round < 300; round++) {
      words.clear();
      const pick = (from: readonly string[]) => from[uniformInt(rng, 0, from.length - 1)]!;
      const texts = [0, 1].map(() => Array.from({ length: 30 }, () => pick(pieces) + pick(gaps)).join(''));
      for (const [cut, numbersOf] of [
        [answerTokens, (text: string) => words.answerWords(text)],
        [(text: string) => rougeTokens(text, false), (text: string) => words.rougeWords(text, 1000)],
      ] as const) {
        const tokens = texts.flatMap((text) => cut(text));
        const numbers = texts.flatMap((text) => numbersOf(text));
        expect(numbers, JSON.stringify(texts)).toHaveLength(tokens.length);
        expect(new Map(tokens.map((token, i) => [token, numbers[i]])).size).toBe(new Set(numbers).size);
        for (const [i, token] of tokens.entries()) expect(numbers[i]).toBe(numbers[tokens.indexOf(token)]);
      }
    }
  });

  test('are the same for large and small letters, from the first to the last', () => {
    const words = new WordNumbers();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const text = `${letters} ${letters.toUpperCase()}`;
    expect([words.answerWords(text), words.rougeWords(text, 9)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    // What stands beside the letters in ASCII is none.
    expect(words.rougeWords('x@x[x`x{x', 9)).toEqual([1, 1, 1, 1, 1]);
  });

  test('stay apart where one of their two hashes is the same', () => {
    // The first three pairs are known of FNV-1a at 32 bits; the others share the second hash.
    const pairs = [
      ['costarring', 'liquid'],
      ['declinate', 'macallums'],
      ['altarage', 'zinke'],
      ['nenuheda', 'wixomuke'],
      ['tefizeje', 'majixeke'],
    ];
    for (const [first, other] of pairs) {
      const words = new WordNumbers();
      const [text, again] = [`${first} ${other}`, `${other} ${first}`];
      expect([words.answerWords(text), words.answerWords(again)]).toEqual([
        [0, 1],
        [1, 0],
      ]);
      expect([words.rougeWords(text, 9), words.rougeWords(again, 9)]).toEqual([
        [0, 1],
        [1, 0],
      ]);
      // A text with a rare letter goes the slow way, to the same numbers.
      expect(words.answerWords(`${first}\u007f ${other}`).at(-1)).toBe(1);
    }
  });

  test('stay apart when there are more of them than were expected, and start anew after them', () => {
    const words = new WordNumbers();
    const many = Array.from({ length: 5000 }, (_, i) => `word${i}`);
    expect(new Set(words.answerWords(many.join(' '))).size).toBe(5000);
    expect(words.answerWords('word17 word4999')).toEqual([17, 4999]);
    words.clear();
    expect(words.answerWords('word17 other word17')).toEqual([0, 1, 0]);
    expect(words.size).toBe(2);
  });
});

describe('what the texts of an item say', () => {
  test('is what the metrics say of them', () => {
    const texts: SignalTexts = {
      reply: 'It flows, I am sorry to say, 12 miles to the sea of the north.',
      asked: 'How far does the river flow to the sea?',
      turns: 3,
      passage: 'The river flows north. It flows to the sea for 12 miles.',
      references: ['12 miles', 'it flows 12 miles to the sea'],
      others: ['12 miles', undefined, 'It flows to a lake.'],
    };
    const { values, agreement } = measureTexts(texts);
    const { reply, passage, references } = texts;
    const others = ['12 miles', 'It flows to a lake.'];
    const agreed = others.map((other) => wordF1(reply, other));
    const words = answerTokens(reply);
    const within = (text: string) => {
      const found = new Set(answerTokens(text));
      return words.filter((word) => found.has(word)).length / words.length;
    };
    const asked = answerTokens(texts.asked);
    expect(agreement).toEqual([agreed[0], undefined, agreed[1]]);
    const expected: Record<string, number> = {
      'reference:exact': 0,
      'reference:f1': Math.max(...references!.map((one) => wordF1(reply, one))),
      'reference:rouge-l': Math.max(...references!.map((one) => rougeL(reply, one))),
      'agreement:mean': (agreed[0]! + agreed[1]!) / 2,
      'agreement:best': Math.max(...agreed),
      'agreement:same': 0,
      'agreement:others': wordF1(others[0]!, others[1]!),
      'passage:rouge-l': rougeL(reply, passage!),
      'passage:words': within(passage!),
      'text:reply-length': Math.log(1 + words.length),
      'text:message-length': Math.log(1 + asked.length),
      'text:passage-length': Math.log(1 + answerTokens(passage!).length),
      'text:different-words': new Set(words).size / words.length,
      'text:empty': 0,
      'text:digit': 1,
      'text:asks': 0,
      'text:refusal': 1,
      'text:message-in-reply': asked.filter((word) => words.includes(word)).length / asked.length,
      'text:reply-in-message': within(texts.asked),
      'text:turns': Math.log(4),
    };
    expect(Object.keys(expected)).toEqual(TEXT_SIGNALS.map(({ id }) => id));
    for (const [k, { id }] of TEXT_SIGNALS.entries()) expect(values[k], id).toBeCloseTo(expected[id]!, 12);
  });

  test('knows nothing of what is not there', () => {
    const { values } = measureTexts({ reply: 'yes', asked: '', turns: 0 });
    const missing = TEXT_SIGNALS.filter((_, k) => values[k] === undefined).map(({ id }) => id);
    expect(missing).toEqual(
      TEXT_SIGNALS.map(({ id }) => id).filter((id) =>
        /^(reference|agreement|passage)|passage-length/.test(id),
      ),
    );
    expect(signalOf({ reply: '', others: ['', 'x'] }, 'agreement:same')).toBe(0.5);
    expect(signalOf({ reply: 'The cat.', references: ['a cat'] }, 'reference:exact')).toBe(1);
  });

  test('of a text beyond the caps is that of its beginning', () => {
    const long = 'river '.repeat(TEXT_CAPS.characters);
    expect(signalOf({ reply: `${long} 7?` }, 'text:digit')).toBe(0);
    const words = Array.from({ length: 3000 }, (_, i) => `w${i}`);
    const capped = signalOf(
      { reply: words.slice(0, 500).join(' '), references: [words.slice(0, 500).join(' ')] },
      'reference:rouge-l',
    );
    expect(capped).toBe(1);
    // The first 400 words of the reply are the only ones read, and stand behind the first 2,000 of the passage.
    const passage = [...words.slice(400, 2400), ...words.slice(0, 400)].join(' ');
    expect(signalOf({ reply: words.slice(0, 400).join(' '), passage }, 'passage:rouge-l')).toBe(0);
    expect(signalOf({ reply: 'x', references: [...Array(20).fill('y'), 'x'] }, 'reference:exact')).toBe(0);
  });

  test('of one item does not depend on the items before it', () => {
    const item = { reply: 'a b c', asked: 'b', turns: 1, others: ['c d'] };
    const before = measureTexts(item);
    measureTexts({ ...item, reply: 'z '.repeat(4000), others: ['y '.repeat(3000)] });
    expect(measureTexts(item)).toEqual(before);
  });
});

test('lists leave out what no item has and fill gaps with the mean', () => {
  const items = [
    { reply: 'a river', asked: '', turns: 1, passage: 'river' },
    { reply: 'sea', asked: '', turns: 1 },
    { reply: 'no', asked: '', turns: 1, passage: 'sea' },
  ];
  const byId = new Map(textSignals(items).map((signal) => [signal.id, signal]));
  expect(byId.has('reference:f1')).toBe(false);
  expect([...byId.get('passage:words')!.values]).toEqual([1, 0.5, 0]);
  const referenced = items.map((item) => ({ ...item, references: ['river'] }));
  expect(textSignals(referenced, false).some(({ id }) => id.startsWith('reference:'))).toBe(false);
});

describe('labels of other systems', () => {
  test('come to their mean, and to a mean in which like replies count more', () => {
    const { plain, alike } = carriedMeans([1, 0, undefined], [1, 0, 1]);
    expect(plain).toBe(0.5);
    expect(alike).toBeCloseTo(1.02 / (1.02 + 0.02), 12);
    expect(carriedMeans([undefined], [1])).toEqual({ plain: undefined, alike: undefined });
  });

  test('of a system with fewer than ten are left out', () => {
    const items = Array.from({ length: 12 }, (_, i) => ({
      reply: `r${i}`,
      asked: '',
      turns: 1,
      others: [`r${i}`, 'x'],
    }));
    const labels = [
      items.map((_, i) => (i < 10 ? i / 10 : undefined)),
      items.map((_, i) => (i < 9 ? 1 : undefined)),
    ];
    const { carried, carriedSingle } = carriedSignals(items, labels);
    expect(carriedSingle).toHaveLength(1);
    expect(carried.map((values) => values[3])).toEqual([0.3, 0.3]);
    expect(carriedSingle[0]![11]).toBeCloseTo(0.45, 12);
  });
});

test('agreement of all replies at once is that of each of them with the others, to the bit', () => {
  const replies = ['it is so', undefined, 'it is not so, I say', '', 'so it is', 'Sorry, no.'];
  const among = agreementAmong(replies);
  for (const [i, reply] of replies.entries()) {
    if (reply === undefined) continue;
    const others = replies.map((other, j) => (j === i ? undefined : other));
    const facts = { reply, asked: 'is it so?', turns: 1 };
    const whole = measureTexts({ ...facts, others });
    const row = Array.from(among.slice(i * replies.length, (i + 1) * replies.length), (value) =>
      Number.isNaN(value) ? undefined : value,
    );
    expect(row).toEqual(whole.agreement);
    const between = TEXT_SIGNALS.findIndex(({ id }) => id === 'agreement:others');
    expect(withAgreement(measureTexts(facts).values, row).with(between, 0)).toEqual(
      whole.values.with(between, 0),
    );
  }
  expect(among.every((value, at) => Math.floor(at / 6) !== 1 || Number.isNaN(value))).toBe(true);
});
