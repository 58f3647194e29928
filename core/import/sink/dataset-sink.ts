import { insertFound } from '../../../db/found-failures.ts';
import {
  ensureSystem,
  finishCriterion,
  finishDataset,
  finishSignal,
  type ImportStatements,
  insertCriterion,
  insertDatasetSystem,
  insertSignal,
  prepareImport,
} from '../../../db/import-rows.ts';
import { insertPicture } from '../../../db/pictures.ts';
import type { WritableDb } from '../../../db/types.ts';
import { isPartOfRange } from '../../../shared/usual-ranges.ts';
import { keepUnusedScales } from '../../data/declare-scale.ts';
import type { DeclaredScales, ToldScale } from '../../data/declared-scales.ts';
import { addCount, countedWarnings, type Problems } from '../readers/problems.ts';
import type { ItemHead, ItemSink, SignalKind, TakenPicture } from './item-sink.ts';
import type { ObservedScale } from './observed-scale.ts';
import { observedCriterion, observedSignal } from './observed-signal.ts';

interface KnownSystem {
  readonly id: number;
  items: number;
  /** The last item this system answered, and scores of items that it did not answer. */
  answered: number;
  unanswered: number;
}

interface KnownScale {
  readonly id: number;
  readonly observed: ObservedScale;
}

const noContext = { itemId: 0, line: 0 };

