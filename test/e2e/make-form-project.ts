import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../core/engine.ts';
import type { FormFile } from '../../shared/contract/index.ts';
import { doJobsHere } from '../core/support/jobs-here.ts';

/** What a study of these specs asks, and of what. */
export interface FormProject extends Partial<FormFile> {
  /** Items, all of them drawn; 6 unless told. */
  items?: number;
  /** The items themselves, answered by the system and scored by "judge"; made unless told. */
  records?: readonly object[];
  /** "one" unless told. */
  system?: string;
  /** What is rated from 1 to 5; "quality" unless told. */
  criterion?: string;
  /** Measure of the study; the criterion unless told. */
  metric?: string;
  guidelines?: string;
  /** Words of each passage. */
  passageWords?: number;
  /** Betting by rule 2 and without a plan, as a version before planned looks left its studies. */
  ofRule2?: boolean;
}

const place = 'The river Aa is short. It ends in the lake.';

const record = (i: number, words: number) => ({
  id: `item-${i}`,
  conversation: [
    { role: 'user', content: `First question ${i}?` },
    { role: 'user', content: `Second question ${i}?` },
  ],
  context: words > 0 ? `${place} ${'Water flows down. '.repeat(Math.ceil(words / 3))}` : place,
  responses: { one: [`First reply ${i}.`, `Second reply ${i}.`] },
  judge: { judge: { one: { quality: 1 + (i % 5) } } },
});

/** Makes a project with one study in a data folder, as an earlier run of the app would have left it. */
export async function makeFormProject(dataDir: string, project: FormProject): Promise<void> {
  const { items = 6, metric, guidelines, passageWords = 0, form, fields } = project;
  const { system = 'one', criterion = 'quality' } = project;
  const records = project.records ?? Array.from({ length: items }, (_, i) => record(i, passageWords));
  const engine = createEngine({ dataDir, version: 'e2e' });
  doJobsHere(engine);
  const { client, context } = engine;
  await client.project.create({ path: path.join(dataDir, 'forms.assay') });
  const file = path.join(dataDir, 'items.jsonl');
  writeFileSync(file, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { finished } = context.jobs.start(context.session.project!, 'import', 'items', {
    path: file,
    sourceName: 'items.jsonl',
    format: 'assay-jsonl',
    datasetName: 'items',
    scales: [{ kind: 'judge', name: 'judge', criterion, scale }],
  });
  const { datasetId } = await finished;
  await client.dataset.declareScale({ datasetId: datasetId!, kind: 'criterion', name: criterion, scale });
  await client.study.create({
    datasetId: datasetId!,
    system,
    measure: metric === undefined ? { kind: 'criterion', criterion } : { kind: 'metric', metric },
    surrogate: { kind: 'judge', judge: 'judge', criterion },
    preset: 'uniform',
    seed: 1,
    alpha: 0.05,
    size: records.length,
    ...(form && { form }),
    ...(fields && { fields }),
    ...(guidelines !== undefined && { guidelines }),
  });
  if (project.ofRule2) {
    context.session.project!.db.exec(
      'UPDATE study SET betting_rule = 2, value_steps = NULL; DELETE FROM study_plan; DELETE FROM study_column',
    );
  }
  await engine.close();
}
