import path from 'node:path';
import { uniformOpen } from '../../../stats/index.ts';
import { linesUntilKilled } from '../../core/support/killed-child.ts';
import { mustBeUnaltered } from '../damage/noticed.ts';
import { type Attack, must, NotATry } from '../frame/attack.ts';
import { copyOf, inProject, labelsIn, mustBeSound, mustHold, ratedProject } from '../frame/projects.ts';

const child = path.join(import.meta.dirname, '../../core/support/labeling-child.ts');
/** Milliseconds after the first acknowledged label: some twenty labels. */
const window = 60;

/** What the child says of itself in the key of each label. */
function acknowledged(key: string) {
  const [, round, n] = /^round-(\d+)-label-(\d+)$/.exec(key)!;
  return { key, person: `Person ${Number(round) % 3}`, value: 1 + (Number(n) % 5) };
}

export const killLabeling: Attack = {
  name: 'kill-labeling',
  what: 'killed while labeling',
  tries: { all: 400, quick: 12, test: 2 },
  kills: true,
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 6 });
    return async ({ number, rng, folder: own }) => {
      const file = copyOf(base, own);
      const args = [file, path.join(own, 'data'), String(base.studyId), String(number)];
      const told = (await linesUntilKilled(child, args, uniformOpen(rng) * window)).map(acknowledged);
      if (told.length === 0) throw new NotATry('killed before the first label');
      await inProject(own, file, async (engine, db) => {
        mustBeSound(db);
        await mustBeUnaltered(engine);
        mustHold(db, told);
        const all = labelsIn(db).length - 6;
        must(all <= told.length + 1, `${told.length} labels were acknowledged and ${all} are stored`);
        const { labeled, waiting } = await engine.client.estimate.current({ studyId: base.studyId });
        must(labeled + waiting > 0, 'the estimate knows of no label');
      });
    };
  },
};
