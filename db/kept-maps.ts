/**
 * Something kept in memory by key, for each of several owners, such as open projects, as long as it is there: gives the map of
 * an owner, empty the first time.
 */
export function keptMaps<K, V>(): (owner: WeakKey) => Map<K, V> {
  const maps = new WeakMap<WeakKey, Map<K, V>>();
  return (owner) => {
    const map = maps.get(owner) ?? new Map<K, V>();
    maps.set(owner, map);
    return map;
  };
}

/** Keeps a value as the newest of a map, and of all that are in it at most so many: the oldest go. */
export function keepNewest<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
}
