import { createHash } from 'node:crypto';
import { findItem } from '../../../db/items.ts';
import { readStudyFields, type StoredField } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type {
  FailureCoding,
  FailurePlace,
  FieldForm,
  LabelFailures,
  StepCoding,
} from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { nameKey } from '../../../shared/person-name.ts';
import { type PlacedStep, stepsIn } from '../../../shared/run-steps.ts';
import { judgedTexts } from '../corrections.ts';
import type { AskedStudy } from '../label-key.ts';
import { isOpenAt, modeNamed, modesOf, openModes } from './modes.ts';

type FailureForm = Extract<FieldForm, { kind: 'failures' }>;

/** The question of a form that asks what went wrong. */
export type FailuresQuestion = StoredField & { readonly form: FailureForm };

/** The question of a study that asks what went wrong; undefined where it asks none. */
export const failuresQuestion = (db: ReadableDb, studyId: number): FailuresQuestion | undefined =>
  readStudyFields(db, studyId).find((field): field is FailuresQuestion => field.form.kind === 'failures');

/**
 * What a label screen offers where a study asks what went wrong, by what annotators elsewhere may do; undefined where it does not ask.
 */
export function labelFailures(db: ReadableDb, studyId: number): LabelFailures | undefined {
  const question = failuresQuestion(db, studyId);
  if (!question) return undefined;
  const modes = modesOf(db);
  return {
    mayMake: question.form.mayMake,
    list: modes.newest,
    modes: openModes(modes).map(({ id, now: { name, definition, example, counterexample } }) => ({
      ...{ id, name, definition, example, counterexample },
    })),
  };
}

/** Whether somebody says that nothing went wrong. */
export const isNothingWrong = ({ modes, note, made = [] }: FailureCoding): boolean =>
  modes.length === 0 && made.length === 0 && note.trim() === '';

const refused = (name: string, problem: string, remedy: string) =>
  new AppError('INVALID_INPUT', `${name}: ${problem}`, { field: `answer.fields.${name}`, remedy });

/**
 * What somebody says went wrong, checked against the modes of the project and the texts of the item. Names of modes that were made
 * on a page become the modes of that name, where there are any by now; those that are new stay names.
 *
 * @throws AppError INVALID_INPUT naming what is wrong
 */
export function checkedCoding(
  db: ReadableDb,
  study: AskedStudy,
  { name, form }: FailuresQuestion,
  itemId: number,
  given: FailureCoding,
): FailureCoding {
  const modes = modesOf(db);
  if (given.list > modes.newest) {
    throw refused(
      name,
      `The list of failure modes has ${modes.newest} events, not ${given.list}.`,
      'Open the list of failure modes again.',
    );
  }
  for (const id of given.modes) {
    const mode = modes.byId.get(id);
    if (!mode) {
      throw refused(
        name,
        `There is no failure mode ${id} in this project.`,
        'Open the list of failure modes again.',
      );
    }
    // One that was retired since the page loaded its list was offered there.
    if (!mode.now.retired || isOpenAt(mode, given.list)) continue;
    throw refused(
      name,
      `The failure mode "${mode.now.name}" is retired.`,
      'Restore it under Failures, or choose another.',
    );
  }
  const unfit = (given.made ?? []).find((one) => nameKey(one) === '');
  if (unfit !== undefined)
    throw refused(name, 'The name of a failure mode needs a letter.', 'Give it a name.');
  if (given.made?.length && !form.mayMake && given.made.some((one) => !modeNamed(modes, one))) {
    throw refused(
      name,
      'Annotators may not make failure modes in this study.',
      'Choose one of the list, or write a note.',
    );
  }
  if (given.at !== null) assertPlace(db, study, name, itemId, given.at);
  const modesOfRun = withMade(db, given);
  const steps = given.steps?.length ? checkedSteps(db, name, itemId, given.steps, modesOfRun) : undefined;
  const { steps: _, ...run } = given;
  const coding = { ...run, modes: modesOfRun, ...(steps?.length && { steps }) };
  if (form.alone && coding.at !== null && isNothingWrong(coding)) {
    throw refused(name, 'A place is marked, but nothing is wrong there.', 'Say what is wrong, or unmark it.');
  }
  return coding;
}

