import { createHash } from 'node:crypto';
import { AppError, type ErrorDetails } from '../../shared/errors.ts';

/** What a page may change of a record: its fields by name, as JSON can say them. */
export type RecordState = Readonly<Record<string, unknown>>;

/**
 * The version of a record that a page carries from its loading to its saving: a short hash of each field, so that a page that
 * saves late is shown which of them another window changed. Equal states have equal versions.
 */
export const versionOf = (state: RecordState): string =>
  Object.entries(state)
    .map(([field, value]) => `${encodeURIComponent(field)}:${hashOf(value)}`)
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
 * @param wanted what is to be stored of it; a field that is stored so already is no conflict, nor is one that stays as it is
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
    .map((one) => decodeURIComponent(one.slice(0, one.lastIndexOf(':'))))
    .filter((field) => wanted[field] !== undefined && hashOf(wanted[field]) !== hashOf(stored[field]))
    .map((field) => ({ field, stored: stored[field] ?? null, yours: wanted[field] ?? null }));
  if (changed.length === 0) return;
  throw staleError(words, present, changed);
}

const staleError = (words: string, version: string, changed: NonNullable<ErrorDetails['stale']>['changed']) =>
  new AppError(
    'CONFLICT',
    `${words} was changed in another window: ${changed.map(({ field }) => field).join(', ')}.`,
    { stale: { version, changed }, remedy: 'Load it again, or save yours all the same.' },
  );

/**
 * What several records that are saved as one hold together: of each field the value, or the list of their values where they differ.
 *
 * @param states at least one, all with the same fields
 */
export function sharedState(states: readonly RecordState[]): RecordState {
  const fields = Object.keys(states[0] ?? {});
  return Object.fromEntries(
    fields.map((field) => {
      const values = new Map(states.map((state) => [JSON.stringify(state[field]), state[field]]));
      return [field, values.size === 1 ? states[0]![field] : [...values.values()]];
    }),
  );
}

/** One version of a record that keeps them all, such as a prompt. */
interface KeptVersion {
  readonly version: number;
  readonly state: RecordState;
}

/**
 * The versions by one name, each with what of it may be changed.
 *
 * @param shape reads that of a stored row, without its number, hash and day
 */
export const keptVersionsOf = <T extends { name: string; version: number }>(
  rows: readonly T[],
  name: string,
  shape: { parse(row: T): RecordState },
): KeptVersion[] =>
  rows.filter((row) => row.name === name).map((row) => ({ version: row.version, state: shape.parse(row) }));

/**
 * Refuses to store a next version that was made from one that is no longer the newest.
 *
 * @param basedOn the version that the page began with; undefined from callers that loaded none, which are let through
 * @param kept the versions of the record by its name
 * @throws AppError CONFLICT as `assertCurrent` does; `details.stale.version` is the number of the newest version
 */
export function assertNewest(
  basedOn: number | undefined,
  { kept, wanted, words }: { kept: readonly KeptVersion[]; wanted: RecordState; words: string },
): void {
  const newest = kept.reduce<KeptVersion | undefined>(
    (best, one) => (best && best.version > one.version ? best : one),
    undefined,
  );
  const base = kept.find(({ version }) => version === basedOn);
  if (basedOn === undefined || !newest || newest.version === basedOn) return;
  const changed = Object.entries(newest.state)
    .filter(([field, value]) => hashOf(value) !== hashOf(wanted[field] ?? null))
    .filter(([field, value]) => !base || hashOf(value) !== hashOf(base.state[field]))
    .map(([field, stored]) => ({ field, stored, yours: wanted[field] ?? null }));
  if (changed.length > 0) throw staleError(words, `${newest.version}`, changed);
}
