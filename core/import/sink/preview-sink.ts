import type {
  ImportPreview,
  Scale,
  ScaleDeclaration,
  Signal,
  StoredPicture,
  Turn,
} from '../../../shared/contract/index.ts';
import { judgeCalled } from '../../../shared/study-choices.ts';
import { DeclaredScales, type ToldScale } from '../../data/declared-scales.ts';
import { lastQuestion } from '../../data/last-question.ts';
import { withNamedPictures } from '../../data/shortened.ts';
import type { StudyMaterial } from '../../design/study-options.ts';
import { addCount, type Problems } from '../readers/problems.ts';
import type { ItemHead, ItemSink, SignalKind, TakenPicture } from './item-sink.ts';
import type { ObservedScale } from './observed-scale.ts';
import { observedCriterion, observedSignal } from './observed-signal.ts';

const itemsShown = 50;
const looksShown = 3;
const lookTurns = 40;
const looksScores = 24;
const lookSystems = 24;
const lookLength = 4000;
/** Of a passage, which stands above what is judged. */
const passageLength = 500;
/** Pictures of the first items that are shown, and what they and one of them may have. */
const picturesShown = 6;
const pictureBytes = 1024 * 1024;
/** Systems of one item that are counted pair by pair. */
const mostPaired = 24;

const pairKey = (a: string, b: string) => JSON.stringify([a, b].sort());

interface SeenScale {
  readonly key: Omit<ScaleDeclaration, 'scale'>;
  readonly observed: ObservedScale;
  /** Items with a value, by system. */
  readonly items: Map<string, number>;
}

/** Keeps what a preview shows of the first items, and observes all that are read. */
export class PreviewSink implements ItemSink {
  count = 0;
  hasText = false;
  readonly items: ImportPreview['items'] = [];
  readonly #looks: ImportPreview['looks'] = [];
  readonly #pictures = new Map<string, StoredPicture>();
  /** What was read and has no place in an item, by what it is called. */
  readonly left = new Map<string, number>();
  /** What was made of something unexpected, by what it is called. */
  readonly remarks = new Map<string, number>();
  /** Items of each system. */
  readonly #answered = new Map<string, number>();
  /** How many items each two systems answered, by both names in order. */
  readonly #together = new Map<string, number>();
  #systemsOfItem: string[] = [];
  #hasReplies = false;
  #withContext = 0;
  readonly #problems: Problems;
  readonly #lineOf = new Map<string, number>();
  readonly #scales = new Map<string, SeenScale>();
  readonly #told = new DeclaredScales();
  /** Criteria whose range the file tells, whether or not it is known that people gave its values. */
  readonly #named = new Map<string, Scale>();

  readonly #isPictured: boolean;

  /** @param isPictured whether pictures of the first items are kept */
  constructor(problems: Problems, isPictured = false) {
    this.#problems = problems;
    this.#isPictured = isPictured;
  }

  picture({ sha256, bytes, media, width, height }: TakenPicture): void {
    if (!this.#isPictured || this.count > looksShown || this.#pictures.size >= picturesShown) return;
    if (bytes.length > pictureBytes) return;
    const base64 = Buffer.from(bytes).toString('base64');
    this.#pictures.set(sha256, { media, width, height, base64 });
  }

  get pictures(): ImportPreview['pictures'] {
    return Object.fromEntries(this.#pictures);
  }

  /** The first items; pictures that are not at hand stand as their names. */
  get looks(): ImportPreview['looks'] {
    const shown = (text: string) => withNamedPictures(text, (sha256) => this.#pictures.has(sha256));
    return this.#looks.map(({ conversation, context, replies, ...look }) => ({
      ...look,
      conversation: conversation.map((turn) => ({ ...turn, content: shown(turn.content) })),
      context: context && shown(context),
      replies: replies.map(({ system, texts }) => ({ system, texts: texts.map(shown) })),
    }));
  }

  range(kind: 'criterion' | SignalKind, name: string, criterion: string, told: ToldScale): void {
    this.#told.name(kind, name, criterion, told);
    if (kind === 'criterion' && told.min !== undefined && told.max !== undefined) {
      this.#named.set(name, { min: told.min, max: told.max, direction: told.direction ?? 'higher' });
    }
  }

