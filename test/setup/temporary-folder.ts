import { chmodSync, rmSync } from 'node:fs';
import { removeLeftFolders, shortTemporaryFolder } from '../../core/platform/files/temporary.ts';

/**
 * All tests of a run, and the processes that they start, put what is temporary into one folder, which goes when they end. That of a run
 * that was killed goes when the next one begins, or when the app is started.
 */
export function setup(): () => void {
  removeLeftFolders();
  const folder = shortTemporaryFolder('tests');
  // Some tests start a process as another account, which must come to its own folder.
  chmodSync(folder, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
