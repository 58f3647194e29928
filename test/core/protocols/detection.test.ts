import { describe, expect, test } from 'vitest';
import {
  detectionQuality,
  labeledConversations,
  paperDetection,
} from '../../../core/protocols/coreference/detection-quality.ts';
import { brokenMeanings, ruleDetector } from '../../../core/protocols/coreference/rule-detector.ts';
import type { Agent } from '../../../core/protocols/model/model-under-test.ts';
import { builtInText } from '../../../core/protocols/prompts/built-in-texts.ts';
import { agentDetector } from '../../../core/protocols/replay/agent-validity.ts';
import { entityRewriter } from '../../../core/protocols/replay/question-validity.ts';
import { anOpenConversation } from './support/saying.ts';

const detector = ruleDetector(['CANNOTANSWER']);

const check = (question: string, before: string, gold: string, predicted: string, background = '') =>
  detector.check(
    {
      background,
      gold: [{ question: before, answer: gold }],
      predicted: [{ question: before, answer: predicted }],
      question,
    },
    anOpenConversation(),
  );

test('the 150 labeled questions: precision and recall beside the paper (72 and 72)', async () => {
  const turns = labeledConversations.flatMap((conversation) => conversation.turns.slice(1));
  expect(turns).toHaveLength(150);
  expect(turns.filter(({ invalid }) => invalid !== undefined)).toHaveLength(41);
  const { precision, recall } = await detectionQuality(detector);
  const percent = (share: number | undefined) => Math.round(100 * share!);
  console.info(
    `Invalid questions: precision ${percent(precision)}, recall ${percent(recall)}; ` +
      `Li et al. (2022): ${paperDetection.precision}, ${paperDetection.recall}.`,
  );
  expect(precision).toBeCloseTo(30 / 43, 12);
  expect(recall).toBeCloseTo(30 / 41, 12);
});

test('a language model as detector is measured on the same questions: it gives what its script says', async () => {
  const invalid = new Set(
    labeledConversations.flatMap(({ turns }) =>
      turns.flatMap(({ question, invalid: why }) => (why === undefined ? [] : [question])),
    ),
  );
  const playedBy = (says: (isInvalid: boolean) => string): Agent => ({
    ...{ name: 'script', part: 'detector' },
    complete: async (messages, _talk, reading) => {
      const asked = messages.at(-1)!.content;
      const question = labeledConversations
        .flatMap(({ turns }) => turns.map((turn) => turn.question))
        .filter((one) => asked.includes(`The next question: ${one}`))
        .sort((a, b) => b.length - a.length)[0]!;
      const text = says(invalid.has(question));
      return { kind: 'answer', text, value: reading.read(text, false), reasoning: '' };
    },
  });
  const qualityOf = (agent: Agent) => detectionQuality(agentDetector(agent, builtInText('detector')));
  const perfect = await qualityOf(playedBy((isInvalid) => (isInvalid ? 'INVALID: lost' : 'VALID')));
  expect(perfect).toMatchObject({ precision: 1, recall: 1, truePositives: 41 });
  // A reply without a verdict leaves the question as it is.
  const silent = await qualityOf(playedBy((isInvalid) => (isInvalid ? 'I am not sure.' : 'VALID')));
  expect(silent).toMatchObject({ truePositives: 0, recall: 0 });
});

test('the half of the conversations that no rule was written for', async () => {
  const { precision, recall } = await detectionQuality(
    detector,
    labeledConversations.filter((_, i) => i % 2 === 1),
  );
  expect(precision).toBeCloseTo(15 / 24, 12);
  expect(recall).toBeCloseTo(15 / 22, 12);
});

test('an answer in fewer words speaks of the same things, but not of what it leaves out', async () => {
  const paid = await check('Did they agree?', 'Who paid?', 'Two provinces shared the cost.', 'two provinces');
  expect(paid.isValid).toBe(true);
  const sold = 'The Holt company bought it from Anna Reel.';
  const seller = await check('Where was she born?', 'Who bought the mill?', sold, 'The Holt company');
  expect(seller.broken).toMatchObject([{ text: 'she', goldEntity: 'Anna Reel' }]);
});

