import { createHash } from 'node:crypto';
import { addCount } from '../readers/problems.ts';

/** What an item is known by in another file. */
export interface ItemKey {
  readonly id: string;
  /** Whether the file gave the id; else it is the place of the item in its file. */
  readonly hasOwnId: boolean;
  /** Digest of what was asked; empty where the file does not say. */
  readonly asked: string;
  /** Digest of what was asked together with its passage. */
  readonly whole: string;
  /** How many turns of the user the file has of it. */
  readonly userTurns: number;
}

/** Which known item an item of a file is, and by what; `other-prompt` where its id is known with another prompt. */
export type Match =
  | { readonly kind: 'id' | 'prompt'; readonly id: string }
  | { readonly kind: 'new' | 'other-prompt' };

interface Texts {
  readonly line: number;
  readonly id: string;
  /** JSON list of turns. */
  readonly conversation: string;
  readonly context: string | null;
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 24);
const plain = (text: unknown) => String(text).normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
/** Ids that readers make of the place of an item in its file, or of its texts. */
const madeId = /^(?:(?:line|row|record)[- ]\d+(?:-\d+)?|item-[\da-f]{12})$/;

/** The same number as an id may be written in another file: `1.0`, as tables have it whose column lacks values, and `1`. */
function otherSpelling(id: string): string | undefined {
  if (/^\d{1,15}\.0$/.test(id)) return id.slice(0, -2);
  return /^\d{1,15}$/.test(id) ? `${id}.0` : undefined;
}

/** What a map holds for an id, however its number is written. */
export const byId = <Value>(values: ReadonlyMap<string, Value>, id: string): Value | undefined =>
  values.get(id) ?? values.get(otherSpelling(id) ?? id);

/** Whether a file gave the id itself. */
export const isOwnId = (id: string): boolean => !madeId.test(id);

function wordsOfTurn(turn: unknown): string[] {
  if (typeof turn !== 'object' || turn === null) return [plain(turn)];
  const { role, content } = turn as { role?: unknown; content?: unknown };
  return [plain(role), plain(content)];
}

/** What an item is known by. Texts that differ in nothing but blanks are the same. */
export function itemKeyOf({ id, conversation, context }: Texts): ItemKey {
  const parsed: unknown = JSON.parse(conversation);
  const turns: unknown[] = Array.isArray(parsed) ? parsed : [];
  const said = JSON.stringify(turns.map(wordsOfTurn));
  return {
    id,
    hasOwnId: isOwnId(id),
    asked: turns.length > 0 ? digest(said) : '',
    userTurns: turns.filter((turn) => (turn as { role?: unknown } | null)?.role === 'user').length,
    whole: turns.length > 0 || context !== null ? digest(`${said}\n${plain(context ?? '')}`) : '',
  };
}

/** Items that are there already, against which those of one file after another are matched. */
export class KnownItems {
  readonly #byId = new Map<string, ItemKey>();
  readonly #byAsked = new Map<string, string[]>();
  readonly #byWhole = new Map<string, string[]>();

  get size(): number {
    return this.#byId.size;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** How many turns of the user an item has; 0 where no file says what was asked. */
  userTurns(id: string): number {
    return this.#byId.get(id)?.userTurns ?? 0;
  }

  /** What a further file asks of an item of which no file before said it: from now on another prompt is another item's. */
  learn(key: ItemKey): void {
    const known = this.#byId.get(key.id);
    if (known !== undefined && known.asked === '' && key.asked !== '')
      this.add({ ...key, hasOwnId: known.hasOwnId });
  }

  add(key: ItemKey): void {
    this.#byId.set(key.id, key);
    for (const [index, text] of [
      [this.#byAsked, key.asked],
      [this.#byWhole, key.whole],
    ] as const) {
      if (text === '') continue;
      const ids = index.get(text);
      if (ids) ids.push(key.id);
      else index.set(text, [key.id]);
    }
  }

  /**
   * Finds each item of a file among the known ones: by its id, unless that is known with another prompt; else by its prompt, where
   * equal prompts go together in the order in which they stand. No known item is found twice.
   *
   * @returns one match for each item, in the order of the file
   */
  match(file: readonly ItemKey[]): Match[] {
    const claimed = new Set<string>();
    const found = file.map((key): Match | undefined => {
      const known = key.hasOwnId ? byId(this.#byId, key.id) : undefined;
      if (!known?.hasOwnId || !isSamePrompt(known, key) || claimed.has(known.id)) return undefined;
      claimed.add(known.id);
      return { kind: 'id', id: known.id };
    });
    const asked = countOf(file.filter((_, at) => !found[at]).map((key) => key.asked));
    return file.map((key, at) => {
      const id = found[at] ? undefined : this.#byPrompt(key, claimed, asked.get(key.asked) === 1);
      if (id !== undefined) {
        claimed.add(id);
        return { kind: 'prompt', id };
      }
      const isOther = key.hasOwnId && this.#byId.has(key.id);
      return found[at] ?? { kind: isOther ? 'other-prompt' : 'new' };
    });
  }

  /** The known item with this prompt; one whose passage differs only where no other could be meant. */
  #byPrompt({ asked, whole }: ItemKey, claimed: ReadonlySet<string>, isOnly: boolean): string | undefined {
    const free = (ids: readonly string[] = []) => ids.filter((id) => !claimed.has(id));
    const [same] = whole === '' ? [] : free(this.#byWhole.get(whole));
    if (same !== undefined || asked === '' || !isOnly) return same;
    const all = this.#byAsked.get(asked) ?? [];
    return all.length === 1 ? free(all)[0] : undefined;
  }
}

/** Whether nothing speaks against two items of one id being the same: the question, and where neither has one the passage. */
function isSamePrompt(known: ItemKey, key: ItemKey): boolean {
  if (known.asked !== '' && key.asked !== '') return known.asked === key.asked;
  if (known.asked !== '' || key.asked !== '') return true;
  return known.whole === '' || key.whole === '' || known.whole === key.whole;
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) addCount(counts, text);
  return counts;
}
