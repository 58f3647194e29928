/** Starts a judge's run, or goes on with the one there is, and ends when it does; made to be killed. */
import { createEngine } from '../../../core/engine.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';

const [file, dataDir, datasetId, judgeId] = process.argv.slice(2) as [string, string, string, string];
const engine = createEngine({ dataDir, version: 'test' });
const { client } = engine;
await client.project.open({ path: file });
const [before] = await client.run.list({});
const target = { judgeId: Number(judgeId), datasetId: Number(datasetId), system: 'secretive' };
const run = before ? await client.run.resume({ runId: before.id }) : await client.judge.start(target);
await waitForJob(engine, run.jobId!);
await engine.close();
