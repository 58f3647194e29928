import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { uniformInt } from '../../../stats/index.ts';
import { type Attack, must } from '../frame/attack.ts';
import {
  type BaseProject,
  copyOf,
  engineIn,
  inProject,
  label,
  labelsIn,
  mustBeSound,
  mustHold,
  ratedProject,
  type StoredLabel,
} from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';

/** What happens to an open project behind its engine's back. */
export interface Deed {
  readonly name: string;
  /** @param other bytes of a project to put in its place */
  do(file: string, other: Buffer): void;
  /** Another file is at the path now. */
  readonly isReplaced: boolean;
  /** The bytes of the open file itself are gone, so that not all of it can be saved elsewhere. */
  readonly isGone?: boolean;
  /** Where the open file is afterwards with everything beside it, if it still has a name. */
  readonly movedTo?: (file: string) => string;
}

const beside = (file: string) => path.join(path.dirname(file), 'elsewhere.assay');
const otherFolder = (file: string) => `${path.dirname(file)}-moved`;

function putOver(file: string, other: Buffer): void {
  writeFileSync(`${file}.incoming`, other);
  renameSync(`${file}.incoming`, file);
}

export const deeds: readonly Deed[] = [
  { name: 'deleted', isReplaced: false, do: (file) => rmSync(file) },
  {
    name: 'deleted with all beside it',
    isReplaced: false,
    do: (file) => {
      for (const ending of ['', '-wal', '-shm', '-lock']) rmSync(file + ending, { force: true });
    },
  },
  { name: 'renamed away', isReplaced: false, do: (file) => renameSync(file, beside(file)) },
  { name: 'another renamed over it', isReplaced: true, do: putOver },
  {
    name: 'deleted, and another put there',
    isReplaced: true,
    do: (file, other) => {
      rmSync(file);
      writeFileSync(file, other);
    },
  },
  {
    name: 'another written over it in place',
    isReplaced: true,
    isGone: true,
    do: (file, other) => writeFileSync(file, other),
  },
  {
    name: 'its folder renamed',
    isReplaced: false,
    do: (file) => renameSync(path.dirname(file), otherFolder(file)),
    movedTo: (file) => path.join(otherFolder(file), path.basename(file)),
  },
  {
    name: 'its folder renamed, and another in its place',
    isReplaced: true,
    do: (file, other) => {
      renameSync(path.dirname(file), otherFolder(file));
      mkdirSync(path.dirname(file));
      writeFileSync(file, other);
    },
    movedTo: (file) => path.join(otherFolder(file), path.basename(file)),
  },
  {
    name: 'a link to another in its place',
    isReplaced: true,
    do: (file, other) => {
      writeFileSync(beside(file), other);
      rmSync(file);
      symlinkSync(beside(file), file);
    },
  },
];

/** All deeds in turn, unlike ones after each other, so that a few tries show most. */
export const deedOf = (number: number): Deed => deeds[(4 * number) % deeds.length]!;

/** Copies that may take the place: another project, and an earlier state of the same one, as a backup is. */
export async function others(folder: string): Promise<{ base: BaseProject; places: readonly Buffer[] }> {
  const earlier = await ratedProject(path.join(folder, 'earlier'), { labels: 3 });
  const file = copyOf(earlier, folder, 'later.assay');
  await inProject(folder, file, async (engine) => {
    for (let n = 3; n < 6; n++) await label(engine, earlier.studyId, { person: 'Person 1', n });
  });
  const base: BaseProject = { ...earlier, bytes: readFileSync(file) };
  const other = await ratedProject(path.join(folder, 'other'), { items: 40, draws: 10, labels: 9 });
  return { base, places: [other.bytes, earlier.bytes] };
}

/** What took the place is as it was put there: byte by byte, and as a project. */
export async function mustBeUntouched(own: string, file: string, placed: Buffer): Promise<void> {
  must(existsSync(file), 'what took its place is gone');
  must(readFileSync(file).equals(placed), 'what took its place was altered');
  const reference = copyOf({ bytes: placed }, path.join(own, 'reference'));
  const expected = await inProject(own, reference, (_, db) => labelsIn(db));
  const opened = await answerOf(() =>
    inProject(own, file, (_, db) => {
      mustBeSound(db);
      return JSON.stringify(labelsIn(db)) === JSON.stringify(expected);
    }),
  );
  must(
    opened.refused !== undefined || opened.value,
    'what took its place has other labels than it came with',
  );
}

export const replaced: Attack = {
  name: 'replaced',
  what: 'project deleted, moved, replaced or restored over while open',
  tries: { all: 180, quick: 18, test: 3 },
  cannotRun: () => (process.platform === 'win32' ? 'an open file cannot be replaced on Windows' : null),
  async prepare({ folder }) {
    const { base, places } = await others(folder);
    return async ({ number, rng, folder: own, later }) => {
      const deed = deedOf(number);
      const placed = places[Math.floor(number / deeds.length) % places.length]!;
      const file = copyOf(base, path.join(own, 'project'));
      const engine = engineIn(own);
      later(() => engine.close());
      await engine.client.project.open({ path: file });
      const acknowledged: StoredLabel[] = [];
      const give = async (n: number) => {
        const { value } = await valueOr(() =>
          label(engine, base.studyId, { person: 'Ana', n, prefix: `try-${number}` }),
        );
        if (value) acknowledged.push(value);
        return value !== undefined;
      };
      const before = uniformInt(rng, 0, 8);
      for (let n = 0; n < before; n++) must(await give(n), 'a label was refused before anything happened');
      deed.do(file, placed);
      let afterwards = 0;
      for (let n = before; n < before + 4; n++) if (await give(n)) afterwards++;
      const saved = path.join(own, 'saved.assay');
      const answer = await answerOf(() => engine.client.project.saveCopy({ path: saved }));
      await engine.close();
      must(
        !answer.refused || deed.isGone,
        `what was labeled could not be saved elsewhere: ${answer.refused}`,
      );
      if (!answer.refused) {
        await inProject(own, saved, (_, db) => {
          mustBeSound(db);
          mustHold(db, acknowledged);
        });
      }
      if (deed.isReplaced) await mustBeUntouched(own, file, placed);
      const isThere = deed.movedTo?.(file);
      if (isThere !== undefined) {
        await inProject(own, isThere, (_, db) => {
          mustBeSound(db);
          mustHold(db, acknowledged.slice(0, before));
        });
      }
      const isIn = existsSync(file) && !deed.isReplaced;
      must(
        afterwards === 0 || isIn,
        `${deed.name}: ${afterwards} labels acknowledged that are in no file at the path`,
      );
    };
  },
};

async function valueOr<T>(call: () => Promise<T>): Promise<{ value: T | undefined }> {
  const answer = await answerOf(call);
  return { value: answer.refused === undefined ? answer.value : undefined };
}
