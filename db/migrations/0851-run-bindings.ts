import type { Migration } from '../migrate.ts';

/**
 * Runs of protocols and judges, what became of their conversations and back-tests are bound from here on: whatever a project has of
 * them is taken into its sums when it is migrated, as all that is bound.
 */
export const runBindings: Migration = {
  version: 851,
  up: () => {},
};
