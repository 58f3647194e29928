import { genericReply } from '../../evidence/column-names.ts';
import { plainColumnName } from '../../evidence/translated-names.ts';
import type { FileHead } from '../../readers/file-head.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { hasWidth, placesOf } from '../../readers/tables/table-columns.ts';
import { rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import type { BlockReader } from '../../readers/text-blocks.ts';
import { type FileToRead, format } from '../format.ts';
import { AnswerValues } from './answer-values.ts';
import { RatedTasks } from './rated-tasks.ts';

/** A column of a survey, with the question as people read it. */
interface Question {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

interface Answered {
  readonly line: number;
  readonly person: string;
  readonly cells: readonly string[];
}

/** Rows that are held until the whole survey is known. */
const mostRows = 200_000;

/** Columns that Qualtrics adds by itself; of people's addresses and places nothing is kept. */
const ofQualtrics =
  /^(?:StartDate|EndDate|Status|IPAddress|Progress|Duration \(in seconds\)|Finished|RecordedDate|ResponseId|Recipient\w+|ExternalReference|ExternalDataReference|Location\w+|DistributionChannel|UserLanguage|Q_\w+)$/;
const stampNames = /^(?:timestamp|zeitstempel|horodateur|marca temporal|carimbo de data\/hora)$/i;
const personNames = /^(?:e-?mail(?: address)?|username|nutzername|e-mail-adresse|your name|name)$/i;
/** Questions about the person who answers, whose numbers rate nothing. */
const aboutPerson = /\b(?:how old|age|gender|e-?mail|your name|nationality|years? of|native|education)\b/i;
/** What shows a reply, by the name of its column or embedded field. */
const shown = /^(?:question|prompt|query|context|passage|reference|system|model|item_id|item)$/i;
const reply = /^(?:response|reply|answer|output|completion)$/i;

const isShown = (name: string): boolean => shown.test(plainColumnName(name));
const isReply = (name: string): boolean =>
  reply.test(plainColumnName(name)) || genericReply.test(plainColumnName(name));

const isImportIds = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /^\{"ImportId":/.test(cell));
};

const isQualtrics = ([names, , ids]: readonly (readonly string[])[]): boolean =>
  ids !== undefined && names!.length === ids.length && isImportIds(ids);

/** Whether a header is one of Google Forms: the time first, then questions in whole sentences. */
const isForms = ([first = '', ...others]: readonly string[]): boolean =>
  stampNames.test(first.trim()) &&
  others.some((text) => text.trim().split(/\s+/).length >= 3 || /[?\]]$/.test(text.trim()));

function kindOf(head: FileHead): 'qualtrics' | 'forms' | undefined {
  if (head.isJson) return undefined;
  const rows = rowsOfHead(head.text, 3);
  if (isQualtrics(rows)) return 'qualtrics';
  return isForms(rows[0] ?? []) ? 'forms' : undefined;
}

/**
 * What people answered in a survey: a row is one person. Where the survey carries the texts that it showed as fields of their own, each
 * row is about those; else each question that asks for a rating is an item, shown by its words, with one vote a person.
 */
class Survey {
  readonly #tasks: RatedTasks;
  readonly #at: FilePlace;
  readonly #names: readonly string[];
  readonly #isOfQualtrics: boolean;
  readonly #rows: Answered[] = [];
  readonly #place: (name: string) => number;
  #texts: readonly string[];

  constructor(names: readonly string[], isOfQualtrics: boolean, tasks: RatedTasks, at: FilePlace) {
    this.#tasks = tasks;
    this.#at = at;
    this.#names = names;
    this.#texts = names;
    this.#isOfQualtrics = isOfQualtrics;
    this.#place = (name) => names.indexOf(name);
  }

