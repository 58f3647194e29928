import { existsSync, linkSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '../../../core/engine.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { reportFormats } from '../../../shared/contract/estimate.ts';
import { linesUntilKilled } from '../../core/support/killed-child.ts';
import { type Attack, must } from '../frame/attack.ts';
import { startLabelChild } from '../frame/label-child.ts';
import {
  type BaseProject,
  copyOf,
  engineIn,
  inProject,
  labelsIn,
  mustBeSound,
  mustHold,
  ratedProject,
  type StoredLabel,
} from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';

interface Writer {
  readonly name: string;
  write(client: Client, studyId: number, target: string): Promise<unknown>;
}

/** Every call that writes a file where it is told to, with all its leave to replace what is there. */
const writers: readonly Writer[] = [
  ...reportFormats
    .filter((format) => format !== 'pdf')
    .map((format) => ({
      name: `report.save ${format}`,
      write: ({ report }: Client, studyId: number, target: string) =>
        report.save({ studyId, format, path: target, overwrite: true }),
    })),
  {
    name: 'project.saveCopy',
    write: ({ project }, _, target) => project.saveCopy({ path: target, overwrite: true }),
  },
  { name: 'project.create', write: ({ project }, _, target) => project.create({ path: target }) },
  ...(['file', 'page'] as const).map((shape) => ({
    name: `batch.out ${shape}`,
    write: ({ batch }: Client, studyId: number, target: string) =>
      batch.out({ studyId, from: 1, count: 5, shape, path: target }),
  })),
  ...(['csv', 'json', 'html'] as const).map((format) => ({
    name: `lab.save ${format}`,
    write: ({ lab }: Client, _: number, target: string) =>
      lab.save({ runId: 1, format, path: target, overwrite: true }),
  })),
];

/** Files that no writer may touch: the open project, one that is closed, one that another engine has, one left by a kill. */
const owners = ['open', 'closed', 'held', 'left', 'renamed'] as const;
type Owner = (typeof owners)[number];
const endings = ['', '-wal', '-shm', '-lock'] as const;
const ways = ['itself', 'hard link', 'symbolic link'] as const;

interface Target {
  readonly owner: Owner;
  readonly ending: (typeof endings)[number];
  readonly way: (typeof ways)[number];
}

/** A closed project has nothing beside it. */
const isPossible = ({ owner, ending }: Target) =>
  ending === '' || (owner !== 'closed' && owner !== 'renamed');

export const targets: readonly Target[] = owners
  .flatMap((owner) => endings.flatMap((ending) => ways.map((way) => ({ owner, ending, way }))))
  .filter(isPossible);

/** A further name of what lies beside a project says nothing of it: the name may be taken, the file itself stays. */
const mayBeTaken = ({ ending, way }: Target) => ending !== '' && way === 'hard link';

/** A path to the target, by the way that was chosen. */
function pathTo({ way }: Target, file: string, own: string): string {
  if (way === 'itself') return file;
  const name = path.join(own, path.basename(file));
  if (way === 'hard link') linkSync(file, name);
  else symlinkSync(file, name);
  return name;
}

/**
 * What can be told of a file without opening it: reading an open database would drop the locks of this process. What lies
 * beside the open project is written to as the engine works, and must stay the file that it is.
 */
function look(file: string, { owner, ending }: Target): string {
  const { ino, size, mtimeMs } = statSync(file);
  return owner === 'open' && ending !== ''
    ? `inode ${ino}`
    : `inode ${ino}, ${size} bytes, changed at ${mtimeMs}`;
}

export const overwriting: Attack = {
  name: 'overwriting',
  what: 'every writer aimed at a project file or at what lies beside it',
  tries: { all: targets.length * writers.length, quick: 60, test: 3 },
  cannotRun: () => (process.platform === 'win32' ? 'links need rights of an administrator on Windows' : null),
  async prepare({ folder }) {
    const base = await projectWithBackTest(folder);
    const victim = await ratedProject(path.join(folder, 'victim'), { labels: 6 });
    const order = shuffled(targets.length * writers.length);
    return async ({ number, folder: own, later }) => {
      const chosen = order[number % order.length]!;
      const target = targets[chosen % targets.length]!;
      const writer = writers[Math.floor(chosen / targets.length)]!;
      const engine = engineIn(own);
      later(() => engine.close());
      const open = copyOf(base, path.join(own, 'open'));
      await engine.client.project.open({ path: open });
      const { file, given, close } = await victimFor(target.owner, { own, open, base, victim });
      later(close);
      const there = file + target.ending;
      must(existsSync(there), `there is no ${target.owner}${target.ending} to aim at`);
      mkdirSync(path.join(own, 'links'));
      const aim = pathTo(target, there, path.join(own, 'links'));
      const before = look(there, target);
      const linkBefore = look(aim, target);
      const answer = await answerOf(() => writer.write(engine.client, base.studyId, aim));
      const what = `${writer.name} onto the ${target.owner} project${target.ending} (${target.way})`;
      const said = answer.refused ?? 'and nothing was said';
      // A copy or a new project gets the ending of projects, so that it may well land beside what it was aimed at; and
      // opening a new project closes the one before, which takes away what lies beside it.
      const landed = (answer.refused === undefined && (answer.value as { path?: string }).path) || null;
      must(
        answer.refused !== undefined || landed !== aim || mayBeTaken(target),
        `${what}: taken for written`,
      );
      if (target.ending === '' || writer.name !== 'project.create') {
        must(existsSync(there), `${what}: it is gone`);
        must(look(there, target) === before, `${what}: altered, ${said}`);
        must(
          look(aim, target) === linkBefore || mayBeTaken(target),
          `${what}: another file is at that name now`,
        );
      }
      await engine.close();
      await close();
      // A file of two names may be refused.
      if (target.way === 'hard link') rmSync(aim, { force: true });
      await inProject(own, file, (_, db) => {
        mustBeSound(db);
        mustHold(db, given());
      });
    };
  },
};

/** A labeled study, and a back-test whose table can be written. */
const projectWithBackTest = (folder: string): Promise<BaseProject> =>
  ratedProject(path.join(folder, 'base'), {
    labels: 6,
    more: async (engine, { datasetId }) => {
      const { jobId } = await engine.client.lab.start({
        datasetId,
        systems: ['secretive'],
        measure: { kind: 'criterion', criterion: 'quality' },
        surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
        methods: [(await engine.client.lab.methods({}))[0]!.id],
        budgets: [5],
        seeds: 2,
        threads: 1,
      });
      await waitForJob(engine, jobId);
    },
  });

interface Victim {
  readonly file: string;
  readonly given: () => readonly StoredLabel[];
  readonly close: () => unknown;
}

const labelingChild = path.join(import.meta.dirname, '../../core/support/labeling-child.ts');

async function victimFor(
  owner: Owner,
  { own, open, base, victim }: { own: string; open: string; base: BaseProject; victim: BaseProject },
): Promise<Victim> {
  const nothing = () => {};
  if (owner === 'open') return { file: open, given: await labelsOf(base, own), close: nothing };
  const name = owner === 'renamed' ? 'report.html' : 'victim.assay';
  const file = copyOf(victim, path.join(own, owner), name);
  if (owner === 'held') {
    const holder = startLabelChild(file, path.join(own, 'holder'), {
      studyId: victim.studyId,
      prefix: 'held',
      most: 3,
    });
    await holder.waits();
    return { file, given: () => holder.acknowledged, close: () => holder.close() };
  }
  if (owner === 'left') {
    const args = [file, path.join(own, 'killed'), String(victim.studyId), '1'];
    const keys = await linesUntilKilled(labelingChild, args, 10);
    const given = keys.map((key, n) => ({ key, person: 'Person 1', value: 1 + (n % 5) }));
    return { file, given: () => given, close: nothing };
  }
  return { file, given: await labelsOf(victim, own), close: nothing };
}

async function labelsOf(project: BaseProject, own: string): Promise<() => readonly StoredLabel[]> {
  const copy = copyOf(project, path.join(own, 'reference'));
  const labels = await inProject(own, copy, (_, db) => labelsIn(db));
  return () => labels;
}

/** All numbers below `count` in an order that mixes writers and targets, the same each time. */
function shuffled(count: number): readonly number[] {
  const stride = Array.from({ length: count }, (_, i) => i + Math.floor(count * 0.382)).find(
    (step) => gcd(step, count) === 1,
  )!;
  return Array.from({ length: count }, (_, i) => (i * stride) % count);
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
