/** Starts a judge's run, or goes on with the one there is; prints how many replies are stored. Made to be killed. */
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { atWork, say } from './at-work.ts';

const [file, dataDir, datasetId, judgeId] = process.argv.slice(2) as [string, string, string, string];
await atWork(dataDir, file, async (engine) => {
  const { client, context } = engine;
  const target = { judgeId: Number(judgeId), datasetId: Number(datasetId), system: 'secretive' };
  const [before] = await client.run.list({});
  const run = before ? await client.run.resume({ runId: before.id }) : await client.judge.start(target);
  const stored = context.session.project!.db.prepare('SELECT COUNT(*) FROM llm_call').pluck();
  const look = setInterval(() => say(`stored ${stored.get()}`), 2);
  await waitForJob(engine, run.jobId!).finally(() => clearInterval(look));
});
