import path from 'node:path';
import { defineConfig } from 'vitest/config';

// What tests start, processes and threads, loads its modules compiled, as `npm test` and the app do.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules', '.cache', 'assay-compiled');

/**
 * Tests whose files share a process and its modules, which are loaded once instead of for each. The others start
 * processes, stand in for the app or look at what is loaded.
 */
const together = ['test/{core,data,db,host,import,shared,stats,team}/**/*.test.ts'];
/** Tests of what a bundler puts together: parts of screens, with their styles. */
const bundled = ['test/renderer/**/*.test.ts'];

/** Modules as Node loads them, which is how the app runs; calls from one to another cost several times as much by Vite's runner. */
export const native = { viteModuleRunner: false, nodeLoader: false };

/** Files that share a process leave nothing behind in it. */
export const shared = { isolate: false, restoreMocks: true, unstubEnvs: true };

export default defineConfig({
  test: {
    globalSetup: ['test/setup/temporary-folder.ts'],
    setupFiles: ['test/setup/processor.ts', 'test/setup/check-rows.ts', 'test/setup/put-back.ts'],
    // For what hangs: no test is judged by how long it takes, and a busy machine takes ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // One more than the processors of a small machine: tests that wait for a process, a disk or a clock leave theirs idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...{ name: 'apart', include: ['test/**/*.test.ts'], exclude: [...together, ...bundled] },
          experimental: native,
        },
      },
      {
        extends: true,
        test: { name: 'together', include: together, ...shared, experimental: native },
      },
      { extends: true, test: { name: 'screens', include: bundled, ...shared } },
    ],
  },
});
