import { describe, expect, test } from 'vitest';
import type { ChecksClaim, Scale } from '../../../shared/contract/index.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';

type Scores = Record<string, Record<string, (item: number) => number>>;

/** Thirty items of systems, scored by checks or by a judge of cost, and what a gate says of these scores. */
async function checked(auto: Scores, judge: Scores = {}, direction: Scale['direction'] = 'higher') {
  const { engine, folder } = await engineWithProject();
  const systems = [...new Set([auto, judge].flatMap((all) => Object.values(all)).flatMap(Object.keys))];
  const of = (scores: Scores[string], i: number) =>
    Object.fromEntries(Object.entries(scores).map(([system, at]) => [system, at(i)]));
  const records = Array.from({ length: 30 }, (_, i) => ({
    id: `q${i}`,
    conversation: [{ role: 'user', content: `Question ${i}?` }],
    responses: Object.fromEntries(systems.map((system) => [system, `${system} ${i}`])),
    auto: Object.fromEntries(Object.entries(auto).map(([name, scores]) => [name, of(scores, i)])),
    judge: Object.fromEntries(
      Object.entries(judge).map(([name, scores]) => [
        name,
        Object.fromEntries(Object.entries(of(scores, i)).map(([system, cost]) => [system, { cost }])),
      ]),
    ),
  }));
  const datasetId = await importRecords(engine, folder, records, {
    scales: Object.keys(judge).map((name) => ({
      ...{ kind: 'judge' as const, name, criterion: 'cost' },
      scale: { min: 1, max: 5, direction },
    })),
  });
  const ask = (claim: ChecksClaim, named: { system?: string; check?: string } = {}) =>
    engine.client.claim.gateByChecks({ datasetId, ...named, claim });
  const refused = (asked: Promise<unknown>, code: string, message: string, remedy: string, field: string) =>
    expect(asked).rejects.toMatchObject({ code, message, data: { field, remedy } });
  return { engine, ask, refused };
}

const passes = (count: number) => (i: number) => Number(i < count);
const than = (thanSystem: string, by: number) => ({ kind: 'not-worse' as const, thanSystem, by });

