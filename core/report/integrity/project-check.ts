import { Worker } from 'node:worker_threads';
import type { OpenProject } from '../../../db/open.ts';
import { countChecked, dataVersion } from '../../../db/project.ts';
import { writesOf } from '../../../db/since-write.ts';
import { type CoreContext, openProjectOf } from '../../platform/context.ts';
import { type CheckedProject, checkProject } from './check-project.ts';
import { keepWhole, knownWhole } from './known-whole.ts';
import { type RunningCheck, runningChecks } from './running-checks.ts';

/** Rows that are read within some 20 ms, so that nobody waits; more of them are read in a thread. */
const readHere = 2_000;

/**
 * What came of looking for changes that another program made: null while a thread is at it. Looks again when another
 * connection has written since.
 */
export function checkedSoFar(context: CoreContext): CheckedProject | null {
  return currentCheck(context).done ?? null;
}

/** The same, when it is done: before a number leaves the project. */
export const checkedProject = (context: CoreContext): Promise<CheckedProject> =>
  currentCheck(context).pending;

function currentCheck(context: CoreContext): RunningCheck {
  const project = openProjectOf(context);
  const version = dataVersion(project.db);
  const known = runningChecks.get(project);
  if (known?.version === version) return known;
  void known?.stop();
  const made = countChecked(project.db) <= readHere ? checkHere(project) : checkAside(context, project);
  const check: RunningCheck = { version, ...made };
  runningChecks.set(project, check);
  if (check.done) return check;
  check.pending.then(
    (done) => {
      check.done = done;
      context.events.publish({ type: 'project.checked' });
    },
    () => runningChecks.delete(project),
  );
  return check;
}

type Work = Omit<RunningCheck, 'version'>;

function checkHere({ db }: OpenProject): Work {
  const done = checkProject(db);
  return { done, pending: Promise.resolve(done), stop: async () => {} };
}

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const workerUrl = new URL(`./check-worker${extension}`, import.meta.url);

/** What a look through the same bytes found is not looked for again; else a thread looks. */
function checkAside(context: CoreContext, project: OpenProject): Work {
  const stopped = new AbortController();
  let thread: Worker | undefined;
  const look = async () => {
    const before = writesOf(project.db);
    const fileHash = await project.place.hashOfFile(stopped.signal);
    const known = fileHash === undefined ? undefined : knownWhole(context, project, fileHash);
    if (known) return known;
    stopped.signal.throwIfAborted();
    thread = new Worker(workerUrl, { workerData: project.place.facts });
    const found = await answerOf(thread);
    const isUnwritten = fileHash !== undefined && project.db.open && writesOf(project.db) === before;
    if (isUnwritten) keepWhole(context, project, fileHash, found);
    return found;
  };
  const pending = look();
  return {
    pending,
    async stop() {
      stopped.abort();
      await thread?.terminate();
      await pending.catch(() => {});
    },
  };
}

const answerOf = (worker: Worker): Promise<CheckedProject> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The check of the project was stopped.')));
  });
