import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ensureAnnotator, findAnnotator } from '../../db/annotators.ts';
import { currentLabel, type LabelContent, type LabelKey } from '../../db/labels.ts';
import { longTransaction } from '../../db/long-transaction.ts';
import { responsesOf } from '../../db/pools.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { readStudyFields } from '../../db/study-fields.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { ImportResult } from '../../shared/contract/index.ts';
import { countOf } from '../../shared/number-text.ts';
import { nameKey, nameProblem } from '../../shared/person-name.ts';
import { isPreference, preferenceChoices } from '../../shared/preference.ts';
import { studiesAsked } from '../estimate/ranking.ts';
import type { JobScope } from '../platform/jobs/job-work.ts';
import { labelKeysFor } from '../studies/label-key.ts';
import { insertRating } from '../studies/ratings/ratings.ts';
import { itemOfLabel, type LabelEntry } from './formats/labels/label-entry.ts';
import type { ImportParams } from './import-request.ts';
import type { Problems } from './readers/problems.ts';
import { isOnScale } from './sink/observed-scale.ts';

const nobody = 'Imported labels';
const labelsPerCheckpoint = 100;

interface ReadyLabel {
  readonly key: LabelKey;
  readonly annotator: string;
  readonly content: LabelContent;
  readonly durationMs: number;
}

/** Takes a file's labels as those of a study. Importing the same file again adds nothing. */
export async function importStudyLabels(
  scope: JobScope,
  params: ImportParams & { studyId: number },
  entries: readonly LabelEntry[],
  problems: Problems,
): Promise<ImportResult> {
  const { db } = scope;
  const study = getStudy(db, params.studyId);
  const further = new Set(furtherNames(db, study.id));
  const ofMeasure = entries.filter(({ criterion }) => criterion === null || !further.has(criterion));
  const passedOver = entries.length - ofMeasure.length;
  const anyone = params.annotator ?? nobody;
  const labels = params.wholeRanking
    ? labelsOfPairs(db, studiesAsked(db, params), anyone, ofMeasure, problems)
    : checkEntries(db, study, anyone, ofMeasure, problems).map((label) => ({ ...label, study }));
  if (problems.count > 0) throw problems.refusal(params.path);
  const replaced: string[] = [];
  const added = await longTransaction(db, async () => {
    let inserted = 0;
    for (const [index, label] of labels.entries()) {
      if (index % labelsPerCheckpoint === 0) {
        scope.progress(index, labels.length, 'labels');
        await scope.checkpoint();
      }
      const { key, annotator, content, durationMs, study: labeled } = label;
      const annotatorId = ensureAnnotator(db, annotator).id;
      const before = currentLabel(db, key, annotatorId)?.content;
      const isNew = insertRating(
        db,
        { measure: [{ key, content }] },
        {
          clientKey: clientKeyOf(labeled, label),
          annotatorId,
          studyId: labeled.id,
          operation: 'submit',
          source: 'import',
          estimateVisible: false,
          durationMs,
          createdAt: scope.now(),
        },
      );
      if (!isNew) continue;
      inserted += 1;
      if (before && !isDeepStrictEqual(before, content)) replaced.push(annotator);
    }
    return inserted;
  });
  return {
    datasetId: study.datasetId,
    datasetName: study.datasetName,
    items: 0,
    responses: 0,
    humanScores: 0,
    machineScores: 0,
    labels: added,
    unchanged: added === 0,
    warnings: [
      ...(added === 0 ? ['The study has all these labels already; nothing was changed.'] : []),
      ...(replaced.length > 0
        ? [
            `${countOf(replaced.length, 'labels that differ from what the same person said before')} (${[...new Set(replaced)].slice(0, 3).join(', ')}): what the file says holds; what was said before stays in the history.`,
          ]
        : []),
      ...(passedOver > 0 || (further.size > 0 && params.format === 'label-studio-json')
        ? [
            'Answers to further questions of the form are left out: labels come in for what the study measures.',
          ]
        : []),
    ],
  };
}

