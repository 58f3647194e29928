import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { changedAt } from './changed-at.ts';
import { root } from './run-command.ts';

const sources = ['renderer', 'shared', 'docs', 'package-lock.json', 'vite.config.ts'].map((name) =>
  path.join(root, name),
);
const target = path.join(root, 'out', 'renderer');

/** Builds the pages when they are missing or older than what they are made of. */
export async function ensureRenderer(): Promise<void> {
  const builtAt = changedAt(path.join(target, 'index.html'));
  if (builtAt > 0 && builtAt >= Math.max(...sources.map(changedAt))) return;
  console.error('Building the pages of the app...');
  const draft = `${target}-${process.pid}`;
  // A test runner says NODE_ENV=test, with which React's debugging form, file paths included, would be built.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root: path.join(root, 'renderer'),
      configFile: path.join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: true },
    });
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    rmSync(draft, { recursive: true, force: true });
  }
}
