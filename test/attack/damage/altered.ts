import { type Rng, uniformInt } from '../../../stats/index.ts';
import { alterFile } from '../../support/altered-file.ts';
import { type Attack, must } from '../frame/attack.ts';
import { copyOf, engineIn, ratedProject } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';
import { isNoticed } from './noticed.ts';

/** What another program changes in the file, each with the statement that it would use. */
const changes: readonly { name: string; sql: (rng: Rng) => string }[] = [
  {
    name: 'the value of a label',
    sql: (rng) => `UPDATE label SET value = 6 - value + (value = 3) WHERE id = ${any(rng)}`,
  },
  {
    name: 'who gave a label',
    sql: (rng) => `UPDATE label SET annotator_id = 1 + annotator_id % 3 WHERE id = ${any(rng)}`,
  },
  {
    name: 'which item a label is of',
    sql: (rng) => `UPDATE label SET item_id = item_id % 80 + 1 WHERE id = ${any(rng)}`,
  },
  { name: 'a label taken out', sql: (rng) => `DELETE FROM label WHERE id = ${any(rng)}` },
  { name: 'the last labels taken out', sql: () => 'DELETE FROM label WHERE id > 15' },
  {
    name: 'a label put in',
    sql: () =>
      `INSERT INTO label (client_key, item_id, system_id, criterion_id, instrument, annotator_id, study_id, kind, value,
         operation, source, estimate_visible, duration_ms, created_at)
       SELECT 'forged', item_id, system_id, criterion_id, instrument, annotator_id, study_id, kind, 6 - value + (value = 3),
         operation, source, estimate_visible, duration_ms, created_at FROM label WHERE id = 7`,
  },
  {
    name: 'a frozen signal of the pool',
    sql: (rng) => `UPDATE study_pool SET surrogate_value = 1 - surrogate_value + (surrogate_value = 0.5) / 4.0
      WHERE position = ${uniformInt(rng, 0, 79)}`,
  },
  {
    name: 'the signal of a draw',
    sql: (rng) => `UPDATE draw SET surrogate_value = 1 - surrogate_value + (surrogate_value = 0.5) / 4.0
      WHERE draw_order = ${uniformInt(rng, 0, 19)}`,
  },
  {
    name: 'the probability of a draw',
    sql: (rng) =>
      `UPDATE draw SET probability = probability / 2 WHERE draw_order = ${uniformInt(rng, 0, 19)}`,
  },
];

const any = (rng: Rng) => uniformInt(rng, 1, 20);

export const altered: Attack = {
  name: 'altered',
  what: 'labels, scores and signals altered by another program',
  tries: { all: 220, quick: 33, test: 4 },
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 20 });
    return async ({ number, rng, folder: own, later }) => {
      const { name, sql } = changes[number % changes.length]!;
      const file = copyOf(base, own);
      alterFile(file, (db) => {
        const statement = sql(rng);
        must(db.prepare(statement).run().changes > 0, `nothing was altered by ${statement}`);
      });
      const engine = engineIn(own);
      later(() => engine.close());
      const opened = await answerOf(() => engine.client.project.open({ path: file }));
      if (opened.refused) return;
      must(await isNoticed(engine), `${name} was changed, and nothing is said of it`);
    };
  },
};
