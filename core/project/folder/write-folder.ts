import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type PlainTable, plainRows, plainTables, versionOf } from '../../../db/plain-rows.ts';
import { hasStudySource } from '../../../db/study-sources.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { makeFolderWhole } from '../../platform/files/write-whole.ts';
import { type FolderFacts, factsName, folderFormat, tableFile } from './folder-facts.ts';
import { lineOf } from './plain-line.ts';

const bytesAtOnce = 4 * 2 ** 20;

/** What a folder does not hold of a project, in words. */
function notCarriedOf(db: ReadableDb): string[] {
  return [
    'The index of the search, which is made again.',
    'Keys of endpoints, which this computer keeps and no project holds.',
    ...(hasStudySource(db)
      ? [
          'The files in which the pools of some studies lie; their places, histograms and drawn rows are here.',
        ]
      : []),
  ];
}

/**
 * Writes all that a project holds into a folder of JSON lines, one file for each table, as they are at one instant. The folder
 * takes its name when it is whole. One that is there is replaced where that is asked for, and where a project alone lies in it.
 *
 * @throws AppError FILE_EXISTS, FILE_UNREADABLE, DISK_FULL
 */
export function writeFolder(
  db: ReadableDb,
  target: string,
  overwrite: boolean,
): FolderFacts & { path: string } {
  let facts: FolderFacts | undefined;
  const fill = (add: (file: string, text: string) => void) => {
    const tables = plainTables(db).map((table) => {
      const { rows, sha256 } = writeTable(db, table, (text) => add(tableFile(table.name), text));
      return { table: table.name, file: tableFile(table.name), columns: [...table.columns], rows, sha256 };
    });
    facts = { format: folderFormat, schema: versionOf(db), tables, notCarried: notCarriedOf(db) };
    add(factsName, `${JSON.stringify(facts, null, 1)}\n`);
  };
  const write = db.transaction(() =>
    makeFolderWhole(target, fill, (there) => overwrite && assertHoldsProject(there)),
  );
  write.deferred();
  return { ...facts!, path: path.resolve(target) };
}

/**
 * That a folder holds what a project was written into, and nothing else, which would be lost.
 *
 * @throws AppError FILE_EXISTS
 */
function assertHoldsProject(folder: string): true {
  const isOwn = (name: string) => name === factsName || /^\w+\.jsonl$/.test(name);
  const names = statSync(folder).isDirectory() ? readdirSync(folder) : [];
  const foreign = names.find((name) => !isOwn(name));
  if (foreign === undefined && names.includes(factsName)) return true;
  const why =
    foreign === undefined ? 'holds no project' : `holds "${foreign}", which is no part of a project`;
  throw new AppError('FILE_EXISTS', `${folder} ${why}, so it is not replaced.`, {
    remedy: 'Name another folder.',
  });
}

function writeTable(db: ReadableDb, table: PlainTable, add: (text: string) => void) {
  const hash = createHash('sha256');
  let rows = 0;
  let text = '';
  const flush = () => {
    hash.update(text);
    add(text);
    text = '';
  };
  for (const row of plainRows(db, table)) {
    text += `${lineOf(table, row)}\n`;
    rows += 1;
    if (text.length > bytesAtOnce) flush();
  }
  flush();
  return { rows, sha256: hash.digest('hex') };
}
