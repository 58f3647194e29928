import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Attack, must } from '../frame/attack.ts';
import { copyOf, engineIn, inProject, label, labelsIn, ratedProject } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';
import { tour } from '../frame/tour.ts';
import { damages } from './damage.ts';
import { isNoticed } from './noticed.ts';

export const bitFlips: Attack = {
  name: 'bit-flips',
  what: 'bits flipped, pages lost, the end cut off a project file',
  tries: { all: 450, quick: 90, test: 4 },
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 20 });
    const { studyId, datasetId } = base;
    const given = await inProject(folder, copyOf(base, folder), (_, db) => JSON.stringify(labelsIn(db)));
    return async ({ number, rng, folder: own, later }) => {
      const damage = damages[number % damages.length]!;
      const file = path.join(own, 'p.assay');
      writeFileSync(file, damage.do(base.bytes, rng));
      const engine = engineIn(own);
      later(() => engine.close());
      try {
        const opened = await answerOf(() => engine.client.project.open({ path: file }));
        if (opened.refused) return;
        await tour(engine, studyId, datasetId);
        const { db } = engine.context.session.project!;
        const labels = await answerOf(() => JSON.stringify(labelsIn(db))).catch(() => ({
          refused: 'unreadable',
        }));
        if (labels.refused === undefined && labels.value !== given) {
          must(await isNoticed(engine), 'a label was altered and nothing is said of it');
        }
        await answerOf(() => label(engine, studyId, { person: 'Ana', n: 3, prefix: 'after' }));
        await answerOf(() => engine.close());
      } catch (error) {
        throw new Error(`${damage.name}: ${(error as Error).message}`);
      }
    };
  },
};
