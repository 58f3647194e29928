import { findItem } from '../../../db/items.ts';
import { repliesOfRun } from '../../../db/protocol-conversations.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { calibratedWords } from '../../../shared/accuracy-words.ts';
import type { Correctness, IqaTable, IqaTableId, ReplyCounts } from '../../../shared/contract/index.ts';
import { correctnessWords } from '../../../shared/correctness-words.ts';
import { AppError } from '../../../shared/errors.ts';
import { uselessReplies } from '../../../shared/reply-words.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { ComparedRun } from '../compare/compared-run.ts';
import { type Evaluation, evaluationsOf } from '../compare/evaluations.ts';
import { type Pool, poolsBySettings } from '../compare/pools.ts';
import { metaField } from '../conversations/meta-field.ts';
import { addedCounts } from '../model/reply-counter.ts';
import { type Layout, layouts } from './layouts.ts';
import { iqaRuns, type MetaQuestion } from './meta-evaluation.ts';
import { findPeopleScores, type PeopleScores } from './people-scores.ts';
import { evaluationRow, itemIdsOf, peopleRow, systemRow, type TableParts } from './table-rows.ts';
import { workerFieldOf } from './unit-scores.ts';

interface TableQuestion extends MetaQuestion {
  readonly table: IqaTableId;
  readonly subset?: { readonly field: string; readonly value: string } | undefined;
}

/**
 * A table of IQA-EVAL with the user's runs in it: the same rows and columns, numbers of the user's data.
 *
 * @throws AppError INVALID_INPUT without runs of IQA-EVAL of one data set, CONFLICT when none of them belongs into the
 *   table, NOT_FOUND when a named criterion is not there
 */
export function iqaTable(context: CoreContext, question: TableQuestion): IqaTable {
  const db = dbOf(context);
  const layout = layouts[question.table];
  const runs = iqaRuns(db, question.runIds);
  const people = findPeopleScores(db, runs[0]!.run.datasetId, question);
  const evaluations = belonging(evaluationsOf(poolsBySettings(runs)), layout, question.table);
  const systems = [...new Set(evaluations.flatMap(({ pools }) => pools.map(({ system }) => system)))];
  const workerField = workerFieldOf(evaluations[0]!.pools[0]!.runs, question.workerField);
  const rules = rulesOf(evaluations);
  const [rule] = rules;
  const isOne = rules.length === 1 && rule!.by !== 'judge';
  const parts = { db, layout, systems, people, workerField, rule: isOne ? rule! : null };
  return {
    table: question.table,
    title: layout.measures.includes('accuracy')
      ? `${layout.title}; right is: ${rules.map(correctnessWords).join(' or ')}`
      : layout.title,
    columns: columnsOf(layout, systems),
    rows: [
      ...rowsOf(parts, evaluations, ''),
      ...(question.subset ? subsetRows(parts, evaluations, question.subset) : []),
    ],
    notes: [
      ...notesOf(layout, people),
      ...calibrationsOf(layout, evaluations),
      uselessReplies(repliesOf(db, evaluations)),
    ].filter((note) => note !== ''),
  };
}

function belonging(evaluations: readonly Evaluation[], layout: Layout, table: IqaTableId): Evaluation[] {
  const taken = evaluations.filter((one) => isOf(one, layout, evaluations));
  for (const { name, pools } of taken) assertOnce(name, pools);
  if (taken.length > 0) return taken;
  const needs = [layout.condition === 'direct' ? 'direct answers' : 'interactions', layout.needs];
  throw new AppError('CONFLICT', `None of these runs belongs in Table ${table}: ${layout.title}.`, {
    remedy: `It needs runs of IQA-EVAL with ${needs.filter((text) => text !== '').join(', and with ')}.`,
  });
}

/** @throws AppError CONFLICT when different models have one name: neither may stand for both */
function assertOnce(evaluation: string, pools: readonly Pool[]): void {
  const systems = pools.map(({ system }) => system);
  const twice = systems.find((system, i) => systems.indexOf(system) !== i);
  if (twice === undefined) return;
  throw new AppError('CONFLICT', `In ${evaluation}, ${twice} is the name of different models.`, {
    remedy: 'Choose the runs of one of them.',
  });
}

function isOf(evaluation: Evaluation, { condition, needs }: Layout, all: readonly Evaluation[]): boolean {
  const settings = settingsOf(evaluation);
  if (settings.condition !== condition) return false;
  if (needs === 'several judges') return settings.judges.length > 1;
  if (needs === '') return true;
  const key = keyWithoutDebias(evaluation);
  return all.some((other) => other !== evaluation && keyWithoutDebias(other) === key);
}

const keyWithoutDebias = ({ facts }: Evaluation): string =>
  JSON.stringify(facts.flatMap(({ name, key }) => (name === 'Debiasing instruction' ? [] : [[name, key]])));

function settingsOf({ pools }: Evaluation) {
  const { settings } = pools[0]!.runs[0]!.run;
  if (settings.protocol !== 'iqa-eval') throw new Error('Only runs of IQA-EVAL are laid out.');
  return settings;
}

