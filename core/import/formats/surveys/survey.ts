import { wayToRead } from '../../../../shared/mapping.ts';
import { plural } from '../../../../shared/number-text.ts';
import { isPartOfRange } from '../../../../shared/usual-ranges.ts';
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
import { anySurvey, codeAndText, givenName, isOfTool, type SurveyTool, toolOf } from './survey-tools.ts';

/** A column of a survey, with the question as people read it. */
interface Question {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** What a survey has ratings of, by the questions about it. */
interface RatedItem {
  readonly id: string;
  readonly text: string;
  readonly asked: readonly (Question & { readonly criterion: string })[];
}

interface Answered {
  readonly line: number;
  readonly person: string;
  /** Whether the person is known by a name, which another may have as well. */
  readonly isNamed: boolean;
  readonly cells: readonly string[];
}

const ofOneName = [
  wayToRead('One person, whose last answers hold', { repeats: 'last' }),
  wayToRead('Several people of one name', { repeats: 'votes' }),
];

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
  readonly #mapping: FileToRead['mapping'];
  readonly #below: (readonly string[])[] = [];
  readonly #rows: Answered[] = [];

  constructor(columns: readonly string[], tool: SurveyTool, { mapping }: FileToRead, at: FilePlace) {
    this.#tasks = new RatedTasks(at, mapping);
    this.#values = new AnswerValues(mapping);
    this.#mapping = mapping;
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
    this.#rows.push({ line: this.#at.line, ...this.#personOf(cells), cells });
  }

  #personOf(cells: readonly string[]): Pick<Answered, 'person' | 'isNamed'> {
    for (const isPerson of this.#tool.people) {
      const name = this.#names.find((one) => isPerson.test(one));
      const person = name === undefined ? '' : this.#said(cells, name);
      if (person !== '' && person !== 'anonymous') return { person, isNamed: givenName.test(name!) };
    }
    return { person: `row ${this.#at.line}`, isNamed: false };
  }

  /** The rows by their people, where it is clear or was said which are of one. */
  #byPerson(): readonly Answered[] {
    const repeats = this.#mapping?.repeats;
    const named = Map.groupBy(
      this.#rows.filter(({ isNamed }) => isNamed),
      ({ person }) => person,
    );
    const [again] = [...named.values()].filter(({ length }) => length > 1);
    if (!again || repeats === 'last') return this.#rows;
    if (repeats === 'votes') {
      return this.#rows.map((row) =>
        (named.get(row.person)?.length ?? 0) > 1 ? { ...row, person: `${row.person}, row ${row.line}` } : row,
      );
    }
    const [{ person, line }] = again as [Answered];
    this.#at.problems.add(
      line,
      '',
      `${plural(again.length, 'row')} are by "${person}": one person again, or several of that name? The file does not say.`,
      'Say which (--map).',
      ofOneName,
    );
    return [];
  }

  /** All answers as tasks, and how a rating is to be understood. */
  end(): { tasks: RatedTasks; remark: string } {
    const asked = this.#questions().filter(({ name }) => !isOfTool(this.#tool, name));
    const fields = asked.filter(({ name }) => isShown(name) || isReply(name));
    const isByRow = fields.some(
      ({ name, at }) => isReply(name) && this.#rows.some(({ cells }) => /\s/.test(cells[at] ?? '')),
    );
    // Items are known by codes or places, so that a form may ask the same twice; fields of a row are known by their names.
    if (isByRow) placesOf(this.#names, this.#at);
    const questions = isByRow ? asked.filter((one) => !fields.includes(one)) : asked;
    const rated = this.#rated(questions);
    const items = isByRow ? [] : this.#items(rated);
    for (const row of isByRow ? this.#rows : this.#byPerson()) {
      this.#at.line = row.line;
      if (isByRow) this.#addRow(row, fields, rated);
      else for (const item of items) this.#addItem(row, item);
    }
    const isInParts = items.some(({ asked: { length } }) => length > 1);
    const remark = isInParts
      ? `survey: the same questions are asked ${items.length} times; each time is an item, each question a criterion`
      : 'survey: a rating is about what its question says, one vote for each person';
    return { tasks: this.#tasks, remark };
  }

  /** Each question is an item. Where the same questions are asked again in the same order, each time is one, and they are its criteria. */
  #items(rated: readonly Question[]): RatedItem[] {
    const criteria = [...new Set(rated.map(({ text }) => text))];
    const isRepeated = rated.every(({ text }, at) => text === criteria[at % criteria.length]);
    const size = isRepeated && criteria.length < rated.length ? criteria.length : 1;
    const isApart = this.#apart(rated);
    const items = rated.flatMap((first, at) => {
      if (at % size > 0) return [];
      const asked = rated.slice(at, at + size);
      return [
        {
          id: size === 1 ? `question ${first.at + 1}` : `part ${at / size + 1}`,
          text: asked.map(({ text }) => text).join('\n'),
          asked: asked.map((one) => {
            const isRating = size === 1 && !isApart.has(one.name);
            return { ...one, criterion: isRating ? 'rating' : one.text };
          }),
        },
      ];
    });
    const codes = items.map(({ asked }) => sharedStart(asked.map(({ name }) => name)));
    const haveCodes = this.#tool.hasCodes && !codes.includes('') && new Set(codes).size === codes.length;
    return haveCodes ? items.map((item, at) => ({ ...item, id: codes[at]! })) : items;
  }

  /** A few questions on another scale than the others, such as how many hours somebody works, are no ratings of the same kind. */
  #apart(rated: readonly Question[]): ReadonlySet<string> {
    const beyond = rated.map(({ name }) => name).filter((name) => this.#values.isBeyondSteps(name));
    const few = [beyond, this.#outside(rated)].filter((names) => 2 * names.length <= rated.length);
    return new Set(few.flat());
  }

  /** Questions in other words than most, of which people gave scores that nobody gave in those: 0 to 10 beside 1 to 5. */
  #outside(rated: readonly Question[]): string[] {
    const kinds = new Map<string, string[]>();
    for (const { name, text } of rated) {
      const words = text.toLowerCase().replaceAll(/\d+|\b\p{L}\b/gu, '#');
      kinds.set(words, [...(kinds.get(words) ?? []), name]);
    }
    const [most = []] = [...kinds.values()].sort((a, b) => b.length - a.length);
    const [least, highest] = this.#values.endsOf(most);
    // A person who gave 60 and 80 may have given 5 by the same slider.
    if (most.length < 2 || isPartOfRange({ min: least, max: highest })) return [];
    return rated.flatMap(({ name }) => {
      const [from, to] = this.#values.endsOf([name]);
      return !most.includes(name) && (from < least || to > highest) ? name : [];
    });
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

  #addItem({ person, cells }: Answered, { id, text, asked }: RatedItem): void {
    const answers = asked.flatMap(({ at, name, criterion }) => {
      if (!cells[at]) return [];
      const value = this.#values.value(name, cells[at]);
      if (value === null) this.#tasks.leave(`answers to "${name}" that say no number`);
      return value === null ? [] : [[criterion, value] as const];
    });
    if (answers.length === 0) return;
    this.#tasks.add({
      id: null,
      // Questions of the same words are further items.
      fields: { item_id: id, context: text },
      rater: person,
      answers: Object.fromEntries(answers),
      durationMs: 0,
      skip: null,
    });
  }
}

