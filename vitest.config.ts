import path from 'node:path';
import { defineConfig } from 'vitest/config';

// What tests start, processes and threads, loads its modules compiled, as `npm test` and the app do.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules', '.cache', 'assay-compiled');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup/check-rows.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
