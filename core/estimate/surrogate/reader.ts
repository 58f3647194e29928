import type { Turn } from '../../../shared/contract/index.ts';

/** Okapi BM25 (Robertson, Zaragoza 2009) with its usual constants. */
const saturation = 1.2;
const lengthWeight = 0.75;

const words = /[\p{L}\p{N}]+/gu;

/** Lower-case words of any script. */
const searchWords = (text: string): string[] => text.toLowerCase().match(words) ?? [];

interface Posting {
  readonly document: number;
  readonly count: number;
}

/** Ranks a fixed list of texts for a question. */
class Bm25Index {
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: number[];
  readonly #meanLength: number;

  constructor(documents: readonly string[]) {
    this.#lengths = documents.map((text, document) => {
      const counts = new Map<string, number>();
      const tokens = searchWords(text);
      for (const word of tokens) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const [word, count] of counts) {
        const list = this.#postings.get(word);
        if (list) list.push({ document, count });
        else this.#postings.set(word, [{ document, count }]);
      }
      return tokens.length;
    });
    const total = this.#lengths.reduce((sum, length) => sum + length, 0);
    this.#meanLength = Math.max(1, total / Math.max(1, documents.length));
  }

  /** The best document with a score above 0, the earliest among equals; undefined when no word matches. */
  best(query: string): number | undefined {
    const scores = new Map<number, number>();
    for (const word of new Set(searchWords(query))) {
      const list = this.#postings.get(word);
      if (!list) continue;
      const n = this.#lengths.length;
      const rarity = Math.log(1 + (n - list.length + 0.5) / (list.length + 0.5));
      for (const { document, count } of list) {
        const relativeLength = this.#lengths[document]! / this.#meanLength;
        const damp = saturation * (1 - lengthWeight + lengthWeight * relativeLength);
        const gain = (rarity * count * (saturation + 1)) / (count + damp);
        scores.set(document, (scores.get(document) ?? 0) + gain);
      }
    }
    let winner: number | undefined;
    let top = 0;
    for (const [document, score] of scores) {
      if (score > top || (score === top && winner !== undefined && document < winner)) {
        winner = document;
        top = score;
      }
    }
    return winner;
  }
}

/** Changes whenever the reader would answer differently: guesses are stored under it. */
export const readerVersion = 'bm25-sentence-1';

/** A question this short leans on the turn before it. */
const shortQuestion = 4;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

const splitSentences = (passage: string): string[] =>
  [...sentences.segment(passage)].map(({ segment }) => segment.trim()).filter((s) => s.length > 0);

/**
 * The questions that `count` system turns answer: the last `count` user turns, each with the user turn before it
 * where it is too short to stand alone.
 */
function questionsOf(conversation: readonly Turn[], count: number): string[] {
  const asked = conversation.filter(({ role }) => role === 'user').map(({ content }) => content);
  const first = Math.max(0, asked.length - Math.max(1, count));
  return asked.slice(first).map((question, i) => {
    const before = asked[first + i - 1];
    return before !== undefined && searchWords(question).length < shortQuestion
      ? `${before} ${question}`
      : question;
  });
}

/**
 * The built-in reader: a surrogate that needs no model and no network. With a passage it answers with the sentence
 * of the passage that BM25 ranks first for the question; without one, with the answer of the nearest answered
 * question outside the study.
 */
export class Reader {
  readonly #outside: { index: Bm25Index; answers: readonly string[] } | undefined;
  #passage: { text: string; sentences: string[]; index: Bm25Index } | undefined;

  constructor(answered: readonly { question: string; answer: string }[]) {
    this.#outside =
      answered.length === 0
        ? undefined
        : {
            index: new Bm25Index(answered.map(({ question }) => question)),
            answers: answered.map(({ answer }) => answer),
          };
  }

  /** One guess per system turn; undefined when nothing fits any of them. */
  answer(conversation: readonly Turn[], passage: string | null, turns: number): string[] | undefined {
    const guesses = questionsOf(conversation, turns).map((question) =>
      passage ? this.#fromPassage(question, passage) : this.#fromOutside(question),
    );
    return guesses.length > 0 && guesses.every((guess) => guess !== undefined) ? guesses : undefined;
  }

  #fromPassage(question: string, text: string): string | undefined {
    if (this.#passage?.text !== text) {
      const parts = splitSentences(text);
      this.#passage = { text, sentences: parts, index: new Bm25Index(parts) };
    }
    const best = this.#passage.index.best(question) ?? 0;
    return this.#passage.sentences[best];
  }

  #fromOutside(question: string): string | undefined {
    const best = this.#outside?.index.best(question);
    return best === undefined ? undefined : this.#outside?.answers[best];
  }
}
