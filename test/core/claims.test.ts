import { describe, expect, test } from 'vitest';
import { forgetLiveEstimates } from '../../core/estimate/kept-estimates.ts';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { insertLabel } from '../../db/labels.ts';
import { formatInterval } from '../../shared/number-text.ts';
import { sharesSentence, testedSentence } from '../../shared/together-words.ts';
import { fromUnit, holm, lureWeights, mean } from '../../stats/index.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  ratedStudy,
} from './support/test-engine.ts';

const enough = 10;

describe('subgroups', () => {
  test('are those of the data, and every one is the weighted mean of its own labels', async () => {
    const { engine, study } = await ratedStudy(60, { count: 200 });
    labelFromGold(engine.context, study.id);
    const fields = await engine.client.claim.fields({ studyId: study.id });
    expect(fields.map(({ field }) => field)).toEqual(['group', 'judge:strict/quality', 'surrogate']);

    const found = await engine.client.claim.subgroups({ studyId: study.id, field: 'judge:strict/quality' });
    expect(found.subgroups.map(({ level }) => level)).toEqual(['1', '2', '3', '4', '5']);
    expect(found.subgroups.reduce((sum, { items }) => sum + items, 0)).toBe(200);
    expect(found.subgroups.reduce((sum, { labeled }) => sum + labeled, 0)).toBe(60);

    const { rows } = await engine.client.sample.list({ studyId: study.id });
    const weights = lureWeights(
      rows.map(({ probability }) => probability),
      200,
    );
    for (const { level, labeled, value, lower, upper, estimable, reason } of found.subgroups) {
      expect(estimable).toBe(labeled >= enough);
      if (!estimable) {
        expect([value, lower, upper]).toEqual([null, null, null]);
        expect(reason).toBe(`not estimable: needs ${enough} labeled items`);
        continue;
      }
      const inside = [...rows.keys()].filter((i) => 1 + 4 * rows[i]!.surrogateValue === Number(level));
      const total = inside.reduce((sum, i) => sum + weights[i]!, 0);
      const expected = inside.reduce((sum, i) => sum + (weights[i]! * rows[i]!.value!) / total, 0);
      expect(value).toBeCloseTo(expected, 9);
      expect(lower!).toBeLessThan(value!);
      expect(upper!).toBeGreaterThan(value!);
    }
    expect(found.subgroups.some(({ estimable }) => estimable)).toBe(true);
  });

  test('a judge that never scored the system splits nothing', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(20).map((record, i) => ({
      ...record,
      judge: { ...record.judge, other: { rival: { quality: 1 + (i % 5) } } },
    }));
    const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
    const fieldsOf = async (system: string) => {
      const study = await engine.client.study.create({
        datasetId,
        system,
        measure: { kind: 'metric', metric: 'f1-squad1' },
        surrogate: { kind: 'none' },
        size: 5,
      });
      return (await engine.client.claim.fields({ studyId: study.id })).map(({ field }) => field);
    };
    expect(await fieldsOf('secretive')).toEqual(['group', 'judge:strict/quality']);
    expect(await fieldsOf('rival')).toEqual(['group', 'judge:other/quality']);
  });

  test('are not made of the numbers of the rows', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(40).map((record, i) => ({
      ...record,
      meta: { '#': i + 1, tokens: 20 + 7 * i, floor: i % 3 },
    }));
    const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
    const study = await engine.client.study.create({
      ...{ datasetId, system: 'rival', surrogate: { kind: 'none' }, size: 5 },
      measure: { kind: 'metric', metric: 'f1-squad1' },
    });
    const names = (await engine.client.claim.fields({ studyId: study.id })).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['tokens', 'floor']));
    expect(names).not.toContain('#');
  });

  test('of a wholly labeled pool are exact', async () => {
    const { engine, study } = await ratedStudy(80);
    labelFromGold(engine.context, study.id);
    const { subgroups } = await engine.client.claim.subgroups({ studyId: study.id, field: 'group' });
    const records = ratedRecords(80);
    for (const { level, value, lower, upper } of subgroups) {
      const inside = records.filter(({ group }) => group === level);
      expect(value).toBeCloseTo(mean(inside.map(({ human }) => human.secretive.quality[0]!)), 10);
      expect([lower, upper]).toEqual([value, value]);
    }
  });

  test('are tested together against all other items, with the number of tests allowed for', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(120).map((record, i) => ({
      ...record,
      place: ['north', 'south', 'east'][i % 3],
      human: { secretive: { quality: [i % 3 === 0 ? 1 : 4 + (i % 2)] } },
    }));
    const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
    const study = await engine.client.study.create({
      datasetId,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
      size: 90,
    });
    labelFromGold(engine.context, study.id);
    const { subgroups, alpha } = await engine.client.claim.subgroups({ studyId: study.id, field: 'place' });
    const tested = Object.fromEntries(subgroups.map(({ level, differs }) => [level, differs!]));
    const all = Object.values(tested).map(({ probability }) => probability);
    expect(Object.values(tested).map(({ adjusted }) => adjusted)).toEqual(holm(all));
    expect(tested.north!.adjusted).toBeLessThan(0.001);
    expect(testedSentence({ subgroups, alpha })).toMatch(
      /Holm.*at one look: of 3 subgroups .*north \(p < \.001\)/,
    );
    expect(testedSentence({ subgroups: [], alpha })).toBeNull();
    const none = subgroups.map((one) => ({ ...one, differs: { probability: 0.4, adjusted: 1 } }));
    expect(testedSentence({ subgroups: none, alpha })).toMatch(/none is shown to differ/);
  });

  test('come from imported fields too; names of items and constants are left out', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(60).map((record, i) => ({
      ...record,
      topic: i % 2 === 0 ? 'billing' : 'shipping',
      meta: { urgent: i % 3 === 0, tokens: i * 10, trace: `trace-${i}`, region: 'north' },
    }));
    const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
    const study = await engine.client.study.create({
      datasetId,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
      size: 60,
      seed: 1,
    });
    const fields = await engine.client.claim.fields({ studyId: study.id });
    expect(fields.map(({ field }) => field)).toEqual([
      'group',
      'meta:topic',
      'meta:meta.urgent',
      'meta:meta.tokens',
      'judge:strict/quality',
    ]);
    const byTokens = await engine.client.claim.subgroups({ studyId: study.id, field: 'meta:meta.tokens' });
    expect(byTokens.subgroups.map(({ level, items }) => [level, items])).toEqual([
      ['0 to 140', 15],
      ['150 to 290', 15],
      ['300 to 440', 15],
      ['450 to 590', 15],
    ]);
    const byUrgent = await engine.client.claim.subgroups({ studyId: study.id, field: 'urgent' });
    expect(byUrgent.subgroups.map(({ level, items }) => [level, items])).toEqual([
      ['no', 40],
      ['yes', 20],
    ]);
    const byTopic = await engine.client.claim.subgroups({ studyId: study.id, field: 'topic' });
    expect(byTopic.subgroups.map(({ level, items }) => [level, items])).toEqual([
      ['billing', 30],
      ['shipping', 30],
    ]);
    await expect(engine.client.claim.subgroups({ studyId: study.id, field: 'color' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('stand in a report where those with a number hold half of the items: documents and users do not', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(120).map((record, i) => ({
      ...record,
      topic: i % 2 === 0 ? 'billing' : 'shipping',
      // Two documents of 20 items, and 40 of two.
      document: i < 40 ? `doc ${i % 2}` : `doc ${2 + (i % 40)}`,
    }));
    const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
    const study = await engine.client.study.create({
      ...{ datasetId, system: 'secretive', size: 120, seed: 1 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
    labelFromGold(engine.context, study.id);
    const documents = await engine.client.claim.subgroups({ studyId: study.id, field: 'document' });
    expect(documents.subgroups.filter(({ labeled }) => labeled >= 10)).toHaveLength(2);
    const { content } = await engine.client.report.render({ studyId: study.id, format: 'html' });
    expect(content).toContain('<h2>By topic</h2>');
    expect(content).not.toContain('<h2>By document</h2>');
  });

  test('are not estimable on draws with replacement', async () => {
    const { engine, study } = await ratedStudy(60, { preset: 'humcoe' });
    labelFromGold(engine.context, study.id);
    const { subgroups } = await engine.client.claim.subgroups({ studyId: study.id, field: 'group' });
    expect(subgroups.every(({ estimable, value }) => !estimable && value === null)).toBe(true);
    expect(subgroups[0]!.reason).toMatch(/without replacement/);
    expect(await engine.client.claim.list({ studyId: study.id })).toEqual([]);
  });
});

describe('other claims', () => {
  test('future traffic needs ten groups; other annotators need overlap', async () => {
    const { engine, study } = await ratedStudy(60, { count: 200 });
    expect(await engine.client.claim.list({ studyId: study.id })).toEqual([]);
    labelFromGold(engine.context, study.id);
    const claims = await engine.client.claim.list({ studyId: study.id });
    expect(claims.map(({ claim }) => claim)).toEqual(['future-traffic', 'annotator-population']);
    const [future, annotators] = claims;
    // The records have nine groups.
    expect(future).toMatchObject({ estimable: false, value: null });
    expect(future!.reason).toBe('not estimable: needs labels from 10 groups, there are 9');
    expect(annotators!.reason).toMatch(/needs 3 annotators and 10 items on which they disagree/);
  });

  test('future traffic on twenty groups lies around the estimate and says that it is approximate', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(200).map((record, i) => ({ ...record, group: `g${i % 20}` }));
    const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
    const study = await engine.client.study.create({
      datasetId,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
      size: 60,
      seed: 2,
    });
    labelFromGold(engine.context, study.id);
    const [future] = await engine.client.claim.list({ studyId: study.id });
    expect(future).toMatchObject({ claim: 'future-traffic', estimable: true });
    expect(future!.interval).toMatch(/^approximate/);
    const report = await engine.client.estimate.current({ studyId: study.id });
    const { value } = report.estimates.find(({ method }) => method === 'shrunk-difference')!;
    expect(future!.value).toBeCloseTo(value!, 6);
    expect(future!.lower!).toBeGreaterThan(1);
    expect(future!.upper!).toBeLessThan(5);
  });

  test('other annotators: the more they differ on the items they share, the wider', async () => {
    const widths: number[] = [];
    for (const strictness of [0.1, 1]) {
      const { engine, study } = await ratedStudy(24, { count: 200 });
      const { db } = engine.context.session.project!;
      const rows = db.prepare('SELECT item_id AS itemId FROM draw ORDER BY draw_order').all() as {
        itemId: number;
      }[];
      const key = { systemId: 1, instrument: 'blind-single', criterionId: 1 };
      for (const [annotator, name] of ['Ann', 'Bob', 'Cid'].entries()) {
        const { id } = (await engine.client.annotator.choose({ name })).find((one) => one.name === name)!;
        for (const [i, { itemId }] of rows.entries()) {
          // Half of the items are shared; the others have one annotator each.
          if (i >= 12 && i % 3 !== annotator) continue;
          insertLabel(db, {
            ...key,
            itemId,
            clientKey: `${name}-${itemId}`,
            annotatorId: id,
            studyId: study.id,
            content: { kind: 'score', value: 2 + (i % 3) + strictness * (annotator - 1) },
            operation: 'submit',
            refersTo: null,
            source: 'import',
            estimateVisible: false,
            durationMs: 0,
            createdAt: engine.context.now(),
          });
        }
      }
      forgetLiveEstimates(engine.context);
      const claims = await engine.client.claim.list({ studyId: study.id });
      const found = claims.find(({ claim }) => claim === 'annotator-population')!;
      expect(found).toMatchObject({
        estimable: true,
        evidence: '12 items labeled by several of 3 annotators, who disagree on 12',
      });
      widths.push(found.upper! - found.lower!);
    }
    expect(widths[1]!).toBeGreaterThan(widths[0]! * 1.5);
  });

  test('a mean over turns counts long conversations more', async () => {
    const { engine, folder } = await engineWithProject();
    // One good turn, or three of which one is good: by conversation (1 + 1/3)/2, by turn 2/4.
    const records = Array.from({ length: 40 }, (_, i) => {
      const turns = i % 2 === 0 ? 1 : 3;
      const ask = (turn: number) => [
        { role: 'user', content: `Question ${turn}?` },
        ...(turn < turns - 1 ? [{ role: 'assistant', content: `Answer ${turn}.` }] : []),
      ];
      return {
        id: `c${i}`,
        conversation: Array.from({ length: turns }, (_, turn) => ask(turn)).flat(),
        reference: Array.from({ length: turns }, () => ['yes']),
        responses: { bot: Array.from({ length: turns }, (_, turn) => (turn === 0 ? 'yes' : 'no')) },
      };
    });
    const datasetId = await importRecords(engine, folder, records);
    const study = await engine.client.study.create({
      datasetId,
      system: 'bot',
      measure: { kind: 'metric', metric: 'em-squad1' },
      surrogate: { kind: 'none' },
      size: 40,
      seed: 3,
    });
    labelFromGold(engine.context, study.id);
    const report = await engine.client.estimate.current({ studyId: study.id });
    expect(report.fullEvaluation!.value).toBeCloseTo(2 / 3, 12);
    const [byTurns] = await engine.client.claim.list({ studyId: study.id });
    expect(byTurns).toMatchObject({ claim: 'turn-weighted', evidence: '80 turns in 40 conversations' });
    expect(byTurns!.value).toBeCloseTo(0.5, 12);
    expect([byTurns!.lower, byTurns!.upper]).toEqual([byTurns!.value, byTurns!.value]);
    const fields = await engine.client.claim.fields({ studyId: study.id });
    expect(fields.map(({ field }) => field)).toContain('turns');
  });
});

describe('several criteria', () => {
  test('another criterion labeled on the same items has its own sequence over the same draw', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(100).map((record, i) => ({
      ...record,
      human: { secretive: { quality: record.human.secretive.quality, tone: [1 + (i % 3)] } },
    }));
    const tone = {
      kind: 'criterion' as const,
      name: 'tone',
      scale: { min: 1, max: 3, direction: 'lower' as const },
    };
    const datasetId = await importRecords(engine, folder, records, { scales: [...ratedScales, tone] });
    const make = (criterion: string, seed: number) =>
      engine.client.study.create({
        datasetId,
        system: 'secretive',
        measure: { kind: 'criterion', criterion },
        surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
        size: 50,
        seed,
      });
    const quality = await make('quality', 7);
    labelFromGold(engine.context, quality.id);
    expect(await engine.client.claim.criteria({ studyId: quality.id })).toEqual([]);
    // The same seed draws the same items, so that the second study labels those of the first.
    const second = await make('tone', 7);
    labelFromGold(engine.context, second.id, 30);
    const [other] = await engine.client.claim.criteria({ studyId: quality.id });
    expect(other).toMatchObject({ criterion: 'tone', labeled: 30, waiting: 0, estimable: true });
    const own = await engine.client.estimate.current({ studyId: second.id });
    const direct = own.estimates.find(({ method }) => method === own.default)!;
    expect([other!.value, other!.lower, other!.upper]).toEqual([direct.value, direct.lower, direct.upper]);
    expect(other!.lower!).toBeLessThan(fromUnit(0.5, other!.scale) + 1);
    // Together with the study's own each has half of the error level, and is what a study at that level would say.
    const together = other!.together!;
    expect(together.alpha).toBe(quality.alpha / 2);
    expect(together.lower!).toBeLessThan(other!.lower!);
    expect(together.upper!).toBeGreaterThan(other!.upper!);
    const report = await engine.client.estimate.current({ studyId: quality.id });
    const shown = report.estimates.find(({ method }) => method === report.default)!;
    expect(together.ownLower!).toBeLessThanOrEqual(shown.lower!);
    expect(together.ownUpper!).toBeGreaterThanOrEqual(shown.upper!);
    // The sentence names it, on the study's scale and not on the other criterion's.
    const told = (ownLower: number | null) =>
      sharesSentence(
        [{ ...other!, scale: { ...other!.scale, max: 100 }, together: { ...together, ownLower } }],
        {
          min: 1,
          max: 5,
        },
      );
    const written = formatInterval({ lower: 1.25, upper: together.ownUpper! }, { min: 1, max: 5 });
    expect(told(1.25)).toContain(`The study's own interval is then ${written}.`);
    expect(told(null)).not.toContain('own interval');
  });
});