test('a question is valid when the model answered as people did', async () => {
  for (const { background, turns } of labeledConversations) {
    const before = turns.slice(0, -1).map(({ question, gold }) => ({ question, answer: gold }));
    const { isValid } = await detector.check(
      { background, gold: before, predicted: before, question: turns.at(-1)!.question },
      anOpenConversation(),
    );
    expect(isValid).toBe(true);
  }
});

/** The question as Auto-Rewrite puts it; undefined where it is valid. */
async function rewritten(...asked: Parameters<typeof check>): Promise<string | undefined> {
  const validity = await check(...asked);
  const [question] = asked;
  if (validity.isValid) return undefined;
  const asking = { background: '', gold: [], predicted: [], question };
  return (await entityRewriter.rewrite(asking, validity, anOpenConversation())).question;
}

describe('Figure 3 of Li et al. (2022): one example of each kind of invalid question', () => {
  test('unresolved coreference is found and put right', async () => {
    const first = "What was Frenzal Rhomb's first song?";
    expect(await rewritten('How did it fare?', first, 'Punch in the Face.', 'CANNOTANSWER')).toBe(
      'How did Punch in the Face fare?',
    );
  });

  test.each([
    ['a band', 'Frenzal Rhomb are an Australian punk rock band that formed in 1992.'],
    [
      'a band and its albums',
      "Frenzal Rhomb are a band from Sydney. Three of the group's albums entered the charts: Smoko at the Pet Food Factory (2011) and Hi-Vis High Tea (2017) did best.",
    ],
  ])('“it” is the song that was asked for, not %s of the background', async (_name, background) => {
    const first = "What was Frenzal Rhomb's first song?";
    for (const predicted of ['CANNOT ANSWER.', 'in 1999', 'They toured Australia.']) {
      expect(await rewritten('How did it fare?', first, 'Punch in the Face.', predicted, background)).toBe(
        'How did Punch in the Face fare?',
      );
    }
    expect(
      await rewritten('How did it fare?', first, 'Punch in the Face.', 'Punch in the Face', background),
    ).toBe(undefined);
  });

  test('incoherence shows by a thing that the new history does not know; there is no name to put right', async () => {
    const first = 'Did Billy Graham succeed in becoming a chaplain?';
    const next = 'Did he retire after his mumps diagnosis?';
    const gold = 'He contracted mumps shortly after';
    expect(await rewritten(next, first, gold, 'After a period of recuperation in Florida, he')).toBe(next);
  });

  test('a changed right answer is nothing that coreference could tell', async () => {
    const first = 'Are there any other interesting aspects?';
    const next = 'What happened following this change in crew?';
    const gold = 'Steve Di Giorgio returned to the band';
    expect(await rewritten(next, first, gold, 'bassist Greg Christian had left Testament again')).toBe(
      undefined,
    );
  });
});

describe('Figure 4 of Li et al. (2022), in every variant', () => {
  const first = "What was the band's first success album at the international level?";
  const background = 'Spandau Ballet were an English band formed in Islington, London, in 1979.';
  const variants = [
    '"Parade" from 1984.',
    '“Parade” from 1984.',
    '"Parade"',
    'The album "Parade" from 1984.',
  ].flatMap((gold) =>
    ["Became the band's last American hit.", 'CANNOTANSWER', 'They achieved platinum status.'].map(
      (predicted): [string, string] => [gold, predicted],
    ),
  );
  test.each(variants)('%s, but the model says: %s', async (gold, predicted) => {
    const title = /[“"].+[”"]/u.exec(gold)![0];
    for (const text of ['', background]) {
      expect(await rewritten('What songs were in it?', first, gold, predicted, text)).toBe(
        `What songs were in ${title}?`,
      );
    }
  });

  test.each(['Parade from 1984', 'Parade (1984)', 'Parade'])(
    'a name without quotation marks: %s',
    async (gold) => {
      expect(
        await rewritten('What songs were in it?', first, gold, "Became the band's last American hit."),
      ).toBe('What songs were in Parade?');
    },
  );

  test('the third question stays: both histories speak of one song, by other words', async () => {
    const asked = 'What songs were in it?';
    const validity = await detector.check(
      {
        background,
        gold: [
          { question: first, answer: '"Parade" from 1984.' },
          { question: asked, answer: '"Only When You Leave".' },
        ],
        predicted: [
          { question: first, answer: "Became the band's last American hit." },
          { question: 'What songs were in "Parade"?', answer: 'First single "Only When You Leave".' },
        ],
        question: 'How did it do on the charts?',
      },
      anOpenConversation(),
    );
    expect(validity.isValid).toBe(true);
  });
});

