import { linkSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type Attack, must } from '../frame/attack.ts';
import { startLabelChild } from '../frame/label-child.ts';
import {
  copyOf,
  engineIn,
  inProject,
  label,
  mustBeSound,
  mustHold,
  ratedProject,
  type StoredLabel,
} from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';

/** Another way to the same file, made before or after the first engine has opened it. */
interface Way {
  readonly name: string;
  make(file: string, own: string): string;
}

const ways: readonly Way[] = [
  {
    name: 'a hard link beside it',
    make(file) {
      linkSync(file, `${file}-link.assay`);
      return `${file}-link.assay`;
    },
  },
  {
    name: 'a hard link in another folder',
    make(file, own) {
      mkdirSync(path.join(own, 'other'));
      linkSync(file, path.join(own, 'other', 'p.assay'));
      return path.join(own, 'other', 'p.assay');
    },
  },
  {
    name: 'a symbolic link',
    make(file, own) {
      symlinkSync(file, path.join(own, 'link.assay'));
      return path.join(own, 'link.assay');
    },
  },
  {
    name: 'a link to a link',
    make(file, own) {
      symlinkSync(path.relative(own, file), path.join(own, 'first.assay'));
      symlinkSync('first.assay', path.join(own, 'second.assay'));
      return path.join(own, 'second.assay');
    },
  },
  {
    name: 'a link to its folder',
    make(file, own) {
      symlinkSync(path.dirname(file), path.join(own, 'folder'));
      return path.join(own, 'folder', path.basename(file));
    },
  },
  {
    name: 'a detour',
    make: (file) => `${path.dirname(file)}/../${path.basename(path.dirname(file))}/./${path.basename(file)}`,
  },
  { name: 'the same path', make: (file) => file },
];

export const links: Attack = {
  name: 'links',
  what: 'one project file by two names, opened by two engines',
  tries: { all: 84, quick: 14, test: 2 },
  cannotRun: () => (process.platform === 'win32' ? 'links need rights of an administrator on Windows' : null),
  async prepare({ folder }) {
    const base = await ratedProject(folder);
    const { studyId } = base;
    return async ({ number, folder: own, later }) => {
      const way = ways[number % ways.length]!;
      const isMadeFirst = Math.floor(number / ways.length) % 2 === 0;
      const isLinkFirst = Math.floor(number / ways.length / 2) % 2 === 1;
      const file = copyOf(base, path.join(own, 'project'));
      const madeBefore = isMadeFirst ? way.make(file, own) : undefined;
      const engine = engineIn(own);
      later(() => engine.close());
      const firstPath = isLinkFirst && madeBefore ? madeBefore : file;
      const first = await answerOf(() => engine.client.project.open({ path: firstPath }));
      const acknowledged: StoredLabel[] = [];
      const give = (n: number) => label(engine, studyId, { person: 'Ana', n, prefix: `first-${number}` });
      if (!first.refused) acknowledged.push(await give(0));
      const other = madeBefore ?? way.make(file, own);
      const secondPath = firstPath === file ? other : file;
      const second = startLabelChild(secondPath, path.join(own, 'child'), {
        studyId,
        prefix: `second-${number}`,
        most: 3,
      });
      later(() => second.kill());
      await second.waits();
      for (let n = 1; n < 4 && !first.refused; n++) {
        const answer = await answerOf(() => give(n));
        if (answer.refused === undefined) acknowledged.push(answer.value);
      }
      await second.close();
      await engine.close();
      const isBoth = acknowledged.length > 1 && second.acknowledged.length > 0;
      must(!isBoth, `${way.name}: both engines took labels of one file at a time`);
      must(second.refused() !== 'INTERNAL', `${way.name}: refused by a raw error`);
      // A file of two names may be refused; with the other one gone it opens, and everything is in it.
      if (other !== file && lstatSync(other).nlink > 1) rmSync(other);
      const holds = await answerOf(() =>
        inProject(own, file, (_, db) => {
          mustBeSound(db);
          mustHold(db, [...acknowledged, ...second.acknowledged]);
        }),
      );
      const isEmpty = acknowledged.length + second.acknowledged.length === 0;
      must(!holds.refused || isEmpty, `${way.name}: labels are in a file that is refused: ${holds.refused}`);
    };
  },
};
