import type { StudyRow } from '../../../db/studies.ts';

/** What makes a label one of the same question; in the order in which it is told. */
const parts: readonly (readonly [name: string, of: (study: StudyRow) => unknown])[] = [
  ['the measure', ({ measure }) => measure],
  ['the scale', ({ scale }) => scale],
  ['the form', ({ form }) => form],
  ['the question', ({ question }) => question],
  ['the guidelines', ({ guidelines }) => guidelines],
];

/** What makes labels of one study no labels of another, as "the guidelines were changed"; null where both ask the same. */
export function changedQuestion(before: StudyRow, study: StudyRow): string | null {
  const changed = parts.flatMap(([name, of]) =>
    JSON.stringify(of(before)) === JSON.stringify(of(study)) ? [] : [name],
  );
  if (changed.length === 0) return null;
  const verb = changed.length === 1 && changed[0] !== 'the guidelines' ? 'was' : 'were';
  return `${changed.join(' and ')} ${verb} changed`;
}

/** Why labels of one release are no labels of another, in a sentence; null where both ask the same. */
export function whyOtherQuestion(before: StudyRow, study: StudyRow): string | null {
  const changed = changedQuestion(before, study);
  return changed === null ? null : `Labels of the previous release are not used: ${changed}.`;
}
