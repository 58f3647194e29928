import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';

/** What a page may change of a record: its fields by name, as JSON can say them. */
export type RecordState = Readonly<Record<string, unknown>>;

/**
 * The version of a record that a page carries from its loading to its saving: a short hash of each field, so that whoever
 * saves late is shown which of them another window changed. Equal states have equal versions.
 */
export const versionOf = (state: RecordState): string =>
  Object.entries(state)
    .map(([field, value]) => `${field}:${hashOf(value)}`)
    .join(' ');

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 12);

/**
 * Refuses to save what was made from an older state than the stored one.
 *
 * @param version what the page loaded; undefined from callers that loaded nothing, which are let through
 * @param wanted what is to be stored; a field that is stored so already is no conflict
 * @param words what to call the record, such as "This study"
 * @throws AppError CONFLICT with `details.stale`: the present version, and each changed field with both values
 */
export function assertCurrent(
  version: string | undefined,
  { stored, wanted, words }: { stored: RecordState; wanted: RecordState; words: string },
): void {
  const present = versionOf(stored);
  if (version === undefined || version === present) return;
  const loaded = new Set(version.split(' '));
  const changed = present
    .split(' ')
    .filter((one) => !loaded.has(one))
    .map((one) => one.slice(0, one.lastIndexOf(':')))
    .filter((field) => !(field in wanted) || hashOf(wanted[field]) !== hashOf(stored[field]))
    .map((field) => ({ field, stored: stored[field] ?? null, yours: wanted[field] ?? null }));
  if (changed.length === 0) return;
  throw new AppError(
    'CONFLICT',
    `${words} was changed in another window: ${changed.map(({ field }) => field).join(', ')}.`,
    {
      stale: { version: present, changed },
      mend: 'Load it again, or save yours all the same.',
    },
  );
}
