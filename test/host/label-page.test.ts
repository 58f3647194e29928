import { expect, test } from 'vitest';
import { labelPage } from '../../host/commands/label.ts';
import { byRating, pairedStudy } from '../core/support/two-systems.ts';

test('labeling opens at the study or ranking that is named or is all there is', async () => {
  const { engine, datasetId, study } = await pairedStudy(4);
  const { client } = engine;
  expect(await labelPage(client, undefined)).toBe(`/studies/${study.id}/label`);
  const systems = ['amber', 'basil', 'cedar'];
  const pairs = await client.study.createPairs({ datasetId, systems, ...byRating, size: 4, seed: 3 });
  const [{ id, name }] = await client.ranking.list({}).then(([first]) => [first!] as const);
  // Of several none is chosen for a person.
  expect(await labelPage(client, undefined)).toBe('/studies');
  expect(await labelPage(client, name)).toBe(`/studies/ranking/${id}/label`);
  expect(await labelPage(client, study.name)).toBe(`/studies/${study.id}/label`);
  await client.study.remove({ studyId: study.id });
  expect(await labelPage(client, undefined)).toBe(`/studies/ranking/${id}/label`);
  await expect(labelPage(client, 'Nope')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { remedy: expect.stringContaining(name) },
  });
  expect(pairs.length).toBe(3);
});
