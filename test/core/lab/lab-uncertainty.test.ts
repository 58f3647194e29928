import { expect, test } from 'vitest';
import type { LabRequest, LabRun } from '../../../shared/contract/index.ts';
import { until } from '../../support/until.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';

/** Four responses: people's values, the surrogate's, and how sure the system was of each. */
const y = [1, 0, 1, 0];
const s = [0.9, 0.8, 0.3, 0.1];
const confidence = [0.2, 0.9, 0.6, 0.95];

const records = y.map((value, i) => ({
  id: `i${i}`,
  conversation: [{ role: 'user', content: `Question ${i}?` }],
  responses: { bot: `Answer ${i}.`, other: 'No.' },
  human: { bot: { right: value }, other: { right: 0 } },
  auto: {
    guess: { bot: s[i], other: 0.5 },
    'uncertainty: token entropy (top 5)': { bot: [0.1, 0.2, 0.9, 0.3][i] },
    'max class probability': { bot: confidence[i] },
    ...(i > 0 && { 'own doubt': { bot: [0, 0.2, 0.4, 0.9][i] } }),
  },
}));

const scale = (kind: 'auto' | 'criterion', name: string, direction: 'higher' | 'lower') => ({
  kind,
  name,
  scale: { min: 0, max: 1, direction },
});

async function project() {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records, {
    scales: [
      scale('criterion', 'right', 'higher'),
      scale('auto', 'guess', 'higher'),
      scale('auto', 'uncertainty: token entropy (top 5)', 'lower'),
      scale('auto', 'max class probability', 'higher'),
      scale('auto', 'own doubt', 'lower'),
    ],
  });
  const backTest = async (part: Partial<LabRequest>): Promise<LabRun> => {
    const { jobId } = await engine.client.lab.start({
      datasetId,
      systems: ['bot'],
      measure: { kind: 'criterion', criterion: 'right' },
      surrogate: { kind: 'auto', name: 'guess' },
      methods: ['top-k', 'hmceval', 'mcm'],
      budgets: [1],
      seeds: 1,
      ...part,
    });
    await until(async () => (await engine.client.job.get({ jobId })).state !== 'running');
    const { result, error } = await engine.client.job.get({ jobId });
    if (error) throw new Error(error.message);
    return engine.client.lab.get({ runId: (result as { runId: number }).runId });
  };
  return backTest;
}

/** What the methods say after one label, given the items that they label first. */
const byHand = (topK: number, hmceval: number, mcm: number) => {
  const hybrid = (item: number) => (s.reduce((sum, value) => sum + value, 0) - s[item]! + y[item]!) / 4;
  return [y[topK]!, hybrid(hmceval), hybrid(mcm)].map((value) => expect.closeTo(value, 12));
};

const values = (run: LabRun) => run.rows.map(({ meanEstimate }) => meanEstimate);

test('the stored entropy is what responses are ranked by, and the run says so', async () => {
  const run = await (await project())({});
  // Item 2 is the most uncertain; of the items below 0.5, item 3 is the surest.
  expect(values(run)).toEqual(byHand(2, 2, 3));
  expect(run.populations[0]!.uncertainty).toBe('automatic score “uncertainty: token entropy (top 5)”');
});

test('a named score goes by its direction: of the largest class probability the lowest is the least sure', async () => {
  const backTest = await project();
  const run = await backTest({ uncertainty: 'max class probability', disagreement: 0.2 });
  expect(values(run)).toEqual(byHand(0, 0, 3));
  expect(run.populations[0]!.uncertainty).toContain('turned round as more of it is surer');
  const doubt = await backTest({ uncertainty: 'own doubt' });
  expect(values(doubt)).toEqual(byHand(3, 3, 2));
  expect(doubt.populations[0]!.uncertainty).toContain('1 of 4 items have none and get the mean');
});

test('hardness is a choice, and what is left where the data hold nothing', async () => {
  const backTest = await project();
  const chosen = await backTest({ uncertainty: null });
  expect(values(chosen)).toEqual(byHand(3, 3, 2));
  expect(chosen.populations[0]!.uncertainty).toBe('hardness, one minus the surrogate value');
  const without = await backTest({ systems: ['other'] });
  expect(without.populations[0]!.uncertainty).toMatch(
    /the data hold no uncertainty of the responses of other$/,
  );
  await expect(backTest({ uncertainty: 'doubts' })).rejects.toThrow('no automatic score named “doubts”');
  await expect(backTest({ systems: ['other'], uncertainty: 'own doubt' })).rejects.toThrow(
    'The responses of other have no “own doubt”',
  );
});
