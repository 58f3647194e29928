import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ServedApp } from './launchers/launcher.ts';
import { inHosts, launchLoopback } from './launchers/loopback.ts';
import type { FormProject, makeFormProject } from './make-form-project.ts';
import { goTo } from './steps.ts';

/** Serves a project of its own and opens its label screen; the returned function ends it. */
export async function openForm(page: Page, project: FormProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-form-'));
  const close = await openFormIn(dataDir, page, project);
  return async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** The same in a folder that stays, where the project is "forms.assay". */
export async function openFormIn(
  dataDir: string,
  page: Page,
  project: FormProject,
): Promise<() => Promise<void>> {
  const file = path.join(import.meta.dirname, 'make-form-project.ts');
  await inHosts<typeof makeFormProject>(file, 'makeFormProject', dataDir, project);
  const app: ServedApp = await launchLoopback(dataDir);
  await page.goto(app.url);
  await page.getByRole('button', { name: /forms/ }).first().click();
  await page.getByRole('heading', { level: 1, name: /forms/ }).waitFor();
  await goTo(page, '/studies/1/label');
  await page.getByRole('complementary', { name: 'Question' }).waitFor();
  return () => app.close();
}
