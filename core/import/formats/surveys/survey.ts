import { genericReply } from '../../evidence/column-names.ts';
import { plainColumnName } from '../../evidence/translated-names.ts';
import type { FileHead } from '../../readers/file-head.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { hasWidth, placesOf } from '../../readers/tables/table-columns.ts';
import { rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import type { BlockReader } from '../../readers/text-blocks.ts';
import { type FileToRead, format } from '../format.ts';
import { AnswerValues } from '../people/answer-values.ts';
import { RatedTasks } from '../people/rated-tasks.ts';
import { categoryRemedy } from '../score-names.ts';
import { anySurvey, codeAndText, type SurveyTool, toolOf } from './survey-tools.ts';

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

/** Questions about the person who answers, whose numbers rate nothing. */
const aboutPerson = /\b(?:how old|age|gender|e-?mail|your name|nationality|years? of|native|education)\b/i;
/** Questions that ask for words: one that somebody answers by "Good" rates nothing. */
const forWords =
  /^(?:any |other |further |additional |your |please )*(?:comments?|remarks?|feedback|notes?)\b/i;
/** What shows a reply, by the name of its column or embedded field. */
const shown = /^(?:question|prompt|query|context|passage|reference|system|model|item_id|item)$/i;
const reply = /^(?:response|reply|answer|output|completion)$/i;

const isShown = (name: string): boolean => shown.test(plainColumnName(name));
const isReply = (name: string): boolean =>
  reply.test(plainColumnName(name)) || genericReply.test(plainColumnName(name));

const toolOfHead = (head: FileHead): SurveyTool | undefined =>
  head.isJson ? undefined : toolOf(rowsOfHead(head.text, 3));

/**
 * What people answered in a survey: a row is one person. Where the survey carries the texts that it showed as fields of their own, each
 * row is about those; else each question that asks for a rating is an item, shown by its words, with one vote a person.
 */
class Survey {
  readonly #tasks: RatedTasks;
  readonly #at: FilePlace;
  readonly #columns: readonly string[];
  readonly #names: readonly string[];
  readonly #tool: SurveyTool;
  readonly #values: AnswerValues;
  readonly #below: (readonly string[])[] = [];
  readonly #rows: Answered[] = [];

  constructor(columns: readonly string[], tool: SurveyTool, { mapping }: FileToRead, at: FilePlace) {
    this.#tasks = new RatedTasks(at, mapping);
    this.#values = new AnswerValues(mapping);
    this.#at = at;
    this.#columns = columns;
    this.#names = columns.map((column) => (tool.hasCodes ? codeAndText(column).code : column.trim()));
    this.#tool = tool;
  }

  row(cells: readonly string[]): void {
    if (this.#below.length < this.#tool.rowsBelow) {
      this.#below.push(cells);
      return;
    }
    const whyNot = this.#tool.whyNot?.((name) => this.#said(cells, name));
    if (whyNot === undefined) this.#hold(cells);
    else this.#tasks.leave(whyNot);
  }

  #said(cells: readonly string[], name: string): string {
    return cells[this.#names.indexOf(name)]?.trim() ?? '';
  }

  #hold(cells: readonly string[]): void {
    if (this.#rows.length >= mostRows) {
      const message = `The survey has more than ${mostRows} rows.`;
      this.#at.problems.add(this.#at.line, '', message, 'Import it in parts.');
      return;
    }
    this.#rows.push({ line: this.#at.line, person: this.#personOf(cells), cells });
  }

  #personOf(cells: readonly string[]): string {
    for (const isPerson of this.#tool.people) {
      const name = this.#names.find((one) => isPerson.test(one));
      const person = name === undefined ? '' : this.#said(cells, name);
      if (person !== '' && person !== 'anonymous') return person;
    }
    return `row ${this.#at.line}`;
  }

  /** All answers as tasks. */
  end(): RatedTasks {
    const asked = this.#questions().filter(({ name }) => !this.#tool.own.test(name));
    const fields = asked.filter(({ name }) => isShown(name) || isReply(name));
    const isByRow = fields.some(
      ({ name, at }) => isReply(name) && this.#rows.some(({ cells }) => /\s/.test(cells[at] ?? '')),
    );
    // Questions without a code are known by their places, so that a form may ask the same twice.
    if (isByRow || this.#tool.hasCodes) placesOf(this.#names, this.#at);
    const questions = isByRow ? asked.filter((one) => !fields.includes(one)) : asked;
    const rated = this.#rated(questions);
    for (const row of this.#rows) {
      this.#at.line = row.line;
      if (isByRow) this.#addRow(row, fields, rated);
      else for (const one of rated) this.#addAnswer(row, one);
    }
    return this.#tasks;
  }

  #questions(): Question[] {
    let last = '';
    return this.#names.flatMap((own, at) => {
      const below = this.#below.map((cells) => cells[at]?.trim() ?? '');
      // The parts of one question may stand below its name, which the first of them alone has.
      last = own || (below.some(Boolean) ? last : '');
      if (last === '') return [];
      const said = this.#tool.hasCodes ? codeAndText(this.#columns[at]!).text : last;
      return [{ name: last, text: this.#tool.text?.(said, below) ?? said, at }];
    });
  }

  /** The questions that ask for a rating; of the others it is said that they were left. */
  #rated(questions: readonly Question[]): Question[] {
    for (const { at, name } of questions)
      for (const { cells } of this.#rows) if (cells[at]) this.#values.see({ [name]: cells[at] });
    const mayRate = questions.filter(({ text }) => !aboutPerson.test(text) && !forWords.test(text));
    const rated = mayRate.filter(({ name }) => this.#values.isScore(name));
    const inWords = mayRate.filter(({ name }) => this.#values.isOfClasses(name));
    const others = questions.length - rated.length - inWords.length;
    const counted = (count: number) => (count === 1 ? '' : ` (${count})`);
    const [first] = inWords;
    if (first && rated.length === 0) {
      const message = `"${first.name}" and every other question that may ask for a rating is answered in words.`;
      this.#at.problems.add(this.#at.line, first.name, message, categoryRemedy);
    } else if (first) {
      const what = `questions answered in a few words${counted(inWords.length)}, such as "${first.name}"`;
      this.#tasks.leave(`${what} ("classes" in --map says what each is worth)`);
    }
    if (others > 0) this.#tasks.leave(`questions whose answers are not a rating${counted(others)}`);
    return rated;
  }

  #addRow({ person, cells }: Answered, fields: readonly Question[], rated: readonly Question[]): void {
    const of = (questions: readonly Question[]) =>
      questions.flatMap(({ name, at }) => (cells[at] ? [[name, cells[at]] as const] : []));
    const seconds = Number(this.#said(cells, 'Duration (in seconds)'));
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
    const value = this.#values.value(name, answer);
    if (value === null) {
      this.#tasks.leave(`answers to "${name}" that say no number`);
      return;
    }
    const isCode = this.#tool.hasCodes && !/\s/.test(name);
    this.#tasks.add({
      id: null,
      // Questions of the same words are further questions.
      fields: { item_id: isCode ? name : `question ${at + 1}`, context: text },
      rater: person,
      answers: { rating: value },
      durationMs: 0,
      skip: null,
    });
  }
}

function reader(at: FilePlace, file: FileToRead, end: (tasks: RatedTasks) => void): BlockReader {
  return tableReader(at, {}, (columns) => {
    const survey = new Survey(columns, toolOfHead(file.head) ?? anySurvey, file, at);
    return {
      row(cells) {
        if (hasWidth(cells, columns.length, at)) survey.row(cells);
      },
      end() {
        end(survey.end());
      },
    };
  });
}

/** Surveys of the usual tools. */
export const survey = format('survey-table', {
  from: 'Qualtrics (CSV with three header rows), Google Forms, Microsoft Forms, SurveyMonkey, LimeSurvey, Typeform',
  becomes: 'one item per question that asks for a rating, or per reply; one vote per person',
  recognize: (head) => toolOfHead(head)?.recognized ?? null,
  read: (at, sink, file) =>
    reader(at, file, (tasks) => {
      sink.remark('survey: a rating is about what its question says, one vote for each person');
      tasks.handOn(sink);
    }),
  readLabels: (at, take, file) => reader(at, file, (tasks) => tasks.entries(take)),
});
