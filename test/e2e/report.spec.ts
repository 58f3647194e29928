import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { goTo, openSample } from './steps.ts';

test('the report is kept as PDF, Word document and figure', async ({ page, app }) => {
  test.skip(app.runsIn !== 'loopback', 'the desktop saves by a dialog; its files are tested with the shell');
  await openSample(page);
  await goTo(page, '/studies/1/report');
  // Few files are in sight, the others in folds that keyboards open too.
  await expect(page.getByRole('button', { name: /^Download: / })).toHaveCount(3);
  await page.getByText('Labels for other tools').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Download: Labels for Argilla' })).toBeVisible();
  await page.getByText('Figures, for a paper or a slide').first().click();
  for (const [name, ending, start] of [
    ['Report, PDF', '.pdf', '%PDF-'],
    ['Report, Word', '.docx', 'PK'],
    ['Estimate over time, PNG', '.png', '\u0089PNG'],
  ] as const) {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download: ${name}` }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\${ending}$`));
    expect(readFileSync(await download.path()).toString('latin1', 0, start.length)).toBe(start);
  }
});

test('a signed report names the key that the screen shows', async ({ page, app }) => {
  test.skip(app.runsIn !== 'loopback', 'the desktop saves by a dialog; its files are tested with the shell');
  await openSample(page);
  await goTo(page, '/studies/1/report');
  await page.locator('summary', { hasText: /^Options: with texts of examples, not signed$/ }).click();
  await page.getByRole('switch', { name: 'Sign this report' }).click();
  const fingerprint = await page.getByText(/^[0-9a-f]{4}(-[0-9a-f]{4}){4}$/).textContent();
  const preview = page.frameLocator('iframe[title="Preview of the report"]');
  await expect(preview.getByText(`Signed with the key ${fingerprint}`)).toBeAttached();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download: Report, HTML' }).click();
  const text = readFileSync(await (await downloaded).path(), 'utf8');
  expect(text).toContain(`Signed with the key <code>${fingerprint}</code>`);
});