/** What codes have in common before the number of their question: "R1" of "R1Q1" and "R1Q2". Of one alone it is all. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  if (/\s/.test(first)) return '';
  if (others.length === 0) return first;
  let length = 0;
  while (length < first.length && others.every((one) => one[length] === first[length])) length += 1;
  while (/[_\Wq]/i.test(first[length - 1] ?? '')) length -= 1;
  return first.slice(0, length);
}

function reader(
  at: FilePlace,
  file: FileToRead,
  end: (tasks: RatedTasks, remark: string) => void,
): BlockReader {
  return tableReader(at, {}, (columns) => {
    const survey = new Survey(columns, toolOfHead(file.head) ?? anySurvey, file, at);
    return {
      row(cells) {
        if (hasWidth(cells, columns.length, at)) survey.row(cells);
      },
      end() {
        const { tasks, remark } = survey.end();
        end(tasks, remark);
      },
    };
  });
}

/** Surveys of the usual tools. */
export const survey = format('survey-table', {
  from: 'Qualtrics (CSV with three header rows), Google Forms, Microsoft Forms, SurveyMonkey, LimeSurvey, Typeform',
  becomes: 'an item per rated question, round of questions, or reply; one vote per person',
  recognize: (head) => toolOfHead(head)?.recognized ?? null,
  read: (at, sink, file) =>
    reader(at, file, (tasks, remark) => {
      sink.remark(remark);
      tasks.handOn(sink);
    }),
  readLabels: (at, take, file) => reader(at, file, (tasks) => tasks.entries(take)),
});
