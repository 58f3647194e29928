import { requireInteger } from '../check.ts';
import { GROWTH_SHARE } from './constants.ts';

/** A number of labels at which the interval is to be narrow. */
export interface PlannedLook {
  /** Labels at the look, from 1 to N. */
  readonly labels: number;
  /** Starting wealth of its two gamblers together. The shares of all looks and the growth gambler's sum to 1. */
  readonly share: number;
  /** Factor on its stakes. */
  readonly boldness: number;
  /** Whether its starting wealth leans towards the mean of the surrogate rather than being halved. */
  readonly leans: boolean;
}

const EARLY_BOLDNESS = 1.25;
const OPENING = { labels: 10, share: 0.07 };
const SECOND = { labels: 30, share: 0.02 };
const PLAN_SHARE = 0.74;
const LADDER_SHARE = 0.15;

/** Plans up to these numbers of labels have no opening look, and no second one. */
const OPENING_BEYOND = 15;
const SECOND_BEYOND = 45;

/** Looks where no plan was stated; the ladder gets the rest, at most `MOST_UNPLANNED` a look. */
const UNPLANNED = [OPENING, { labels: 30, share: 0.22 }, { labels: 100, share: 0.2 }];
const MOST_UNPLANNED = 0.26;

/** From look to look of the ladder information grows by this factor and the share falls by this one. */
const LADDER_RATIO = Math.sqrt(10);
const LADDER_DECAY = 0.85;

/** No look beyond this part of the pool, but for a plan that says so. */
const LAST_PART = 0.85;

/** What a share may lack of 1 by rounding. */
const ROUNDING = 1e-12;

/**
 * The looks of a study, fixed by the size of the pool and the plan before the first label.
 *
 * A stated plan has most of the wealth at its own number of labels, and a ladder of looks beyond it, each with sqrt(10)
 * times the information n/(1 - n/N) of the one before. Without a plan, or with one that is the whole pool, the looks at
 * 10, 30 and 100 labels share it with the ladder.
 *
 * @param populationSize N, at least 1
 * @param plan labels that the study asks for, at least 1; null when none was stated
 * @param once the plan's look has all the wealth: nothing is bet before or after for another one
 * @throws RangeError when either is not such an integer
 */
export function lookTable(populationSize: number, plan: number | null, once = false): PlannedLook[] {
  requireInteger(populationSize, 1, 2 ** 40, 'The population size');
  if (plan !== null) requireInteger(plan, 1, 2 ** 31, 'The plan');
  if (once)
    return [{ labels: Math.min(plan ?? populationSize, populationSize), share: 1, boldness: 1, leans: true }];
  return plan === null || plan >= populationSize
    ? unplannedLooks(populationSize)
    : plannedLooks(populationSize, plan);
}

function plannedLooks(populationSize: number, plan: number): PlannedLook[] {
  const opens = plan > OPENING_BEYOND;
  const hasSecond = plan > SECOND_BEYOND;
  const early = [...(opens ? [OPENING] : []), ...(hasSecond ? [SECOND] : [])];
  const base: PlannedLook[] = early.map((look) => ({ ...look, boldness: EARLY_BOLDNESS, leans: true }));
  base.push({ labels: plan, share: PLAN_SHARE + (opens ? 0 : OPENING.share), boldness: 1, leans: true });
  const ladder = ladderOf(plan, populationSize, LADDER_SHARE - (hasSecond ? SECOND.share : 0));
  const spare = 1 - GROWTH_SHARE - sharesOf([...base, ...ladder]);
  const looks = [...base, ...ladder];
  // No look of the ladder fits into the pool: its share goes to the plan.
  return spare > ROUNDING
    ? looks.map((look) => (look.labels === plan ? { ...look, share: look.share + spare } : look))
    : looks;
}

function unplannedLooks(populationSize: number): PlannedLook[] {
  const base: PlannedLook[] = UNPLANNED.filter(({ labels }) => labels <= LAST_PART * populationSize).map(
    (look) => ({
      ...look,
      boldness: look === OPENING ? EARLY_BOLDNESS : 1,
      leans: true,
    }),
  );
  const wanted = 1 - GROWTH_SHARE;
  if (base.length === 0) return [{ labels: populationSize, share: wanted, boldness: 1, leans: true }];
  const ladder = ladderOf(base.at(-1)!.labels, populationSize, wanted - sharesOf(base));
  const looks = [
    ...base,
    ...ladder.map((look) => ({ ...look, share: Math.min(look.share, MOST_UNPLANNED) })),
  ];
  const have = sharesOf(looks);
  return wanted - have > ROUNDING
    ? looks.map((look) => ({ ...look, share: (look.share * wanted) / have }))
    : looks;
}

/** The looks after `start`, with the shares that sum to `share`. */
function ladderOf(start: number, populationSize: number, share: number): PlannedLook[] {
  if (start >= populationSize) return [];
  const labels: number[] = [];
  let information = start / (1 - start / populationSize);
  for (;;) {
    information *= LADDER_RATIO;
    const next = Math.ceil((information * populationSize) / (information + populationSize) - 1e-9);
    if (next > LAST_PART * populationSize) break;
    labels.push(next);
  }
  const weights = labels.map((_, rung) => LADDER_DECAY ** rung);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return labels.map((at, rung) => ({
    labels: at,
    share: (share * weights[rung]!) / sum,
    boldness: 1,
    leans: false,
  }));
}

/** Starting share of the growth gambler beside these looks: none where one look has everything. */
export const growthShareOf = (looks: readonly PlannedLook[]): number =>
  sharesOf(looks) > 1 - GROWTH_SHARE / 2 ? 0 : GROWTH_SHARE;

const sharesOf = (looks: readonly PlannedLook[]): number => looks.reduce((sum, { share }) => sum + share, 0);
