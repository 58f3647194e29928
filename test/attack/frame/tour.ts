import type { Engine } from '../../../core/engine.ts';
import { Wrong } from './attack.ts';
import { answerOf } from './refusal.ts';

/** Looks at everything that a project shows: each call gives an answer, or refuses in words of the product. */
export async function tour({ client }: Engine, studyId: number, datasetId: number): Promise<void> {
  const study = { studyId };
  const calls: Record<string, () => Promise<unknown>> = {
    'project.current': () => client.project.current({}),
    'dataset.list': () => client.dataset.list({}),
    'dataset.get': () => client.dataset.get({ datasetId }),
    'item.list': () => client.item.list({ datasetId }),
    'item.list, searched': () => client.item.list({ datasetId, search: 'number' }),
    'study.list': () => client.study.list({}),
    'study.options': () => client.study.options({ datasetId }),
    'sample.list': () => client.sample.list(study),
    'estimate.current': () => client.estimate.current(study),
    'estimate.history': () => client.estimate.history(study),
    'team.get': () => client.team.get(study),
    'annotator.list': () => client.annotator.list({}),
    'prompt.list': () => client.prompt.list({}),
    'run.list': () => client.run.list({}),
    'job.list': () => client.job.list({}),
    'batch.list': () => client.batch.list(study),
    'label.open and label.item': async () => {
      const { batch, items } = await client.label.open(study);
      for (const { ref } of items.slice(0, 5)) await client.label.item({ batch, ref });
    },
    'report.render html': () => client.report.render({ studyId, format: 'html' }),
    'report.render json': () => client.report.render({ studyId, format: 'json' }),
    'report.render labels-csv': () => client.report.render({ studyId, format: 'labels-csv' }),
  };
  for (const [name, call] of Object.entries(calls)) {
    try {
      await answerOf(call);
    } catch (error) {
      throw new Wrong(`${name}: ${(error as Error).message}`);
    }
  }
}
