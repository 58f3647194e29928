import type { Migration } from '../migrate.ts';

/**
 * Texts of items that no study drew, pictures, guidelines and raw replies of endpoints are bound from here on: whatever a project has of
 * them is taken into its sums when it is migrated, as all that is bound.
 */
export const textBindings: Migration = {
  version: 960,
  up: () => {},
};
