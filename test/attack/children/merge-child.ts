/** Merges a returned batch; made to be killed. */
import { atWork, say } from './at-work.ts';

const [file, dataDir, returned] = process.argv.slice(2) as [string, string, string];
await atWork(dataDir, file, async ({ client }) => {
  const { added } = await client.batch.merge({ path: returned, name: 'returned.assay-labels' });
  say(`merged ${added}`);
});
