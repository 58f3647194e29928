/**
 * The way through a tree of messages to one of them, first message first: what an app shows where a question was edited or a
 * reply made again. A message that is its own forefather ends it.
 *
 * @param last the key of the message that the way leads to
 */
export function wayTo<T>(last: string, byKey: ReadonlyMap<string, T>, parentOf: (one: T) => unknown): T[] {
  const way: T[] = [];
  const seen = new Set<string>();
  for (let key: unknown = last; typeof key === 'string' && !seen.has(key); ) {
    const one = byKey.get(key);
    if (one === undefined) break;
    seen.add(key);
    way.push(one);
    key = parentOf(one);
  }
  return way.reverse();
}
