/**
 * Rounds are stored as one number: of practice above 0, of hidden checks 0, of the tries of a qualification below 0; none for the
 * sample. This file alone knows that.
 */
type RoundKind = 'sample' | 'practice' | 'check' | 'qualification';

export function roundKindOf(round: number | null | undefined): RoundKind {
  if (round === null || round === undefined) return 'sample';
  if (round > 0) return 'practice';
  return round === 0 ? 'check' : 'qualification';
}

/** Whether the items of a round have known answers. */
export const hasKnownAnswers = (round: number | null | undefined): boolean =>
  roundKindOf(round) === 'check' || roundKindOf(round) === 'qualification';

export const hiddenRound = 0;

/** @param attempt from 1 */
export const roundOfTry = (attempt: number): number => -attempt;

/** The same as conditions of SQL, on the column of the round. */
export const isPractice = (round: string): string => `${round} > 0`;
export const isOfKnownAnswers = (round: string): string => `${round} < 1`;
