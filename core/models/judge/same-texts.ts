import { createHash } from 'node:crypto';
import type { PromptText } from '../../../shared/contract/index.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { type ItemTexts, valuesOf, variablesIn } from './render-prompt.ts';

/** What items may differ by, in the words of the editor; a question stands in its conversation. */
const fieldsOf = ({ kind }: PromptText) => [
  'conversation',
  'passage',
  'reference',
  ...(kind === 'pair' ? ['response_a', 'response_b'] : ['response']),
];

/** Items that are shown by one text: how many, and the fields left out by which they differ. */
interface Shown {
  count: number;
  readonly leftOut: readonly string[];
  readonly differing: Set<string>;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Finds items that a prompt shows by the same text although they differ: it leaves a field out. */
export class SameTexts {
  readonly #shown = new Map<string, Shown>();
  readonly #used: readonly string[];
  readonly #leftOut: readonly string[];
  #items = 0;

  constructor(prompt: PromptText) {
    this.#used = variablesIn(prompt.item);
    this.#leftOut = fieldsOf(prompt).filter((name) => !this.#used.includes(name));
  }

  add(item: ItemTexts): void {
    const values = valuesOf(item, false);
    const key = hashOf(JSON.stringify(this.#used.map((name) => values[name])));
    const leftOut = this.#leftOut.map((name) => hashOf(values[name]!));
    this.#items++;
    const known = this.#shown.get(key);
    if (!known) {
      this.#shown.set(key, { count: 1, leftOut, differing: new Set() });
      return;
    }
    known.count++;
    leftOut.forEach((hash, i) => {
      if (hash !== known.leftOut[i]) known.differing.add(this.#leftOut[i]!);
    });
  }

  /** "321 of 432 requests are the same text as another ..."; undefined where no items that differ are shown alike. */
  warning(): string | undefined {
    const alike = [...this.#shown.values()].filter(({ differing }) => differing.size > 0);
    if (alike.length === 0) return undefined;
    const same = alike.reduce((sum, { count }) => sum + count - 1, 0);
    const names = this.#leftOut.filter((name) => alike.some(({ differing }) => differing.has(name)));
    const shown = names.map((name) => `{{${name}}}`).join(', ');
    return `${formatCount(same)} of ${formatCount(this.#items)} items look the same to the judge as another one: the prompt leaves out ${shown}.`;
  }
}
