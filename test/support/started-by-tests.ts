/** Files of tests that are started as processes of their own, from the bundle. */
export const startedByTests: readonly string[] = [
  'test/host/warm-cli.ts',
  'test/core/support/labeling-child.ts',
  'test/team/portal-child.ts',
];
