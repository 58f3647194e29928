import { answerTokens } from '../metrics/normalize-answer.ts';

/** Kinds of ASCII characters; everything else, and what is rare, is left to the slow way. */
const [RARE, WORD, PUNCTUATION, SPACE] = [0, 1, 2, 3];
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if ((code >= 9 && code <= 13) || (code >= 28 && code <= 32)) return SPACE!;
  if (code < 32 || code === 127) return RARE!;
  return /[0-9a-z]/i.test(String.fromCharCode(code)) ? WORD! : PUNCTUATION!;
});
/** The small letter of each ASCII character that is a letter, else the character. */
const small = Uint8Array.from({ length: 128 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code));

/** Cells of a slot: when it was filled, the two hashes of its word. The number of the word is kept beside. */
const CELLS = 3;
const startOf = 0x811c9dc5 | 0;
const second = 0x9e3779b1 | 0;

/**
 * The words of a few texts as numbers, the same word always by the same one, so that texts are compared by counting: five
 * times as quick as by the words themselves. Words are told apart by 64 bits of hash (two of FNV-1a's kind, Fowler, Noll and
 * Vo), and never kept.
 */
export class WordNumbers {
  #slots = new Int32Array(CELLS * 1024);
  #numbers = new Int32Array(1024);
  #round = 1;
  #size = 0;

  /** Different words so far; their numbers are those below it. */
  get size(): number {
    return this.#size;
  }

  /** Forgets all words. */
  clear(): void {
    this.#size = 0;
    this.#round += 1;
    if (this.#round < 0x7fffffff) return;
    this.#round = 1;
    this.#slots.fill(0);
  }

  /** The words of a text as `answerTokens` cuts them. */
  answerWords(text: string): number[] {
    const words: number[] = [];
    let start = -1;
    let isRare = false;
    let a = startOf;
    let b = second;
    let length = 0;
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 32;
      const kind = code < 128 ? kinds[code] : RARE;
      if (kind !== SPACE) {
        if (start < 0) start = i;
        if (kind === WORD) {
          a = Math.imul(a ^ small[code]!, 0x01000193);
          b = Math.imul(b + small[code]!, second) ^ (b >>> 15);
          length += 1;
        } else if (kind === RARE) isRare = true;
        continue;
      }
      if (isRare) for (const word of answerTokens(text.slice(start, i))) words.push(this.#numberOfText(word));
      // No article has more than three letters, so that longer words need no look.
      else if (length > 3 || (length > 0 && !isArticle(text, start, i))) words.push(this.#numberOf(a, b));
      start = -1;
      isRare = false;
      a = startOf;
      b = second;
      length = 0;
    }
    return words;
  }

  /** The first words of a text as `rougeTokens` cuts them, at most so many. */
  rougeWords(text: string, most: number): number[] {
    // Letters beyond ASCII separate words, but for two whose small form is ASCII.
    const plain = /[\u0130\u212a]/.test(text) ? text.toLowerCase() : text;
    const words: number[] = [];
    let a = startOf;
    let b = second;
    let length = 0;
    for (let i = 0; i <= plain.length && words.length < most; i++) {
      const code = i < plain.length ? plain.charCodeAt(i) : 32;
      if (code < 128 && kinds[code] === WORD) {
        a = Math.imul(a ^ small[code]!, 0x01000193);
        b = Math.imul(b + small[code]!, second) ^ (b >>> 15);
        length += 1;
      } else if (length > 0) {
        words.push(this.#numberOf(a, b));
        a = startOf;
        b = second;
        length = 0;
      }
    }
    return words;
  }

  #numberOfText(word: string): number {
    let [a, b] = [startOf, second];
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b + code, second) ^ (b >>> 15);
    }
    return this.#numberOf(a, b);
  }

  #numberOf(a: number, b: number): number {
    const mask = this.#numbers.length - 1;
    for (let slot = (a ^ (a >>> 16)) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * CELLS;
      if (this.#slots[at] !== this.#round) return this.#add(slot, a, b);
      if (this.#slots[at + 1] === a && this.#slots[at + 2] === b) return this.#numbers[slot]!;
    }
  }

  #add(slot: number, a: number, b: number): number {
    this.#slots[slot * CELLS] = this.#round;
    this.#slots[slot * CELLS + 1] = a;
    this.#slots[slot * CELLS + 2] = b;
    this.#numbers[slot] = this.#size;
    this.#size += 1;
    if (this.#size * 2 > this.#numbers.length) this.#widen();
    return this.#size - 1;
  }

  #widen(): void {
    const [slots, numbers] = [this.#slots, this.#numbers];
    this.#slots = new Int32Array(slots.length * 2);
    this.#numbers = new Int32Array(numbers.length * 2);
    const mask = this.#numbers.length - 1;
    for (let old = 0; old < numbers.length; old++) {
      if (slots[old * CELLS] !== this.#round) continue;
      const [a, b] = [slots[old * CELLS + 1]!, slots[old * CELLS + 2]!];
      let slot = (a ^ (a >>> 16)) & mask;
      while (this.#slots[slot * CELLS] === this.#round) slot = (slot + 1) & mask;
      this.#slots.set([this.#round, a, b], slot * CELLS);
      this.#numbers[slot] = numbers[old]!;
    }
  }
}

/** Whether what stands between two places is an article, punctuation aside. */
function isArticle(text: string, from: number, to: number): boolean {
  let word = '';
  for (let i = from; i < to; i++) if (kinds[text.charCodeAt(i)] === WORD) word += text[i]!.toLowerCase();
  return word === 'a' || word === 'an' || word === 'the';
}
