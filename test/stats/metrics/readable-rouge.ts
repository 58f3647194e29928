/** The table of the textbook for the longest common subsequence: slow and plain, the fast one is tested against it. */
export function readableLcs(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const token of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j++) {
      next.push(b[j - 1] === token ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!));
    }
    row = next;
  }
  return row[b.length]!;
}

/** ROUGE-L F by that table, on tokens cut by a plain split. */
export function readableRougeL(response: string, reference: string): number {
  const tokens = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((token) => token !== '');
  const a = tokens(response);
  const b = tokens(reference);
  const length = readableLcs(a, b);
  return length === 0 ? 0 : (2 * length) / (a.length + b.length);
}

const words = Array.from(
  { length: 400 },
  (_, i) => `${['ka', 'lo', 'mi', 'ten', 'ru'][i % 5]}${i.toString(36)}`,
);

/**
 * Pairs of a response and a reference that share about half of their words, in sentences, from a fixed recurrence:
 * `count` pairs of about `length` words each.
 */
export function generatedPairs(count: number, length: number): [response: string, reference: string][] {
  let state = 12345;
  const next = (bound: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % bound;
  };
  // Squaring makes small indices frequent, as frequent words are in a language.
  const word = () => words[Math.floor((next(1000) * next(1000) * words.length) / 1e6)]!;
  const text = (list: string[]) => `${list.map((w, i) => (i % 12 === 11 ? `${w}.` : w)).join(' ')}.`;
  return Array.from({ length: count }, () => {
    const reference = Array.from({ length: 1 + Math.floor(length / 2) + next(length) }, word);
    const response = reference.flatMap((w) => (next(4) === 0 ? [] : next(3) === 0 ? [word(), w] : [w]));
    return [text(response), text(reference)];
  });
}
