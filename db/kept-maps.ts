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
