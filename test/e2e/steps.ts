import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { RunningApp } from './launchers/launcher.ts';

/** The study that the sample project brings. */
export const sampleStudy = 'How helpful are these replies?';

export async function openSample(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /sample project/i })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'Start labeling' })).toBeVisible({ timeout: 60_000 });
}

/** Makes an empty project in the app's own folder, by the panel of the first page or by the system's dialog. */
export async function makeProject(page: Page, app: RunningApp, name: string): Promise<void> {
  if (app.runsIn === 'desktop') await app.answerFile(path.join(app.dataDir, `${name}.assay`));
  await page.getByRole('button', { name: 'New project' }).click();
  if (app.runsIn === 'loopback') {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Folder' }).fill(app.dataDir);
    await page.getByRole('textbox', { name: 'Folder' }).press('Enter');
    await page.getByRole('button', { name: `Create ${name}.assay here` }).click();
  }
  await expect(page.getByRole('heading', { name, exact: false, level: 1 })).toBeVisible();
}

/** Goes to a screen as a link inside the app would. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, path);
}

/** Answers the next items of a rating batch of `size` with the keyboard alone. */
export async function labelByKeyboard(page: Page, keys: readonly string[], size: number): Promise<void> {
  await expect(page.getByRole('group', { name: 'Rating' })).toBeVisible();
  for (const [i, key] of keys.entries()) {
    await expect(page.getByText(`Item ${i + 1} of ${size}`, { exact: true })).toBeVisible();
    await page.keyboard.press(key);
    await expect(page.getByRole('progressbar', { name: `${i + 1} of ${size} done` })).toBeVisible();
  }
}

/** Makes a study on the sample's ratings by way of the screens. */
export async function drawStudy(
  page: Page,
  { system, size, seed }: { system: string; size: number; seed: number },
): Promise<void> {
  await page.getByRole('link', { name: 'Studies' }).click();
  await page.getByRole('link', { name: 'New study' }).first().click();
  await page.getByRole('combobox', { name: 'System to judge' }).selectOption(system);
  await page.getByRole('textbox', { name: 'Sample size' }).fill(String(size));
  await page.getByText('For researchers: method and seed').click();
  await page.getByRole('textbox', { name: 'Seed' }).fill(String(seed));
  await page.getByRole('button', { name: `Sample ${size} items` }).click();
  const study = await drawnStudy(page);
  await goTo(page, `${study}/setup`);
  await expect(page.getByRole('link', { name: /label/i }).last()).toBeVisible();
}

/** Where the study or ranking is that was just drawn: its first item is shown. */
export async function drawnStudy(page: Page): Promise<string> {
  await expect(page).toHaveURL(/#\/studies\/(?:ranking\/)?\d+\/label$/, { timeout: 60_000 });
  return new URL(page.url()).hash.slice(1).replace(/\/label$/, '');
}

/** Connects a server on this machine under the name Loop. */
export async function addEndpoint(page: Page, url: string): Promise<void> {
  await goTo(page, '/judges/endpoints');
  await page.getByRole('combobox', { name: 'Kind of server' }).selectOption('custom');
  await page.getByRole('textbox', { name: 'Name' }).fill('Loop');
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('textbox', { name: 'Model' }).fill('loop-1');
  await page.getByRole('combobox', { name: 'Key from' }).selectOption('none');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Loop', level: 2 }).waitFor();
}
