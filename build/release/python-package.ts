import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../run-command.ts';

let building: { readonly found: string | undefined } | undefined;

/** A Python that can build: the first in PATH, else that of the system. Looked for once: loading setuptools takes a second. */
export function buildingPython(): string | undefined {
  const builds = (python: string) => spawnSync(python, ['-c', 'import setuptools, wheel']).status === 0;
  building ??= { found: ['python3', '/usr/bin/python3'].find(builds) };
  return building.found;
}

/**
 * Makes wheel and source distribution of `python/` in `folder`, by the calls that every Python build tool makes, without the network.
 *
 * @throws Error where no Python here has setuptools and wheel
 */
export function makePythonPackage(folder: string, python = buildingPython()): void {
  if (python === undefined)
    throw new Error(
      'No Python here has setuptools and wheel. Install them: python3 -m pip install setuptools wheel, in a virtual environment.',
    );
  const work = mkdtempSync(path.join(os.tmpdir(), 'assay-python-'));
  try {
    // A copy, as building leaves folders beside the source.
    const copy = path.join(work, 'python');
    cpSync(path.join(root, 'python'), copy, {
      recursive: true,
      filter: (name) => !name.includes('__pycache__'),
    });
    cpSync(path.join(root, 'LICENSE'), path.join(copy, 'LICENSE'));
    const script = `import sys; folder = sys.argv[1]; from setuptools import build_meta as made; made.build_sdist(folder); made.build_wheel(folder)`;
    execFileSync(python, ['-c', script, path.resolve(folder)], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
