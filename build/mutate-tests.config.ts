import { defineConfig } from 'vitest/config';
import whole, { native, shared } from '../vitest.config.ts';

const paths = (process.env.ASSAY_MUTATE_TESTS ?? 'test').split(',');

const { projects: _, ...usual } = whole.test!;

/** The tests of the paths that `build/mutate.ts` names, in one process. */
export default defineConfig({
  test: {
    ...usual,
    include: paths.map((one) => (one.endsWith('.ts') ? one : `${one}/**/*.test.ts`)),
    ...shared,
    experimental: native,
  },
});
