/** Starts a replay by an endpoint, or goes on with the one there is, and ends when it does; made to be killed. */
import { createEngine } from '../../../../core/engine.ts';
import { waitForJob } from '../../../../host/terminal/wait-for-job.ts';

const [file, dataDir, endpointId] = process.argv.slice(2) as [string, string, string];
const engine = createEngine({ dataDir, version: 'test' });
const { client } = engine;
await client.project.open({ path: file });
const [before] = await client.protocol.list({});
const [dataset] = await client.dataset.list({});
const run = before
  ? await client.protocol.resume({ runId: before.id })
  : await client.protocol.start({
      datasetId: dataset!.id,
      model: { kind: 'endpoint', endpointId: Number(endpointId), model: 'strong' },
      settings: { protocol: 'replay', mode: 'pred' },
      concurrency: 1,
    });
await waitForJob(engine, run.jobId!);
await engine.close();
