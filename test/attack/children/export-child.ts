/** Writes one document over and over; prints a line for each time it is written. Made to be killed. */
import type { ReportChoice } from '../../../shared/contract/index.ts';
import { atWork, say } from './at-work.ts';

const [file, dataDir, studyId, what, target] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const rounds = 4;
await atWork(dataDir, file, async ({ client }) => {
  const study = { studyId: Number(studyId) };
  for (let round = 0; round < rounds; round++) {
    if (what === 'copy') await client.project.saveCopy({ path: `${target}-${round}.assay` });
    else if (what === 'batch') await client.batch.out({ ...study, count: 20, shape: 'file', path: target });
    else
      await client.report.save({
        ...study,
        format: what as ReportChoice['format'],
        path: target,
        overwrite: true,
      });
    say(`written ${round}`);
  }
});
