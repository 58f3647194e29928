/** Reads files of answers into the run that a project has, and ends when that is done; made to be killed. */
import { createEngine } from '../../../core/engine.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';

const [file, dataDir, ...answers] = process.argv.slice(2) as [string, string, ...string[]];
const engine = createEngine({ dataDir, version: 'test' });
const { client } = engine;
await client.project.open({ path: file });
const [run] = await client.run.list({});
const { jobId } = await client.run.resume({ runId: run!.id, readBatch: answers });
await waitForJob(engine, jobId!);
await engine.close();
