import path from 'node:path';
import { defineConfig } from 'vitest/config';

// What tests start, processes and threads, loads its modules compiled, as `npm test` and the app do.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules', '.cache', 'assay-compiled');

/**
 * Tests whose files share a process and its modules, which are loaded once instead of for each. The others start
 * processes, stand in for the app or look at what is loaded.
 */
const together = ['test/{core,data,db,host,import,renderer,shared,stats}/**/*.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['test/setup/check-rows.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // One more than the processors of a small machine: tests that wait for a process, a disk or a clock leave theirs idle.
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: together } },
      {
        extends: true,
        test: { name: 'together', include: together, isolate: false, restoreMocks: true, unstubEnvs: true },
      },
    ],
  },
});
