import path from 'node:path';
import { mustBeUnaltered } from '../damage/noticed.ts';
import { type Attack, must } from '../frame/attack.ts';
import { handOut, labelElsewhere } from '../frame/handed.ts';
import { KillWindow } from '../frame/kill-window.ts';
import { copyOf, inProject, labelsIn, mustBeSound, ratedProject } from '../frame/projects.ts';

const child = path.join(import.meta.dirname, '../children/merge-child.ts');
const answers = 200;

/** All labels of a project, in words that can be compared. */
const wordsOf = (labels: ReturnType<typeof labelsIn>) =>
  labels.map(({ key, person, value }) => `${key} ${person} ${value}`).join('\n');

export const killMerge: Attack = {
  name: 'kill-merge',
  what: 'killed while merging a returned batch',
  tries: { all: 120, quick: 8, test: 1 },
  kills: true,
  async prepare({ folder }) {
    const batchFile = path.join(folder, 'out.assay-batch');
    const base = await ratedProject(folder, {
      items: 300,
      draws: answers,
      labels: 6,
      more: (engine, { id: studyId }) => handOut(engine, { studyId, to: 'Ana', file: batchFile }),
    });
    const returned = await labelElsewhere(batchFile, path.join(folder, 'elsewhere'), {
      name: 'Ana',
      count: answers,
    });
    const argsFor = (own: string) => [copyOf(base, own), path.join(own, 'data'), returned];
    const window = await KillWindow.measure(child, (round) => argsFor(path.join(folder, `whole-${round}`)));
    const stateOf = (own: string, file: string, mergeAgain: boolean) =>
      inProject(own, file, async (engine, db) => {
        const { client } = engine;
        mustBeSound(db);
        await mustBeUnaltered(engine);
        const found = labelsIn(db);
        if (mergeAgain) await client.batch.merge({ path: returned, name: 'returned.assay-labels' });
        const { estimates } = await client.estimate.current({ studyId: base.studyId });
        return { found, words: wordsOf(labelsIn(db)), estimates: JSON.stringify(estimates) };
      });
    const whole = await stateOf(folder, path.join(folder, 'whole-1', 'p.assay'), false);
    must(whole.found.length === 6 + answers, `an unkilled merge gives ${whole.found.length} labels`);
    return async ({ rng, folder: own }) => {
      const args = argsFor(own);
      await window.kill(rng, args);
      const { found, words, estimates } = await stateOf(own, args[0]!, true);
      must(
        [6, 6 + answers].includes(found.length),
        `half a merge: ${found.length - 6} of ${answers} answers`,
      );
      must(words === whole.words, 'merged again, the labels are not those of a merge that nobody killed');
      must(estimates === whole.estimates, 'merged again, the estimate is another');
    };
  },
};
