import { chainHead } from '../../db/word-chain.ts';
import { checkName } from '../../shared/checks-words.ts';
import type { Checks, ChecksClaim, Gate } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { mostCompared } from '../estimate/check-figures.ts';
import { checksAlone } from '../estimate/checks-alone.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { driftedJudges } from './series/release-judges.ts';

/** Which number of checks alone is meant; what there is one of need not be named. */
interface Asked {
  readonly datasetId?: number | undefined;
  readonly check?: string | undefined;
  readonly system?: string | undefined;
  readonly claim: ChecksClaim;
}

/**
 * Decides a claim by checks or judges alone, at one look and without a person: the interval is that of `checksAlone`, for the cases that
 * the items stand for. What the checks get wrong is in no part of it, and the outcome says so.
 *
 * @throws AppError NOT_FOUND without such a check or system; INVALID_INPUT where one of several must be named, or the bound is no
 *   value of the scale
 */
export function gateByChecks(context: CoreContext, { datasetId, check, system, claim }: Asked): Gate {
  const all = checksAlone(dbOf(context), datasetId);
  const checks = namedOf<Checks>(all, check, { what: 'check', field: '--check', nameOf: checkName });
  const { scale, alpha } = checks;
  const one =
    system === undefined && claim.kind === 'not-worse'
      ? namedOf(
          checks.systems.filter((other) => other.system !== claim.thanSystem),
          undefined,
          ofSystems,
        )
      : namedOf(checks.systems, system, ofSystems);
  const found = claim.kind === 'not-worse' ? differenceFrom(checks, one.system, claim.thanSystem) : one;
  const span = scale.max - scale.min;
  const isAtLeast = claim.kind === 'not-worse' ? scale.direction === 'higher' : claim.kind === 'at-least';
  const value = claim.kind === 'not-worse' ? (isAtLeast ? -claim.by : claim.by) : claim.value;
  if (claim.kind !== 'not-worse' && !(value > scale.min && value < scale.max)) {
    throw new AppError('INVALID_INPUT', `${value} is not inside the scale of "${checkName(checks)}".`, {
      field: `--${claim.kind}`,
      remedy: `Give a value above ${scale.min} and below ${scale.max}.`,
    });
  }
  const isMet = isAtLeast ? found.lower >= value : found.upper <= value;
  const isMissed = isAtLeast ? found.upper < value : found.lower > value;
  const drifted = driftWords(context, checks, claim);
  // Scores of a judge from before it changed and after are no two measurements of one thing.
  const isComparable = drifted === null || claim.kind !== 'not-worse';
  return {
    verdict: isComparable && isMet ? 'pass' : isComparable && isMissed ? 'fail' : 'inconclusive',
    bound: { kind: isAtLeast ? 'at-least' : 'at-most', value },
    study: `checks alone, ${checkName(checks)} of ${one.system}${claim.kind === 'not-worse' ? ` minus ${claim.thanSystem}` : ''}`,
    ...{ value: found.value, lower: found.lower, upper: found.upper, labeled: found.items },
    scale: claim.kind === 'not-worse' ? { ...scale, min: -span, max: span } : scale,
    ...{ basis: 'checks', draws: 1, moreLabels: null, confidence: 1 - alpha },
    ...{ scoredBy: [checkName(checks)], judgeBreak: drifted },
    ...{ altered: [...context.altered.accepted], chain: chainHead(dbOf(context)) },
  };
}

/** That the judge whose scores decide has drifted, in sentences; null where nothing shows it. */
function driftWords(context: CoreContext, { name }: Checks, claim: ChecksClaim): string | null {
  const [drifted] = driftedJudges(dbOf(context), [name]);
  if (drifted === undefined) return null;
  return claim.kind === 'not-worse'
    ? `${drifted} has drifted: its scores of two systems are not compared.`
    : `${drifted} has drifted: its scores are those of the day on which it gave them.`;
}

interface Naming<T> {
  readonly what: string;
  readonly field: string;
  nameOf(one: T): string;
}

const ofSystems: Naming<Checks['systems'][number]> = {
  what: 'system',
  field: '--system',
  nameOf: ({ system }) => system,
};

/** The one that was named, else the only one; of checks the one that leads. */
function namedOf<T>(all: readonly T[], asked: string | undefined, { what, field, nameOf }: Naming<T>): T {
  const names = all.slice(0, 8).map((one) => `"${nameOf(one)}"`);
  const [only, ...others] = all;
  if (!only) {
    throw new AppError('NOT_FOUND', `No ${what} has a score here.`, {
      field,
      remedy: 'Import a file with checks or scores of a judge first.',
    });
  }
  if (asked === undefined && (others.length === 0 || what === 'check')) return only;
  const found = all.find((one) => nameOf(one) === asked);
  if (found) return found;
  throw new AppError(
    asked === undefined ? 'INVALID_INPUT' : 'NOT_FOUND',
    asked === undefined
      ? `There are ${all.length} choices of ${what}.`
      : `There is no ${what} named "${asked}".`,
    { field, remedy: `Choose one with ${field}: ${names.join(', ')}` },
  );
}

/** The first minus the second. @throws AppError NOT_FOUND where the two share no item; INVALID_INPUT where they are not compared */
function differenceFrom(
  { pairs, systems }: Checks,
  system: string,
  against: string,
): Pick<Checks['pairs'][number], 'value' | 'lower' | 'upper' | 'items'> {
  for (const pair of pairs) {
    if (pair.system === system && pair.against === against) return pair;
    if (pair.system === against && pair.against === system) {
      const { value, lower, upper, items } = pair;
      return { value: -value, lower: -upper, upper: -lower, items };
    }
  }
  if (systems.slice(mostCompared).some((one) => [system, against].includes(one.system))) {
    throw new AppError(
      'INVALID_INPUT',
      `Only the first ${mostCompared} systems are compared with each other.`,
      {
        field: '--not-worse-than',
        remedy: 'Import the two that are to be compared as a data set of their own.',
      },
    );
  }
  throw new AppError('NOT_FOUND', `No item has scores of both "${system}" and "${against}".`, {
    field: '--not-worse-than',
    remedy: 'Name two systems whose replies to the same items were checked.',
  });
}