/** The modes of a coding with those that its names stand for by now, each once and in order of their numbers. */
export const withMade = (db: ReadableDb, { modes, made = [] }: FailureCoding): number[] => {
  const known = modesOf(db);
  const named = made.flatMap((one) => modeNamed(known, one)?.id ?? []);
  return [...new Set([...modes, ...named])].sort((a, b) => a - b);
};

/** Names of a coding that no mode has yet, each once. */
export function newNames(db: ReadableDb, { made = [] }: FailureCoding): string[] {
  const known = modesOf(db);
  const fresh = made.filter((one) => !modeNamed(known, one));
  return [...Map.groupBy(fresh, nameKey).values()].map(([first]) => first!);
}

/** The steps of an item as people see them. */
const shownSteps = (db: ReadableDb, itemId: number): PlacedStep[] =>
  stepsIn(findItem(db, itemId)!.conversation.filter(({ role }) => role !== 'system'));

/** SHA-256 of what was shown of a step: its call and its results. */
const stepHash = ({ call, results }: PlacedStep['run']): string =>
  createHash('sha256')
    .update(JSON.stringify([call, results]))
    .digest('hex');

/** What is said of steps, in their order, each with the hash of what was shown. @throws AppError INVALID_INPUT */
function checkedSteps(
  db: ReadableDb,
  name: string,
  itemId: number,
  given: readonly StepCoding[],
  modesOfRun: readonly number[],
): StepCoding[] {
  const keyOf = ({ turn, step }: { turn: number; step: number }) => `${turn} ${step}`;
  const shown = new Map(shownSteps(db, itemId).map((one) => [keyOf(one), one]));
  const said = new Map<string, StepCoding>();
  for (const coding of given) {
    const { turn, step, right, modes, note, sha256 } = coding;
    const remedy = 'Open the item again, and say it of a step that is there.';
    const place = shown.get(keyOf(coding));
    if (!place) throw refused(name, `This item has no step ${step + 1} at turn ${turn + 1}.`, remedy);
    const hash = stepHash(place.run);
    if (sha256 !== undefined && sha256 !== hash)
      throw refused(name, `Step ${step + 1} at turn ${turn + 1} is not the one that was shown.`, remedy);
    if (said.has(keyOf(coding)))
      throw refused(name, `Step ${step + 1} at turn ${turn + 1} is said twice.`, 'Say it once.');
    if (modes.some((id) => !modesOfRun.includes(id)))
      throw refused(name, 'A step has a failure mode that its run has not.', 'Give it to the run, too.');
    if (right === true && modes.length > 0)
      throw refused(name, `Step ${step + 1} is right, but has a failure mode.`, 'Remove one of them.');
    if (right === null && modes.length === 0 && note.trim() === '') continue;
    said.set(keyOf(coding), {
      turn,
      step,
      right,
      modes: [...new Set(modes)],
      note: note.trim(),
      sha256: hash,
    });
  }
  return [...said.values()].sort((a, b) => a.turn - b.turn || a.step - b.step);
}

function assertPlace(
  db: ReadableDb,
  study: AskedStudy,
  name: string,
  itemId: number,
  at: FailurePlace,
): void {
  const remedy = 'Mark the place again.';
  if (at.kind === 'step') {
    const isThere = shownSteps(db, itemId).some(({ turn, step }) => turn === at.turn && step === at.step);
    if (isThere) return;
    throw refused(name, `This item has no step ${at.step + 1} at turn ${at.turn + 1}.`, remedy);
  }
  const text = judgedTexts(db, study, itemId)[at.reply]?.text;
  if (text === undefined) throw refused(name, `This item has no reply ${at.reply + 1}.`, remedy);
  if (text.slice(at.start, at.end) === at.text) return;
  throw refused(name, 'The words that are marked are not in the reply of this item.', remedy);
}
