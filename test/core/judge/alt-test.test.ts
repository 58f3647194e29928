import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { makeWorkplace } from '../../host/run-assay.ts';
import { ratedHere } from '../agreement/three-annotators.ts';
import { submit, temporaryFolder } from '../support/test-engine.ts';

const timeout = 120_000;

/** A study of which several people rated so many items each: all as the first, every third item one step apart. */
async function ratedBy(people: readonly string[], items: number) {
  const made = await ratedHere(items);
  const { engine, studyId } = made;
  const { datasets, client } = { client: engine.client, datasets: await engine.client.dataset.list({}) };
  const { signals } = await client.dataset.get({ datasetId: datasets[0]!.id });
  for (const [who, name] of people.entries()) {
    await client.annotator.choose({ name });
    const opened = await client.label.open({ studyId });
    for (const [i, { ref }] of opened.items.slice(0, items).entries()) {
      await submit(engine, opened.batch, ref, {
        kind: 'score',
        value: 1 + ((i + (i % 3 === who ? 1 : 0)) % 5),
      });
    }
  }
  return { ...made, signalId: signals.find(({ name }) => name === 'strict')!.id };
}

test('a judge is set beside each of three people, with the reason where the ratings are too few', {
  timeout,
}, async () => {
  const { engine, signalId, file, studyId } = await ratedBy(['Ada', 'Ben', 'Cyd'], 52);
  const asked = { signalId, system: 'secretive', raters: 'trained' as const };
  const found = await engine.client.judge.altTest(asked);
  expect(found).toMatchObject({
    items: 52,
    epsilon: 0.15,
    score: 'rmse',
    lacks: [],
    humanCriterion: 'quality',
  });
  expect(found.annotators.map(({ name, items }) => [name, items])).toEqual([
    ['Ada', 52],
    ['Ben', 52],
    ['Cyd', 52],
  ]);
  expect(found.basis).toMatch(/80 items with imported evaluations do not count/);
  // The judge follows other ratings than these, so that it beats nobody.
  expect(found).toMatchObject({ winningRate: 0, passes: false });
  expect(found.summary).toBe(
    'strict wins against 0 of 3 people at an epsilon of 0.15: it may not replace them by this test.',
  );
  expect(found.advantage.lower!).toBeLessThan(found.advantage.value!);
  const byStudy = await engine.client.judge.altTest({ ...asked, studyId });
  expect(byStudy.annotators).toEqual(found.annotators);
  expect(await engine.client.judge.altTest({ ...asked, score: 'accuracy' })).toMatchObject({
    score: 'accuracy',
  });
  const { content } = await engine.client.report.render({ studyId, also: [], format: 'html' });
  const { document } = parseHTML(content);
  const heading = [...document.querySelectorAll('h3')].find((one) =>
    one.textContent?.startsWith('May strict replace'),
  );
  const rows = [...heading!.nextElementSibling!.querySelectorAll('tbody tr')];
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^experts0\.20\.00may not/),
    expect.stringMatching(/^trained people0\.150\.00may not/),
    expect.stringMatching(/^crowd workers0\.10\.00may not/),
  ]);
  const { value, lower, upper } = found.advantage;
  const ends = [value, lower, upper].map((one) => one!.toFixed(2));
  expect(document.body.textContent).toContain(
    `Advantage probability: ${ends[0]} (${ends[1]} to ${ends[2]}), over 3 people and 52 items`,
  );
  const page = path.join(temporaryFolder(), 'report.html');
  writeFileSync(page, content);
  expect(verifyFile(page)).toMatchObject({ differing: [] });
  await expect(engine.client.judge.altTest({ signalId, system: 'secretive' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^Say who rated/),
  });
  await expect(engine.client.judge.altTest({ ...asked, epsilon: 0.3 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  await engine.close();

  using place = makeWorkplace();
  const args = ['judge', 'alt-test', file, '--judge', 'strict', '--system', 'secretive'];
  const failed = await place.assay(...args, '--raters', 'trained', '--json');
  expect([failed.exitCode, JSON.parse(failed.stdout)]).toEqual([3, { schema: 1, ...found }]);
  expect((await place.assay(...args, '--epsilon', '0.15')).stdout).toMatch(
    /Ada +52 [\s\S]*Winning rate 0\.00; the judge passes from 0\.5 on\.\nAdvantage probability 0\.\d+ \(0\.\d+ to 0\.\d+\)/,
  );
  expect(await place.assay(...args)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/Say who rated/),
  });
  expect((await place.assay(...args, '--epsilon', 'x')).stderr).toMatch(/--epsilon takes a number/);
});

test('with two people, or votes of nobody in particular, it says what is lacking', { timeout }, async () => {
  const { engine, signalId, file, studyId } = await ratedBy(['Ada', 'Ben'], 12);
  const asked = { signalId, system: 'secretive', raters: 'crowd' as const };
  const found = await engine.client.judge.altTest(asked);
  expect(found).toMatchObject({
    ...{ items: null, annotators: [], winningRate: null, passes: null },
    advantage: { value: null, lower: null, upper: null },
  });
  expect(found.lacks).toEqual([
    'needs at least 50 items that the judge scored and two or more people rated; there are 12',
    'needs at least 3 people with 30 such items each; there are 0; 2 rated fewer',
  ]);
  const { content } = await engine.client.report.render({ studyId, also: [], format: 'html' });
  expect(content).toContain(
    'Whether strict may replace the people is not estimable: it needs at least 50 items',
  );
  const other = await engine.client.judge.altTest({ ...asked, criterion: 'none such' });
  expect(other).toMatchObject({ winningRate: null, basis: 'No study here asked people for it.' });
  await engine.close();

  using place = makeWorkplace();
  const args = ['judge', 'alt-test', file, '--judge', 'strict', '--system', 'secretive', '--raters', 'crowd'];
  expect(await place.assay(...args)).toMatchObject({
    exitCode: 4,
    stdout: expect.stringMatching(/at least 50 items/),
  });
});