describe('Figure 2 of Interview Evaluation, its case of rewriting, in every variant', () => {
  const next = 'When did they release the album?';
  const golds = [
    'an album',
    'an album of the band',
    'a compilation album (1995)',
    'The second album of the band, from 1995.',
    'In This Light was an album of the band.',
    'It was their second album.',
    '"In This Light" is their second album.',
  ];
  const wrong = [
    'a tour through Europe',
    'CANNOTANSWER',
    'It was a tour through Europe.',
    'In This Light was a tour.',
    'They toured Europe.',
  ];
  const backgrounds = ['', 'Spandau Ballet were an English band formed in Islington, London, in 1979.'];
  test.each(golds)('people say: %s', async (gold) => {
    for (const title of ['In This Light', '"In This Light"']) {
      for (const predicted of wrong) {
        for (const background of backgrounds) {
          const first = `What was ${title}?`;
          const found = await rewritten(next, first, gold, predicted, background);
          expect([predicted, background, found]).toEqual([
            predicted,
            background,
            `When did they release ${title}?`,
          ]);
        }
      }
    }
  });
  test('a model that says the same is asked the question as it is', async () => {
    for (const gold of golds) {
      for (const said of [gold, 'an album', 'It was an album.']) {
        expect(await rewritten(next, 'What was In This Light?', gold, said)).toBe(undefined);
      }
    }
  });
  test('an answer that does not say what it is leaves the words that it has', async () => {
    const gold = 'In 1995 the band made an album.';
    expect(await rewritten(next, 'What was In This Light?', gold, 'a tour')).toMatch(/release an album\?$/);
  });
});

test('"the band" stands for what was told to be one, and for no other name', async () => {
  const background = 'Spandau Ballet were an English band.';
  const of = (question: string) =>
    check(question, 'Where did it begin?', 'in London', 'CANNOTANSWER', background);
  expect(await of('Who led the band?')).toMatchObject({ isValid: true });
  const album = await check(
    'Who made the album?',
    'What did they make?',
    '"Parade"',
    'CANNOTANSWER',
    background,
  );
  expect(album).toMatchObject({ isValid: false, broken: [{ text: 'the album', goldEntity: '"Parade"' }] });
});

test('a mention that means something only in the predicted history makes a question invalid', async () => {
  const found = await check('Was she well known?', 'Who kept the light?', 'CANNOTANSWER', 'Edda Halloran');
  expect(found).toMatchObject({ isValid: false, broken: [{ text: 'she', goldEntity: '' }] });
});

test('no exemption where the last answers agree: the first mentions decide', async () => {
  const before = [
    { question: 'Who wrote it?', answer: 'Maria Costa' },
    { question: 'Where?', answer: 'in Tannoch' },
  ];
  const predicted = before.with(0, { question: 'Who wrote it?', answer: 'Anna Reel' });
  const question = { background: '', gold: before, predicted, question: 'Was she born there?' };
  expect(await detector.check(question, anOpenConversation())).toMatchObject({
    isValid: false,
    broken: [{ text: 'she', goldEntity: 'Maria Costa' }],
  });
});

test('what the background tells is known in both histories', async () => {
  const background = 'Edda Halloran kept the light at Skerrow Point.';
  const next = 'Where was she born?';
  expect(await check(next, 'What did the light burn?', 'paraffin', 'oil', background)).toMatchObject({
    isValid: true,
  });
});

test.each([
  ['Freddie. Freddie Mercury was loved', 'Where was Freddie born?'],
  ['Freddie! Freddie Mercury', 'Where was Freddie born?'],
  ['Freddie.\nFreddie Mercury', 'Where was Freddie born?'],
  ['Mr. Smith', 'Where was Mr. Smith born?'],
  ['Dr. A. B. Cole', 'Where was Dr. A. B. Cole born?'],
])('a name is not cut out of two sentences: %s', async (gold, expected) => {
  const background = 'Queen are a British rock band.';
  const found = await rewritten(
    'Where was he born?',
    'Who was the singer?',
    gold,
    'CANNOTANSWER',
    background,
  );
  expect(found).toBe(expected);
});

