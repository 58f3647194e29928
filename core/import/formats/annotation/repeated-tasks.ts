import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { wayToRead } from '../../../../shared/mapping.ts';
import { JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { GatheredText } from '../gathered-text.ts';

const ways = [
  wayToRead('The first holds', { repeats: 'first' }),
  wayToRead('The last holds', { repeats: 'last' }),
  wayToRead('Keep the votes of all', { repeats: 'votes' }),
];

interface Held {
  task: JsonAt;
  line: number;
  /** Where the first one stands, and what it shows. */
  readonly first: number;
  readonly shown: string;
}

/**
 * Tasks that an export has several times, by their id. Without a word on them each further one is a problem that says the ways on;
 * else all tasks are held until the end, and the first or the last of them holds, or one with the annotations of all.
 */
export class RepeatedTasks {
  /** Where each task stands first: its line, and its place in the document, which may be one line. */
  readonly #first = new Map<string, { readonly line: number; readonly path: string }>();
  readonly #held = new Map<string, Held>();
  readonly #text = new GatheredText();
  readonly #at: FilePlace;
  readonly #sink: ItemSink;
  readonly #repeats: ColumnMapping['repeats'];
  readonly #take: (task: JsonAt) => void;

  constructor(
    at: FilePlace,
    sink: ItemSink,
    repeats: ColumnMapping['repeats'],
    take: (task: JsonAt) => void,
  ) {
    this.#at = at;
    this.#sink = sink;
    this.#repeats = repeats;
    this.#take = take;
  }

  add(task: JsonAt, id: string): void {
    if (this.#repeats !== undefined) {
      this.#hold(task, id);
      return;
    }
    const before = this.#first.get(id);
    if (before === undefined) {
      this.#first.set(id, { line: this.#at.line, path: task.path });
      this.#take(task);
      return;
    }
    const { problems, line } = this.#at;
    const where = before.line === line ? before.path : `line ${before.line}`;
    problems.add(
      line,
      task.path,
      `The task ${JSON.stringify(id.slice(0, 80))} comes again; it stands first at ${where}.`,
      'Say which holds: the first, the last, or one item with the votes of all (--map).',
      ways,
    );
  }

  #hold(task: JsonAt, id: string): void {
    const { line } = this.#at;
    const known = this.#held.get(id);
    const shown = JSON.stringify(task.get('data').value ?? null);
    if (!this.#text.fits(this.#at, JSON.stringify(task.value))) return;
    if (known === undefined) {
      this.#held.set(id, { task, line, first: line, shown });
      return;
    }
    if (this.#repeats === 'votes' && shown !== known.shown) {
      task.problem(
        `The task ${JSON.stringify(id.slice(0, 80))} shows other data here than in line ${known.first}, so its votes are of something else.`,
        'Give it an id of its own ("item_id" in "data"), or say {"repeats": "first"} or "last" (--map).',
      );
      return;
    }
    this.#sink.remark(
      `tasks that are there again: ${this.#repeats === 'votes' ? 'their votes were added' : `the ${this.#repeats} holds`}`,
    );
    if (this.#repeats === 'last') Object.assign(known, { task, line });
    if (this.#repeats === 'votes') known.task = withAnnotationsOf(known.task, task);
  }

  /** Hands on the tasks that were held. */
  end(): void {
    for (const { task, line } of this.#held.values()) {
      this.#at.line = line;
      this.#take(task);
    }
  }
}

/** A task with the annotations of another of the same id; an annotation that both have counts once. */
function withAnnotationsOf(task: JsonAt, other: JsonAt): JsonAt {
  const all = [task, other].flatMap((one) => one.get('annotations').list());
  const byId = new Map(
    all.map((one, at) => [
      one.get('id').isMissing ? `at ${at}` : `id ${String(one.get('id').value)}`,
      one.value,
    ]),
  );
  return new JsonAt({ ...(task.value as JsonObject), annotations: [...byId.values()] }, task.path, task.at);
}
