import {
  findModeEvent,
  insertModeEvent,
  type ModeEvent,
  type NewModeEvent,
} from '../../../db/failure-modes.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { FailureCoding, FailureMode, FailureSeverity } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { nameKey, sameName, tidyName } from '../../../shared/person-name.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { handedFacts, handedStudyId } from '../../studies/annotators/handed-facts.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import { failuresQuestion, newNames, withMade } from '../../studies/failures/coding.ts';
import {
  describeModes,
  type ModeHistory,
  type Modes,
  modeById,
  modeNamed,
  modesOf,
} from '../../studies/failures/modes.ts';
import type { AnswerRows } from '../../studies/ratings/ratings.ts';
import { seenDraws } from './seen-draws.ts';

interface By {
  readonly annotatorId?: number | undefined;
  readonly clientKey: string;
}
interface OfMode extends By {
  readonly modeId: number;
}
interface Changed {
  mode: FailureMode;
  list: number;
}

/** What a person writes of a mode. */
type Words = Pick<ModeEvent, 'name' | 'definition' | 'example' | 'counterexample' | 'severity' | 'fixedIn'>;

const plainWords: Omit<Words, 'name'> = {
  ...{ definition: '', example: '', counterexample: '' },
  ...{ severity: null, fixedIn: null },
};

const conflict = (message: string, field: string, remedy: string) =>
  new AppError('CONFLICT', message, { field, remedy });

/** What an act on modes is given: all that was read in its transaction. */
class Act {
  readonly modes: Modes;
  readonly #db: WritableDb;
  readonly #by: { annotatorId: number; clientKey: string };
  readonly #shared: Pick<NewModeEvent, 'annotatorId' | 'seen' | 'createdAt'>;
  #written = 0;

  constructor(context: CoreContext, by: { annotatorId: number; clientKey: string }) {
    this.#db = dbOf(context);
    this.#by = by;
    this.modes = modesOf(this.#db);
    const { annotatorId } = by;
    this.#shared = { annotatorId, seen: seenDraws(context), createdAt: context.now() };
  }

  /** Writes what happens to a mode; the rows of one act have client keys of their own. @returns the mode's number */
  write(
    kind: ModeEvent['kind'],
    words: Words,
    how: Partial<Pick<ModeEvent, 'modeId' | 'retired' | 'changesMeaning' | 'otherModeId'>> = {},
  ): number {
    const { clientKey } = this.#by;
    const { name, definition, example, counterexample, severity, fixedIn } = words;
    const id = insertModeEvent(this.#db, {
      ...{ kind, name: tidyName(name), definition, example, counterexample, severity, fixedIn },
      ...{ retired: false, changesMeaning: false, otherModeId: null, ...how },
      ...this.#shared,
      clientKey: this.#written === 0 ? clientKey : `${clientKey}/${this.#written}`,
    });
    this.#written += 1;
    return how.modeId ?? id;
  }

  /** @throws AppError INVALID_INPUT, or CONFLICT where another mode has the name */
  assertFree(name: string, own?: ModeHistory): void {
    if (nameKey(name) === '') {
      throw new AppError('INVALID_INPUT', 'The name of a failure mode needs a letter.', {
        field: 'name',
        remedy: 'Give it a name.',
      });
    }
    const taken = this.modes.byName.get(nameKey(name));
    if (!taken || taken.id === own?.id || (own && taken.now.retired)) return;
    throw conflict(
      `There is a failure mode "${taken.now.name}" already${taken.now.retired ? ', which is retired' : ''}.`,
      'name',
      taken.now.retired ? 'Restore it, or choose another name.' : 'Choose another name, or merge the two.',
    );
  }
}

/** Does one act in one transaction; sent again under its key, it gives what it gave. */
async function act(
  context: CoreContext,
  { annotatorId, clientKey }: By,
  change: (act: Act) => readonly number[],
): Promise<{ modes: FailureMode[]; list: number }> {
  const db = dbOf(context);
  const ids = await whenWritable(() =>
    db
      .transaction(() => {
        const known = findModeEvent(db, clientKey);
        if (known) return [known.modeId];
        return change(new Act(context, { annotatorId: annotatorOf(context, annotatorId).id, clientKey }));
      })
      .immediate(),
  );
  context.events.publish({ type: 'failures.changed' });
  const modes = modesOf(db);
  return {
    modes: describeModes(
      db,
      ids.map((id) => modeById(modes, id)),
    ),
    list: modes.newest,
  };
}

