import type { LabelKey } from '../../db/labels.ts';
import type { StudyRow } from '../../db/studies.ts';

/** One person judging one reply, names and scores hidden. */
export const blindSingle = 'blind-single';
/** One person writing the right answer; it scores every system. */
export const goldAnswer = 'gold-answer';
/**
 * One person judging two replies side by side, names hidden. A judgment leans on what stands beside it, so the
 * instrument names the other system: A beside B is another label than A beside C.
 */
export const sideBySide = (otherSystemId: number): string => `side-by-side:${otherSystemId}`;

/** Practice on a study's question: no estimate reads its labels. */
export const practice = (studyId: number, round: number): string => `practice:${studyId}:${round}`;

/** A study as its batch is labeled: the draw itself, or a round of practice. */
export type LabeledStudy = StudyRow & { readonly practiceRound?: number | undefined };

type Asked = Pick<LabeledStudy, 'id' | 'systemId' | 'criterionId' | 'against' | 'practiceRound'>;

/**
 * What a study's labels are about: one key, or in a comparison of ratings one for each system, the study's own first.
 * Studies that ask the same share each other's labels.
 */
export function labelKeysFor(study: Asked, itemId: number): LabelKey[] {
  const keys = drawnKeys(study, itemId);
  const { id, practiceRound } = study;
  if (practiceRound === undefined) return keys;
  return keys.map((key) => ({ ...key, instrument: practice(id, practiceRound) }));
}

function drawnKeys({ systemId, criterionId, against }: Asked, itemId: number): LabelKey[] {
  if (criterionId === null) return [{ itemId, systemId: 0, criterionId: 0, instrument: goldAnswer }];
  if (!against) return [{ itemId, systemId, criterionId, instrument: blindSingle }];
  return [
    { itemId, systemId, criterionId, instrument: sideBySide(against.systemId) },
    { itemId, systemId: against.systemId, criterionId, instrument: sideBySide(systemId) },
  ];
}

/** The first of a study's keys; in a comparison it stands for both, which are written together. */
export const labelKeyFor = (study: Asked, itemId: number): LabelKey => labelKeysFor(study, itemId)[0]!;

/** The client keys of the rows that one submission writes: its own, and one made from it for the second system. */
export const clientKeysFor = (clientKey: string): readonly string[] => [clientKey, `${clientKey}/against`];
