import type { Engine } from '../../../core/engine.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import type { EndpointSettings, Judge, Run } from '../../../shared/contract/index.ts';

/** A judge for helpfulness and fluency whose model is at this address. */
export async function judgeIn(
  { client }: Engine,
  url: string,
  more: Partial<EndpointSettings> = {},
): Promise<Judge> {
  const endpoint = await client.endpoint.save({
    name: 'Loop',
    preset: 'custom',
    baseUrl: url,
    model: 'loop-1',
    keySource: 'none',
    concurrency: 4,
    timeoutMs: 30_000,
    ...more,
  });
  const prompt = (await client.prompt.list({})).find(({ name }) => name === 'Helpful and fluent')!;
  return client.judge.save({ name: 'looper', promptId: prompt.id, endpointId: endpoint.id });
}

/** Starts the run of a judge, or goes on with the one there is, and gives it once it has ended. */
export async function runToItsEnd(
  engine: Engine,
  target: { judgeId: number; datasetId: number },
): Promise<Run> {
  const { client } = engine;
  const [before] = await client.run.list({});
  const started = before
    ? await client.run.resume({ runId: before.id })
    : await client.judge.start({ ...target, system: 'secretive' });
  await waitForJob(engine, started.jobId!);
  return client.run.get({ runId: started.id });
}
