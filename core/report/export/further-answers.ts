import { findCriterionScale } from '../../../db/human-scores.ts';
import type { StoredField } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { fieldWords } from '../../../shared/answer-words.ts';
import type {
  FailureCoding,
  FieldForm,
  FieldValue,
  Scale,
  StepCoding,
} from '../../../shared/contract/index.ts';
import { modesOf, openModes } from '../../studies/failures/modes.ts';

/** A further question of a study's form, as other tools are told of it. */
export interface FurtherQuestion {
  readonly name: string;
  readonly question: string;
  readonly form: FieldForm;
  /** Of ratings and of yes or no; null where answers are texts or options. */
  readonly scale: Scale | null;
  /** What may be chosen where it asks what went wrong: the modes that are open or were chosen, and nothing. Empty elsewhere. */
  readonly choices: readonly string[];
}

/**
 * The further questions of a form with the scales of those that are answered by a number.
 *
 * @param given what was answered to them, which may name failure modes that are open no longer
 */
export const furtherQuestions = (
  db: ReadableDb,
  datasetId: number,
  fields: readonly StoredField[],
  given: readonly ExportedValues[],
): FurtherQuestion[] =>
  fields.map(({ name, question, form }) => ({
    name,
    question,
    form,
    choices:
      form.kind === 'failures'
        ? choicesOf(
            db,
            given.map((answers) => answers[name]),
          )
        : [],
    scale:
      form.kind === 'rating' || form.kind === 'binary'
        ? (findCriterionScale(db, datasetId, name)?.scale ?? null)
        : null,
  }));

/** What somebody says went wrong, by the names that failure modes have now, with those that a note was named or an item got later. */
export interface NamedCoding {
  readonly modes: readonly string[];
  readonly note: string;
  readonly at: FailureCoding['at'];
  /** What is said of steps, with the names of their failure modes. */
  readonly steps?: readonly (Omit<StepCoding, 'modes'> & { readonly modes: readonly string[] })[];
}

export type ExportedValue = Exclude<FieldValue, FailureCoding> | NamedCoding;

/** Answers to further questions by their names. */
export type ExportedValues = Readonly<Record<string, ExportedValue>>;

export const isNamedCoding = (value: ExportedValue | undefined): value is NamedCoding =>
  typeof value === 'object' && 'modes' in value;

/** What is chosen in other tools where nothing is wrong. */
const nothingWrong = 'nothing wrong';

/** What was answered as a number or a text: of a span its words, of failures their names. */
export function plainAnswer(value: ExportedValue): number | string {
  if (typeof value !== 'object') return value;
  return isNamedCoding(value) ? choicesIn(value).join('; ') || 'not named' : fieldWords(value);
}

/** What is chosen of the failure modes and nothing; no choice where a note has no mode yet. */
export const choicesIn = ({ modes, note }: NamedCoding): readonly string[] =>
  modes.length === 0 && note.trim() === '' ? [nothingWrong] : modes;

function choicesOf(db: ReadableDb, given: readonly (ExportedValue | undefined)[]): string[] {
  const open = openModes(modesOf(db)).map(({ now }) => now.name);
  return [
    ...new Set([...open, ...given.flatMap((one) => (isNamedCoding(one) ? one.modes : [])), nothingWrong]),
  ];
}

/** A name that none of the taken ones is; the name is taken by this. */
export function takeName(name: string, taken: Set<string>): string {
  let free = name;
  while (taken.has(free)) free = `${free}_`;
  taken.add(free);
  return free;
}
