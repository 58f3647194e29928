import path from 'node:path';
import { uniformInt } from '../../../stats/index.ts';
import { type Attack, must } from '../frame/attack.ts';
import { startLabelChild } from '../frame/label-child.ts';
import { copyOf, inProject, mustBeSound, mustHold } from '../frame/projects.ts';
import { deedOf, deeds, mustBeUntouched, others } from './replaced.ts';

/** Labels that a child may still give after the deed before that counts as going on. */
const most = 400;

export const replacedThenKilled: Attack = {
  name: 'replaced-killed',
  what: 'project replaced while labeling, then the engine killed',
  tries: { all: 90, quick: 9, test: 1 },
  kills: true,
  cannotRun: () => (process.platform === 'win32' ? 'an open file cannot be replaced on Windows' : null),
  async prepare({ folder }) {
    const { base, places } = await others(folder);
    return async ({ number, rng, folder: own, later }) => {
      const deed = deedOf(number);
      const placed = places[Math.floor(number / deeds.length) % places.length]!;
      const file = copyOf(base, path.join(own, 'project'));
      const child = startLabelChild(file, path.join(own, 'child'), {
        studyId: base.studyId,
        prefix: `try-${number}`,
        most,
      });
      later(() => child.kill());
      await child.has(uniformInt(rng, 1, 12));
      const before = child.acknowledged.length;
      deed.do(file, placed);
      await child.waits();
      await child.kill();
      must(child.refused() !== undefined, `${deed.name}: it went on to acknowledge ${most} labels`);
      must(child.refused() !== 'INTERNAL', `${deed.name}: the label was refused by a raw error`);
      if (deed.isReplaced) await mustBeUntouched(own, file, placed);
      const isThere = deed.movedTo?.(file);
      if (isThere === undefined) return;
      await inProject(own, isThere, (_, db) => {
        mustBeSound(db);
        mustHold(db, child.acknowledged.slice(0, before));
      });
    };
  },
};
