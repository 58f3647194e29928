import path from 'node:path';
import { createEngine } from '../../../core/engine.ts';
import type { OnAltered } from '../../../core/platform/altered-projects.ts';
import { uniformInt } from '../../../stats/index.ts';
import { alterFile } from '../../support/altered-file.ts';
import { type Attack, must } from '../frame/attack.ts';
import { copyOf, ratedProject } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';

/** What another program does to get a better number. */
const changes = [
  'UPDATE label SET value = 5 WHERE value < 5',
  'UPDATE label SET value = value + 1 WHERE value < 3',
  'DELETE FROM label WHERE value < 3',
];

export const givenOut: Attack = {
  name: 'given-out',
  what: 'numbers, verdicts and files of a project that another program changed',
  tries: { all: 60, quick: 12, test: 3 },
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 20 });
    const { studyId } = base;
    return async ({ rng, folder: own, later }) => {
      const file = copyOf(base, own);
      alterFile(file, changes[uniformInt(rng, 0, changes.length - 1)]!);
      const clientOf = async (onAltered: OnAltered) => {
        const engine = createEngine({ dataDir: path.join(own, onAltered), version: 'attack', onAltered });
        later(() => engine.close());
        await engine.client.project.open({ path: file });
        return { client: engine.client, close: () => engine.close() };
      };
      const gate = { studyId, claim: { kind: 'at-least' as const, value: 2 } };
      const refusing = await clientOf('refuse');
      const { client } = refusing;
      const calls: Record<string, () => Promise<unknown>> = {
        gate: () => client.claim.gate(gate),
        estimate: () => client.estimate.current({ studyId }),
        history: () => client.estimate.history({ studyId }),
        claims: () => client.claim.list({ studyId }),
        series: () => client.series.list({}),
        report: () => client.report.render({ studyId, format: 'html' }),
        labels: () => client.report.render({ studyId, format: 'labels-csv' }),
        folder: () => client.project.toFolder({ path: path.join(own, 'plain') }),
      };
      for (const [name, call] of Object.entries(calls)) {
        const { refused } = await answerOf(call);
        must(refused === 'PROJECT_ALTERED', `${name} of an altered project was given out`);
      }
      await refusing.close();
      const shown = await clientOf('show');
      const verdict = await answerOf(() => shown.client.claim.gate(gate));
      must(verdict.refused !== undefined, 'a door with screens gave a verdict on an altered project');
      await shown.close();
      const accepted = await clientOf('accept');
      must((await accepted.client.claim.gate(gate)).altered.length > 0, 'the verdict does not say it');
      const { content } = await accepted.client.report.render({ studyId, format: 'html' });
      const [word, number] = [content.indexOf('class="altered"'), content.indexOf('class="answer')];
      must(word > 0 && word < number, 'the report does not say it above its number');
    };
  },
};