describe('matching by what the mentions of a question mean, with people’s answers and with the model’s', () => {
  const invalid = (
    gold: (string | undefined)[],
    predicted: (string | undefined)[],
    by: 'paper' | 'exact' | 'authors',
  ) => brokenMeanings(gold, predicted, by).includes(true);

  // What `find_coreference_f1s` of the authors' script says of these, each mention a pronoun with its first mention.
  test.each([
    [['Ann Lee', 'Bob Ray'], ['Ann', 'Bob'], { authors: false, paper: false, exact: true }],
    [['Ann Lee', 'Bob Ray'], ['Bob', 'Ann'], { authors: false, paper: true, exact: true }],
    [['Ann Lee'], [undefined], { authors: true, paper: true, exact: true }],
    [[undefined], [undefined], { authors: false, paper: false, exact: false }],
    [['Ann Lee'], ['Bob Ray'], { authors: true, paper: true, exact: true }],
    [['Ann Lee', 'Bob Ray'], ['Ann', 'Ann Ray'], { authors: false, paper: false, exact: true }],
    [['Ann Lee', undefined], [undefined, 'Ann Lee'], { authors: false, paper: true, exact: true }],
    [['Ann Lee', 'Bob Ray'], ['Ann Lee', undefined], { authors: true, paper: true, exact: true }],
    [['Ann Lee'], ['Ann Lee'], { authors: false, paper: false, exact: false }],
    [['the band'], ['the man'], { authors: false, paper: true, exact: true }],
    [["Ann's band"], ["John's sister"], { authors: false, paper: true, exact: true }],
    [['a song'], ['the song'], { authors: false, paper: false, exact: true }],
    [['The Who'], ['the who'], { authors: false, paper: false, exact: true }],
  ])('%j beside %j', (gold, predicted, expected) => {
    for (const by of ['authors', 'paper', 'exact'] as const) {
      expect([by, invalid(gold, predicted, by)]).toEqual([by, expected[by]]);
    }
  });

  // The same script, by how the question writes what points back.
  test.each([
    [['Anna Reel'], ['John Adams'], ['she'], true],
    [['Anna Reel'], ['John Adams'], ['She'], false],
    [['Anna Reel'], ['John Adams'], ['The Singer'], false],
    [['Anna Reel'], ['John Adams'], ['the singer'], true],
    [['Anna Reel'], ['John Adams'], ['that'], false],
    [['Anna Reel', 'the band'], ['John Adams', 'the band'], ['She', 'it'], false],
    [['Anna Reel', 'the band'], ['Anna Reel', undefined], ['She', 'it'], true],
  ])('authors: %j beside %j, written %j', (gold, predicted, texts, expected) => {
    const mentions = texts.map((text) => ({ text }));
    expect(brokenMeanings(gold, predicted, 'authors', mentions).includes(true)).toBe(expected);
  });

  test('exact match calls another name for the same invalid, which Figure 8 gives as the reason against it', async () => {
    const question = {
      background: '',
      gold: [{ question: 'Who kept the light?', answer: 'Edda Halloran' }],
      predicted: [{ question: 'Who kept the light?', answer: 'the keeper Edda Halloran' }],
      question: 'Was she paid?',
    };
    expect((await detector.check(question, anOpenConversation())).isValid).toBe(true);
    const exact = ruleDetector(['CANNOTANSWER'], { matching: 'exact' });
    expect((await exact.check(question, anOpenConversation())).isValid).toBe(false);
  });

  test('as the authors ran it every mention of an invalid question is resolved', async () => {
    const question = {
      background: 'Edda Halloran kept the light at Skerrow Point.',
      gold: [{ question: 'Who taught her?', answer: 'Henrik Moll' }],
      predicted: [{ question: 'Who taught her?', answer: 'CANNOTANSWER' }],
      question: 'Did he like her?',
    };
    const byAuthors = await ruleDetector(['CANNOTANSWER'], { matching: 'authors' }).check(
      question,
      anOpenConversation(),
    );
    expect(byAuthors.broken.map(({ text, goldEntity }) => [text, goldEntity])).toEqual([
      ['he', 'Henrik Moll'],
      ['her', 'Edda Halloran'],
    ]);
    const byPaper = await detector.check(question, anOpenConversation());
    expect(byPaper.broken.map(({ text }) => text)).toEqual(['he']);
  });
});

