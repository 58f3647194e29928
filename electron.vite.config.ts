import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { figureDrawer, fonts, installedAt, packedAt } from './core/platform/page/bundled-parts.ts';

const root = import.meta.dirname;
/** Builds go to a draft first, so that nobody runs half of one. */
const outDir = process.env.ASSAY_OUT_DIR ?? 'out';

const { version, repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
  repository: { url: string };
};

/** The sample project is made from files that the engine looks for beside itself. */
const copySampleTexts: Plugin = {
  name: 'copy-sample-texts',
  writeBundle({ dir }) {
    cpSync(path.join(root, 'core/project/sample/authored'), path.join(dir!, 'authored'), { recursive: true });
  },
};

/** The figures of a report are drawn with these, which the engine looks for beside itself. */
const copyFigureParts: Plugin = {
  name: 'copy-figure-parts',
  writeBundle({ dir }) {
    for (const part of [figureDrawer, ...fonts])
      cpSync(path.join(root, installedAt(part)), path.join(dir!, packedAt(part)));
  },
};

/** Batches are handed out as pages that are made of these, which the engine looks for beside itself. */
const copyHandedPage: Plugin = {
  name: 'copy-handed-page',
  writeBundle({ dir }) {
    cpSync(path.join(root, 'out/handed-page'), path.join(dir!, 'handed-page'), { recursive: true });
  },
};

/** Annotators who come by a link are served this page, which the engine looks for beside itself. */
const copyTeamPage: Plugin = {
  name: 'copy-team-page',
  writeBundle({ dir }) {
    cpSync(path.join(root, 'out/team-page'), path.join(dir!, 'team-page'), { recursive: true });
  },
};

/** Main, engine and workers lie side by side: each finds the others by name. The page has its own vite.config.ts. */
export default defineConfig({
  main: {
    plugins: [copySampleTexts, copyFigureParts, copyHandedPage, copyTeamPage],
    // Electron knows the version of a packed app only.
    define: {
      __ASSAY_VERSION__: JSON.stringify(version),
      __ASSAY_REPOSITORY__: JSON.stringify(repository.url),
    },
    build: {
      outDir: path.join(outDir, 'main'),
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          main: 'electron/main/main.ts',
          engine: 'electron/engine.ts',
          'job-worker': 'core/job-worker.ts',
          'lab-worker': 'core/report/lab/lab-worker.ts',
          'parquet-worker': 'core/import/readers/parquet/parquet-worker.ts',
          'pass-worker': 'core/estimate/pass-worker.ts',
          'check-worker': 'core/report/integrity/check-worker.ts',
        },
        external: ['electron', 'better-sqlite3', '@duckdb/node-api'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: path.join(outDir, 'preload'),
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: 'electron/preload.ts' },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
});