/** Writes items into an open transaction. From the first problem on it only checks, for nothing will be kept. */
export class DatasetSink implements ItemSink {
  items = 0;
  responses = 0;
  /** Whether an item has a text: a turn, a passage or a response. */
  hasText = false;
  humanScores = 0;
  machineScores = 0;
  readonly warnings: string[] = [];
  /** The value of each criterion and signal whose values are all the same and whose range nobody stated, by its row's id. */
  readonly constants = { criterion: new Map<number, number>(), signal: new Map<number, number>() };
  readonly #db: WritableDb;
  readonly #datasetId: number;
  readonly #firstItemId: number;
  readonly #problems: Problems;
  readonly #declared: DeclaredScales;
  readonly #rows: ImportStatements;
  readonly #lineOf = new Map<string, number>();
  readonly #groups = new Set<string>();
  readonly #systems = new Map<string, KnownSystem>();
  readonly #criteria = new Map<string, KnownScale>();
  readonly #signals: Record<SignalKind, Map<string, Map<string, KnownScale>>> = {
    judge: new Map(),
    auto: new Map(),
  };
  readonly #leftBehind = new Map<string, number>();
  readonly #remarks = new Map<string, number>();
  #withContext = 0;
  #withReferences = 0;
  #at = noContext;

  constructor(
    db: WritableDb,
    { datasetId, firstItemId }: { datasetId: number; firstItemId: number },
    problems: Problems,
    declared: DeclaredScales,
  ) {
    this.#db = db;
    this.#datasetId = datasetId;
    this.#firstItemId = firstItemId;
    this.#problems = problems;
    this.#declared = declared;
    this.#rows = prepareImport(db);
  }

  range(kind: 'criterion' | SignalKind, name: string, criterion: string, told: ToldScale): void {
    this.#declared.name(kind, name, criterion, told);
  }

  item(head: ItemHead): void {
    const { id, line } = head;
    const before = this.#lineOf.get(id);
    if (before === undefined) this.#lineOf.set(id, line);
    else {
      const message = `The id ${JSON.stringify(shortened(id))} is used twice; line ${before} has it first.`;
      this.#problems.add(line, 'id', message, 'Give every item an id of its own.');
    }
    const itemId = this.#firstItemId + this.items;
    this.#at = { itemId, line };
    this.items += 1;
    if (head.context !== null) this.#withContext += 1;
    if (head.context !== null || head.conversation !== '[]') this.hasText = true;
    if (head.references !== null) this.#withReferences += 1;
    if (head.group !== null) this.#groups.add(head.group);
    if (this.#problems.count > 0) return;
    const { group, conversation, context, references, meta } = head;
    this.#rows.item(itemId, this.#datasetId, id, group, conversation, context, references, meta);
    insertFound(this.#db, { datasetId: this.#datasetId, itemId }, head.found ?? []);
  }

  picture(picture: TakenPicture): void {
    if (this.#problems.count === 0) insertPicture(this.#db, { ...picture, datasetId: this.#datasetId });
  }

  response(system: string, turn: number, text: string | null): void {
    const known = this.#system(system);
    this.responses += 1;
    if (text !== null) this.hasText = true;
    if (turn === 0) known.items += 1;
    known.answered = this.#at.itemId;
    if (this.#problems.count === 0) this.#rows.response(this.#at.itemId, known.id, turn, text);
  }

  human(system: string, criterion: string, votes: readonly number[]): void {
    const known = this.#criterion(criterion);
    let sum = 0;
    for (let index = 0; index < votes.length; index += 1) {
      const vote = votes[index] as number;
      sum += vote;
      if (!known.observed.add(vote)) this.#outside(`human.${system}.${criterion}`, vote, known);
    }
    const mean = sum / votes.length;
    if (!Number.isFinite(mean)) this.#tooLarge(`human.${system}.${criterion}`);
    this.humanScores += 1;
    const by = this.#system(system);
    if (this.#problems.count > 0) return;
    const { itemId } = this.#at;
    if (by.answered !== itemId) by.unanswered += 1;
    const list = votes.length === 1 ? `[${votes[0]}]` : `[${votes.join(',')}]`;
    this.#rows.humanScore(known.id, by.id, itemId, mean, list);
  }

  machine(...[kind, name, criterion, system, value, repeats = []]: Parameters<ItemSink['machine']>): void {
    const known = this.#signal(kind, name, criterion);
    // The range is that of single values: means of repeats reach less far.
    for (const one of repeats.length > 1 ? repeats : [value]) {
      if (known.observed.add(one)) continue;
      const field = [kind, name, system, criterion].filter(Boolean).join('.');
      this.#outside(field, one, known);
    }
    if (!Number.isFinite(value)) this.#tooLarge([kind, name, system].join('.'));
    this.machineScores += 1;
    const by = this.#system(system);
    if (this.#problems.count > 0) return;
    const { itemId } = this.#at;
    this.#rows.machineScore(known.id, by.id, itemId, value);
    if (repeats.length > 1) this.#rows.repeats(known.id, by.id, itemId, JSON.stringify(repeats));
  }

  leftBehind(what: string, count = 1): void {
    addCount(this.#leftBehind, what, count);
  }

  remark(what: string, count = 1): void {
    addCount(this.#remarks, what, count);
  }

  /** Writes what only the whole file shows: counts, ranges, directions. */
  finish(contentHash: string): void {
    this.#rows.flush();
    for (const [name, { id, items, unanswered }] of this.#systems) {
      insertDatasetSystem(this.#db, this.#datasetId, id, items);
      if (unanswered > 0) {
        this.warnings.push(`${unanswered} human scores are of "${name}" where it gave no response.`);
      }
    }
    for (const [name, { id, observed }] of this.#criteria) {
      this.#noteConstant('criterion', id, `criterion "${name}"`, observed);
      this.#warnOfStray(`criterion "${name}"`, observed);
      this.#warnOfPart(name, observed);
      this.#warnOfDirection(`criterion "${name}"`, observed);
      finishCriterion(this.#db, id, {
        kind: observed.isBinary ? 'binary' : 'rating',
        scale: observed.scale,
        declared: observed.isStated,
        integer: observed.integer,
      });
    }
    for (const [kind, names] of Object.entries(this.#signals)) {
      for (const [name, criteria] of names) {
        for (const [criterion, { id, observed }] of criteria) {
          const of = criterion ? `${kind} "${name}" for "${criterion}"` : `${kind} "${name}"`;
          this.#noteConstant('signal', id, of, observed);
          if (kind === 'judge') this.#warnOfDirection(of, observed);
          finishSignal(this.#db, id, observed.scale, observed.isStated);
        }
      }
    }
    if (this.responses === 0) {
      this.warnings.push('No item has a response, so there is nothing to label yet. Is a field misspelled?');
    }
    this.warnings.push(...keepUnusedScales(this.#db, this.#datasetId, this.#declared));
    const remarks = [...this.#remarks, ...this.#problems.notices];
    this.warnings.push(...countedWarnings(remarks, this.#leftBehind));
    finishDataset(this.#db, this.#datasetId, {
      contentHash,
      itemCount: this.items,
      itemsWithContext: this.#withContext,
      itemsWithReferences: this.#withReferences,
      groupCount: this.#groups.size,
    });
  }

  #system(name: string): KnownSystem {
    let known = this.#systems.get(name);
    if (!known) {
      const id = this.#mayAdd(name, 'responses') ? ensureSystem(this.#db, name) : 0;
      known = { id, items: 0, answered: 0, unanswered: 0 };
      this.#systems.set(name, known);
    }
    return known;
  }

  #criterion(name: string): KnownScale {
    let known = this.#criteria.get(name);
    if (!known) {
      const id = this.#mayAdd(name, 'human') ? insertCriterion(this.#db, this.#datasetId, name) : 0;
      const declared = this.#declared.take('criterion', name);
      known = {
        id,
        observed: observedCriterion(name, declared, this.#declared.named('criterion', name)),
      };
      this.#criteria.set(name, known);
    }
    return known;
  }

  #signal(kind: SignalKind, name: string, criterion: string): KnownScale {
    let criteria = this.#signals[kind].get(name);
    if (!criteria) {
      criteria = new Map();
      this.#signals[kind].set(name, criteria);
    }
    let known = criteria.get(criterion);
    if (!known) {
      const key = { kind, name, criterion };
      const id = this.#mayAdd(name + criterion, kind) ? insertSignal(this.#db, this.#datasetId, key) : 0;
      const declared = this.#declared.take(kind, name, criterion);
      const named = this.#declared.named(kind, name, criterion);
      known = { id, observed: observedSignal(kind, name, declared, named) };
      criteria.set(criterion, known);
    }
    return known;
  }

  /** Whether a name that is new to the file goes into the project; half characters would clash there. */
  #mayAdd(name: string, field: string): boolean {
    if (!name.isWellFormed()) {
      const message = 'A name is not valid text (half of a surrogate pair).';
      this.#problems.add(this.#at.line, field, message, 'Correct the name.');
    }
    return this.#problems.count === 0;
  }

  #tooLarge(field: string): void {
    this.#problems.add(this.#at.line, field, 'The mean of these values is too large.', 'Correct the values.');
  }

  #outside(field: string, value: number, { observed }: KnownScale): void {
    const { message, remedy } = observed.refusal(value);
    this.#problems.add(this.#at.line, field, message, remedy);
  }

  #warnOfStray(what: string, { stray, scale: { min, max } }: ObservedScale): void {
    if (!stray) return;
    const { value, count, others } = stray;
    const values = count === 1 ? 'One value' : `${count} values`;
    const are = count === 1 ? 'is' : 'are';
    this.warnings.push(
      `${values} of ${what} ${are} ${value}, far from the others, ${others.min} to ${others.max}. Its range was taken as ${min} to ${max}. Correct the file, or declare the range that people had.`,
    );
  }

  /** Says which scores are better where they are lower, as their names alone tell. */
  #warnOfDirection(what: string, { isLowerByName }: ObservedScale): void {
    if (!isLowerByName) return;
    this.warnings.push(
      `Lower is taken as better for ${what}, by its name. Declare its range where higher is (--scale).`,
    );
  }

  /** Says of grades that nobody gave the end of a usual range: people could not give it in a study of them. */
  #warnOfPart(name: string, { constant, isStated, stray, integer, scale }: ObservedScale): void {
    if (isStated || constant !== undefined || stray || !integer || !isPartOfRange(scale)) return;
    const { min, max } = scale;
    this.warnings.push(
      `Criterion "${name}" goes from ${min} to ${max} in the file, which is taken as its range. Declare it where it can be more (--scale).`,
    );
  }

  #noteConstant(kind: 'criterion' | 'signal', id: number, what: string, observed: ObservedScale): void {
    const { constant } = observed;
    if (constant === undefined) return;
    this.constants[kind].set(id, constant);
    const { min, max } = observed.scale;
    this.warnings.push(
      `Every value of ${what} is ${constant}, which says nothing of its range. Declare it; until then ${min} to ${max} is taken.`,
    );
  }
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
