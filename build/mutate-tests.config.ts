import { defineConfig } from 'vitest/config';
import whole from '../vitest.config.ts';

const paths = (process.env.ASSAY_MUTATE_TESTS ?? 'test').split(',');

const { projects: _, ...usual } = whole.test!;

/** The tests that faults are tried with: those of the paths named, in one process, as their files are without a fault. */
export default defineConfig({
  test: {
    ...usual,
    include: paths.map((one) => (one.endsWith('.ts') ? one : `${one}/**/*.test.ts`)),
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
