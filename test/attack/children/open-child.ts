/** Opens a project, which may have to be migrated first; made to be killed. */
import { atWork, say } from './at-work.ts';

const [file, dataDir] = process.argv.slice(2) as [string, string];
await atWork(dataDir, null, async ({ client }) => {
  await client.project.open({ path: file });
  say('opened');
});
