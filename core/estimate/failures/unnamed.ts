import { keptMaps } from '../../../db/kept-maps.ts';
import type { FailureTable } from '../../../shared/contract/index.ts';
import { goodEstimate, UnnamedFailures } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { ModeHistory, Modes } from '../../studies/failures/modes.ts';
import { type ItemSays, modesOnItem, modesSaid } from '../../studies/failures/said.ts';
import type { Counted } from './mode-values.ts';
import { drawsSeenBy } from './seen-draws.ts';

const mostPoints = 60;

interface Made {
  readonly isNew: readonly (boolean | 'unknown')[];
  readonly bound: UnnamedFailures;
}
const keptBounds = keptMaps<string, Made>();

/** At most how many of the items that nobody has read hold a failure without a name, by the draws that the study counts. */
export function unnamedOf(context: CoreContext, counted: Counted): FailureTable['unnamed'] {
  const { study, said, prefix, pool } = counted;
  if (prefix === 0) return null;
  const db = dbOf(context);
  const { draws } = said;
  const isNew = newFailures(context, counted);
  const kept = keptBounds(db);
  const name = JSON.stringify([study.id, study.generation, pool.alpha]);
  const before = kept.get(name);
  const goesOn =
    before !== undefined &&
    before.isNew.length <= isNew.length &&
    before.isNew.every((one, i) => one === isNew[i]);
  const leastProbability = pool.probabilities && leastOf(pool.probabilities);
  const bound = goesOn
    ? before.bound
    : new UnnamedFailures({
        ...{ populationSize: study.populationSize, alpha: pool.alpha ?? study.alpha },
        ...(leastProbability !== undefined && { leastProbability }),
      });
  for (let i = goesOn ? before.isNew.length : 0; i < isNew.length; i++) {
    bound.add({
      isNew: isNew[i]!,
      ...(leastProbability !== undefined && { probability: draws[i]!.probability }),
    });
  }
  kept.set(name, { isNew, bound });
  const { ofAll, ofUnread } = bound.state;
  const step = Math.max(1, Math.ceil(prefix / mostPoints));
  const points = Array.from({ length: Math.ceil(prefix / step) }, (_, i) => prefix - i * step).reverse();
  return {
    ...{ draws: prefix, upper: ofAll, ofUnread, unread: study.populationSize - prefix },
    good: goodEstimate(seenOnce(counted, prefix), prefix) ?? null,
    curve: points.map((at) => ({ draws: at, ofUnread: bound.pointAfter(at).ofUnread })),
  };
}

/** What was made of a draw, by what people said of its item then, and by one list of modes. */
interface New {
  readonly modes: Modes;
  readonly draws: Counted['said']['draws'];
  readonly says: (ItemSays | undefined)[];
  readonly isNew: (boolean | 'unknown')[];
}
const keptNew = keptMaps<string, New>();

/** Of each draw that counts whether it brought a failure that had no name before it. */
export function newFailures(
  context: CoreContext,
  { study, said, prefix, modes }: Counted,
): (boolean | 'unknown')[] {
  const db = dbOf(context);
  const name = JSON.stringify([study.id, study.generation]);
  const before = db.inTransaction ? undefined : keptNew(db).get(name);
  const kept: New =
    before?.modes === modes && before.draws === said.draws
      ? before
      : { modes, draws: said.draws, says: [], isNew: [] };
  let namedAt: Map<number, number> | undefined;
  for (let i = 0; i < prefix; i++) {
    const { itemId, order } = said.draws[i]!;
    const says = said.says.get(itemId);
    if (i < kept.isNew.length && kept.says[i] === says) continue;
    namedAt ??= new Map([...modes.byId.values()].map((mode) => [mode.id, namedAfter(mode)]));
    kept.says[i] = says;
    kept.isNew[i] = bringsNew(modes, says, namedAt, order);
  }
  if (!db.inTransaction) keptNew(db).set(name, kept);
  return kept.isNew.slice(0, prefix);

  /** Draws that had been seen when a failure first had a name: of a part when the whole had one. */
  function namedAfter(mode: ModeHistory): number {
    const [first] = mode.events;
    const whole = first?.kind === 'part' ? modes.byId.get(first.otherModeId!) : undefined;
    return whole ? namedAfter(whole) : drawsSeenBy(db, study, first!);
  }
}

/** Whether an item has a failure that had no name before it was drawn. */
function bringsNew(
  modes: Modes,
  says: ItemSays | undefined,
  namedAt: ReadonlyMap<number, number>,
  order: number,
): boolean | 'unknown' {
  const coded = (says?.people ?? []).filter(({ coding }) => coding !== undefined);
  if (coded.length === 0) return 'unknown';
  return coded.some((person) => {
    const said = modesSaid(modes, person);
    if (said.some((id) => (namedAt.get(id) ?? 0) > order)) return true;
    return said.length === 0 && person.coding!.note.trim() !== '';
  });
}

/** For each mode that one item alone has: 1, or where draws are weighted 1/(N pi) of that item. */
function seenOnce({ modes, said: { draws, says }, pool, study }: Counted, prefix: number): number[] {
  // By mode the weight of its only item; null where it is on several.
  const on = new Map<number, number | null>();
  let drawn = 0;
  for (let i = 0; i < prefix; i++) {
    const { itemId, probability } = draws[i]!;
    const left = study.populationSize - i;
    const weight = pool.probabilities
      ? Math.max(left === 1 ? 1 : 1 - drawn, Number.MIN_VALUE) / (study.populationSize * probability)
      : 1;
    drawn += probability;
    const item = says.get(itemId);
    for (const id of item ? modesOnItem(modes, item) : []) on.set(id, on.has(id) ? null : weight);
  }
  return [...on.values()].filter((weight) => weight !== null);
}

const leastOf = (values: ArrayLike<number>): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) least = Math.min(least, values[i]!);
  return least;
};
