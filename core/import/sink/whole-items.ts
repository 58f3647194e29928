import type { ItemHead, ItemSink, SignalKind } from './item-sink.ts';

/** All that a file says of one item. */
export interface HeldItem {
  readonly head: ItemHead;
  /** Texts of each system by turn; null where the conversation itself is what it did. */
  readonly responses: Map<string, (string | null)[]>;
  readonly human: { system: string; criterion: string; votes: readonly number[] }[];
  readonly machine: {
    kind: SignalKind;
    name: string;
    criterion: string;
    system: string;
    value: number;
    repeats?: readonly number[] | undefined;
  }[];
}

/** Hands an item on as a reader would. */
export function handOnItem({ head, responses, human, machine }: HeldItem, sink: ItemSink): void {
  sink.item(head);
  for (const [system, texts] of responses) {
    // A list has a gap where a file has no reply to a turn.
    texts.forEach((text, turn) => {
      sink.response(system, turn, text);
    });
  }
  for (const { system, criterion, votes } of human) sink.human(system, criterion, votes);
  for (const { kind, name, criterion, system, value, repeats } of machine)
    sink.machine(kind, name, criterion, system, value, repeats);
}

/** Holds each item of a file until all is known that the file says of it, and hands it on whole. */
export class WholeItems implements ItemSink {
  readonly leftBehind: ItemSink['leftBehind'];
  readonly remark: ItemSink['remark'];
  readonly range: ItemSink['range'];
  readonly picture: NonNullable<ItemSink['picture']>;
  readonly #take: (item: HeldItem) => void;
  #held: HeldItem | null = null;

  constructor(
    take: (item: HeldItem) => void,
    {
      leftBehind,
      remark,
      range,
      picture = () => {},
    }: Pick<ItemSink, 'leftBehind' | 'remark' | 'range' | 'picture'>,
  ) {
    this.#take = take;
    this.leftBehind = leftBehind;
    this.remark = remark;
    this.range = range;
    this.picture = picture;
  }

  item(head: ItemHead): void {
    this.end();
    this.#held = { head, responses: new Map(), human: [], machine: [] };
  }

  response(system: string, turn: number, text: string | null): void {
    const texts = this.#held?.responses.get(system) ?? [];
    texts[turn] = text;
    this.#held?.responses.set(system, texts);
  }

  human(system: string, criterion: string, votes: readonly number[]): void {
    this.#held?.human.push({ system, criterion, votes });
  }

  machine(...[kind, name, criterion, system, value, repeats]: Parameters<ItemSink['machine']>): void {
    this.#held?.machine.push({ kind, name, criterion, system, value, repeats });
  }

  /** Hands on the last item; called once after the last. */
  end(): void {
    const held = this.#held;
    this.#held = null;
    if (held) this.#take(held);
  }
}
