import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Asked, startLlmServer } from '../llm-server/server.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

const maker = path.join(import.meta.dirname, 'make-judge-project.ts');

/** Finds rude replies good until it is told; proposes that when it is asked for instructions. */
function reply({ body }: Pick<Asked, 'body'>): string {
  const messages = (body.messages as { content: string }[]).map(({ content }) => content);
  const text = messages.join('\n');
  if (text.startsWith('You improve the instructions')) {
    return JSON.stringify({
      instructions: 'Rude is never good. {{criteria}}\n{{examples}}',
      why: 'People mind rudeness.',
    });
  }
  const isGood = !(text.includes('Rude is never good') && messages.at(-1)!.includes('do not ask me'));
  const scores = { good: Number(isGood) };
  return JSON.stringify({ items: [{ item: 1, reason: 'It tells where to look.', scores }] });
}

/** Clicks, and counts that. */
function clicking(page: Page) {
  let clicks = 0;
  const press = async (name: string | RegExp) => {
    clicks++;
    await page.getByRole('button', { name }).first().click();
  };
  return { press, clicks: () => clicks };
}

test('from ten disagreements to a judge that joins the study, in under 40 clicks, on practice labels alone', async ({
  page,
  app,
}) => {
  test.slow();
  const server = await startLlmServer({ reply });
  const file = path.join(app.dataDir, 'parcels.assay');
  execFileSync(process.execPath, [maker, file, path.join(app.dataDir, 'maker'), server.url]);
  await page.getByRole('button', { name: 'Open project' }).first().click();
  await page.getByRole('textbox', { name: 'Folder' }).fill(app.dataDir);
  await page.getByRole('textbox', { name: 'Folder' }).press('Enter');
  await page.getByRole('button', { name: /parcels\.assay/ }).click();
  await expect(page.getByRole('heading', { name: 'parcels', level: 1 })).toBeVisible();
  await goTo(page, '/judges');
  await page.getByRole('link', { name: 'Improve reader' }).click();
  const { press, clicks } = clicking(page);
  await press('Split the labels');
  await expect(page.getByText(/24 are practice, 24 are for checks/)).toBeVisible();
  await press('Run reader v1 on 24 practice items');
  await expect(page.getByText(/1\d disagreements\. Only practice items are shown\./)).toBeVisible({
    timeout: 60_000,
  });
  expect(server.asked).toHaveLength(24);
  await expect(page.getByText('Ada Lind: 0, “Rude, whatever it says.”')).toBeVisible();
  await expect(page.getByText('It tells where to look.')).toBeVisible();
  await expectAccessible(page, 'Improve a judge');

  // By keyboard: a missing rule, the next one, an example.
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Which rule is missing?' }).fill('Rude is never good.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Missing rule: Rude is never good.')).toBeVisible();
  await page.keyboard.press('r');
  // Who is here has not rated it, and nobody disagrees with Ada.
  await expect(page.getByText('Ask Ada Lind to look at the label again.')).toBeVisible();
  await page.getByRole('heading', { name: 'Disagreements' }).click();
  await page.keyboard.press('n');
  await expect(page.getByText(/^2 of /)).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Worked examples' })).toHaveValue(
    /^Example\nPerson: My parcel/,
  );
  // A cell of the table opens its items.
  await press(/^\d+ where people say 0 and the judge 1$/);
  await expect(page.getByText(/where people say 0 and the judge 1\. Only practice/)).toBeVisible();

  await press('Propose a prompt');
  await expect(page.getByText(/^Proposed \(cost 0\.\d+\): People mind rudeness\.$/)).toBeVisible();
  await press('Store as a new version');
  await expect(page.getByRole('radio', { name: 'reader v2' })).toBeChecked();
  await press('Run reader v2 on 24 practice items');
  // The version is in the address, and a run that another page began is followed to its end.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'reader v2' })).toBeChecked();
  await expect(page.getByText('Judge and people agree on every practice item here.')).toBeVisible({
    timeout: 30_000,
  });
  await press('What changed since reader v1');
  await expect(page.getByText('Rude is never good. {{criteria}}').last()).toBeVisible();
  await press('Run on 24 check items');
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled({ timeout: 30_000 });
  await press(/^Check$/);
  await expect(page.getByText('Check 1, on 24 check labels')).toBeVisible();
  await expect(page.getByText(/1 check so far\. The next one has error level 0\.0076/)).toBeVisible();
  await expectAccessible(page, 'A judge that was checked');

  // It scores the rest, and joins the study from the next label on.
  const askedBefore = server.asked.length;
  await press('Run reader v2 on every item');
  await press('Use from the next label on: Judge reader v2 (good)');
  await expect(page.getByText(/it joined after draw 48/)).toBeVisible();
  await expect(page.getByText(/^Interval now .*; without what joined/)).toBeVisible();
  // Only items without a label were asked about: replies that are stored are not asked for again.
  expect(server.asked.length - askedBefore).toBe(12);
  await expectAccessible(page, 'A judge that joined');
  expect(clicks()).toBeLessThan(40);
  await server.close();
});
