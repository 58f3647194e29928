import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { findBrowser } from '../../../build/find-browser.ts';
import { batchPage } from '../../../core/exchange/batch-page.ts';
import { handOut } from '../../../core/exchange/hand-out.ts';
import { mergeBatch } from '../../../core/exchange/merge-batch.ts';
import { temporaryFolder } from '../support/test-engine.ts';
import { labeledStudyOf } from '../verify/labeled-studies.ts';

vi.setConfig({ testTimeout: 120_000 });
const browserPath = findBrowser();
if (!browserPath) console.warn('No browser is installed here, so the handed-out page is not opened.');

test.runIf(browserPath)(
  'a page opened from a file takes answers and gives back a file that merges',
  async () => {
    const { engine, studyId } = await labeledStudyOf('no label yet');
    const folder = temporaryFolder();
    const file = path.join(folder, 'batch.html');
    writeFileSync(file, batchPage(await handOut(engine.context, studyId, { from: 1, count: 3 })));
    const browser = await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('request', (request) => {
        if (!/^(file|blob|data):/.test(request.url())) faults.push(request.url());
      });
      await page.goto(pathToFileURL(file).href);
      await page.getByLabel('Your name').fill('Zoë');
      await page.keyboard.press('Enter');
      await page.keyboard.press('4');
      await page.reload();
      await page.getByText('1 of 3 done').waitFor();
      await page.getByRole('button', { name: '2', exact: true }).click();
      page.once('dialog', (dialog) => dialog.accept('unclear'));
      await page.getByRole('button', { name: 'Skip' }).click();
      await page.getByText('3 of 3 done').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save answers' }).click(),
      ]);
      const back = path.join(folder, 'back.assay-labels');
      await download.saveAs(back);
      expect(faults).toEqual([]);
      const merged = await mergeBatch(engine.context, readFileSync(back, 'utf8'), back, {
        as: 'Zoë',
      });
      expect(merged).toMatchObject({ annotator: 'Zoë', added: 3, after: { labeled: 2 } });
    } finally {
      await browser.close();
    }
  },
);