async function actOnOne(context: CoreContext, by: By, change: (act: Act) => number): Promise<Changed> {
  const { modes, list } = await act(context, by, (one) => [change(one)]);
  return { mode: modes[0]!, list };
}

/** Makes a mode, or finds the one of that name. @throws AppError CONFLICT where it is retired */
export async function makeMode(
  context: CoreContext,
  {
    name,
    ...given
  }: By & {
    name: string;
    definition?: string;
    example?: string;
    counterexample?: string;
    severity?: FailureSeverity | null;
  },
): Promise<Changed & { isNew: boolean }> {
  let isNew = false;
  const { definition = '', example = '', counterexample = '', severity = null } = given;
  const changed = await actOnOne(context, given, (one) => {
    const found = modeNamed(one.modes, name);
    if (found && !found.now.retired) return found.id;
    assertMayMake(context);
    one.assertFree(name);
    isNew = true;
    const words = { name, definition, example, counterexample, severity, fixedIn: null };
    return one.write('made', words, { changesMeaning: true });
  });
  return { ...changed, isNew };
}

/** In a batch that was handed out modes are made where its lead lets annotators make some. @throws AppError CONFLICT */
function assertMayMake(context: CoreContext): void {
  const db = dbOf(context);
  if (!handedFacts(db) || failuresQuestion(db, handedStudyId)?.form.mayMake) return;
  throw conflict(
    'Annotators may not make failure modes in this study.',
    'name',
    'Choose one of the list, or write a note.',
  );
}

interface Definition extends OfMode {
  readonly name?: string | undefined;
  readonly definition?: string | undefined;
  readonly example?: string | undefined;
  readonly counterexample?: string | undefined;
  readonly severity?: FailureSeverity | null | undefined;
  readonly state?: FailureMode['state'] | undefined;
  readonly meaning?: 'same' | 'changed' | undefined;
  readonly event?: number | undefined;
}

/** Changes what is written of a mode. @throws AppError as the contract says */
export const defineMode = (context: CoreContext, given: Definition): Promise<Changed> =>
  actOnOne(context, given, (one) => {
    const mode = modeById(one.modes, given.modeId);
    const { now } = mode;
    assertOpen(mode, 'modeId');
    if (given.event !== undefined && given.event !== now.id) {
      throw conflict(
        `Somebody changed "${now.name}" meanwhile.`,
        'event',
        'Look at it as it is now, then change it again.',
      );
    }
    const { name = now.name, definition = now.definition, severity = now.severity } = given;
    const { example = now.example, counterexample = now.counterexample, state, meaning } = given;
    const fixedIn = state ? (state.kind === 'fixed' ? state.release : null) : now.fixedIn;
    if (!sameName(name, now.name)) one.assertFree(name, mode);
    const isOther = !sameName(name, now.name) || definition !== now.definition;
    if (isOther && meaning === undefined) {
      throw new AppError('INVALID_INPUT', `Does "${now.name}" still mean the same?`, {
        field: 'meaning',
        remedy: 'Say "same" where the same conversations count, so that its share stays; else "changed".',
      });
    }
    const words = { name, definition, example, counterexample, severity, fixedIn };
    return one.write('changed', words, {
      modeId: mode.id,
      changesMeaning: meaning === 'changed',
    });
  });

/** @throws AppError CONFLICT where a mode is retired */
function assertOpen({ now }: ModeHistory, field: string): void {
  if (!now.retired) return;
  throw conflict(`The failure mode "${now.name}" is retired.`, field, 'Restore it first.');
}