describe('a gate by checks alone', () => {
  test('holds the interval of the one system against a bound, whose ends pass', async () => {
    const { ask } = await checked({ pass: { bot: passes(24) } });
    const { lower, upper, value, chain, ...found } = await ask({ kind: 'at-least', value: 0.5 });
    expect(found).toEqual({
      ...{ verdict: 'pass', bound: { kind: 'at-least', value: 0.5 }, study: 'checks alone, pass of bot' },
      ...{ labeled: 30, scale: { min: 0, max: 1, direction: 'higher' }, basis: 'checks', draws: 1 },
      ...{ moreLabels: null, confidence: 0.95, scoredBy: ['pass'], judgeBreak: null, altered: [] },
    });
    expect(value).toBeCloseTo(0.8, 12);
    const verdicts = async (at: number) => [
      (await ask({ kind: 'at-least', value: at })).verdict,
      (await ask({ kind: 'at-most', value: at })).verdict,
    ];
    expect(await verdicts(lower)).toEqual(['pass', 'inconclusive']);
    expect(await verdicts(lower - 0.001)).toEqual(['pass', 'fail']);
    expect(await verdicts(0.8)).toEqual(['inconclusive', 'inconclusive']);
    expect(await verdicts(upper)).toEqual(['inconclusive', 'pass']);
    expect(await verdicts(upper + 0.001)).toEqual(['fail', 'pass']);
    expect(chain).not.toBe('');
  });

  test('refuses a bound outside of the scale, by the option that names it', async () => {
    const { ask, refused } = await checked({}, { strict: { bot: (i) => 1 + (i % 5) } });
    for (const [kind, value] of [
      ['at-least', 1],
      ['at-most', 5],
      ['at-most', 0],
      ['at-least', 7],
    ] as const)
      await refused(
        ask({ kind, value }),
        'INVALID_INPUT',
        `${value} is not inside the scale of "judge strict, cost".`,
        'Give a value above 1 and below 5.',
        `--${kind}`,
      );
  });

  test('compares two systems on the items of both, whichever stands first', async () => {
    const { ask } = await checked({ pass: { first: passes(30), second: passes(12) } });
    const better = await ask(than('second', 0.1));
    expect(better).toMatchObject({
      ...{ verdict: 'pass', study: 'checks alone, pass of first minus second', labeled: 30 },
      ...{ bound: { kind: 'at-least', value: -0.1 }, scale: { min: -1, max: 1, direction: 'higher' } },
    });
    const worse = await ask(than('first', 0.1), { system: 'second' });
    expect(worse).toMatchObject({ verdict: 'fail', study: 'checks alone, pass of second minus first' });
    expect([worse.value, worse.lower, worse.upper]).toEqual([-better.value!, -better.upper, -better.lower]);
    expect((await ask(than('first', -worse.lower), { system: 'second' })).verdict).toBe('pass');
    expect((await ask(than('first', -worse.value!), { system: 'second' })).verdict).toBe('inconclusive');
    // Whatever is said of a difference, its bound may lie outside of the scale.
    expect((await ask(than('first', 2), { system: 'second' })).verdict).toBe('pass');
  });

  test('takes less for better where the scale does', async () => {
    const { ask } = await checked(
      {},
      { strict: { cheap: (i) => 1 + (i % 2), dear: (i) => 4 + (i % 2) } },
      'lower',
    );
    expect(await ask(than('dear', 0.5))).toMatchObject({
      ...{ verdict: 'pass', bound: { kind: 'at-most', value: 0.5 }, value: -3 },
      scale: { min: -4, max: 4, direction: 'lower' },
    });
    expect(await ask(than('cheap', 0.5))).toMatchObject({ verdict: 'fail', value: 3 });
  });

  test('asks which system is meant, and by default that check which leads', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `bot-${i}`);
    const scores = Object.fromEntries(names.map((name, i) => [name, passes(3 * i)]));
    const { ask, refused } = await checked({ other: { 'bot-0': passes(9) }, pass: scores });
    const bound = { kind: 'at-least', value: 0.5 } as const;
    const first = names.slice(0, 8).map((name) => `"${name}"`);
    const choose = `Choose one with --system: ${first.join(', ')}`;
    await refused(ask(bound), 'INVALID_INPUT', 'There are 10 choices of system.', choose, '--system');
    const others = `Choose one with --system: ${names
      .slice(1, 9)
      .map((name) => `"${name}"`)
      .join(', ')}`;
    await refused(
      ask(than('bot-0', 0)),
      'INVALID_INPUT',
      'There are 9 choices of system.',
      others,
      '--system',
    );
    await refused(
      ask(bound, { system: 'cat' }),
      'NOT_FOUND',
      'There is no system named "cat".',
      choose,
      '--system',
    );
    await refused(
      ask(bound, { check: 'tone' }),
      'NOT_FOUND',
      'There is no check named "tone".',
      'Choose one with --check: "pass", "other"',
      '--check',
    );
    expect(await ask(bound, { system: 'bot-9' })).toMatchObject({ scoredBy: ['pass'], value: 0.9 });
    expect(await ask(bound, { check: 'other' })).toMatchObject({ scoredBy: ['other'], value: 0.3 });
    const compared = await ask(than('bot-2', 0.5), { system: 'bot-5' });
    expect(compared.value).toBeCloseTo(0.3, 12);
    expect((await ask(than('bot-5', 0.5), { system: 'bot-2' })).value).toBeCloseTo(-0.3, 12);
    for (const [system, against] of [
      ['bot-2', 'bot-6'],
      ['bot-6', 'bot-2'],
    ] as const)
      await refused(
        ask(than(against, 0), { system }),
        'INVALID_INPUT',
        'Only the first 6 systems are compared with each other.',
        'Import the two that are to be compared as a data set of their own.',
        '--not-worse-than',
      );
    await refused(
      ask(than('cat', 0), { system: 'bot-2' }),
      'NOT_FOUND',
      'No item has scores of both "bot-2" and "cat".',
      'Name two systems whose replies to the same items were checked.',
      '--not-worse-than',
    );
  });

  test('says that nothing was scored', async () => {
    const { engine, folder } = await engineWithProject();
    const item = { id: 'q', conversation: [{ role: 'user', content: 'So?' }], responses: { bot: 'Yes.' } };
    await importRecords(engine, folder, [item]);
    await expect(
      engine.client.claim.gateByChecks({ claim: { kind: 'at-least', value: 0.5 } }),
    ).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', message: 'No check has a score here.' },
      data: { field: '--check', remedy: 'Import a file with checks or scores of a judge first.' },
    });
  });
});
