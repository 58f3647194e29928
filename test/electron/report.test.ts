import { readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildDriverApp, type Desk, openDesk, test } from './support.ts';

let outDir: string;
let desk: Desk;
beforeAll(async () => {
  outDir = await buildDriverApp();
  desk = await openDesk(outDir);
  await desk.page.evaluate(async () => {
    await driver.api.project.openSample({});
  });
}, 60_000);
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]();
  rmSync(outDir, { recursive: true, force: true });
});

const save = (format: 'pdf' | 'docx' | 'figure-png') => {
  const file = path.join(desk.dataDir, `report.${format}`);
  return desk.page
    .evaluate(
      ([chosen, to]) => driver.api.report.save({ studyId: 1, format: chosen, path: to, overwrite: true }),
      [format, file] as const,
    )
    .then(() => readFileSync(file));
};

test('the shell prints the report in a hidden window without scripts, and nothing stays of it', async () => {
  const leftOver = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('assay-print-')).length;
  const before = leftOver();
  const pdf = (await save('pdf')).toString('latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)!.length).toBeGreaterThan(1);
  const windows = (await desk.app.order('record')).filter(({ what }) => what === 'window');
  expect(windows).toHaveLength(2);
  expect(windows[1]!.options).toMatchObject({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  expect((windows[1]!.options as { webPreferences: object }).webPreferences).not.toHaveProperty('preload');
  expect(leftOver()).toBe(before);
});

test('the packed engine draws figures with the parts beside it', async () => {
  const png = await save('figure-png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1520);
  const docx = await save('docx');
  expect(docx.subarray(0, 2).toString()).toBe('PK');
});
