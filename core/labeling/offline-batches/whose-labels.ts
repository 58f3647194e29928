import { type AnnotatorRow, findAnnotator, listAnnotators } from '../../../db/annotators.ts';
import { listMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { WhoseLabels } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { nameProblem, sameName, tidyName } from '../../../shared/person-name.ts';
import type { FoundHandOut } from './hand-out.ts';

/**
 * Whose labels a returned file brings: those of the annotator that the batch was handed to, or of somebody whom the project
 * knows by the name in the file. Otherwise nobody's, until the lead says `as` whom to merge them.
 *
 * @throws AppError INVALID_INPUT when `as` names nobody who could have given labels
 */
export function whoseLabels(
  db: ReadableDb,
  { studyId, details, issued }: FoundHandOut,
  said: string,
  as?: string,
): WhoseLabels {
  const members = listMembers(db, studyId);
  const known = listAnnotators(db).filter(({ simulated }) => !simulated);
  const handedTo = known.find(({ id }) => id === details.annotatorId);
  const first = [handedTo?.id, ...members];
  const people = known.toSorted((a, b) => rank(first, a) - rank(first, b)).map(({ name }) => name);
  const facts = { said, handedTo: handedTo?.name ?? null, people };
  if (as !== undefined) return { ...facts, person: chosen(db, as) };
  const isOfHandedTo =
    handedTo && [handedTo.name, issued?.annotator ?? ''].some((name) => sameName(name, said));
  const person = handedTo ? isOfHandedTo && handedTo : personKnown(db, said);
  return { ...facts, person: person ? { name: person.name, isNew: false } : null };
}

const rank = (first: readonly (number | undefined)[], { id }: AnnotatorRow): number => {
  const at = first.indexOf(id);
  return at < 0 ? first.length : at;
};

function personKnown(db: ReadableDb, name: string): AnnotatorRow | undefined {
  const found = findAnnotator(db, name);
  return found?.simulated ? undefined : found;
}

function chosen(db: ReadableDb, as: string): NonNullable<WhoseLabels['person']> {
  const found = findAnnotator(db, as);
  const problem = found?.simulated ? `"${found.name}" is not a person.` : found ? null : nameProblem(as);
  if (problem === null) return { name: found?.name ?? tidyName(as), isNew: found === undefined };
  throw new AppError('INVALID_INPUT', `${problem} Nothing was merged.`, {
    field: 'as',
    remedy: 'Name the person whose labels these are.',
  });
}
