/** Imports a file; made to be killed. */
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { atWork, say } from './at-work.ts';

const [file, dataDir, source] = process.argv.slice(2) as [string, string, string];
await atWork(dataDir, file, async (engine) => {
  const { jobId } = await engine.client.import.start({ path: source, datasetName: 'new' });
  await waitForJob(engine, jobId);
  say('stored');
});