  item({ line, id, conversation, context, references }: ItemHead): void {
    const before = this.#lineOf.get(id);
    if (before !== undefined) {
      const message = `This id is used twice; line ${before} has it first.`;
      this.#problems.add(line, 'id', message, 'Give every item an id of its own.');
    } else this.#lineOf.set(id, line);
    this.count += 1;
    this.#systemsOfItem = [];
    if (context !== null) this.#withContext += 1;
    if (context !== null || conversation !== '[]') this.hasText = true;
    if (this.#looks.length < looksShown) this.#looks.push(lookOf(id, conversation, context));
    if (this.items.length >= itemsShown) return;
    this.items.push({
      id,
      question: lastQuestion(readableTurns(conversation)),
      systems: [],
      hasContext: context !== null,
      referenceCount: references === null ? 0 : (JSON.parse(references) as string[][]).flat().length,
    });
  }

  response(system: string, turn: number, text: string | null): void {
    if (turn === 0) this.#answer(system);
    if (text !== null) {
      this.#hasReplies = true;
      this.hasText = true;
    }
    if (turn === 0 && this.items.length === this.count) this.items.at(-1)?.systems.push(system);
    if (this.#looks.length !== this.count) return;
    const { replies } = this.#looks.at(-1)!;
    const known = replies.find((one) => one.system === system);
    const texts = text === null ? [] : [cut(text)];
    if (known) known.texts.push(...texts);
    else if (replies.length < lookSystems) replies.push({ system, texts });
  }

  #answer(system: string): void {
    addCount(this.#answered, system);
    for (const other of this.#systemsOfItem) addCount(this.#together, pairKey(system, other));
    if (this.#systemsOfItem.length < mostPaired) this.#systemsOfItem.push(system);
  }

  human(system: string, criterion: string, votes: readonly number[]): void {
    const { observed, items } = this.#scale({ kind: 'criterion', name: criterion });
    addCount(items, system);
    for (const vote of votes) observed.add(vote);
    this.#show({ system, name: criterion, values: [...votes], by: 'people' });
  }

  machine(...[kind, name, criterion, system, value, repeats = []]: Parameters<ItemSink['machine']>): void {
    const { observed, items } = this.#scale({ kind, name, ...(criterion && { criterion }) });
    addCount(items, system);
    for (const one of repeats.length > 1 ? repeats : [value]) observed.add(one);
    const by = kind === 'judge' ? judgeCalled(name) : 'a metric';
    this.#show({ system, name: criterion || name, values: [value], by });
  }

  /** Keeps a score of one of the first items, to be shown with it. */
  #show(score: ImportPreview['looks'][number]['scores'][number]): void {
    if (this.#looks.length !== this.count) return;
    const { scores } = this.#looks.at(-1)!;
    if (scores.length < looksScores) scores.push(score);
  }

  leftBehind(what: string, count = 1): void {
    addCount(this.left, what, count);
  }

  remark(what: string, count = 1): void {
    addCount(this.remarks, what, count);
  }

  get systems(): string[] {
    return [...this.#answered.keys()];
  }

  /**
   * What studies could be made of what was read.
   *
   * @param share how many items the file has for each one read
   */
  material(share: number): StudyMaterial {
    const reckoned = (items: number) => Math.round(items * share);
    const seen = [...this.#scales.values()].map(({ key, observed, items }) => ({
      ...key,
      scale: observed.scale,
      declared: observed.isStated,
      isBinary: observed.isBinary,
      coverage: [...items].map(([system, n]) => ({ system, items: reckoned(n), mean: 0 })),
    }));
    const criteria = seen.filter(({ kind }) => kind === 'criterion');
    return {
      systems: [...this.#answered].map(([name, items]) => ({ name, items: reckoned(items) })),
      criteria: [
        ...criteria.map(({ name, isBinary, scale, declared }) => ({
          name,
          kind: isBinary ? ('binary' as const) : ('rating' as const),
          scale,
          declared,
        })),
        ...[...this.#named]
          .filter(([name]) => criteria.every((one) => one.name !== name))
          .map(([name, scale]) => ({ name, kind: 'rating' as const, scale, declared: true })),
      ],
      signals: seen.flatMap(({ kind, criterion = null, isBinary: _, ...one }): Omit<Signal, 'id'>[] =>
        kind === 'criterion' ? [] : [{ ...one, kind, criterion, measures: criterion }],
      ),
      guessers: [],
      readable: reckoned(this.#withContext),
      isWhole: this.#answered.size > 0 && !this.#hasReplies,
      shared: (a, b) => reckoned(this.#together.get(pairKey(a, b)) ?? 0),
    };
  }

  get scales(): ImportPreview['scales'] {
    return [...this.#scales.values()].map(({ key, observed }) => ({
      ...key,
      scale: observed.scale,
      observed: !observed.isStated,
      ...(observed.constant !== undefined && { constant: observed.constant }),
    }));
  }

  #scale(key: Omit<ScaleDeclaration, 'scale'>): SeenScale {
    const text = JSON.stringify(key);
    const named = this.#told.named(key.kind, key.name, key.criterion);
    const observed =
      key.kind === 'criterion'
        ? observedCriterion(key.name, null, named)
        : observedSignal(key.kind, key.name, null, named);
    const found = this.#scales.get(text) ?? { key, observed, items: new Map() };
    this.#scales.set(text, found);
    return found;
  }
}

/** Turns whose text can be shown; what is wrong with the others is among the problems already. */
const readableTurns = (conversation: string): Turn[] =>
  (JSON.parse(conversation) as (Turn | null)[]).filter((turn) => typeof turn?.content === 'string') as Turn[];

/** A text cut for display, its lines kept, and no picture cut through. */
const cut = (text: string, length = lookLength) =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length)
        .replace(/!\[[^\]\n]{0,300}(?:\](?:\([^)\n]{0,80})?)?$/, '')
        .toWellFormed()}…`;

const lookOf = (
  id: string,
  conversation: string,
  context: string | null,
): ImportPreview['looks'][number] => ({
  id,
  conversation: readableTurns(conversation)
    .slice(-lookTurns)
    .map(({ role, content }) => ({ role: String(role), content: cut(content) })),
  context: context === null ? null : cut(context, passageLength),
  replies: [],
  scores: [],
});
