import { expect, test } from 'vitest';
import {
  clockWords,
  decideWords,
  failureSentence,
  foundWords,
  goodSentence,
  lackWords,
  lookAgainWords,
  meaningWords,
  modeAgreementWords,
  noShareSentence,
  nothingWrongSentence,
  orderSentence,
  readOnSentence,
  restsOnWords,
  seenWords,
  shareTexts,
  togetherSentence,
  unnamedSentence,
  whyAwaited,
  whyDecide,
  whyLookAgain,
  withOtherWords,
} from '../../shared/failure-words.ts';
import { inSentencesOf } from '../../shared/page-words.ts';

/** As a reader sees it: without the marks that keep a name's own direction, and with plain spaces. */
const plain = (words: string | null) =>
  words?.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ') ?? null;
const share = (value: number, lower: number, upper: number) => ({ value, lower, upper });
const unknown = { value: null, lower: null, upper: null };

test('what has no share yet is said with what gives it one', () => {
  const said = [
    [],
    [
      { name: 'Wrong link', clock: 50 },
      { name: 'Rude', clock: 12 },
    ],
    [{ name: 'Rude', clock: 0 }],
  ];
  expect(plain(noShareSentence([], 0))).toBe(
    'No failure has a share yet: nobody has said of an item what went wrong.',
  );
  expect(said.map((modes, at) => plain(noShareSentence(modes, at < 2 ? 1 : 0)))).toEqual([
    'No failure has a share yet: give the notes their names.',
    'No failure has a share yet: “Rude” counts from label 13 on.',
    'No failure has a share yet: “Rude” counts once an item is coded.',
  ]);
  // Enough was coded, and an item before it is not finished.
  for (const [at, coded] of [
    [1, 13],
    [2, 1],
  ] as const) {
    expect(plain(noShareSentence(said[at]!, coded))).toBe(
      'No failure has a share yet: an early item waits for a label or a decision. Items count in the order of the draw.',
    );
  }
});

test('a share is said with its interval, never without', () => {
  const said = [
    failureSentence({ name: 'Gets a date wrong', ...share(0.12, 0.06, 0.21) }),
    failureSentence({ name: 'Wrong date', ...share(0.12, 0.06, 0.21) }),
    failureSentence({ name: 'Misses the point', ...share(0.0123, 0.0102, 0.0155) }),
    failureSentence({ name: 'Repeats itself in its answer', ...share(0.2, 0.03, 0.92) }),
    failureSentence({ name: 'Invents', ...share(0, 0, 0.031) }),
    failureSentence({ name: 'Wrong date', ...share(0.25, 0.25, 0.25) }),
    failureSentence({ name: 'Wrong date', ...share(0.5, 0, 1) }),
    failureSentence({ name: 'Wrong date', ...unknown }),
    nothingWrongSentence(share(0.61, 0.52, 0.7)),
    nothingWrongSentence(unknown),
  ];
  expect(said.map(plain)).toMatchInlineSnapshot(`
    [
      "About 12 % of conversations get a date wrong, between 6 % and 21 %.",
      "About 12 % of conversations have “Wrong date”, between 6 % and 21 %.",
      "About 1.2 % of conversations miss the point, between 1.0 % and 1.6 %.",
      "About 20 % of conversations repeat themselves in their answer, between 3 % and 92 %.",
      "About 0 % of conversations have “Invents”, between 0 % and 3 %.",
      "Exactly 25 % of conversations have “Wrong date”: every one was read.",
      "How many conversations have “Wrong date” is still open.",
      "The share of “Wrong date” is not estimable yet.",
      "About 61 % of conversations have nothing wrong, between 52 % and 70 %.",
      "How many conversations have nothing wrong is not estimable yet.",
    ]
  `);
});

test('tables write the same digits, and nothing where nothing is known', () => {
  expect(plain(JSON.stringify(shareTexts(share(0.12, 0.06, 0.21))))).toBe(
    '{"value":"12 %","interval":"6 % to 21 %"}',
  );
  expect(shareTexts(share(0.25, 0.25, 0.25))?.interval).toBe('exact');
  expect(shareTexts(unknown)).toBeNull();
});

test('the order of failures is said as far as it is decided', () => {
  const said = [
    orderSentence('Wrong date', []),
    orderSentence('Wrong date', [{ than: 'Too long', isDecided: true }]),
    orderSentence('Wrong date', [
      { than: 'Too long', isDecided: true },
      { than: 'Rude', isDecided: true },
    ]),
    orderSentence('Wrong date', [
      { than: 'Ignores the question', isDecided: false },
      { than: 'Rude', isDecided: true },
    ]),
    orderSentence('Wrong date', [
      { than: 'Too long', isDecided: false },
      { than: 'Rude', isDecided: false },
    ]),
    togetherSentence(1, 0.05),
    togetherSentence(5, 0.1),
  ];
  expect(said.map(plain)).toMatchInlineSnapshot(`
    [
      null,
      "“Wrong date” is more frequent than “Too long”.",
      "“Wrong date” is more frequent than any other failure.",
      "Not decided yet: whether “Wrong date” or “Ignores the question” is more frequent.",
      "Not decided yet: whether “Wrong date” is more frequent than 2 other failures.",
      "The interval holds at 95 %, however often one looks.",
      "Each interval holds at 90 % by itself, however often one looks.",
    ]
  `);
});