test('a name is never put beside itself: "they" and "it" are two things', async () => {
  const next = 'When did they release it?';
  const found = await rewritten(next, 'What did the band make?', 'A Christmas Album', 'CANNOTANSWER');
  expect(found ?? next).not.toMatch(/A Christmas Album.*A Christmas Album/);
  const validity = { isValid: false, reason: '', broken: [] };
  const named = (text: string, start: number, goldEntity = 'A Christmas Album') => ({
    start,
    text,
    goldEntity,
    isPossessive: false,
  });
  const rewrite = (question: string, ...broken: ReturnType<typeof named>[]) =>
    entityRewriter
      .rewrite(
        { background: '', gold: [], predicted: [], question },
        { ...validity, broken },
        anOpenConversation(),
      )
      .then(({ question: reworded }) => reworded);
  expect(await rewrite(next, named('they', 9), named('it', 22))).toBe(
    'When did A Christmas Album release it?',
  );
  expect(await rewrite('When was A Christmas album, it?', named('it', 28))).toBe(
    'When was A Christmas album, it?',
  );
  expect(await rewrite('Were they popular?', named('they', 5, 'Parade'))).toBe('Were they (Parade) popular?');
  expect(await rewrite('Were they popular?', named('they', 5, 'the singles'))).toBe(
    'Were the singles popular?',
  );
});

test('the pronoun of another person', async () => {
  const first = 'Who taught at the school?';
  const validity = await check('Where was she born?', first, 'Maria Costa', 'John Adams');
  expect(validity.broken).toMatchObject([{ text: 'she', goldEntity: 'Maria Costa' }]);
});

test('"after that" asks about the whole answer', async () => {
  const first = 'What did the crew do?';
  const next = 'What happened after that?';
  expect((await check(next, first, 'They repaired the mast.', 'CANNOTANSWER')).isValid).toBe(false);
  expect((await check(next, first, 'They repaired the mast.', 'repaired the mast')).isValid).toBe(true);
});

test('a possessive stays one when it is rewritten', async () => {
  const question = { background: '', gold: [], predicted: [], question: 'What was her first book?' };
  const broken = [{ start: 9, text: 'her', goldEntity: 'Maria Costa', isPossessive: true }];
  const { question: reworded } = await entityRewriter.rewrite(
    question,
    { isValid: false, reason: '', broken },
    anOpenConversation(),
  );
  expect(reworded).toBe("What was Maria Costa's first book?");
});

test.each([
  ['Is it customary to tip taxi drivers?', 'The taxi is a grey Skoda.'],
  ['My child comes sooner, is it okay if she picks up the tickets?', 'There is a bike rack.'],
  ['got it and what is the ambience of the mill', 'Their zip code is nine eight four.'],
  ['Can I get the parking details?', 'Bernal Heights Park is near.'],
  ['Do I tip the driver?', 'It goes to the Jesus Green Outdoor Pool.'],
  ['Can I board the train?', 'The total fee is 70.8 GBP payable at the station.'],
])('“%s” loses nothing with “%s”', async (question, gold) => {
  expect((await check(question, 'And then?', gold, 'CANNOTANSWER')).broken).toEqual([]);
});

test('what somebody offers is nothing that "they" stands for', async () => {
  const gold = 'Travelodge is at the wharf. Are you interested in more details?';
  expect(
    (await check('Do they have dry cleaning?', 'Where can I sleep?', gold, 'Travelodge is at the wharf.'))
      .isValid,
  ).toBe(true);
});

test('a hotel or a restaurant is "it" and "they"', async () => {
  const gold = 'The Grafton Hotel is at the lake.';
  expect(
    (await check('Do they have live music?', 'And then?', gold, 'CANNOTANSWER')).broken[0],
  ).toMatchObject({
    goldEntity: 'The Grafton Hotel',
  });
});

test('a pronoun that the question itself explains is not looked for in the history', async () => {
  const of = (question: string) => check(question, 'Who built it?', 'Anna Reel.', 'CANNOTANSWER');
  expect((await of('When Ben Holt left the mill, where did he go?')).isValid).toBe(true);
  expect((await of('What does the scanner see? What does it do?')).isValid).toBe(true);
  expect((await of('Where did she go?')).isValid).toBe(false);
  // In one clause the two are not the same.
  expect((await of('Did the mill please her?')).isValid).toBe(false);
});
