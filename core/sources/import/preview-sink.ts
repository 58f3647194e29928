import type { ImportPreview, ScaleDeclaration, Turn } from '../../../shared/contract/index.ts';
import { lastQuestion } from '../../model/data/last-question.ts';
import type { ItemHead, ItemSink, SignalKind } from './item-sink.ts';
import { ObservedScale } from './observed-scale.ts';
import type { Problems } from './problems.ts';

const itemsShown = 50;

/** Keeps what a preview shows of the first items, and observes all that are read. */
export class PreviewSink implements ItemSink {
  count = 0;
  readonly items: ImportPreview['items'] = [];
  readonly systems = new Set<string>();
  readonly #problems: Problems;
  readonly #lineOf = new Map<string, number>();
  readonly #scales = new Map<string, { key: Omit<ScaleDeclaration, 'scale'>; observed: ObservedScale }>();

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  item({ line, id, conversation, context, references }: ItemHead): void {
    const before = this.#lineOf.get(id);
    if (before !== undefined) {
      const message = `This id is used twice; line ${before} has it first.`;
      this.#problems.add(line, 'id', message, 'Give every item an id of its own.');
    } else this.#lineOf.set(id, line);
    this.count += 1;
    if (this.items.length >= itemsShown) return;
    this.items.push({
      id,
      question: lastQuestion(readableTurns(conversation)),
      systems: [],
      hasContext: context !== null,
      referenceCount: references === null ? 0 : (JSON.parse(references) as string[][]).flat().length,
    });
  }

  response(system: string, turn: number): void {
    this.systems.add(system);
    if (turn === 0 && this.items.length === this.count) this.items.at(-1)?.systems.push(system);
  }

  human(_system: string, criterion: string, votes: readonly number[]): void {
    const scale = this.#scale({ kind: 'criterion', name: criterion });
    for (const vote of votes) scale.add(vote);
  }

  machine(kind: SignalKind, name: string, criterion: string, _system: string, value: number): void {
    this.#scale({ kind, name, ...(criterion && { criterion }) }).add(value);
  }

  get scales(): ImportPreview['scales'] {
    return [...this.#scales.values()].map(({ key, observed }) => ({
      ...key,
      scale: observed.scale,
      observed: true,
    }));
  }

  #scale(key: Omit<ScaleDeclaration, 'scale'>): ObservedScale {
    const text = JSON.stringify(key);
    const found = this.#scales.get(text) ?? { key, observed: new ObservedScale(null) };
    this.#scales.set(text, found);
    return found.observed;
  }
}

/** Turns whose text can be shown; what is wrong with the others is among the problems already. */
const readableTurns = (conversation: string): Turn[] =>
  (JSON.parse(conversation) as (Turn | null)[]).filter((turn) => typeof turn?.content === 'string') as Turn[];
