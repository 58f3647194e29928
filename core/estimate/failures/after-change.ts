import type { ModeEvent } from '../../../db/failure-modes.ts';
import type { FailureShare } from '../../../shared/contract/index.ts';
import type { ModeObservation } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type ModeHistory, type Modes, modeById } from '../../studies/failures/modes.ts';
import { whenSettled } from '../live-estimates.ts';
import { countedOf, studyOfFailures, whyNone } from './failure-table.ts';
import { countedMode, freshShare, sequenceOfMode, shareOf } from './mode-shares.ts';
import { signalsOfMode } from './mode-signals.ts';
import { modeValue } from './mode-values.ts';
import { drawsSeenBy, seenDraws } from './seen-draws.ts';

/**
 * What a new meaning of a mode from now on would make of its share: all that was coded is unknown until somebody looks again; or, where
 * another mode is merged into it, what is known of both is known of the one. Stores nothing.
 *
 * @throws AppError NOT_FOUND for a mode that there is not; as `studyOfFailures`
 */
export const settledAfterChange = (context: CoreContext, asked: AskedChange): Promise<Changed> =>
  whenSettled(context, asked.studyId, () => afterChange(context, asked));

interface AskedChange {
  studyId: number;
  modeId: number;
  mergedId?: number | undefined;
}

interface Changed {
  before: FailureShare | null;
  after: FailureShare | null;
  lookAgain: number;
}

function afterChange(context: CoreContext, { studyId, modeId, mergedId }: AskedChange): Changed {
  const db = dbOf(context);
  const study = studyOfFailures(db, studyId);
  const counted = countedOf(context, study);
  const mode = modeById(counted.modes, modeId);
  const merged = mergedId === undefined ? undefined : modeById(counted.modes, mergedId, 'mergedId');
  const now: ModeEvent = {
    ...mode.now,
    ...{ id: counted.modes.newest + 1, kind: merged ? 'joined' : 'changed', changesMeaning: true },
    ...{ otherModeId: merged?.id ?? null, seen: seenDraws(context) },
  };
  const changed: ModeHistory = { ...mode, events: [...mode.events, now], now, meaning: now };
  const modes: Modes = {
    ...counted.modes,
    newest: now.id,
    byId: new Map([...counted.modes.byId, [modeId, changed]]),
  };
  const { draws, says } = counted.said;
  const clock = Math.min(drawsSeenBy(db, study, now), draws.length);
  const before = draws.slice(0, clock).map((draw): ModeObservation => {
    const y = modeValue(study, modes, changed, says.get(draw.itemId));
    return { pool: counted.pool.placeOf(draw), y };
  });
  const lookAgain = before.filter(
    ({ y }, i) => y === 'unknown' && (says.get(draws[i]!.itemId)?.people.length ?? 0) > 0,
  ).length;
  if (whyNone(db, study) !== null) return { before: null, after: null, lookAgain };
  const signals = signalsOfMode(context, counted, modeId);
  const after = freshShare(counted.pool, { clock, length: clock, values: before, signals });
  const present = sequenceOfMode(context, counted, countedMode(context, counted, mode));
  return { before: shareOf(present.point), after, lookAgain };
}
