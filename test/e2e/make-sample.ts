import { createEngine } from '../../core/engine.ts';
import { doJobsHere } from '../core/support/jobs-here.ts';

/** Makes the sample project in a data folder, as an earlier run of the app would have left it. */
export async function makeSample(dataDir: string): Promise<void> {
  const engine = createEngine({ dataDir, version: 'e2e' });
  doJobsHere(engine);
  await engine.client.project.openSample({});
  await engine.close();
}
