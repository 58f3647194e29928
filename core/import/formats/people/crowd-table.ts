import { emptyRecord } from '../../readers/json/json-at.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellJson } from '../../readers/tables/cell-values.ts';
import { hasCleanNames, hasWidth, placesOf } from '../../readers/tables/table-columns.ts';
import { tableReader } from '../../readers/tables/table-rows.ts';
import type { BlockReader } from '../../readers/text-blocks.ts';
import { type FileToRead, format } from '../format.ts';
import { tasksOfPage } from './page-tasks.ts';
import { RatedTasks } from './rated-tasks.ts';

/** How a crowd platform names the columns of its results. */
interface Platform {
  readonly input: string;
  readonly answer: string;
  /** Columns of its own, of which one must be there beside an input and an answer. */
  readonly own: readonly string[];
  readonly task: readonly string[];
  readonly worker: string;
  readonly status: readonly string[];
  /** When an assignment was handed in. */
  readonly time: string;
  /** Whole seconds of work on one task. */
  readonly seconds?: string;
}

/** Amazon Mechanical Turk, "Batch results". */
const mturk: Platform = {
  ...{ input: 'Input.', answer: 'Answer.', worker: 'WorkerId', task: ['HITId'] },
  ...{ own: ['AssignmentStatus', 'WorkerId', 'HITId'], status: ['AssignmentStatus'] },
  seconds: 'WorkTimeInSeconds',
  time: 'SubmitTime',
};

/** Toloka, results of a pool. A page of several tasks has one time, so none is known of a task. */
const toloka: Platform = {
  ...{ input: 'INPUT:', answer: 'OUTPUT:', worker: 'ASSIGNMENT:worker_id', task: ['ASSIGNMENT:task_id'] },
  ...{ own: ['ASSIGNMENT:assignment_id', 'ASSIGNMENT:worker_id', 'ASSIGNMENT:task_id', 'ASSIGNMENT:status'] },
  status: ['ASSIGNMENT:status', 'ACCEPT:verdict'],
  time: 'ASSIGNMENT:submitted',
};

const isRejected = (status: string) => /^(rejected|-)$/i.test(status);
const isUndone = (status: string) => /^(expired|skipped|returned|abandoned)$/i.test(status);
/** What a requester writes beside an assignment to have it rejected. */
const rejectColumn = 'Reject';

/** Whose results these are. Published ones often lost the platform's own columns: then nothing else may be there. */
const platformOf = (columns: readonly string[]): Platform | undefined =>
  [mturk, toloka].find(({ input, answer, own }) => {
    const inputs = columns.filter((name) => name.startsWith(input));
    const answers = columns.filter((name) => name.startsWith(answer));
    const others = columns.filter(
      (name) => name !== '' && !name.startsWith(input) && !name.startsWith(answer),
    );
    if (inputs.length === 0 || answers.length === 0) return false;
    const isOfPlatform = (name: string) => /^(?:GOLDEN|HINT|CONFIDENCE|ACCEPT):/.test(name);
    const isBare = others.every(isOfPlatform) && columns.length > 2;
    return own.some((name) => columns.includes(name)) || isBare;
  });

/** Reads the rows of a table of results. */
function rowsReader(at: FilePlace, { mapping }: FileToRead, end: (tasks: RatedTasks) => void): BlockReader {
  return tableReader(at, {}, (columns) => {
    const tasks = new RatedTasks(at, mapping, true);
    placesOf(columns, at);
    const platform = platformOf(columns);
    if (!platform) {
      const remedy = 'Choose the file of results, or another format.';
      at.problems.add(at.line, '', 'The table has no columns of inputs and of answers.', remedy);
    }
    return {
      row(given, loose) {
        const cells = withoutReview(given, columns);
        if (!platform || !hasWidth(cells, columns.length, at)) return;
        if (!hasCleanNames(columns, [...platform.task, platform.worker], loose, at)) return;
        readRow(
          Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
          platform,
          tasks,
        );
      },
      end: () => end(tasks),
    };
  });
}

/** Columns for a requester to fill in, which Mechanical Turk writes into the header alone. */
const reviewColumns = ['Approve', rejectColumn];

const withoutReview = (cells: readonly string[], columns: readonly string[]): readonly string[] =>
  cells.length < columns.length && columns.slice(cells.length).every((name) => reviewColumns.includes(name))
    ? [...cells, ...columns.slice(cells.length).map(() => '')]
    : cells;

