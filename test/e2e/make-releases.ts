import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine, type Engine } from '../../core/engine.ts';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { doJobsHere } from '../core/support/jobs-here.ts';

const failures = {
  name: 'failures',
  question: 'What went wrong?',
  required: false,
  form: { kind: 'failures' as const, mayMake: false },
};

/**
 * Makes the project "releases" in a data folder: two releases in a data set each, and a labeled study of the first.
 *
 * @param isCoded whether the study asks what went wrong, and a fourth of its items have one failure mode
 */
export async function makeReleases(dataDir: string, isCoded = false): Promise<void> {
  const engine = createEngine({ dataDir, version: 'e2e' });
  doJobsHere(engine);
  const { client, context } = engine;
  await client.project.create({ path: path.join(dataDir, 'releases.assay') });
  const ids = [];
  for (const [release, name] of ['v1', 'v2'].entries()) {
    const file = path.join(dataDir, `${name}.jsonl`);
    const lines = Array.from({ length: 24 }, (_, i) =>
      JSON.stringify({
        id: `q-${i}`,
        conversation: [{ role: 'user', content: `What is ${i}?` }],
        responses: { [name]: i % 2 === 0 ? 'It is the same.' : `It is ${name}.` },
        human: { [name]: { quality: [i % 2 === 0 ? 3 : 2 + 2 * release] } },
      }),
    );
    writeFileSync(file, `${lines.join('\n')}\n`);
    const scale = { min: 1, max: 5, direction: 'higher' as const };
    const { finished } = context.jobs.start(context.session.project!, 'import', name, {
      path: file,
      sourceName: `${name}.jsonl`,
      format: 'assay-jsonl',
      datasetName: name,
      scales: [{ kind: 'criterion', name: 'quality', scale }],
    });
    ids.push((await finished).datasetId!);
  }
  const study = await client.study.create({
    datasetId: ids[0]!,
    system: 'v1',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    preset: 'uniform',
    seed: 1,
    alpha: 0.05,
    size: 24,
    ...(isCoded && { fields: [failures] }),
  });
  if (isCoded) await codeAll(client, study.id);
  labelFromGold(context, study.id);
  await engine.close();
}

async function codeAll(client: Engine['client'], studyId: number): Promise<void> {
  const { mode } = await client.failures.make({ name: 'Gets a number wrong', clientKey: 'key-000001' });
  const { list } = await client.failures.list({});
  const { batch, items } = await client.label.open({ studyId });
  for (const [i, { ref }] of items.entries()) {
    await client.label.item({ batch, ref });
    const coding = { modes: i % 4 === 0 ? [mode.id] : [], note: '', at: null, list };
    const answer = { kind: 'score' as const, value: 3, fields: { failures: coding } };
    await client.label.submit({
      ...{ batch, ref, answer, durationMs: 1000, estimateVisible: false, clientKey: `coding-${i}` },
    });
  }
}
