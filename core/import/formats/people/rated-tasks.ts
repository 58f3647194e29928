import { createHash } from 'node:crypto';
import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { asText, emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { addCount } from '../../readers/problems.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellJson } from '../../readers/tables/cell-values.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { type ChatTask, readChatTask } from '../annotation/chat-task.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { GatheredText } from '../gathered-text.ts';
import type { LabelEntry } from '../labels/label-entry.ts';
import { replyFields, twoOf } from '../pairs/preference-fields.ts';
import { PreferenceItems } from '../pairs/preference-items.ts';
import { areChoices, winnerWord } from '../pairs/winner-words.ts';
import { AnswerValues } from './answer-values.ts';
import { idAmong, rolesOf, taskSides, withRoles, withSides } from './task-fields.ts';

/** What one person said of one task, as a tool exports it: one row or record. */
interface TaskAnswers {
  /** The id of the task, where its fields have none. */
  readonly id: string | null;
  /** What the person saw, field by field. */
  readonly fields: JsonObject;
  /** Null where the file does not say who it was: then each row is a further person's. */
  readonly rater: string | null;
  /** By question, as they stand in the file; empty ones are left out. */
  readonly answers: JsonObject;
  /** 0 where the file does not say. */
  readonly durationMs: number;
  /** Why the person skipped the task; null where they did not. */
  readonly skip: string | null;
  /** When it was handed in, in milliseconds; without it what stands later in the file was said later. */
  readonly time?: number | undefined;
}

interface Person extends Pick<TaskAnswers, 'rater' | 'answers' | 'durationMs' | 'skip' | 'time'> {
  readonly line: number;
}

interface SeenTask {
  readonly line: number;
  readonly id: string;
  /** Whether a field that is called so says the id, and not the tool or the line. */
  readonly hasOwnId: boolean;
  readonly fields: JsonObject;
  /** In the order of their last answers. */
  readonly people: Map<string, Person>;
}

interface Task extends SeenTask {
  readonly shown: ChatTask;
  /** The item that the task is about. */
  readonly item: string;
}

const idFields = ['item_id', 'id'] as const;

/**
 * Brings the answers of several people to one task together, whatever tool they come from: one vote a person, the last one. Tasks are
 * one where all that was shown is the same; of one id with several systems they are one item.
 */
export class RatedTasks {
  readonly #at: FilePlace;
  readonly #text = new GatheredText();
  readonly #seen = new Map<string, SeenTask>();
  readonly #values: AnswerValues;
  readonly #left = new Map<string, number>();
  readonly #isWorkId: boolean;
  #tasks: readonly Task[] = [];
  /** The fields of two texts side by side, where they are not called as those of pairs are. */
  #sides: readonly [string, string] | undefined;

  /** @param isWorkId whether the tool's ids name pieces of work, so that a field that names what was shown is the item's id */
  constructor(at: FilePlace, mapping: ColumnMapping | undefined, isWorkId = false) {
    this.#at = at;
    this.#isWorkId = isWorkId;
    this.#values = new AnswerValues(mapping);
  }

  add({ id, fields, rater, answers, durationMs, skip, time }: TaskAnswers): void {
    const at = this.#at;
    const content = JSON.stringify(fields);
    if (!this.#text.fits(at, content, JSON.stringify(answers))) return;
    const key = createHash('sha256').update(content).digest('base64');
    let task = this.#seen.get(key);
    if (!task) {
      const own = idFields.map((name) => fields[name]).find((value) => asText(value ?? '') !== '');
      const name = own === undefined ? (id ?? `line-${at.line}`) : asText(own);
      const { item_id: _item, id: _id, ...rest } = fields;
      task = { line: at.line, id: name, hasOwnId: own !== undefined, fields: rest, people: new Map() };
      this.#seen.set(key, task);
    }
    const person = rater ?? `\u0000${task.people.size}`;
    const before = task.people.get(person);
    if (before) this.leave('earlier answers of a person to the same task, of which the last counts');
    if (before?.time !== undefined && time !== undefined && before.time > time) return;
    task.people.delete(person);
    task.people.set(person, { rater, answers, durationMs, skip, time, line: at.line });
  }

  /** Counts what becomes nothing. */
  leave(what: string): void {
    addCount(this.#left, what);
  }

  /** Hands on the items with everybody's votes. */
  handOn(sink: ItemSink): void {
    this.#seeAll();
    const pairs = this.#pairQuestion();
    if (pairs === undefined) this.#items(sink);
    else this.#pairs(pairs, sink);
    this.#tell(sink, pairs);
  }

  /** Hands on everybody's answers by item. */
  entries(take: (entry: LabelEntry) => void): void {
    this.#seeAll();
    for (const { item, shown, people } of this.#tasks) {
      for (const { rater, answers, durationMs, skip, line } of people.values()) {
        const about = { line, item, annotator: rater, system: shown.system, durationMs };
        if (skip !== null) take({ ...about, criterion: null, content: { kind: 'skip', reason: skip } });
        else
          for (const [criterion, value] of this.#scoresOf(answers))
            take({ ...about, criterion, content: { kind: 'score', value } });
      }
    }
  }

  /** Decides by all tasks and answers together what each of them is. */
  #seeAll(): void {
    const seen = [...this.#seen.values()];
    const roles = rolesOf(seen.map(({ fields }) => fields));
    const shown = seen.map((task) => {
      this.#at.line = task.line;
      return readChatTask(new JsonAt(withRoles(withChats(task.fields), roles), '', this.#at));
    });
    const asked = shown.map(askedOf);
    const id =
      !this.#isWorkId || seen.some(({ hasOwnId }) => hasOwnId)
        ? undefined
        : idAmong(
            seen.map(({ fields }, at) => ({
              fields,
              asked: asked[at]!,
              reply: JSON.stringify([shown[at]!.system]),
            })),
          );
    const items = new Map<string, string>();
    this.#tasks = seen.map((task, at) => {
      const { [id ?? '']: named, ...rest } = task.fields;
      const more = { ...shown[at]!.more };
      if (id !== undefined) delete more[id];
      const name = id === undefined ? task.id : asText(named).trim();
      const { system, response } = shown[at]!;
      // The same asked of several systems is one item, whatever the tool called the task of each.
      const isOneOfSeveral =
        id === undefined &&
        !task.hasOwnId &&
        system !== null &&
        response !== null &&
        asked[at] !== nothingAsked;
      const item = isOneOfSeveral ? (items.get(asked[at]!) ?? name) : name;
      if (isOneOfSeveral) items.set(asked[at]!, item);
      return { ...task, fields: rest, id: name, item, shown: { ...shown[at]!, more } };
    });
    for (const { people } of this.#tasks)
      for (const { answers, skip } of people.values()) if (skip === null) this.#values.see(answers);
  }

  #scoresOf(answers: JsonObject): [string, number][] {
    return Object.entries(answers).flatMap(([question, answer]): [string, number][] => {
      if (!this.#values.isScore(question)) return [];
      const value = this.#values.value(question, answer);
      if (value !== null) return [[question, value]];
      this.leave(`answers to "${question}" that say no number`);
      return [];
    });
  }

  #items(sink: ItemSink): void {
    const byId = Map.groupBy(this.#tasks, ({ item }) => item);
    for (const [id, tasks] of byId) {
      const items = oneOfEachSystem(tasks);
      for (const [index, item] of items.entries()) {
        this.#at.line = item[0]!.line;
        const name = index === 0 ? id : `${id} (${index + 1})`;
        readAssayRecord(this.#toRecord(name, item), this.#at, sink);
      }
      if (items.length > 1)
        sink.remark('tasks of one id showed other texts; each is an item of its own', items.length - 1);
    }
  }

  /** @param tasks what was shown of one item: the replies of one or several systems */
  #toRecord(id: string, tasks: readonly Task[]): JsonObject {
    const [first] = tasks;
    const { conversation, response, context, references, group } = first!.shown;
    const responses = emptyRecord<string>();
    const human = emptyRecord<Record<string, number[]>>();
    const said: JsonObject[] = [];
    let skippedBy = 0;
    for (const { shown, people } of tasks) {
      const system = shown.system ?? unnamedSystem;
      if (shown.response !== null) responses[system] = shown.response;
      for (const { answers, skip, rater } of people.values()) {
        if (skip !== null) skippedBy += 1;
        else {
          for (const [criterion, value] of this.#scoresOf(answers)) {
            human[system] ??= emptyRecord();
            human[system][criterion] = [...(human[system][criterion] ?? []), value];
          }
          const words = Object.entries(answers).filter(([question]) => !this.#values.isScore(question));
          if (words.length > 0)
            said.push({ ...(rater !== null && { by: rater }), ...Object.fromEntries(words) });
        }
      }
    }
    const more = first!.shown.more;
    return {
      id,
      group,
      conversation,
      context: context ?? (response === null ? fieldsShown(more) : null),
      ...(references.length > 0 && { references }),
      responses: response === null ? undefined : responses,
      ...(response === null && { system: first!.shown.system ?? unnamedSystem }),
      human: Object.keys(human).length > 0 ? human : undefined,
      meta: { ...more, ...(said.length > 0 && { answers: said }), ...(skippedBy > 0 && { skippedBy }) },
    };
  }

  /** The question which of two replies is better, where all tasks show two. */
  #pairQuestion(): string | undefined {
    const tasks = this.#tasks;
    if (tasks.length === 0) return undefined;
    const isPair = ({ fields }: Task) => twoOf(replyFields, (name) => asText(fields[name] ?? '') !== '');
    this.#sides = tasks.every(isPair) ? undefined : taskSides(tasks.map(({ fields }) => fields));
    if (!tasks.every(isPair) && this.#sides === undefined) return undefined;
    const words = tasks.flatMap(({ people }) => [...people.values()].map(({ answers }) => answers));
    const questions = new Set(words.flatMap((answers) => Object.keys(answers)));
    const isChoice = (question: string) => {
      const said = words.map((answers) => answers[question]).filter((answer) => answer !== undefined);
      return areChoices(said, question);
    };
    const choices = [...questions].filter(isChoice);
    return choices.length === 1 ? choices[0] : choices.find((name) => /overall|prefer/i.test(name));
  }

  #pairs(question: string, sink: ItemSink): void {
    const items = new PreferenceItems(this.#at, sink);
    for (const { id, fields, people, line } of this.#tasks) {
      for (const { answers, rater, skip } of people.values()) {
        this.#at.line = line;
        const { [question]: chosen, ...others } = answers;
        for (const other of Object.keys(others)) this.leave(`answers to "${other}" beside the preference`);
        if (skip !== null || chosen === undefined) this.leave('skipped pairs');
        else {
          const record = { ...withSides(fields, this.#sides), id, winner: winnerWord(chosen, question) };
          items.read(record, id, { voter: { name: rater, isPerson: true } });
        }
      }
    }
    items.end();
  }

  #tell(sink: ItemSink, pairs: string | undefined): void {
    for (const [what, count] of this.#left) sink.leftBehind(what, count);
    const words = new Map<string, number>();
    for (const { people } of this.#tasks)
      for (const { answers } of people.values())
        for (const question of Object.keys(answers))
          if (question !== pairs && this.#values.isOfClasses(question)) addCount(words, question);
    const [first] = words.keys();
    if (first === undefined) return;
    const more = words.size > 1 ? ` and ${words.size - 1} other questions` : '';
    const all = [...words.values()].reduce((sum, count) => sum + count, 0);
    sink.remark(
      `answers to "${first}"${more} are words, kept with the item ("classes" in --map says what each is worth)`,
      all,
    );
  }
}

/** Lists of turns that a cell holds as JSON. */
const withChats = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const list = typeof value === 'string' && value.startsWith('[{') ? cellJson(value) : undefined;
      return [name, Array.isArray(list) ? list : value];
    }),
  );

/** What people saw of a task that shows no reply: its fields, a line each. */
const fieldsShown = (fields: JsonObject): string | null =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${asText(value)}`)
    .join('\n') || null;

const askedOf = ({ conversation, context, references, group }: ChatTask) =>
  JSON.stringify([conversation, context, references, group]);
/** What `askedOf` says of a task that shows a reply alone. */
const nothingAsked = JSON.stringify([[], null, [], null]);

/** Tasks of one id as items: replies of several named systems to the same are one item. */
function oneOfEachSystem(tasks: readonly Task[]): Task[][] {
  const items: Task[][] = [];
  for (const task of tasks) {
    const { system, response } = task.shown;
    const fits = (item: readonly Task[]) =>
      system !== null &&
      response !== null &&
      askedOf(item[0]!.shown) === askedOf(task.shown) &&
      item.every(({ shown }) => shown.response !== null && shown.system !== null && shown.system !== system);
    const item = items.find(fits);
    if (item) item.push(task);
    else items.push([task]);
  }
  return items;
}