/** Merges a mode into another one. @throws AppError CONFLICT where one is retired; INVALID_INPUT where both are one */
export const mergeModes = (
  context: CoreContext,
  { modeId, intoId, ...by }: OfMode & { intoId: number },
): Promise<Changed> =>
  actOnOne(context, by, (one) => {
    const [from, into] = [modeById(one.modes, modeId), modeById(one.modes, intoId, 'intoId')];
    if (from.id === into.id) {
      throw new AppError('INVALID_INPUT', 'A failure mode cannot be merged into itself.', {
        field: 'intoId',
        remedy: 'Choose another one.',
      });
    }
    assertOpen(from, 'modeId');
    assertOpen(into, 'intoId');
    // The act is known by its first row, which is of the mode that stays.
    one.write('joined', into.now, { modeId: into.id, changesMeaning: true, otherModeId: from.id });
    one.write('merged', from.now, { modeId: from.id, retired: true, otherModeId: into.id });
    return into.id;
  });

/** Makes several modes of one, which is retired. @throws AppError CONFLICT where it is retired, or a name is taken */
export async function splitMode(
  context: CoreContext,
  { modeId, into, ...by }: OfMode & { into: readonly { name: string; definition: string }[] },
): Promise<{ modes: FailureMode[]; list: number }> {
  const done = await act(context, by, (one) => {
    const from = modeById(one.modes, modeId);
    assertOpen(from, 'modeId');
    const keys = new Set(into.map(({ name }) => nameKey(name)));
    if (keys.size < into.length)
      throw conflict('Two of the parts have the same name.', 'into', 'Give each a name of its own.');
    for (const { name } of into) one.assertFree(name);
    const parts = into.map((part) =>
      one.write(
        'part',
        { ...plainWords, ...part, severity: from.now.severity },
        {
          ...{ changesMeaning: true, otherModeId: from.id },
        },
      ),
    );
    one.write('split', from.now, { modeId: from.id, retired: true });
    return parts;
  });
  // Known by its first row, an act that is sent again gives all of its parts.
  const modes = modesOf(dbOf(context));
  const names = new Set(into.map(({ name }) => nameKey(name)));
  const parts = [...modes.byId.values()].filter(
    ({ events: [made], now }) => made?.otherModeId === modeId && names.has(nameKey(now.name)),
  );
  return { modes: describeModes(dbOf(context), parts), list: done.list };
}

/** Offers a mode no longer. */
export const retireMode = (context: CoreContext, { modeId, ...by }: OfMode): Promise<Changed> =>
  actOnOne(context, by, (one) => {
    const mode = modeById(one.modes, modeId);
    assertOpen(mode, 'modeId');
    return one.write('retired', mode.now, { modeId, retired: true });
  });

/** Offers a retired mode again. What it was merged into loses it, and counts from now on. */
export const restoreMode = (context: CoreContext, { modeId, ...by }: OfMode): Promise<Changed> =>
  actOnOne(context, by, (one) => {
    const mode = modeById(one.modes, modeId);
    if (!mode.now.retired) {
      throw conflict(
        `The failure mode "${mode.now.name}" is not retired.`,
        'modeId',
        'It can be chosen as it is.',
      );
    }
    const taken = one.modes.byName.get(nameKey(mode.now.name));
    if (taken && taken.id !== mode.id) one.assertFree(mode.now.name);
    one.write('restored', mode.now, { modeId });
    const into = mode.now.kind === 'merged' ? one.modes.byId.get(mode.now.otherModeId!) : undefined;
    if (into) {
      const { id, now } = into;
      one.write('changed', now, { modeId: id, retired: now.retired, changesMeaning: true });
    }
    return modeId;
  });

/**
 * The rows of an answer with the failure modes that it makes: names that no mode has yet become modes by the one who answers. Call it
 * in the transaction that stores the answer.
 */
export function withMadeModes(
  context: CoreContext,
  studyId: number,
  rows: Required<AnswerRows>,
  { annotatorId, clientKey }: { annotatorId: number; clientKey: string },
): Required<AnswerRows> {
  const db = dbOf(context);
  const question = failuresQuestion(db, studyId);
  const coding = question && (rows.fields.get(question.name) as FailureCoding | undefined);
  if (!coding?.made?.length) return rows;
  const names = newNames(db, coding);
  if (names.length > 0) {
    const making = new Act(context, { annotatorId, clientKey: `${clientKey}/made` });
    for (const name of names) making.write('made', { ...plainWords, name }, { changesMeaning: true });
    context.events.publish({ type: 'failures.changed' });
  }
  return {
    ...rows,
    fields: new Map(rows.fields).set(question!.name, { ...coding, modes: withMade(db, coding) }),
  };
}
