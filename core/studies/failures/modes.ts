import { listAnnotators } from '../../../db/annotators.ts';
import { listModeEvents, type ModeEvent, newestModeEvent } from '../../../db/failure-modes.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { FailureMode } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { nameKey } from '../../../shared/person-name.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';

/** A failure mode with all that happened to it. */
export interface ModeHistory {
  readonly id: number;
  /** Oldest first. */
  readonly events: readonly ModeEvent[];
  /** The newest event: how the mode is now. */
  readonly now: ModeEvent;
  /** The event that fixed its present meaning. */
  readonly meaning: ModeEvent;
}

/** All failure modes of a project. */
export interface Modes {
  /** Number of the newest event; 0 before the first. */
  readonly newest: number;
  /** In the order in which they were made. */
  readonly byId: ReadonlyMap<number, ModeHistory>;
  /** Each by its name, whose case, spaces and Unicode form do not count. One that was merged keeps its own. */
  readonly byName: ReadonlyMap<string, ModeHistory>;
}

const kept = keptMaps<'modes', Modes>();

/** Events are only ever added, so that what was made of them holds until there is a newer one. */
export function modesOf(db: ReadableDb): Modes {
  // What a transaction reads may be taken back.
  if (db.inTransaction) return readModes(db);
  const known = kept(db).get('modes');
  if (known?.newest === newestModeEvent(db)) return known;
  const modes = readModes(db);
  kept(db).set('modes', modes);
  return modes;
}

function readModes(db: ReadableDb): Modes {
  const events = Map.groupBy(listModeEvents(db), ({ modeId }) => modeId);
  const byId = new Map([...events].map(([id, own]) => [id, historyOf(id, own)]));
  // An open mode comes before a retired one that gave its name up, or had it first.
  const ranked = [...byId.values()].sort((a, b) => Number(b.now.retired) - Number(a.now.retired));
  return {
    newest: newestModeEvent(db),
    byId,
    byName: new Map(ranked.map((mode) => [nameKey(mode.now.name), mode])),
  };
}

const historyOf = (id: number, events: readonly ModeEvent[]): ModeHistory => ({
  id,
  events,
  now: events.at(-1)!,
  meaning: events.findLast(({ changesMeaning }) => changesMeaning) ?? events[0]!,
});

/** @throws AppError NOT_FOUND */
export function modeById(modes: Modes, id: number, field = 'modeId'): ModeHistory {
  const mode = modes.byId.get(id);
  if (mode) return mode;
  throw new AppError('NOT_FOUND', `There is no failure mode ${id} in this project.`, {
    field,
    remedy: 'Open the list of failure modes again.',
  });
}

/** The mode that one of this name is now: where it was merged, the one that it went into. */
export function modeNamed(modes: Modes, name: string): ModeHistory | undefined {
  let mode = modes.byName.get(nameKey(name));
  const seen = new Set<number>();
  while (mode && mode.now.kind === 'merged' && !seen.has(mode.id)) {
    seen.add(mode.id);
    mode = modes.byId.get(mode.now.otherModeId!);
  }
  return mode;
}

/** Whether a mode was offered by a list whose newest event is this. */
export function isOpenAt({ events }: ModeHistory, list: number): boolean {
  const then = events.findLast(({ id }) => id <= list);
  return then !== undefined && !then.retired;
}

/** Those that are offered. */
export const openModes = (modes: Modes): ModeHistory[] =>
  [...modes.byId.values()].filter(({ now }) => !now.retired);

const meaningWords = {
  made: 'made',
  part: 'split',
  split: 'split',
  joined: 'merged',
  merged: 'merged',
  changed: 'defined',
  retired: 'defined',
  restored: 'defined',
} as const satisfies Record<ModeEvent['kind'], FailureMode['meaningBy']>;

/** Modes as the contract has them. */
export function describeModes(db: ReadableDb, modes: readonly ModeHistory[]): FailureMode[] {
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  return modes.map(({ id, now, meaning }) => ({
    id,
    name: now.name,
    definition: now.definition,
    example: now.example,
    counterexample: now.counterexample,
    severity: now.severity,
    state: now.fixedIn === null ? { kind: 'open' } : { kind: 'fixed', release: now.fixedIn },
    retired: now.retired,
    into: now.kind === 'merged' ? now.otherModeId : null,
    meaning: meaning.id,
    meaningAt: meaning.createdAt,
    meaningBy: meaningWords[meaning.kind],
    event: now.id,
    by: names.get(now.annotatorId) ?? '',
    at: now.createdAt,
  }));
}

/** The failure modes of the project, and the number of the newest event. */
export function listModes(
  context: CoreContext,
  withRetired: boolean,
): { modes: FailureMode[]; list: number } {
  const db = dbOf(context);
  const modes = modesOf(db);
  const shown = withRetired ? [...modes.byId.values()] : openModes(modes);
  return { modes: describeModes(db, shown), list: modes.newest };
}