function readRow(row: Readonly<Record<string, string>>, platform: Platform, tasks: RatedTasks): void {
  const status = platform.status.map((name) => row[name] ?? '');
  if (status.some(isRejected) || (platform === mturk && (row[rejectColumn] ?? '') !== '')) {
    tasks.leave('rows of rejected assignments');
    return;
  }
  if (status.some(isUndone)) {
    tasks.leave('rows of assignments that were not done');
    return;
  }
  const answers = answersOf(inside(row, platform.answer));
  if (Object.keys(answers).length === 0) {
    tasks.leave('rows without an answer');
    return;
  }
  const id = platform.task.map((name) => row[name] ?? '').find((name) => name !== '');
  const seconds = Number(row[platform.seconds ?? ''] ?? '');
  const durationMs = Number.isFinite(seconds) && seconds > 0 ? Math.round(1000 * seconds) : 0;
  const fields = inside(row, platform.input);
  const handedIn = Date.parse(row[platform.time] ?? '');
  const time = Number.isFinite(handedIn) ? handedIn : undefined;
  const rater = (row[platform.worker] ?? '').trim() || null;
  const page = tasksOfPage(fields, answers);
  if (!page) {
    tasks.add({ id: id ?? null, fields, rater, answers, durationMs, skip: null, time });
    return;
  }
  for (const _ of page.whole) tasks.leave('answers that are about a page and none of its tasks');
  for (const [at, task] of page.tasks.entries()) {
    const name = id === undefined ? null : `${id}-${at + 1}`;
    // The time of the page is nobody's time for one of its tasks.
    tasks.add({ ...task, id: name, rater, durationMs: 0, skip: null, time });
  }
}

/** The cells that are not empty of the columns with a prefix, without it. */
function inside(row: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  const found = emptyRecord<string>();
  for (const [name, cell] of Object.entries(row)) {
    if (name.startsWith(prefix) && name.length > prefix.length && cell.trim() !== '')
      found[name.slice(prefix.length)] = cell;
  }
  return found;
}

/** Answers by question: `taskAnswers` holds all of them as JSON, and a choice is a column of true or false for each class. */
function answersOf(cells: Readonly<Record<string, string>>): JsonObject {
  const answers = emptyRecord<unknown>();
  for (const [name, cell] of Object.entries(cells)) {
    const all = name === 'taskAnswers' ? cellJson(cell) : undefined;
    if (!Array.isArray(all)) answers[name] = cell;
    else
      for (const one of all)
        if (isJsonObject(one))
          for (const [question, answer] of Object.entries(one)) spread(answers, question, answer);
  }
  return chosen(answers);
}

function spread(answers: JsonObject, question: string, answer: unknown): void {
  if (isJsonObject(answer))
    for (const [name, value] of Object.entries(answer)) answers[`${question}.${name}`] = value;
  else if (answer !== null && answer !== '') answers[question] = answer;
}

const isFlag = (value: unknown) => /^(true|false|on)$/i.test(String(value));

/** Of columns of true and false for the classes of one question the class that is true; several true ones stay apart. */
function chosen(answers: JsonObject): JsonObject {
  const parts = (name: string) => /^(.+)\.([^.]+)$/.exec(name);
  const flags = Object.entries(answers).filter(([name, value]) => parts(name) && isFlag(value));
  const groups = Map.groupBy(flags, ([name]) => parts(name)![1]!);
  const rest = emptyRecord<unknown>();
  const inGroup = new Set(flags.map(([name]) => name));
  for (const [name, value] of Object.entries(answers)) if (!inGroup.has(name)) rest[name] = value;
  for (const [question, classes] of groups) {
    const set = classes.filter(([, value]) => !/^false$/i.test(String(value)));
    if (set.length === 1) rest[question] = parts(set[0]![0])![2];
    else
      for (const [name, value] of classes) if (set.length > 0) rest[name] = !/^false$/i.test(String(value));
  }
  return rest;
}

/** Results of crowd platforms: a row is one worker's answers to one task. */
export const crowdTable = format('crowd-table', {
  from: 'Mechanical Turk, batch results (`Input.`, `Answer.`); Toloka, results of a pool (`INPUT:`, `OUTPUT:`)',
  becomes: 'one item per task, one vote per worker, the last one; rejected assignments are left out',
  recognize(head) {
    if (head.isJson) return null;
    const platform = platformOf(head.columns());
    if (!platform) return null;
    return `The header has columns "${platform.input}…" and "${platform.answer}…", as results of ${platform === mturk ? 'Mechanical Turk' : 'Toloka'} do.`;
  },
  read: (at, sink, file) => rowsReader(at, file, (tasks) => tasks.handOn(sink)),
  readLabels: (at, take, file) => rowsReader(at, file, (tasks) => tasks.entries(take)),
});
