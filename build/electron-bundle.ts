import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'electron-vite';
import { changedAt } from './changed-at.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { ensureRenderer } from './renderer-bundle.ts';
import { root } from './run-command.ts';

const sources = [
  'electron',
  'core',
  'db',
  'stats',
  'shared',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'out/handed-page',
];
const parts = ['main', 'preload'];
const outputs = [
  ...['main', 'engine', 'job-worker', 'lab-worker', 'parquet-worker', 'pass-worker', 'check-worker'].map(
    (name) => `main/${name}.js`,
  ),
  'preload/preload.cjs',
  'main/handed-page/page.js',
];
const out = path.join(root, 'out');

const isFresh = () =>
  Math.min(...outputs.map((name) => changedAt(path.join(out, name)))) >=
  Math.max(...sources.map((name) => changedAt(path.join(root, name))));

/** Builds main, preload, engine and pages of the desktop app where they are missing or older than their sources. */
export async function ensureDesktop(): Promise<void> {
  await ensureRenderer();
  if (isFresh()) return;
  await oneAtATime('desktop', async () => {
    if (!isFresh()) await make();
  });
}

async function make(): Promise<void> {
  console.error('Building the desktop app...');
  const draft = path.join(out, `desktop-${process.pid}`);
  process.env.ASSAY_OUT_DIR = draft;
  try {
    await build({ root, configFile: path.join(root, 'electron.vite.config.ts'), logLevel: 'error' });
    for (const part of parts) {
      rmSync(path.join(out, part), { recursive: true, force: true });
      renameSync(path.join(draft, part), path.join(out, part));
    }
  } finally {
    delete process.env.ASSAY_OUT_DIR;
    rmSync(draft, { recursive: true, force: true });
  }
}

if (import.meta.main) await ensureDesktop();
