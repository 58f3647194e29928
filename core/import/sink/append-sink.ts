import { changeVotes, countAnswers, findStoredItem, freeItemId } from '../../../db/additions.ts';
import { readJson } from '../../../db/columns.ts';
import { type DatasetRow, listSystems } from '../../../db/datasets.ts';
import { insertFound } from '../../../db/found-failures.ts';
import { findHumanVotes } from '../../../db/human-scores.ts';
import { ensureSystem, type ImportStatements, prepareImport } from '../../../db/import-rows.ts';
import { listResponses } from '../../../db/items.ts';
import { insertPicture } from '../../../db/pictures.ts';
import { machineValueOf } from '../../../db/scores.ts';
import { numbersShape, turnsShape } from '../../../db/shapes.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { DeclaredScales } from '../../data/declared-scales.ts';
import { addCount, countedWarnings, differenceOf, type Problems } from '../readers/problems.ts';
import { meanOf } from '../readers/record-fields.ts';
import { GrownScores } from './grown-scores.ts';
import { type HeldItem, WholeItems } from './whole-items.ts';

type Stored = NonNullable<ReturnType<typeof findStoredItem>>;

const turnsOf = (conversation: string) => readJson(turnsShape, conversation, 'item.conversation');

const textRemedy = (field: string) =>
  `An item keeps its texts: correct ${field}, or give the item another "id".`;
const replyRemedy = (field: string) =>
  `Correct ${field}. If the file has the replies of another system, name that system (--system NAME).`;

/** Adds what a file holds to a data set in an open transaction. From the first problem on it only checks. */
export class AppendSink {
  /** New items, and items of the file that were there already. */
  items = 0;
  matched = 0;
  responses = 0;
  humanScores = 0;
  machineScores = 0;
  /** Human scores that got further votes. */
  joined = 0;
  /** Scores that were there already, the same. */
  same = 0;
  withContext = 0;
  withReferences = 0;
  readonly firstItemId: number;
  readonly warnings: string[] = [];
  readonly scores: GrownScores;
  readonly whole: WholeItems;
  /** Items that were there and have replies of further systems. */
  readonly refreshed: number[] = [];
  readonly #db: WritableDb;
  readonly #dataset: DatasetRow;
  readonly #furtherRaters: boolean;
  readonly #problems: Problems;
  readonly #rows: ImportStatements;
  readonly #lineOf = new Map<string, number>();
  readonly #systems: Map<string, number>;
  readonly #newSystems = new Set<string>();
  readonly #answered = new Set<number>();
  readonly #remarks = new Map<string, number>();
  readonly #leftBehind = new Map<string, number>();