function columnsOf({ measures, row, correlation }: Layout, systems: readonly string[]): IqaTable['columns'] {
  if (row === 'system') return measures.map((measure) => ({ group: measure, name: measure }));
  const own = measures.flatMap((measure) => [
    ...(correlation === 'alone' ? [] : systems.map((name) => ({ group: measure, name }))),
    ...(correlation === 'none' ? [] : [{ group: measure, name: 'ρ' }]),
  ]);
  return correlation === 'none' ? own : [...own, { group: 'overall', name: 'ρ' }];
}

/** People first, then the evaluations; or the systems, one after the other. */
function rowsOf(parts: TableParts, evaluations: readonly Evaluation[], suffix: string): IqaTable['rows'] {
  const { layout, people } = parts;
  if (layout.row === 'system') {
    return evaluations.flatMap(({ name, pools }) =>
      pools.map((pool) =>
        systemRow(parts, evaluations.length === 1 ? pool.system : `${pool.system}, ${name}`, pool),
      ),
    );
  }
  const pools = evaluations.flatMap((evaluation) => evaluation.pools);
  const hasPeople = layout.correlation !== 'alone' && people.length > 0;
  return [
    ...(hasPeople ? [peopleRow(parts, `People${suffix}`, pools)] : []),
    ...evaluations.map((evaluation) => evaluationRow(parts, `${evaluation.name}${suffix}`, evaluation)),
  ];
}

/** The same rows over the items of a subset alone, as of pure experts. @throws AppError INVALID_INPUT without any */
function subsetRows(
  parts: TableParts,
  evaluations: readonly Evaluation[],
  { field, value }: { field: string; value: string },
): IqaTable['rows'] {
  const inSubset = subsetOf(parts.db, evaluations, field, value);
  const within = (run: ComparedRun): ComparedRun => ({
    ...run,
    finished: run.finished.filter(({ itemIds }) => itemIds.every((id) => inSubset.has(id))),
  });
  const some = evaluations.map((evaluation) => ({
    ...evaluation,
    pools: evaluation.pools.map((pool): Pool => ({ ...pool, runs: pool.runs.map(within) })),
  }));
  return rowsOf(parts, some, `, ${field} ${value}`);
}

function subsetOf(
  db: ReadableDb,
  evaluations: readonly Evaluation[],
  field: string,
  value: string,
): ReadonlySet<number> {
  const all = new Set(evaluations.flatMap(({ pools }) => pools.flatMap(itemIdsOf)));
  const own = [...all].filter((id) => String(metaField(findItem(db, id)?.meta ?? null, field)) === value);
  if (own.length > 0) return new Set(own);
  throw new AppError('INVALID_INPUT', `No item of these runs has ${value} in its field ${field}.`, {
    field: 'subset',
    remedy: 'Write it as FIELD=VALUE, as the data have it.',
  });
}

/** By what rules answers of these runs are right, each once. */
function rulesOf(evaluations: readonly Evaluation[]): Correctness[] {
  const all = evaluations.flatMap(({ pools }) =>
    pools.flatMap(({ runs }) =>
      runs.flatMap(({ run: { settings } }) =>
        settings.protocol === 'iqa-eval' ? [settings.correctness] : [],
      ),
    ),
  );
  return [...new Map(all.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** What the replies of all runs in the table are. */
const repliesOf = (db: ReadableDb, evaluations: readonly Evaluation[]): ReplyCounts[] =>
  addedCounts(
    evaluations.flatMap(({ pools }) =>
      pools.flatMap(({ runs }) => runs.flatMap(({ run }) => repliesOfRun(db, run.id))),
    ),
  );

/** What accuracies by a judge come to by the labels of people, where a run has them: the rows show what the judge says. */
function calibrationsOf({ measures }: Layout, evaluations: readonly Evaluation[]): string[] {
  if (!measures.includes('accuracy')) return [];
  return evaluations.flatMap(({ name, pools }) =>
    pools.flatMap(({ system, runs }) =>
      runs.flatMap(({ run: { scores } }) =>
        scores?.protocol === 'iqa-eval' && scores.calibrated !== null
          ? [`Accuracy of ${system}, ${name}, ${calibratedWords(scores.calibrated)}.`]
          : [],
      ),
    ),
  );
}

function notesOf({ correlation, deviation, measures }: Layout, people: readonly PeopleScores[]): string[] {
  const criteria = people.map(({ measure, criterion }) => `${measure} by ${criterion}`).join(', ');
  return [
    people.length === 0
      ? 'The data hold no scores of people for helpfulness or fluency.'
      : `People: ${criteria}, over the items that the runs went through.`,
    measures.includes('queries') && people.length > 0
      ? 'Queries and accuracy of people are of recorded interactions in which they asked anything.'
      : '',
    correlation === 'none'
      ? ''
      : 'ρ is Pearson’s, interaction by interaction or worker by worker; its intervals are in the meta-evaluation. Overall is of the means over both criteria.',
    deviation ? 'After ±: the standard deviation between the means of repetitions.' : '',
  ].filter((note) => note !== '');
}
