import type { AuditEntry } from '../../../db/audit.ts';
import type { LabelAnswer, MergeConflict, Take } from '../../../shared/contract/index.ts';
import { reasonWords } from '../../../shared/merge-words.ts';
import { sameName } from '../../../shared/person-name.ts';
import { capital } from './shown-number.ts';

type Details = Readonly<Record<string, unknown>>;
/** How a report calls a person, whose name it does not tell. */
export type NamePerson = (name: unknown) => string;

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? null);
const items = (value: unknown): string => `${text(value)} ${value === 1 ? 'item' : 'items'}`;
const people = (names: unknown, person: NamePerson): string =>
  Array.isArray(names) && names.length > 0 ? names.map(person).join(', ') : 'whoever sits down';
const because = (reason: unknown): string =>
  typeof reason === 'string' && reason !== '' ? `; reason: ${reason}` : '';

/** What each act is in a sentence of the report. An act that is not here is shown by its name and its details. */
const sentences: Record<string, (details: Details, person: NamePerson) => string> = {
  'study.create': ({ preset, seed, size, alpha }) =>
    `The study was set up: ${items(size)} to draw by the design "${text(preset)}", seed ${text(seed)}, error level ${text(alpha)}.`,
  'study.edit': ({ was, now }) => `The study's texts or goal were changed: ${changes(was, now)}.`,
  'sample.grow': ({ from, to }) =>
    `The batch was made longer, from ${text(from)} to ${text(to)} draws, in the same order.`,
  'sample.redraw': ({ seed, labelsBefore }) =>
    `The batch was drawn anew with seed ${text(seed)}, when ${text(labelsBefore)} items had been labeled.`,
  'batch.out': ({ items: count, from, annotator, signature }, person) =>
    `${items(count)} were handed out to label elsewhere, from draw ${text(from)} on${typeof annotator === 'string' ? `, to ${person(annotator)}` : ''}${signature ? ', signed' : ''}.`,
  'batch.merge': (details, person) => mergeWords(details, person),
  'practice.start': ({ round, items: count, targetAlpha }) =>
    `Practice round ${text(round)} began, with ${items(count)} outside the batch and a target agreement of ${text(targetAlpha)}.`,
  'practice.passed': ({ round, krippendorffAlpha }) =>
    `Practice round ${text(round)} was passed with Krippendorff's alpha ${rounded(krippendorffAlpha)}.`,
  'practice.override': ({ round, krippendorffAlpha, reason }) =>
    `The batch was opened without the agreement that practice asks for (round ${text(round)}, Krippendorff's alpha ${rounded(krippendorffAlpha)})${because(reason)}.`,
  'team.members': ({ from, to }, person) =>
    `The members became ${people(to, person)}; before: ${people(from, person)}.`,
  'team.overlap': ({ from, to }) =>
    `The number of annotators that each item needs was changed from ${text(from)} to ${text(to)}.`,
  'team.rule': ({ from, to }) =>
    `The rule by which labels become one value was changed from "${text(from)}" to "${text(to)}".`,
  'team.shuffle': ({ to }) =>
    to === true
      ? 'Each member was given an order of their own within blocks of ten draws.'
      : 'Every member was given the order of the draw.',
  'adjudication.decide': ({ draw, criterion, by, note }, person) =>
    `${capital(person(by))} decided what counts for draw ${text(draw)}${criterionOf(criterion)}${because(note)}.`,
  'adjudication.undo': ({ draw, criterion, by, note }, person) =>
    `${capital(person(by))} took the decision on draw ${text(draw)} back${criterionOf(criterion)}${because(note)}.`,
};

/** An act in words, for a reader of the report. */
export function auditWords(
  { action, details }: Pick<AuditEntry, 'action' | 'details'>,
  person: NamePerson,
): string {
  const known = (details ?? {}) as Details;
  const sentence = sentences[action];
  return sentence ? sentence(known, person) : otherAct(action, known, person);
}

/** Merges of before conflicts were shown tell how many answers were older than what was there. */
function mergeWords(details: Details, person: NamePerson): string {
  const { annotator, said, added, changed, known, older, taken, kept, signedBy, conflicts } = details;
  const start = `Answers of ${person(annotator)} came back`;
  if (conflicts === undefined) {
    return `${start}: ${text(added)} new, ${text(known)} known, ${text(older)} older than what was there.`;
  }
  const asked = typeof said === 'string' && !sameName(said, String(annotator));
  const chosen =
    Array.isArray(conflicts) && conflicts.length > 0 ? conflicts.map(chosenWords).join('; ') : '';
  return [
    `${start}${signedBy ? ', signed' : ', not signed'}${asked ? ', in a file that names somebody else' : ''}: `,
    `${text(added)} new, ${text(changed)} changed, ${text(known)} known, ${text(taken)} taken and ${text(kept)} kept after a choice`,
    chosen === '' ? '.' : ` (${chosen}).`,
  ].join('');
}

function chosenWords(conflict: unknown): string {
  const { draw, reasons, project, file, took } = conflict as MergeConflict & { took: Take };
  const then = (said: MergeConflict['project']) =>
    said === null
      ? 'nothing'
      : `${said.answer === null ? 'taken back' : answerText(said.answer)} of ${said.at}`;
  return `draw ${draw ?? 'of before'}: ${reasonWords({ reasons })}; the project had ${then(project)}, the file ${then(file)}, the ${took}'s was ${took === 'file' ? 'taken' : 'kept'}`;
}

function answerText(answer: LabelAnswer): string {
  if (answer.kind === 'skip') return `a skip (${answer.reason})`;
  if (answer.kind === 'score') return text(answer.value);
  if (answer.kind === 'category') return answer.option;
  return answer.kind === 'answer'
    ? answer.answers.map((one) => `"${one}"`).join(', ')
    : answer.values.join(', ');
}

/** Details that name a person. */
const persons = ['annotator', 'by', 'lead', 'adjudicator', 'person'];

/** An act without a sentence of its own: its name with spaces, and every detail by name. */
function otherAct(action: string, details: Details, person: NamePerson): string {
  const name = action
    .replaceAll(/[._-]/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const said = Object.entries(details).map(
    ([key, value]) => `${key}: ${persons.includes(key) ? person(value) : text(value)}`,
  );
  return said.length === 0 ? `${capital(name)}.` : `${capital(name)} (${said.join('; ')}).`;
}

const rounded = (value: unknown): string =>
  typeof value === 'number' ? Number(value.toPrecision(3)).toString() : 'that is not estimable';

const criterionOf = (criterion: unknown): string =>
  typeof criterion === 'string' && criterion !== '' ? ` (${criterion})` : '';

/** The fields of `now` that differ from what they were. */
function changes(was: unknown, now: unknown): string {
  const before = (was ?? {}) as Details;
  const changed = Object.entries((now ?? {}) as Details).filter(
    ([key, value]) => value !== undefined && JSON.stringify(before[key]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return 'nothing that differs';
  return changed.map(([key, value]) => `${key} from ${text(before[key])} to ${text(value)}`).join('; ');
}
