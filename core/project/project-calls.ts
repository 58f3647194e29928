import { existsSync } from 'node:fs';
import path from 'node:path';
import { writeAudit } from '../../db/audit.ts';
import { copyDatabase, isSound } from '../../db/copy.ts';
import { realFile } from '../../db/file-identity.ts';
import { createProject as createFile, type OpenProject, openProject as openFile } from '../../db/open.ts';
import { readProject } from '../../db/open-to-read.ts';
import { readProjectFacts, setProjectValue } from '../../db/project.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { ProjectInfo, StartFromFile } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf, openProjectOf } from '../platform/context.ts';
import { replaceWhole, writeWhole } from '../platform/files/write-whole.ts';
import { goneFrom, headOf, type KnownHead, missingFrom } from '../platform/known-heads.ts';
import { assertCurrent } from '../platform/record-version.ts';
import { batchEnding } from '../studies/annotators/handed-facts.ts';
import type { FolderFacts } from './folder/folder-facts.ts';
import { adoptProject, closeCurrent, describeProject, knownFacts } from './project-session.ts';
import {
  isPlainFolder,
  needsCopy,
  type ReadableCopy,
  readableCopy,
  temporaryProject,
} from './readable-copy.ts';

/**
 * Writes a copy of the open project, whole or not at all. Of a file that another program wrote over, what is read may be
 * partly that program's: then there is a copy only if it is sound, this project, and as its own hashes say.
 *
 * @throws AppError FILE_EXISTS, CONFLICT, DISK_FULL; PROJECT_DAMAGED when no whole copy can be made
 */
async function saveCopy(project: OpenProject, to: { path: string; overwrite: boolean }) {
  const isAltered = project.place.look() === 'overwritten' ? await alterationSearch() : () => true;
  return replaceWhole(to, (draft) => {
    project.copyTo(draft);
    if (project.place.look() === 'overwritten' && !isWhole(project, draft, isAltered))
      throw notWhole(project);
  });
}

/** What compares a project with its own hashes needs statistics, which opening projects does without. */
async function alterationSearch(): Promise<(db: ReadableDb) => boolean> {
  const { alterationsIn } = await import('../report/integrity/alterations.ts');
  const { checkProject } = await import('../report/integrity/check-project.ts');
  return (db) => alterationsIn(db, checkProject(db)).length > 0;
}

