import { describe, expect, test } from 'vitest';
import { codingsAhead, levelOfDraw } from '../../../core/design/gate.ts';
import { gateText } from '../../../host/terminal/gate-output.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';

type Made = Awaited<ReturnType<typeof failureStudy>>;
const ask = ({ client, study }: Made, modeId: number, atMost = 0.05) =>
  client.claim.gate({ studyId: study.id, claim: { kind: 'failure', modeId, atMost } });

/** Codes draws; every so many of them has the mode. */
async function codeSome({ code }: Made, from: number, to: number, every: number, mode: number) {
  for (let at = from; at < to; at++) await code(at, at % every === 1 ? [mode] : []);
}

describe('the gate of a failure mode', () => {
  // By test/accuracy/failure-gate.ts, 100 releases of 1,000 conversations each: see docs/measured/failures.md for the labels that it takes.
  test('stops the release in which it rose from 4 % to 15 %, and not the one before', async () => {
    const before = await failureStudy({ count: 100 });
    const rare = await before.make('Wrong date');
    expect(await ask(before, rare)).toMatchObject({
      ...{ verdict: 'inconclusive', value: null, labeled: 0, moreLabels: null, confidence: 0.95 },
      failure: { clock: 0, since: 0, meanings: 1, reason: 'No conversation is coded yet.' },
    });
    await codeSome(before, 0, 60, 25, rare);
    expect((await ask(before, rare)).verdict).toBe('inconclusive');
    const ahead = await ask(before, rare, 0.08);
    expect(ahead.verdict).toBe('inconclusive');
    expect(ahead.moreLabels).toBeGreaterThan(0);
    expect(ahead.moreLabels).toBeLessThanOrEqual(40);
    expect(gateText(ahead)).toContain('more will decide it, if the estimate stays.');
    await codeSome(before, 60, 100, 25, rare);
    const whole = await ask(before, rare);
    expect(whole).toMatchObject({ verdict: 'pass', value: 0.04, lower: 0.04, upper: 0.04, labeled: 100 });
    expect(whole.failure!.reason).toBeNull();

    const after = await failureStudy({ count: 100 });
    const mode = await after.make('Wrong date');
    await codeSome(after, 0, 5, 6, mode);
    expect((await ask(after, mode)).verdict).toBe('inconclusive');
    await codeSome(after, 5, 80, 6, mode);
    const stopped = await ask(after, mode);
    expect(stopped).toMatchObject({ verdict: 'fail', study: after.study.name, moreLabels: 0 });
    expect(stopped.lower).toBeGreaterThan(0.05);
    const { modes } = await after.client.failures.table({ studyId: after.study.id });
    const { value, lower, upper } = stopped;
    expect(modes[0]!.share).toEqual({ value, lower, upper });
    expect(gateText(stopped)).toContain('Failed: ');
    expect(gateText(stopped)).toContain('"Wrong date" in at most 5 % of conversations.');
    expect(gateText(stopped)).toContain('(95 %, at all looks), from 80 coded conversations.');
  });

  test('forecasts labels by the standard error of draws without replacement', () => {
    const asked = { since: 50, clock: 0, study: { populationSize: 1000 }, atMost: 0.15 };
    const share = { value: 0.1, lower: 0.05, upper: 0.2 };
    // 1 / ((1/50 - 1/1000) (0.05/0.1)^2 + 1/1000) = 173.9
    expect(codingsAhead(share, asked)).toBe(124);
    expect(codingsAhead(share, { ...asked, since: 9 })).toBeNull();
    expect(codingsAhead(share, { ...asked, atMost: 0.1 })).toBeNull();
    expect(codingsAhead({ ...share, value: null }, asked)).toBeNull();
    expect(codingsAhead(share, { ...asked, since: 10 })).toEqual(expect.any(Number));
    // Nothing is left to draw, or the end has reached the bound.
    expect(codingsAhead(share, { ...asked, study: { populationSize: 50 } })).toBeNull();
    expect(codingsAhead(share, { ...asked, atMost: 0.2 })).toBeNull();
    expect(codingsAhead(share, { ...asked, atMost: 0.25 })).toBeNull();
    // All that is left is the most that can be labeled.
    expect(codingsAhead(share, { ...asked, atMost: 0.1001 })).toBe(950);
  });

  test('is not decided, and says why, where the clock leaves nothing to count', async () => {
    const made = await failureStudy({ count: 40, size: 10 });
    const { client, code, make } = made;
    for (let at = 0; at < 10; at++) await code(at, []);
    const mode = await make('Rude');
    const gate = await ask(made, mode, 0.5);
    expect(gate).toMatchObject({ verdict: 'inconclusive', value: null, lower: 0, upper: 1, labeled: 0 });
    expect(gate.failure).toMatchObject({ clock: 10, since: 0, meanings: 1 });
    expect(gateText(gate)).toContain('Its present meaning was fixed at draw 10');
    expect(gateText(gate)).toContain('Draw more items, and code them.');
    await client.failures.retire({ modeId: mode, clientKey: freshKey() });
    await expect(ask(made, mode)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(ask(made, 99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('holds a meaning that was fixed after draws had been seen to a stricter level, whichever mode has the name', async () => {
    const made = await failureStudy({ count: 40 });
    const { client, code, make } = made;
    const first = await make('Rude');
    const define = (modeId: number, more: object) =>
      client.failures.define({ modeId, ...more, clientKey: freshKey() });
    await define(first, { definition: 'Insults', meaning: 'changed' });
    expect((await ask(made, first)).failure!.meanings).toBe(1);
    for (let at = 0; at < 10; at++) await code(at, at === 3 ? [first] : []);
    await define(first, { definition: 'Insults people', meaning: 'same' });
    expect(await ask(made, first)).toMatchObject({ confidence: 0.95, failure: { meanings: 1 } });
    await define(first, { definition: 'Insults anybody', meaning: 'changed' });
    const again = await ask(made, first);
    expect(again.failure).toMatchObject({ clock: 10, meanings: 2 });
    expect(1 - again.confidence).toBeCloseTo(levelOfDraw(0.05, 2), 12);
    expect(gateText(again)).not.toContain('Redefined 2');
    await define(first, { name: 'Impolite', meaning: 'same' });
    const second = await make('rude');
    expect((await ask(made, second)).failure!.meanings).toBe(3);
    for (let at = 10; at < 15; at++) await code(at, []);
    const told = await ask(made, second);
    expect(gateText(told)).toContain('Redefined 2 times after draws had been seen');
  });

  test('is refused of a study that does not ask what went wrong', async () => {
    const made = await failureStudy({ count: 20 });
    const mode = await made.make('Rude');
    const plain = await made.client.study.create({
      ...{ datasetId: made.datasetId, system: 'rival', preset: 'uniform', size: 10, seed: 1 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
    const claim = { kind: 'failure' as const, modeId: mode, atMost: 0.05 };
    await expect(made.client.claim.gate({ studyId: plain.id, claim })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('does not ask what went wrong'),
    });
  });
});
