import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createEngine, type Engine } from '../../core/engine.ts';
import { type BenchResult, median, projectOf } from './support.ts';

const itemCount = 20_000;
const root = path.resolve(import.meta.dirname, '../..');

/** Labels whose calls are timed one by one at each size. */
const timed = 40;

type Client = Engine['client'];
type Times = Record<string, number[]>;

/**
 * What a label, a change and a look at a study cost as its labels grow, in process: the calls that the label screen makes
 * for each item, an undo, a corrected label in the middle, what Results asks, opening, and the commands that print a number.
 * Each figure stands with its multiple of the one at the smallest size.
 *
 * @param sizes numbers of labels, ascending
 */
export async function benchLabelLong(sizes: readonly number[]): Promise<BenchResult> {
  const made = await projectOf(itemCount, Math.min(itemCount, sizes.at(-1)! + 2 * timed));
  const { folder, studyId } = made;
  const project = made.engine.context.session.project!.path;
  let { engine } = made;
  const figures: BenchResult['figures'] = {};
  const first = new Map<string, number>();
  for (const size of sizes) {
    const times: Times = {};
    await labelUpTo(engine.client, studyId, size, times);
    await changeLabels(engine.client, { studyId, size }, times);
    await lookAtResults(engine.client, studyId, times);
    await engine.close();
    commandTimes(folder, project, size, times);
    engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
    await clocked(times, 'opening to the number', async () => {
      await engine.client.project.open({ path: project });
      await engine.client.estimate.current({ studyId });
    });
    for (const [name, list] of Object.entries(times)) {
      const sorted = list.toSorted((a, b) => a - b);
      const middle = median(sorted);
      if (!first.has(name)) first.set(name, middle);
      const p95 = sorted[Math.floor(0.95 * sorted.length)]!;
      const ratio = middle / first.get(name)!;
      figures[`${size} labels: ${name}, ms`] =
        `${middle.toFixed(1)} (p95 ${p95.toFixed(1)}), ${ratio.toFixed(1)} times`;
    }
  }
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  return { name: `Labels of a study of ${itemCount} items, p50 and p95 of processor time`, figures };
}

/** Notes the processor time of this process, its threads included: what else the machine does stays out of it. */
async function clocked<T>(times: Times, name: string, work: () => Promise<T> | T): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const list = times[name] ?? [];
  times[name] = list;
  list.push((user + system) / 1000);
  return result;
}

/** Labels items as the screen does, the last of them timed. */
async function labelUpTo({ label, estimate }: Client, studyId: number, size: number, times: Times) {
  const opened = await clocked(times, 'open', () => label.open({ studyId }));
  const { batch } = opened;
  let next = opened.next!;
  let done = opened.items.filter(({ state }) => state === 'labeled').length;
  for (; done < size; done++) {
    const isTimed = size - done <= timed;
    const into = isTimed ? times : {};
    const ref = next;
    if (isTimed) await clocked(into, 'item', () => label.item({ batch, ref }));
    const change = await clocked(into, 'submit', () =>
      label.submit({
        ...{ batch, ref, durationMs: 1000, estimateVisible: false, clientKey: randomUUID() },
        answer: { kind: 'score', value: 1 + ((done * 7919) % 5) },
      }),
    );
    if (isTimed) {
      await clocked(into, 'counts', () => label.counts({ batch }));
      await clocked(into, 'number after a label', () => estimate.current({ studyId }));
    }
    next = change.next!;
  }
}

/** Takes back and restores the last label, and corrects one in the middle; each with the number after it. */
async function changeLabels(
  { label, estimate }: Client,
  { studyId, size }: { studyId: number; size: number },
  times: Times,
) {
  const { batch, items } = await label.open({ studyId });
  await estimate.current({ studyId });
  const then = () => estimate.current({ studyId });
  for (let again = 0; again < 3; again++) {
    await clocked(times, 'undo', () => label.undo({ batch }).then(then));
    await clocked(times, 'redo', () => label.redo({ batch }).then(then));
  }
  const other = 2 + (String(size).length % 4);
  const labeled = items.filter(({ state }) => state === 'labeled');
  for (const [name, place] of [
    ['correction in the middle', labeled.length >> 1],
    ['correction of the first', 0],
  ] as const) {
    await clocked(times, name, () =>
      label
        .submit({
          ...{ batch, ref: labeled[place]!.ref, durationMs: 1000, estimateVisible: false },
          ...{ clientKey: randomUUID(), answer: { kind: 'score', value: 1 + ((place + other) % 5) } },
        })
        .then(then),
    );
  }
}

/** What the screens of a study ask for. */
async function lookAtResults(
  { estimate, study, team, agreement, quality }: Client,
  studyId: number,
  times: Times,
) {
  await clocked(times, 'history', () => estimate.history({ studyId }));
  await clocked(times, 'reading', () => estimate.reading({ studyId }));
  await clocked(times, 'influence', () => estimate.influence({ studyId, limit: 10 }));
  await clocked(times, 'study', () => study.get({ studyId }));
  await clocked(times, 'team', () => team.get({ studyId }));
  await clocked(times, 'agreement', () => agreement.get({ studyId }));
  await clocked(times, 'quality', () => quality.get({ studyId }));
}

/** The processor time of the commands, each in a process of its own, as the shell counts it. */
function commandTimes(folder: string, project: string, size: number, times: Times): void {
  const run = (name: string, args: readonly string[]) => {
    const all = [process.execPath, 'host/assay.js', ...args, '--data-dir', path.join(folder, 'data')];
    const counted = ['-c', '"$@" >/dev/null || exit; times', 'sh', ...all];
    const { status, stdout, stderr } = spawnSync('sh', counted, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`assay ${args.join(' ')} ended with ${status}: ${stderr}`);
    const ofChildren = stdout
      .trim()
      .split('\n')
      .at(-1)!
      .matchAll(/(\d+)m([\d.]+)s/g);
    times[name] = [[...ofChildren].reduce((sum, [, m, s]) => sum + 1000 * (60 * Number(m) + Number(s)), 0)];
  };
  run('assay estimate, first', ['estimate', project]);
  run('assay estimate, again', ['estimate', project]);
  run('assay report', ['report', project, '--out', path.join(folder, `${size}.html`)]);
}
