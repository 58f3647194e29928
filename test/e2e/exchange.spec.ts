import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BatchFile, issuedOf } from '../../core/labeling/offline-batches/batch-file.ts';
import { firstHash, nextHash } from '../../core/labeling/offline-batches/returned-batch.ts';
import { expectAccessible } from './accessible.ts';
import { elsewhere, merge, savedFile } from './exchange-steps.ts';
import { expect, test } from './fixtures.ts';
import { goTo, labelByKeyboard, openSample } from './steps.ts';

test('a batch goes to another machine as a file, and its labels come back into the live estimate', {
  tag: '@shell',
}, async ({ page, app, browser }) => {
  await openSample(page);
  await goTo(page, '/studies/1/team/hand-out');
  await page.getByText(/^All \d+ items: choose fewer$/).click();
  await page.getByRole('textbox', { name: 'How many' }).fill('4');
  await page.getByRole('radio', { name: /A file for Assay/ }).click();
  await expectAccessible(page, 'handing out');
  const batch = await savedFile(page, app, 'Save the file to send', 'out.assay-batch');
  await expect(page.getByRole('cell', { name: '1 to 4' })).toBeVisible();

  const labels = path.join(app.dataDir, 'ana.assay-labels');
  await elsewhere(browser, batch, async (theirs) => {
    await expect(theirs.getByRole('heading', { name: '4 items to label' })).toBeVisible();
    await expectAccessible(theirs, 'a handed-out batch');
    await theirs.getByRole('textbox', { name: 'Your name' }).fill('Ana');
    await theirs.keyboard.press('Enter');
    await expect(theirs.getByRole('link', { name: 'Results' })).toHaveCount(0);
    await labelByKeyboard(theirs, ['4', '2', '5', '3'], 4);
    await expect(theirs.getByRole('heading', { name: 'All done' })).toBeVisible();
    const downloading = theirs.waitForEvent('download');
    await theirs.getByRole('main').getByRole('button', { name: 'Save the labels' }).click();
    await (await downloading).saveAs(labels);
  });

  const altered = path.join(app.dataDir, 'altered.assay-labels');
  writeFileSync(altered, readFileSync(labels, 'utf8').replace('"value": 4', '"value": 5'));
  await merge(page, altered);
  await expect(page.getByText(/altered\.assay-labels: Answer 1 of 4 does not fit the chain/)).toBeVisible();

  await merge(page, labels);
  const whose = page.getByRole('combobox', {
    name: /The file says Ana; the project has .* Whose labels are these/,
  });
  await expect(whose).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
  await expectAccessible(page, 'asking whose labels came back');
  await whose.selectOption('Ana, a new person');
  await expect(page.getByText(/The estimate of .* is .* and would be .* from 4 labels\./)).toBeVisible();
  await expect(page.getByText(/Items signed by [0-9a-f-]+; answers signed by [0-9a-f-]+\./)).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('4 answers of Ana added')).toBeVisible();
  await expect(page.getByText(/The estimate of .* was .* and is .* from 4 labels\./)).toBeVisible();
  await expect(page.getByRole('cell', { name: /Ana: 4 answers/ })).toBeVisible();
  await merge(page, labels);
  await expect(page.getByText('Labels of Ana.')).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Nothing new from Ana')).toBeVisible();
});

/** What a page that was handed to somebody else than it says would send back: every item with one value. */
function forgedAnswers(batchFile: string, to: string, value: number, at: string): void {
  const batch = JSON.parse(readFileSync(batchFile, 'utf8')) as BatchFile;
  const { batchId, contentSha256, annotator, content } = batch;
  const facts = { batchId, contentSha256, annotator: annotator!, copyId: `copy-with-${value}` };
  let hash = firstHash(facts);
  const entries = (JSON.parse(content) as { items: { ref: string }[] }).items.map(({ ref }) => {
    const entry = { ref, answer: { kind: 'score' as const, value }, durationMs: 1000, at };
    hash = nextHash(hash, entry);
    return { ...entry, hash };
  });
  const returned = { assay: 'returned-batch', version: 2, ...facts, issued: issuedOf(batch), entries };
  writeFileSync(to, JSON.stringify({ ...returned, signature: null }));
}

test('a batch for one person is labeled in their name, and a conflict waits for a choice', async ({
  page,
  app,
  browser,
}) => {
  await openSample(page);
  await goTo(page, '/studies/1/team/members');
  await page.getByRole('textbox', { name: 'New annotator' }).fill('Ärne');
  await page.keyboard.press('Enter');
  await goTo(page, '/studies/1/team/hand-out');
  await page.getByRole('combobox', { name: 'For' }).selectOption('Ärne');
  await page.getByText(/^All \d+ items: choose fewer$/).click();
  await page.getByRole('textbox', { name: 'How many' }).fill('3');
  await page.getByRole('radio', { name: /A file for Assay/ }).click();
  const batch = await savedFile(page, app, 'Save the file to send', 'arne.assay-batch');
  await expect(page.getByText(/3 items for Ärne in .*, signed by your key [0-9a-f-]+/)).toBeVisible();

  await elsewhere(browser, batch, async (theirs) => {
    await expect(theirs.getByText('For Ärne')).toBeVisible();
    await expect(theirs.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(theirs, 'a batch for one person');
    await theirs.getByRole('button', { name: 'Start labeling' }).click();
    await expect(theirs.getByText('labeled by Ärne')).toBeVisible();
  });

  const [first, second] = ['first', 'second'].map((name) => path.join(app.dataDir, `${name}.assay-labels`));
  forgedAnswers(batch, first!, 4, new Date().toISOString());
  forgedAnswers(batch, second!, 1, '9999-12-31T12:00:00.000Z');
  await merge(page, first!);
  await expect(page.getByText('Labels of Ärne.')).toBeVisible();
  await expect(page.getByText(/answers not signed \(page\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('3 answers of Ärne added')).toBeVisible();

  await merge(page, second!);
  await expect(page.getByRole('heading', { name: '3 conflicts' })).toBeVisible();
  await expect(page.getByText('3 conflicts to decide first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
  await expect(page.getByRole('cell', { name: /dated in the future/ })).toHaveCount(3);
  await expectAccessible(page, 'conflicts of a merge');
  await page.getByRole('button', { name: 'Keep the project’s in all' }).press('Enter');
  await page.getByRole('radio', { name: /^Item 1: take 1/ }).press(' ');
  await expect(page.getByRole('radio', { name: /^Item 2: keep 4/ })).toBeChecked();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('1 answer of Ärne added')).toBeVisible();
  await expect(page.getByText(/In 2 conflicts the project’s answer was kept/)).toBeVisible();
});
