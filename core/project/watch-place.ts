import { existsSync } from 'node:fs';
import path from 'node:path';
import { waitForDisk } from '../../db/commit.ts';
import { toAppError } from '../../db/errors.ts';
import { misplacedError } from '../../db/misplaced.ts';
import type { OpenProject } from '../../db/open.ts';
import { getProjectValue } from '../../db/project.ts';
import type { ProjectInfo } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/errors.ts';
import type { CoreContext } from '../platform/context.ts';
import { replaceWhole } from '../platform/files/write-whole.ts';

const everyMs = 2_000;

/** Copies made of projects whose files were deleted while they were open. */
const kept = new WeakMap<OpenProject, string>();

/**
 * Looks now and then whether the project is still in its place, so that the screen says so without a label being given.
 * Every write looks for itself.
 */
export function watchPlace(context: CoreContext, project: OpenProject): void {
  const isOpen = () => context.session.project === project;
  project.place.onChange = () => {
    if (!isOpen()) return;
    context.events.publish({ type: 'project.changed', open: true });
    // Not within the call that found it: the person who waits for it learns it first.
    setImmediate(() => {
      if (!isOpen()) return;
      project.settle();
      keepIfDeleted(context, project);
    });
  };
  const timer = setInterval(() => {
    if (!isOpen()) return clearInterval(timer);
    project.tidy();
    keepHead(context);
  }, everyMs);
  timer.unref();
}

const fewestMsBetween = 250;
/** When the newest link of a project was kept last, or will be. */
const keptAt = new WeakMap<OpenProject, number>();

/** Keeps the newest link of the open project outside of its file, after what is at work now, a few times a second at most. */
export function keepHead(context: CoreContext): void {
  const { project } = context.session;
  if (!project) return;
  const now = performance.now();
  const last = keptAt.get(project) ?? Number.NEGATIVE_INFINITY;
  if (last > now) return;
  const wait = Math.max(0, last + fewestMsBetween - now);
  keptAt.set(project, now + wait);
  const keep = async () => {
    // What a power cut may yet take is no link to miss later.
    await waitForDisk(project.db)?.catch(() => {});
    if (context.session.project === project) keepHeadNow(context, project);
  };
  if (wait === 0) setImmediate(keep);
  else setTimeout(keep, wait).unref();
}

/**
 * The same at once. What a transaction has written may yet be taken back, and what lies in another's place is not the
 * project. A chain that cannot be read is damage, which is reported where a number is asked for; the project still closes.
 */
export function keepHeadNow({ heads, now }: CoreContext, project: OpenProject): void {
  const { db, place, path: file, isSnapshot } = project;
  if (isSnapshot || !db.open || db.inTransaction || place.look() !== null) return;
  try {
    heads.note(db, file, now());
  } catch (error) {
    if ((toAppError(error, file) as AppError).code !== 'PROJECT_DAMAGED') throw error;
  }
}

/** Of a project whose file is nowhere any more, a copy is made where people find it: nothing stored is ever lost. */
export function keepIfDeleted(context: CoreContext, project: OpenProject): void {
  const { place } = project;
  if (kept.has(project) || place.look() === null || !place.isDeleted) return;
  const name = path.parse(project.path).name;
  const stamp = context.now().replaceAll(/[^0-9A-Za-z]/g, '');
  for (const folder of [path.dirname(project.path), context.dataDir]) {
    if (!existsSync(folder)) continue;
    try {
      const to = { path: path.join(folder, `${name}.kept-${stamp}.assay`), overwrite: false };
      const copy = replaceWhole(to, (draft) => project.copyTo(draft));
      kept.set(project, copy.path);
      context.settings.remember({
        path: copy.path,
        name: `${getProjectValue(project.db, 'name') || name} (kept)`,
        openedAt: context.now(),
      });
      context.events.publish({ type: 'project.changed', open: true });
      return;
    } catch (error) {
      console.error(error);
    }
  }
}

export function describePlace(project: OpenProject): ProjectInfo['misplaced'] {
  const { misplaced, file } = project.place;
  if (misplaced === null) return null;
  const { message } = misplacedError(misplaced, file);
  return { message, keptCopy: kept.get(project) ?? null };
}
