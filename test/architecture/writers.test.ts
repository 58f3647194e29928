import { expect, test } from 'vitest';
import { readSource, sourceFiles, withoutComments } from './read-imports.ts';

/** What puts, replaces or removes a file by itself. */
const rawWriters =
  /^(?:writeFile|appendFile|createWriteStream|rename|copyFile|cp|link|symlink|truncate|ftruncate|unlink|rm|rmdir|write|writev|promises|default)(?:Sync)?$/;

function writesFiles(source: string): boolean {
  const whole = /\bimport\s+(?:\*\s+as\s+)?\w+\s+from\s+'(?:node:)?fs(?:\/promises)?'|import\('(?:node:)?fs/;
  const named = source.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*'(?:node:)?fs(?:\/promises)?'/g);
  const names = [...named].flatMap(([, list]) => list!.split(',').map((name) => name.trim().split(' ')[0]!));
  const opensToWrite =
    /\bopen(?:Sync)?\([^)]*['"][wa]/.test(source) && names.some((name) => name.startsWith('open'));
  return (
    whole.test(source) || names.some((n) => rawWriters.test(n)) || opensToWrite || /VACUUM INTO/.test(source)
  );
}

/** The product's files that may, each with its reason; all others go through core/platform/files/write-whole.ts. */
const allowed: Record<string, string> = {
  'core/platform/files/write-whole.ts': 'the one writer of files',
  'core/platform/files/uploads.ts': 'pieces of a dropped file, in a folder of this engine with a random name',
  'core/platform/known-heads.ts':
    'its own notes in the data folder, off the way of a label: replaced whole, without a wait for the disk',
  'core/platform/files/kept-file.ts':
    'shortcuts with a seal, in folders of their own in the data folder: replaced whole, without a wait for the disk',
  'core/project/sample/sample-project.ts':
    'removes the data file of the sample, in the application folder, once it is imported',
  'core/platform/files/kept-texts.ts':
    'texts of packed files, in a temporary folder that no other account can use',
  'core/import/readers/archives/unpack.ts': 'the text of a packed file, in a temporary folder of its own',
  'core/platform/files/temporary.ts':
    'removes temporary folders that processes of this product left, by their names',
  'db/copy.ts': 'copies a project to a path that does not exist yet',
  'db/file-identity.ts': 'makes an empty file for SQLite to write into, where none is',
  'db/file-state.ts': 'puts a -wal aside that belongs to another file',
  'db/lock.ts': 'makes and removes its own lock file',
  'db/open.ts': 'makes projects where nothing is, and removes them under their own lock',
  'electron/engine/keep-project-open.ts': 'removes its own note in the application folder',
  'electron/print-page.ts': 'a page to print, in a temporary folder of its own',
  'host/commands/demo.ts': 'removes a temporary folder of its own',
  'host/commands/lab.ts': 'removes a temporary folder of its own',
  'host/mcp/import-file.ts':
    'removes a temporary folder, and the project it made for a file that then failed',
  'host/print/print-with-browser.ts': 'removes a temporary folder of its own',
  'host/terminal/standard-files.ts': 'a temporary folder of its own, for "-"',
};

test('only one place writes files, besides a few that touch their own alone', () => {
  const writing = ['shared', 'stats', 'db', 'core', 'host', 'electron']
    .flatMap(sourceFiles)
    .filter((file) => writesFiles(withoutComments(readSource(file))));
  expect(writing.sort()).toEqual(Object.keys(allowed).sort());
});

test('the search sees every way of writing', () => {
  for (const source of [
    "import { readFileSync, writeFileSync } from 'node:fs';",
    "import { writeFile } from 'node:fs/promises';",
    "import {\n  renameSync as move,\n} from 'node:fs';",
    "import fs from 'node:fs';",
    "import * as fs from 'fs';",
    "const fs = await import('node:fs');",
    "import { openSync } from 'node:fs'; openSync(file, 'wx');",
    "db.prepare('VACUUM INTO ?')",
  ]) {
    expect(writesFiles(source), source).toBe(true);
  }
  expect(writesFiles("import { openSync, readSync } from 'node:fs'; openSync(file, 'r')")).toBe(false);
});