test('a bound on what has no name is rounded up, and says when it says nothing', () => {
  const said = [0.0812, 0.0041, 0.99, null].flatMap((upper) => [
    unnamedSentence({ upper, unread: 300 }),
    readOnSentence({ upper, unread: 300 }),
  ]);
  expect(
    [...said, unnamedSentence({ upper: null, unread: 0 }), readOnSentence({ upper: 0, unread: 0 })].map(
      plain,
    ),
  ).toMatchInlineSnapshot(`
    [
      "At most 9 % of the conversations that nobody has read hold a failure without a name.",
      "Most failures have a name. More reading makes sure.",
      "At most 0.5 % of the conversations that nobody has read hold a failure without a name.",
      "New failures are rare now: reading on will show few.",
      "Too few were read to say how many hold a failure without a name.",
      "Read on: common failures may still be without a name.",
      "How many failures have no name yet is not estimable.",
      "Read on: common failures may still be without a name.",
      "Every conversation was read.",
      "Nothing is left to read.",
    ]
  `);
  expect([goodSentence(null), goodSentence(0.025), goodSentence(0)].map(plain)).toMatchInlineSnapshot(`
    [
      null,
      "Good’s estimate, without an interval: about 3 %.",
      "Good’s estimate, without an interval: about 0 %.",
    ]
  `);
});

test('what stands beside a share', () => {
  const meaning = meaningWords(share(0.12, 0.06, 0.21), share(0.1, 0, 0.4));
  const said = [
    foundWords({ count: 8, of: 40 }),
    foundWords({ count: 0, of: 0 }),
    clockWords(0),
    clockWords(14),
    lookAgainWords(1),
    lookAgainWords(14),
    whyLookAgain(1),
    whyLookAgain(14),
    meaning.same,
    meaning.changed,
    withOtherWords('Too long', 4, 9),
    modeAgreementWords(null),
    modeAgreementWords({ kappa: null, items: 3 }),
    modeAgreementWords({ kappa: -0.1, items: 12 }),
  ];
  expect(said.map(plain)).toMatchInlineSnapshot(`
    [
      "8 of 40 coded, 20 %, a plain count: often overstated",
      "nothing coded yet",
      "from the first label",
      "from label 15 on",
      "Look again at 1 item",
      "Look again at 14 items",
      "One item was coded before this meaning. Until somebody looks again it widens the interval.",
      "14 items were coded before this meaning. Until somebody looks again they widen the interval.",
      "The interval stays: 6 % to 21 %.",
      "Counting starts again: 0 % to 40 %. Items coded before can be looked at again.",
      "with “Too long” in 4 of 9",
      "No item was coded twice.",
      "Agreement is not estimable from 3 items coded twice.",
      "Agreement −0.10 (kappa), 12 items coded twice.",
    ]
  `);
});

test('why a failure is not known of items that were coded is said for each reason', () => {
  expect(lackWords({ lookAgain: 14, undecided: 1, awaited: 2 }).map(plain)).toEqual([
    'Look again at 14 items',
    '1 item to decide',
    '2 items coded by too few',
  ]);
  expect(lackWords({ lookAgain: 0 })).toEqual([]);
  expect([whyDecide(1), whyDecide(11), whyAwaited(1), whyAwaited(2), decideWords(1)].map(plain)).toEqual([
    'Annotators differ on one item. Until somebody decides it widens the interval.',
    'Annotators differ on 11 items. Until somebody decides they widen the interval.',
    'One item was coded by fewer people than the study asks for, and widens the interval.',
    '2 items were coded by fewer people than the study asks for, and widen the interval.',
    'Decide 1 item',
  ]);
});

test('a share that is smaller than what was seen says what it rests on', () => {
  const seen = { clock: 7, counted: 20, with: 1, lookAgain: 0, found: { items: 1, of: 20 } };
  expect(seenWords(seen)).toBe('0 of 13 from label 8 on · 1 of 20 in all');
  expect(restsOnWords(seen)).toBe(
    'The share rests on the 13 labels after it was named, where it was seen 0 times. What gave it its name would overstate it.',
  );
  const fromFirst = { ...seen, clock: 0, with: 0 };
  expect([seenWords(fromFirst), restsOnWords(fromFirst)]).toEqual([
    '1 of 20 coded · from the first label',
    null,
  ]);
  expect(restsOnWords({ ...seen, lookAgain: 1 })).toBeNull();
  expect(restsOnWords({ ...seen, undecided: 1 })).toBeNull();
});

test('what counts from a label on names the first label that counts, as the sentence without a share does', () => {
  const mode = { name: 'Too long', clock: 10 };
  expect(clockWords(mode.clock)).toBe('from label 11 on');
  expect(noShareSentence([mode], 10)).toContain(`counts ${clockWords(mode.clock)}.`);
  expect(inSentencesOf({ version: 12 }, () => clockWords(10))).toBe('since label 10');
});
