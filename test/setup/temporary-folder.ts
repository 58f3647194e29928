import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
  putPythonFirst(path.join(folder, 'bin'));
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Where `python3` is a script that looks for the one meant, as pyenv has it, that takes longer than many a script of ours. */
function putPythonFirst(bin: string): void {
  if (process.platform === 'win32') return;
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  const found = stdout?.trim();
  if (!found) return;
  mkdirSync(bin);
  // No link: of a virtual environment Python finds its packages beside the file that is called.
  writeFileSync(path.join(bin, 'python3'), `#!/bin/sh\nexec '${found}' "$@"\n`, { mode: 0o755 });
  process.env.PATH = `${bin}${path.delimiter}${process.env.PATH}`;
}