  constructor(
    db: WritableDb,
    { dataset, furtherRaters }: { dataset: DatasetRow; furtherRaters: boolean },
    problems: Problems,
    declared: DeclaredScales,
  ) {
    this.#db = db;
    this.#dataset = dataset;
    this.#furtherRaters = furtherRaters;
    this.#problems = problems;
    this.#rows = prepareImport(db);
    this.#systems = new Map(listSystems(db, dataset.id).map(({ id, name }) => [name, id]));
    this.scores = new GrownScores(db, dataset.id, declared);
    this.firstItemId = freeItemId(db);
    this.whole = new WholeItems((item) => this.#take(item), {
      leftBehind: (what, count = 1) => addCount(this.#leftBehind, what, count),
      remark: (what, count = 1) => addCount(this.#remarks, what, count),
      range: (kind, name, criterion, range) => declared.name(kind, name, criterion, range),
      picture: (picture) => {
        if (problems.count === 0) insertPicture(db, { ...picture, datasetId: dataset.id });
      },
    });
  }

  get newSystems(): string[] {
    return [...this.#newSystems];
  }

  /** Counts anew what each system answered, when the data set knows its new items. */
  countAnswers(): void {
    for (const systemId of this.#answered) countAnswers(this.#db, this.#dataset.id, systemId);
  }

  /** Writes what only the whole file shows. */
  finish(): void {
    this.#rows.flush();
    for (const score of this.scores.all) {
      score.finish();
      if (score.widened) this.warnings.push(score.widened);
    }
    const remarks = [...this.#problems.notices, ...this.#remarks];
    this.warnings.push(...countedWarnings(remarks, this.#leftBehind));
  }

  #take(item: HeldItem): void {
    const { id, line } = item.head;
    const before = this.#lineOf.get(id);
    if (before !== undefined) {
      const message = `The id ${JSON.stringify(id.slice(0, 80))} is used twice; line ${before} has it first.`;
      this.#problems.add(line, 'id', message, 'Give every item an id of its own.');
      return;
    }
    this.#lineOf.set(id, line);
    const stored = findStoredItem(this.#db, this.#dataset.id, id);
    if (stored) this.#join(item, stored);
    else this.#add(item);
  }

  /** An item that the data set did not have. */
  #add(item: HeldItem): void {
    const { line, id, group, conversation, context, references, meta } = item.head;
    const texts = [...item.responses.values()].flat();
    if (conversation === '[]' && context === null && !texts.some((text) => text !== null)) {
      const message = `The data set has no item ${JSON.stringify(id.slice(0, 80))}, and there is no text here to make one of.`;
      this.#problems.add(line, 'id', message, 'Correct the id, or give the item its texts.');
      return;
    }
    const itemId = this.firstItemId + this.items;
    this.items += 1;
    if (context !== null) this.withContext += 1;
    if (references !== null) this.withReferences += 1;
    if (this.#problems.count === 0) {
      this.#rows.item(itemId, this.#dataset.id, id, group, conversation, context, references, meta);
      insertFound(this.#db, { datasetId: this.#dataset.id, itemId }, item.head.found ?? []);
    }
    for (const [system, replies] of item.responses) this.#reply(line, itemId, system, replies);
    this.#score(item, itemId, true);
  }

  /** An item that is there: its texts stay; replies of further systems and scores come to it. */
  #join(item: HeldItem, stored: Stored): void {
    const { head } = item;
    this.matched += 1;
    this.#compareTurns(head.line, head.conversation, stored.conversation);
    this.#compare(head.line, 'context', head.context, stored.context ?? '');
    this.#compare(head.line, 'group', head.group, stored.groupKey ?? '');
    if (stored.referenceAnswers !== null) {
      this.#compare(head.line, 'reference', head.references, stored.referenceAnswers);
    } else if (head.references !== null)
      addCount(this.#leftBehind, 'references of items that were there without', 1);
    if (head.meta !== null && head.meta !== stored.meta) {
      addCount(this.#remarks, 'items have other further fields in the file; those that were there stay', 1);
    }
    const known = Map.groupBy(listResponses(this.#db, stored.id), ({ systemId }) => systemId);
    for (const [system, replies] of item.responses) {
      const there = known.get(this.#systems.get(system) ?? -1);
      if (there)
        this.#compareReplies(
          head.line,
          system,
          replies,
          there.map(({ text }) => text),
        );
      else if (replies.some((text) => text !== null) || head.conversation !== '[]') {
        this.refreshed.push(stored.id);
        this.#reply(head.line, stored.id, system, replies);
      }
    }
    this.#score(item, stored.id, false);
    const place = { datasetId: this.#dataset.id, itemId: stored.id };
    if (this.#problems.count === 0) insertFound(this.#db, place, head.found ?? []);
  }

  #compare(
    line: number,
    field: string,
    found: string | null,
    stored: string,
    remedy = textRemedy(field),
  ): void {
    if (found === null || found === stored) return;
    const message = `The item is there with another text: ${differenceOf(stored, found)}.`;
    this.#problems.add(line, field, message, remedy);
  }

  #compareTurns(line: number, found: string, stored: string): void {
    if (found === '[]' || found === stored) return;
    const [there, here] = [turnsOf(stored), turnsOf(found)];
    const turn = here.findIndex((one, i) => one.content !== there[i]?.content || one.role !== there[i]?.role);
    if (there.length !== here.length || turn < 0 || here[turn]!.role !== there[turn]!.role) {
      this.#compare(line, 'conversation', found, stored);
    } else this.#compare(line, `conversation[${turn}].content`, here[turn]!.content, there[turn]!.content);
  }

  #compareReplies(
    line: number,
    system: string,
    found: readonly (string | null)[],
    stored: readonly (string | null)[],
  ): void {
    if (found.every((text) => text === null)) return;
    const turns = Math.max(found.length, stored.length);
    for (let turn = 0; turn < turns; turn += 1) {
      const field = turns === 1 ? `responses.${system}` : `responses.${system}[${turn}]`;
      if (found[turn] === stored[turn]) continue;
      this.#compare(line, field, found[turn] ?? '', stored[turn] ?? '', replyRemedy(field));
    }
  }

  #reply(line: number, itemId: number, name: string, replies: readonly (string | null)[]): void {
    const systemId = this.#system(line, name);
    if (systemId === null) return;
    this.#answered.add(systemId);
    replies.forEach((text, turn) => {
      this.responses += 1;
      if (this.#problems.count === 0) this.#rows.response(itemId, systemId, turn, text);
    });
  }

  /** The id of a system, made when the data set did not know it; null where its name cannot be stored. */
  #system(line: number, name: string): number | null {
    const known = this.#systems.get(name);
    if (known !== undefined) return known;
    if (!name.isWellFormed()) {
      const message = 'A name is not valid text (half of a surrogate pair).';
      this.#problems.add(line, 'responses', message, 'Correct the name.');
      return null;
    }
    const id = ensureSystem(this.#db, name);
    this.#systems.set(name, id);
    this.#newSystems.add(name);
    this.#answered.add(id);
    return id;
  }

  #score({ head: { line }, human, machine, responses }: HeldItem, itemId: number, isNew: boolean): void {
    for (const { system, criterion, votes } of human) {
      const systemId = this.#scored(line, `human.${system}`, system, responses);
      if (systemId !== null) this.#votes({ line, itemId, systemId, isNew }, system, criterion, votes);
    }
    for (const { kind, name, criterion, system, value, repeats = [] } of machine) {
      const field = [kind, name, system, criterion].filter(Boolean).join('.');
      const systemId = this.#scored(line, field, system, responses);
      if (systemId === null) continue;
      const score = this.scores.signal(kind, name, criterion);
      this.#check(line, field, score, repeats.length > 1 ? repeats : [value]);
      const before = isNew ? undefined : machineValueOf(this.#db, score.id, systemId, itemId);
      if (before === undefined) {
        this.machineScores += 1;
        if (this.#problems.count > 0) continue;
        this.#rows.machineScore(score.id, systemId, itemId, value);
        if (repeats.length > 1) this.#rows.repeats(score.id, systemId, itemId, JSON.stringify(repeats));
      } else if (before === value) this.same += 1;
      else {
        const message = `The item has the value ${before} already; the file has ${value}.`;
        this.#problems.add(line, field, message, `Correct ${field}, or give the score another name.`);
      }
    }
  }

  #votes(
    { line, itemId, systemId, isNew }: { line: number; itemId: number; systemId: number; isNew: boolean },
    system: string,
    criterion: string,
    votes: readonly number[],
  ): void {
    const field = `human.${system}.${criterion}`;
    const score = this.scores.criterion(criterion);
    this.#check(line, field, score, votes);
    const before = isNew ? undefined : findHumanVotes(this.#db, score.id, systemId, itemId);
    if (before === undefined) {
      this.humanScores += 1;
      if (this.#problems.count > 0) return;
      this.#rows.humanScore(score.id, systemId, itemId, meanOf(votes), JSON.stringify(votes));
    } else if (this.#furtherRaters) {
      this.joined += 1;
      if (this.#problems.count > 0) return;
      const all = [...readJson(numbersShape, before, 'human_score.votes'), ...votes];
      const key = { criterionId: score.id, systemId, itemId };
      changeVotes(this.#db, key, { mean: meanOf(all), votes: JSON.stringify(all) });
    } else if (before === JSON.stringify(votes)) this.same += 1;
    else {
      const message = `The item has the votes ${before} already; the file has ${JSON.stringify(votes)}.`;
      const remedy = `Correct ${field}, or say that the votes are of further raters (--further-raters).`;
      this.#problems.add(line, field, message, remedy);
    }
  }

  /** The system that a score is of: one that the data set has, or that the file gives a reply of. */
  #scored(line: number, field: string, name: string, replies: HeldItem['responses']): number | null {
    const known = this.#systems.get(name);
    if (known !== undefined) return known;
    if (replies.get(name)?.some((text) => text !== null)) return this.#system(line, name);
    const names = [...this.#systems.keys()].slice(0, 20).join(', ');
    const message = `The data set has no system ${JSON.stringify(name)}.`;
    this.#problems.add(
      line,
      field,
      message,
      `Name one of: ${names}, in the "system" of ${field}. A table says it in its mapping (--map).`,
    );
    return null;
  }

  #check(
    line: number,
    field: string,
    score: ReturnType<GrownScores['criterion']>,
    values: readonly number[],
  ): void {
    for (const value of values) {
      const refusal = score.refusal(value);
      if (refusal) this.#problems.add(line, field, refusal.message, refusal.remedy);
    }
  }
}
