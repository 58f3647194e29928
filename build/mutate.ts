/**
 * Puts small faults into a copy of the code with Stryker, one at a time, and looks whether a test fails.
 * npm run mutate -- PATH [--tests PATH,PATH]: a folder or a file, such as `core/studies/label-key.ts`. Where no tests are named, those of the
 * same folder are tried. Of a long file some lines can be tried: `core/studies/label-key.ts:20-60`.
 */
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

const { values, positionals } = parseArgs({ options: { tests: { type: 'string' } }, allowPositionals: true });
const [of] = positionals;
if (of === undefined || positionals.length > 1) {
  console.error(
    'Name one folder or file: npm run mutate -- core/studies [--tests test/core/studies,test/core/label]',
  );
  process.exit(2);
}
const isFile = /\.ts(:|$)/.test(of);
process.env.ASSAY_MUTATE_TESTS = values.tests ?? `test/${isFile ? of.slice(0, of.lastIndexOf('/')) : of}`;

await new Stryker({
  mutate: [isFile ? of : `${of}/**/*.ts`],
  // Another text is no fault of what is computed.
  mutator: { excludedMutations: ['StringLiteral'] },
  testRunner: 'vitest',
  vitest: { configFile: 'build/mutate-tests.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // What runs as a module is loaded would be tried with every test.
  ignoreStatic: true,
  // It would read the settings with the compiler's own interface, which TypeScript 7 has no more; nothing is compiled here.
  tsconfigFile: 'none.json',
  ignorePatterns: ['/out', '/dist', '/docs/images'],
  tempDirName: 'out/mutate',
  // What takes too long counts as found: a busy machine is not to find faults.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
}).runMutationTest();
