import { asText, emptyRecord } from '../../readers/json/json-at.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellList } from '../../readers/tables/cell-values.ts';
import { GatheredText } from '../gathered-text.ts';
import { isClassWord } from '../score-names.ts';
import { type RatedRecords, ratedFormat } from './rated-format.ts';
import type { RatedTasks } from './rated-tasks.ts';

/** Columns that the tool adds to the fields of a task and the answers to it. */
const own = ['id', 'annotator', 'annotation_id', 'created_at', 'updated_at', 'lead_time'] as const;
const alsoOwn = ['agreement', 'history', 'email', 'timestamp'];
const isOwn = (name: string) => (own as readonly string[]).includes(name) || alsoOwn.includes(name);

interface Row {
  readonly line: number;
  readonly record: JsonObject;
}

/** Label Studio's short exports: a row is one annotation, its fields and answers beside each other. */
export const labelStudioMin = ratedFormat('label-studio-min', {
  from: 'Label Studio, exports as JSON_MIN, CSV or TSV',
  becomes: 'one item per task, one vote per annotator, the last one',
  isAlsoTable: true,
  recognize: (record) =>
    own.every((name) => Object.hasOwn(record, name))
      ? 'The records have "annotation_id", "annotator" and "lead_time", as short exports of Label Studio do.'
      : null,
  open: (tasks, at, isTable) => new ShortRows(tasks, at, isTable),
});

/** Nothing says which columns are answers, so that all rows are seen before the first is handed on. */
class ShortRows implements RatedRecords {
  readonly #rows: Row[] = [];
  readonly #text = new GatheredText();
  readonly #tasks: RatedTasks;
  readonly #at: FilePlace;
  readonly #isTable: boolean;

  constructor(tasks: RatedTasks, at: FilePlace, isTable: boolean) {
    this.#tasks = tasks;
    this.#at = at;
    this.#isTable = isTable;
  }

  read(record: JsonObject): void {
    if (this.#text.fits(this.#at, JSON.stringify(record))) this.#rows.push({ line: this.#at.line, record });
  }

  end(): void {
    const names = [...new Set(this.#rows.flatMap(({ record }) => Object.keys(record)))];
    const answers = new Set(names.filter((name) => !isOwn(name) && this.#isAnswer(name)));
    for (const { line, record } of this.#rows) {
      this.#at.line = line;
      const seconds = Number(record.lead_time);
      const time = Date.parse(asText(record.updated_at ?? ''));
      const said = Object.entries(record).filter(([name, value]) => answers.has(name) && !isEmpty(value));
      this.#tasks.add({
        id: asText(record.id ?? '') || null,
        fields: Object.fromEntries(
          Object.entries(record).filter(
            ([name, value]) => !answers.has(name) && !isOwn(name) && !isEmpty(value),
          ),
        ),
        rater: asText(record.annotator ?? '').trim() || null,
        answers: answersOf(said),
        durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(1000 * seconds) : 0,
        skip: null,
        time: Number.isFinite(time) ? time : undefined,
      });
    }
  }

  /**
   * Ratings and lists of choices have a shape of their own, and what differs between two people's rows of one task is an answer. Words
   * such as "yes" are taken for one, and that is said.
   */
  #isAnswer(name: string): boolean {
    const values = this.#rows.map(({ record }) => record[name]).filter((value) => !isEmpty(value));
    if (values.some((value) => controlOf(value) !== undefined) || this.#differs(name)) return true;
    const words = values
      .filter((value) => typeof value === 'string')
      .map((word) => word.trim().toLowerCase());
    if (words.length === 0 || words.length < values.length) return false;
    const isNumber = (word: string) => /^\d{1,3}$/.test(word);
    if (words.every((word) => isClassWord(word) || (!this.#isTable && isNumber(word)))) {
      this.#at.problems.notice(`column taken as what the annotators chose, by its words: ${name}`);
      return true;
    }
    if (words.every(isNumber))
      this.#at.problems.notice(
        `column of numbers kept as a field; a table does not say who gave them, JSON does: ${name}`,
      );
    return false;
  }

  #differs(name: string): boolean {
    const first = new Map<string, string>();
    return this.#rows.some(({ record }) => {
      const task = asText(record.id ?? '');
      const said = asText(record[name] ?? '');
      const before = first.get(task);
      if (before === undefined) first.set(task, said);
      return before !== undefined && before !== said;
    });
  }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
/** What a control of the tool gave: `[{"rating": 4}]`, `{"choices": ["a", "b"]}`; undefined for any other value. */
function controlOf(value: unknown): unknown {
  const read = typeof value === 'string' && /^\s*[[{]/.test(value) ? cellList(`[${value}]`) : [value];
  const [first] = Array.isArray(read) ? read.flat() : [];
  if (!isJsonObject(first)) return undefined;
  if (['start', 'x', 'points'].some((name) => Object.hasOwn(first, name))) return undefined;
  const { rating, number, choices, text } = first;
  if (typeof rating === 'number') return rating;
  if (typeof number === 'number') return number;
  const list = [choices, text].find(Array.isArray);
  return list?.length === 1 ? list[0] : list;
}

function answersOf(said: readonly (readonly [string, unknown])[]): JsonObject {
  const answers = emptyRecord<unknown>();
  for (const [name, value] of said) {
    const given = controlOf(value) ?? value;
    if (Array.isArray(given)) for (const one of given) answers[`${name}: ${asText(one)}`] = true;
    else answers[name] = given;
  }
  return answers;
}
