import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFolder } from '../../../core/platform/files/list-folder.ts';
import { dataEndings } from '../../../shared/import-formats.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'assay-folder-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('the picker of data shows every file that can be imported, whatever the case of its ending', () => {
  const names = dataEndings.flatMap((ending) => [`a.${ending}`, `B.${ending.toUpperCase()}`]);
  for (const name of [...names, 'p.assay', 'note.pdf']) writeFileSync(path.join(dir, name), '');
  mkdirSync(path.join(dir, 'folder'));
  const shown = listFolder(dir, 'data').entries.map(({ name }) => name);
  expect(shown[0]).toBe('folder');
  expect(shown.slice(1).sort()).toEqual(names.sort());
  expect(shown).toContain('a.parquet');
});