function isWhole(project: OpenProject, copy: string, isAltered: (db: ReadableDb) => boolean): boolean {
  const known = knownFacts(project);
  try {
    return readProject(copy, (db) => {
      const { createdAt, writtenCount } = readProjectFacts(db);
      const isOurs = createdAt === known?.createdAt && writtenCount >= known.writtenCount;
      return isOurs && isSound(db) && !isAltered(db);
    });
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const notWhole = ({ path: file }: OpenProject) =>
  new AppError(
    'PROJECT_DAMAGED',
    'Another program wrote over the open project, and what is left of it is not whole. No copy was made.',
    {
      file,
      remedy: `Open the newest backup or copy of it. What was written since it was opened is kept beside it as ${path.basename(file)}-wal.kept-... when it is closed.`,
    },
  );

const ending = '.assay';
const withEnding = (file: string) => (file.toLowerCase().endsWith(ending) ? file : `${file}${ending}`);

/** Makes a project file, named after itself unless told otherwise, and opens it. */
export function createProject(context: CoreContext, input: { path: string; name?: string | undefined }) {
  const file = withEnding(path.resolve(input.path));
  const name = input.name?.trim() || path.parse(file).name;
  return adoptProject(context, createFile(file, name, context.now()));
}

/** Opens a project; where this way in only reads, one that is open elsewhere or cannot be written is read as it is now. */
async function openOrRead(context: CoreContext, file: string): Promise<OpenProject> {
  const now = context.now();
  if (context.readsSnapshots && needsCopy(file)) return openCopy(await readableCopy(file, now), file, now);
  if (isPlainFolder(file)) throw plainFolder(file);
  try {
    return openFile(file, now);
  } catch (error) {
    if (!context.readsSnapshots || !(error instanceof AppError) || error.code !== 'PROJECT_IN_USE')
      throw error;
  }
  const copy = await temporaryProject(path.basename(file), (to) => copyProject(realFile(file), to));
  return openCopy(copy, file, now, true);
}

function openCopy(copy: ReadableCopy, of: string, now: string, isOpenElsewhere = false): OpenProject {
  try {
    const project = openFile(copy.file, now);
    const close = () => {
      project.close();
      copy[Symbol.dispose]();
    };
    return { ...project, isSnapshot: true, origin: realFile(of), isOpenElsewhere, close };
  } catch (error) {
    copy[Symbol.dispose]();
    throw error;
  }
}

const plainFolder = (folder: string) => {
  const file = JSON.stringify(`${path.basename(path.resolve(folder))}.assay`);
  return new AppError('NOT_A_PROJECT', 'This is a folder of plain files, which commands only read.', {
    file: folder,
    remedy: `Make a project of it: assay import ${file} ${JSON.stringify(folder)}`,
  });
};

/** Copies a project as it is at one instant, also one that is open elsewhere and being written. */
const copyProject = (from: string, to: string): void => readProject(from, (db) => copyDatabase(db)(to));

/**
 * Writes a copy of a project as it is at one instant, whole or not at all, while it may be open elsewhere. The copy is a project.
 *
 * @throws AppError FILE_EXISTS, FILE_NOT_FOUND, NOT_A_PROJECT, DISK_FULL; PROJECT_DAMAGED where the copy is not sound
 */
export function backUpProject(
  context: CoreContext,
  { path: file, to }: { path: string; to: string },
): { path: string; sizeBytes: number } {
  const from = realFile(path.resolve(file));
  const target = withEnding(path.resolve(to));
  const made = replaceWhole({ path: target, overwrite: false }, (draft) => {
    copyProject(from, draft);
    if (!readProject(draft, isSound)) {
      throw new AppError('PROJECT_DAMAGED', 'The project is damaged, so no backup was made.', {
        file,
        remedy: `Run 'assay verify' on it.`,
      });
    }
  });
  readProject(made.path, (db) => {
    context.heads.put(db, realFile(made.path), { ...headOf(db), at: context.now() });
  });
  return made;
}

/** Opens a project, or a batch that was handed out; one that is open already stays as it is. */
export async function openProject(context: CoreContext, input: { path: string }) {
  const current = context.session.project;
  if (current && !current.place.misplaced && current.path === realFile(input.path))
    return describeProject(current);
  if (!input.path.toLowerCase().endsWith(batchEnding)) {
    return adoptProject(context, await openOrRead(context, input.path));
  }
  const { openHandedBatch } = await import('../labeling/offline-batches/handed-project.ts');
  return adoptProject(context, openHandedBatch(context, input.path));
}

export async function openSample(context: CoreContext, reset: boolean) {
  const { openSampleProject } = await import('./sample/sample-project.ts');
  return openSampleProject(context, reset);
}

/** Imports a file and makes the study proposed for it; loaded when asked for, as it needs statistics. */
export async function startStudyFromFile(context: CoreContext, input: StartFromFile) {
  const { startFromFile } = await import('./start-from-file.ts');
  return startFromFile(context, input);
}

/** A small data file to try, written to a path or given as text. @throws AppError when it cannot be written */
export async function sampleFile({ path: target }: { path?: string | undefined }) {
  const { sampleTable } = await import('./sample/sample-project.ts');
  const { content, ...file } = sampleTable();
  if (target === undefined) return { ...file, content, path: null };
  // The dialog of the system has asked about an existing file.
  const written = writeWhole(content, { path: path.resolve(target), overwrite: true });
  return { ...file, content: null, path: written.path };
}

export const currentProject = ({ session }: CoreContext): ProjectInfo | null =>
  session.project ? describeProject(session.project) : null;

export async function checkForChanges(context: CoreContext, wait: boolean) {
  const { projectCheck } = await import('../report/integrity/alterations.ts');
  return projectCheck(context, wait);
}

/**
 * A person takes the open project as it is, though answers are missing that it once held. The audit trail keeps what was known and what
 * is missing; from then on its newest link is the one that has to be there. Where nothing is missing nothing happens.
 *
 * @returns whether anything was missing
 * @throws AppError NO_PROJECT, PROJECT_NOT_IN_PLACE
 */
export function acceptMissing(context: CoreContext): { wasMissing: boolean } {
  const db = dbOf(context);
  const { path: file } = openProjectOf(context);
  const known = context.heads.known(db, file);
  const missing = known && missingFrom(db, known);
  const gone = goneFrom(db, file, context.heads);
  if (!missing && gone.length === 0) return { wasMissing: false };
  const at = context.now();
  const toldOf = ({ links, head, at: knownAt }: KnownHead) => ({ links, head, at: knownAt });
  const details = {
    ...(missing && { known: toldOf(known), missing }),
    ...(gone.length > 0 && { gone: gone.map((one) => ({ path: one.path, ...toldOf(one) })) }),
  };
  writeAudit(db, { at, action: 'project.missing-accepted', studyId: null, details });
  for (const one of gone) context.heads.forget(db, one.path);
  context.heads.put(db, file, { ...headOf(db), at });
  context.events.publish({ type: 'project.checked' });
  return { wasMissing: true };
}

export async function closeProject(context: CoreContext): Promise<Record<string, never>> {
  await closeCurrent(context);
  return {};
}

export const recentProjects = ({ settings }: CoreContext) =>
  settings.recent.map((project) => ({ ...project, exists: existsSync(project.path) }));

export function forgetProject({ settings }: CoreContext, file: string): Record<string, never> {
  settings.forget(file);
  return {};
}

export async function saveProjectCopy(
  context: CoreContext,
  { path: file, overwrite }: { path: string; overwrite: boolean },
) {
  const project = openProjectOf(context);
  // The copy has at least what is there now.
  const known = project.place.misplaced === 'overwritten' ? null : headOf(project.db);
  const made = await saveCopy(project, { path: withEnding(path.resolve(file)), overwrite });
  if (known) context.heads.put(project.db, realFile(made.path), { ...known, at: context.now() });
  return made;
}

/** @throws AppError CONFLICT when another window gave it another name since `version` */
export function renameProject(
  context: CoreContext,
  { name, version }: { name: string; version?: string | undefined },
): ProjectInfo {
  const project = openProjectOf(context);
  const db = dbOf(context);
  db.transaction(() => {
    const stored = { name: describeProject(project).name };
    assertCurrent(version, { stored, wanted: { name }, words: 'The name of the project' });
    setProjectValue(db, 'name', name);
  }).immediate();
  const info = describeProject(project);
  context.settings.remember({ path: project.path, name: info.name, openedAt: context.now() });
  context.events.publish({ type: 'project.changed', open: true });
  return info;
}

/** Writes the open project into a new folder of plain files. @throws AppError FILE_EXISTS */
export async function projectToFolder(
  context: CoreContext,
  { path: target, overwrite }: { path: string; overwrite: boolean },
) {
  const { writeFolder } = await import('./folder/write-folder.ts');
  const facts = writeFolder(dbOf(context), path.resolve(target), overwrite);
  return { path: facts.path, ...countedFolder(facts) };
}

/** Makes a project of a folder of plain files and opens it. @throws AppError FILE_EXISTS, IMPORT_REFUSED */
export async function openFromFolder(context: CoreContext, input: { folder: string; path: string }) {
  const file = withEnding(path.resolve(input.path));
  const folder = path.resolve(input.folder);
  // What others wrote is read in a thread, so that everybody else is answered meanwhile.
  const facts = await context.threads.call(
    'read-folder',
    { folder, file },
    { unwanted: undefined, patienceMs: readFolderMs, tooLong: tooLongFolder(folder) },
  );
  const project = await adoptProject(context, openFile(file, context.now()));
  return { path: file, ...countedFolder(facts), project };
}

const readFolderMs = 30 * 60_000;
const tooLongFolder = (folder: string) =>
  new AppError('IMPORT_REFUSED', 'Reading the folder took longer than 30 minutes. Nothing was made.', {
    file: folder,
    remedy: 'Export the project again, or send the project file itself.',
  });

const countedFolder = ({ tables, notCarried }: Pick<FolderFacts, 'tables' | 'notCarried'>) => ({
  files: tables.length + 1,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  notCarried,
});