/** What answers to the further questions of a study's form are called in files: by a name that a tool keeps for itself with `_`. */
export const furtherNames = (db: ReadableDb, studyId: number): string[] =>
  readStudyFields(db, studyId).flatMap(({ name }) => [name, `${name}_`]);

/** The same words of the same person on the same item have the same key in every import. */
function clientKeyOf({ id, against }: StudyRow, { key, annotator, content }: ReadyLabel): string {
  const ofSystem = against && key.systemId !== 0 ? [key.systemId] : [];
  const text = JSON.stringify([id, key.itemId, annotator.toLowerCase(), content, ...ofSystem]);
  return `import-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}

/**
 * The labels of all pairs of a ranking, each of the pair that its line names: by its name, or by the two systems that lines of that
 * name are of. What several pairs share, as a rating on a page, stands in the file with each of them and is taken once.
 */
function labelsOfPairs(
  db: ReadableDb,
  pairs: readonly StudyRow[],
  anyone: string,
  entries: readonly LabelEntry[],
  problems: Problems,
): (ReadyLabel & { study: StudyRow })[] {
  const known = new Set<string>();
  return [...Map.groupBy(entries, ({ study = null }) => study)].flatMap(([name, ofOne]) => {
    const systems = new Set(ofOne.flatMap(({ system }) => system ?? []));
    const study =
      pairs.find((pair) => pair.name === name) ??
      pairs.find(
        (pair) =>
          systems.size === 2 && systems.has(pair.systemName) && systems.has(pair.against?.systemName ?? ''),
      );
    if (!study) {
      const message =
        name === null
          ? 'The label does not say which pair it is of.'
          : `The ranking has no pair ${JSON.stringify(name.slice(0, 80))}.`;
      for (const { line } of ofOne) {
        problems.add(line, 'study', message, `Name one of: ${pairs.map((pair) => pair.name).join('; ')}.`);
      }
      return [];
    }
    return checkEntries(db, study, anyone, ofOne, problems).flatMap((label) => {
      const said = JSON.stringify([label.key, nameKey(label.annotator), label.content]);
      if (known.has(said)) return [];
      known.add(said);
      return [{ ...label, study }];
    });
  });
}

function checkEntries(
  db: ReadableDb,
  study: StudyRow,
  anyone: string,
  entries: readonly LabelEntry[],
  problems: Problems,
): ReadyLabel[] {
  const lineOf = new Map<string, { line: number; said: string }>();
  return entries.flatMap((entry): ReadyLabel[] => {
    const { line, item } = entry;
    const itemId = itemOfLabel(db, study.datasetId, item);
    if (itemId === undefined) {
      const message = `The data set "${study.datasetName}" has no item ${JSON.stringify(item.slice(0, 80))}.`;
      problems.add(line, 'item', message, 'Correct the id, or choose the study that the labels are of.');
      return [];
    }
    assertSameStudy(study, entry, problems);
    const key = keyOf(study, itemId, entry, problems);
    if (!key) return [];
    const content = contentFor(db, study, itemId, entry, problems);
    if (!content) return [];
    const rows = withCounterpart(study, { key, content });
    const annotator = entry.annotator ?? anyone;
    const problem = findAnnotator(db, annotator) ? null : nameProblem(annotator);
    if (problem !== null) problems.add(line, 'annotator', problem, 'Correct the name.');
    return rows.flatMap((row): ReadyLabel[] => {
      const saidOf = JSON.stringify([row.key, nameKey(annotator)]);
      const said = JSON.stringify(row.content);
      const before = lineOf.get(saidOf);
      if (before?.said === said) return [];
      if (before && before.line !== line) {
        const message = `${annotator} labels this item twice, differently; line ${before.line} is the first.`;
        problems.add(line, 'item', message, 'Keep the line that holds.');
      }
      lineOf.set(saidOf, { line, said });
      return [{ ...row, annotator, durationMs: entry.durationMs }];
    });
  });
}

type KeptRow = Pick<ReadyLabel, 'key' | 'content'>;

/** A row, and of a preference what it says of the other reply: that gets the rest of the win, or is skipped as well. */
function withCounterpart(study: StudyRow, row: KeptRow): KeptRow[] {
  if (study.form.kind !== 'preference') return [row];
  const { key, content } = row;
  return labelKeysFor(study, key.itemId).map((one) => {
    if (one.systemId === key.systemId) return row;
    const rest: LabelContent =
      content.kind === 'score' ? { kind: 'score', value: 1 - content.value } : content;
    return { key: one, content: rest };
  });
}

function assertSameStudy(study: StudyRow, { line, system, criterion }: LabelEntry, problems: Problems): void {
  const remedy = 'Choose the study that the label is of, or leave the field out.';
  const names = [study.systemName, ...(study.against ? [study.against.systemName] : [])];
  if (system !== null && !names.includes(system)) {
    const known = names.map((name) => `"${name}"`).join(' and ');
    problems.add(line, 'system', `The study is of ${known}, not of "${system}".`, remedy);
  }
  const { measure } = study;
  if (criterion === null || measure.kind !== 'criterion' || measure.criterion === criterion) return;
  problems.add(line, 'criterion', `The study measures "${measure.criterion}", not "${criterion}".`, remedy);
}

/** What a line is about. In a comparison of ratings it has to say which of the two systems it rates. */
function keyOf(study: StudyRow, itemId: number, { line, system }: LabelEntry, problems: Problems) {
  const [first, second] = labelKeysFor(study, itemId);
  if (!second) return first;
  if (system === study.systemName) return first;
  if (system === study.against?.systemName) return second;
  if (system === null) {
    const message = 'The study compares two systems, and the line does not say which one it rates.';
    problems.add(line, 'system', message, 'Give each line the name of its system.');
  }
  return undefined;
}

function contentFor(
  db: ReadableDb,
  study: StudyRow,
  itemId: number,
  { line, content }: LabelEntry,
  problems: Problems,
): LabelContent | null {
  const wantsAnswer = study.criterionId === null;
  if (content.kind === 'skip') return content;
  if ((content.kind === 'answer') !== wantsAnswer) {
    const wanted = wantsAnswer ? 'a written answer' : 'a score';
    problems.add(line, content.kind, `The study asks for ${wanted}.`, `Give ${wanted}, or "skip".`);
    return null;
  }
  if (content.kind === 'score') {
    const { form } = study;
    if (form.kind === 'preference' && !isPreference(form, [content.value, 1 - content.value])) {
      const steps = preferenceChoices(form).map(({ left }) => left);
      const message = `${content.value} is not what a reply gets of a preference in ${form.steps} steps.`;
      problems.add(line, 'value', message, `Give one of ${steps.join(', ')}.`);
      return null;
    }
    if (isOnScale(content.value, study.scale)) return content;
    const { min, max } = study.scale;
    const message = `${content.value} lies outside the study's scale from ${min} to ${max}.`;
    problems.add(line, 'value', message, 'Correct the value.');
    return null;
  }
  const turns = Math.max(1, responsesOf(db, itemId, study.systemId).length);
  const answers = answersByTurn(content.answers as readonly (string | string[])[], turns);
  if (answers.length === turns) return { kind: 'answer', answers };
  problems.add(line, 'answer', `The item needs ${turns} answers, one for each reply.`, 'Give one per turn.');
  return null;
}

/** One list of acceptable answers per turn; of a plain list for a single turn, each is acceptable. */
function answersByTurn(answers: readonly (string | string[])[], turns: number): string[][] {
  const isPlain = answers.every((answer) => typeof answer === 'string');
  if (isPlain && turns === 1) return [[...answers]];
  return answers.map((answer) => (typeof answer === 'string' ? [answer] : answer));
}
