import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { changedAt } from './changed-at.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { root } from './run-command.ts';

interface Bundle {
  /** The folder that holds its entry. */
  readonly source?: string;
  /** What is told while it is built. */
  readonly name: string;
  readonly config: string;
  readonly sources: readonly string[];
  readonly target: string;
  /** A file of the target that is there when all is. */
  readonly entry: string;
}

const common = ['renderer', 'shared', 'package-lock.json'];

const app: Bundle = {
  name: 'the pages of the app',
  config: 'vite.config.ts',
  sources: [...common, 'docs'],
  target: path.join(root, 'out', 'renderer'),
  entry: 'index.html',
};

const handedPage: Bundle = {
  name: 'the page of handed-out batches',
  config: 'handed-page.vite.config.ts',
  sources: common,
  target: path.join(root, 'out', 'handed-page'),
  entry: 'page.js',
};

const teamPage: Bundle = {
  source: 'renderer/team-page',
  name: 'the page of annotators who come by a link',
  config: 'team-page.vite.config.ts',
  sources: common,
  target: path.join(root, 'out', 'team-page'),
  entry: 'index.html',
};

/** Builds the pages when they are missing or older than what they are made of. */
export async function ensureRenderer(): Promise<void> {
  await ensure(app);
  await ensureHandedPage();
  await ensure(teamPage);
}

/** Builds what the pages of handed-out batches are made of, where that is missing or older than its sources. */
export const ensureHandedPage = (): Promise<void> => ensure(handedPage);

const isFresh = ({ config, sources, target, entry }: Bundle): boolean => {
  const builtAt = changedAt(path.join(target, entry));
  const changed = [config, ...sources].map((name) => changedAt(path.join(root, name)));
  return builtAt > 0 && builtAt >= Math.max(...changed);
};

async function ensure(bundle: Bundle): Promise<void> {
  if (isFresh(bundle)) return;
  await oneAtATime(path.basename(bundle.target), async () => {
    if (!isFresh(bundle)) await make(bundle);
  });
}

async function make(bundle: Bundle): Promise<void> {
  const { name, config, target, source = 'renderer' } = bundle;
  console.error(`Building ${name}...`);
  const draft = `${target}-${process.pid}`;
  // A test runner says NODE_ENV=test, with which React's debugging form, file paths included, would be built.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root: path.join(root, source),
      configFile: path.join(root, config),
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
