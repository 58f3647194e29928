import { requireSameLength } from '../check.ts';
import { shareOf } from './binary-quality.ts';

/** The two systems' scores on one passage (group); undefined where a system has none. */
interface GroupScores {
  readonly first: number | undefined;
  readonly second: number | undefined;
}

interface PairwiseAgreement {
  /** Groups in which both evaluations prefer the same system. */
  readonly agreeing: number;
  /** Groups that could agree: people prefer one system, and the automatic evaluation scored both. */
  readonly comparable: number;
  /** Groups left out because people prefer neither. */
  readonly humanTies: number;
  /** Comparable groups in which the automatic evaluation prefers neither; they count as not agreeing. */
  readonly automaticTies: number;
  /** agreeing / comparable in [0, 1]; undefined without a comparable group. */
  readonly agreement: number | undefined;
}

/**
 * Pairwise agreement of an automatic evaluation with people (Li et al., 2022, section 6.1): of the passages, the share
 * in which both prefer the same of two systems. The paper says nothing of ties; a passage in which people prefer
 * neither is left out, and one in which only the automatic evaluation prefers neither counts as disagreement.
 *
 * @param human scores of people by group, larger better
 * @param automatic scores of the evaluation by the same groups, larger better unless `better` is 'lower'
 * @throws RangeError when the lists differ in length
 */
export function pairwiseAgreement(
  human: readonly GroupScores[],
  automatic: readonly GroupScores[],
  better: 'higher' | 'lower' = 'higher',
): PairwiseAgreement {
  requireSameLength(human, automatic, 'Groups of people and of the evaluation');
  const sign = better === 'higher' ? 1 : -1;
  const known = human.flatMap((group, i) => {
    const people = preference(group);
    const machine = preference(automatic[i]!);
    return people === undefined || machine === undefined ? [] : [{ people, machine: sign * machine }];
  });
  const comparable = known.filter(({ people }) => people !== 0);
  const agreeing = comparable.filter(({ people, machine }) => people === machine).length;
  return {
    agreeing,
    comparable: comparable.length,
    humanTies: known.length - comparable.length,
    automaticTies: comparable.filter(({ machine }) => machine === 0).length,
    agreement: shareOf(agreeing, comparable.length),
  };
}

const preference = ({ first, second }: GroupScores): number | undefined =>
  first === undefined || second === undefined ? undefined : Math.sign(first - second);