  row(cells: readonly string[]): void {
    if (this.#isOfQualtrics && this.#texts === this.#names) this.#texts = cells;
    else if (!isImportIds(cells) && this.#isWhole(cells)) this.#hold(cells);
  }

  #isWhole(cells: readonly string[]): boolean {
    if (!this.#isOfQualtrics) return true;
    const said = (name: string) => cells[this.#place(name)] ?? '';
    if (/^(?:1|survey preview)$/i.test(said('Status'))) this.#tasks.leave('previews of the survey');
    else if (/^(?:0|false)$/i.test(said('Finished'))) this.#tasks.leave('unfinished responses');
    else return true;
    return false;
  }

  #hold(cells: readonly string[]): void {
    if (this.#rows.length >= mostRows) {
      const message = `The survey has more than ${mostRows} rows.`;
      this.#at.problems.add(this.#at.line, '', message, 'Import it in parts.');
      return;
    }
    const name = this.#isOfQualtrics ? 'ResponseId' : this.#names.find((one) => personNames.test(one.trim()));
    const person = (name === undefined ? '' : (cells[this.#place(name)] ?? '')) || `row ${this.#at.line}`;
    this.#rows.push({ line: this.#at.line, person, cells });
  }

  /** Hands all answers on to the tasks. */
  end(): void {
    const all = this.#names.map((name, at) => ({ name, text: this.#texts[at] ?? name, at }));
    const asked = all.filter(
      ({ name }) =>
        !(this.#isOfQualtrics
          ? ofQualtrics.test(name)
          : stampNames.test(name.trim()) || personNames.test(name.trim())),
    );
    const fields = asked.filter(({ name }) => isShown(name) || isReply(name));
    const isByRow = fields.some(
      ({ name, at }) => isReply(name) && this.#rows.some(({ cells }) => /\s/.test(cells[at] ?? '')),
    );
    const questions = isByRow ? asked.filter((one) => !fields.includes(one)) : asked;
    const rated = questions.filter((one) => this.#isRating(one));
    const others = questions.length - rated.length;
    if (others > 0)
      this.#tasks.leave(`questions whose answers are not a rating${others === 1 ? '' : ` (${others})`}`);
    for (const row of this.#rows) {
      this.#at.line = row.line;
      if (isByRow) this.#addRow(row, fields, rated);
      else for (const one of rated) this.#addAnswer(row, one);
    }
  }

  #isRating({ at, text }: Question): boolean {
    const values = new AnswerValues(undefined);
    for (const { cells } of this.#rows) if (cells[at]) values.see({ rating: cells[at] });
    return values.isScore('rating') && !aboutPerson.test(text);
  }

  #addRow({ person, cells }: Answered, fields: readonly Question[], rated: readonly Question[]): void {
    const of = (questions: readonly Question[]) =>
      questions.flatMap(({ name, at }) => (cells[at] ? [[name, cells[at]] as const] : []));
    const seconds = Number(cells[this.#place('Duration (in seconds)')] ?? '');
    this.#tasks.add({
      id: null,
      fields: Object.fromEntries(of(fields).map(([name, cell]) => [plainColumnName(name), cell])),
      rater: person,
      answers: Object.fromEntries(of(rated)),
      durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(1000 * seconds) : 0,
      skip: null,
    });
  }

  #addAnswer({ person, cells }: Answered, { name, text, at }: Question): void {
    const answer = cells[at];
    if (!answer) return;
    const id = this.#isOfQualtrics ? name : `question ${at + 1}`;
    this.#tasks.add({
      id,
      fields: { context: text },
      rater: person,
      answers: { rating: answer },
      durationMs: 0,
      skip: null,
    });
  }
}

function reader(at: FilePlace, { head, mapping }: FileToRead, end: (tasks: RatedTasks) => void): BlockReader {
  return tableReader(at, {}, (columns) => {
    const tasks = new RatedTasks(at, mapping);
    const survey = new Survey(columns, kindOf(head) === 'qualtrics', tasks, at);
    placesOf(columns, at);
    return {
      row(cells) {
        if (hasWidth(cells, columns.length, at)) survey.row(cells);
      },
      end() {
        survey.end();
        end(tasks);
      },
    };
  });
}

/** Surveys of Qualtrics and Google Forms. */
export const survey = format('survey-table', {
  from: 'Qualtrics (CSV with three header rows), Google Forms (CSV)',
  becomes: 'one item per question that asks for a rating, or per reply; one vote per person',
  recognize(head) {
    const kind = kindOf(head);
    if (kind === undefined) return null;
    return kind === 'qualtrics'
      ? 'The third row has the ids of Qualtrics below names and questions.'
      : 'The header begins with a time and goes on with questions, as answers of Google Forms do.';
  },
  read: (at, sink, file) =>
    reader(at, file, (tasks) => {
      sink.remark('survey: a rating is about what its question says, one vote for each person');
      tasks.handOn(sink);
    }),
  readLabels: (at, take, file) => reader(at, file, (tasks) => tasks.entries(take)),
});
