import { matterWords } from './comparison-words.ts';
import type { RankedPair, Ranking } from './contract/index.ts';

type Order = Pick<Ranking, 'places' | 'pairs' | 'missing'>;
type Name = (system: string) => string;

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

const joined = (names: readonly string[], by: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${by} ${names.at(-1)}`;

/**
 * A ranking in one sentence, for the screen, the report and the terminal: who is best and worst as far as that is decided, who
 * cannot be told apart, and how many pairs are open.
 *
 * @param name writes the name of a system; on a screen it is kept apart from the words around it
 */
export function rankingSentence(ranking: Order, name: Name = (system) => system): string {
  const { places, pairs, missing } = ranking;
  const all = pairs.length + missing.length;
  const open = all - pairs.filter(({ verdict }) => verdict !== 'undecided').length;
  if (open === all) {
    const names = places.map(({ system }) => name(system));
    return `Nothing is decided yet: ${joined(names, 'or')} may be the best.`;
  }
  const clauses = groupsOf(ranking).flatMap((group) => groupWords(group, ranking, name));
  if (open > 0) clauses.push(`${open} of ${all} pairs ${open === 1 ? 'is' : 'are'} not decided yet`);
  return `${clauses.join('; ')}.`;
}

/** Systems whose places are decided against all outside of their group, and not within it. */
interface Group {
  readonly systems: readonly string[];
  /** The first place of the group, from 1. */
  readonly from: number;
  readonly pairs: readonly RankedPair[];
}

/** The groups, best first: each ends where all systems up to there are decidedly better than all after. */
function groupsOf({ places, pairs }: Order): Group[] {
  const groups: Group[] = [];
  let from = 0;
  for (let end = 1; end <= places.length; end++) {
    if (places.slice(from, end).some(({ worst }) => worst > end)) continue;
    const systems = places.slice(from, end).map(({ system }) => system);
    const within = pairs.filter((pair) => systems.includes(pair.system) && systems.includes(pair.against));
    groups.push({ systems, from: from + 1, pairs: within });
    from = end;
  }
  return groups;
}

function groupWords({ systems, from, pairs }: Group, { places }: Order, name: Name): string[] {
  const last = from + systems.length - 1;
  const [only] = systems;
  if (systems.length === 1) {
    if (from === 1) return [`${name(only!)} is best`];
    if (last === places.length) return [`${name(only!)} is worst`];
    return [`${name(only!)} is ${ordinals[from] ?? `in place ${from}`}`];
  }
  const count = (systems.length * (systems.length - 1)) / 2;
  const equal = pairs.filter(({ verdict }) => verdict === 'equal' || verdict === 'practically-equal');
  if (equal.length === count) return [equalWords(systems, equal, name)];
  const of = (end: 'best' | 'worst', place: number) =>
    places.flatMap((one) => (systems.includes(one.system) && one[end] === place ? [name(one.system)] : []));
  return [
    ...(from === 1 ? [`${joined(of('best', 1), 'or')} is best`] : []),
    ...(last === places.length ? [`${joined(of('worst', places.length), 'or')} is worst`] : []),
    ...(from > 1 && last < places.length
      ? [`${joined(systems.map(name), 'and')} share the places ${from} to ${last}`]
      : []),
    ...equal.map((pair) => equalWords([pair.system, pair.against], [pair], name)),
  ];
}

function equalWords(systems: readonly string[], pairs: readonly RankedPair[], name: Name): string {
  const names = joined(systems.map(name), 'and');
  if (pairs.every(({ verdict }) => verdict === 'equal')) return `${names} score exactly the same`;
  const margin = Math.max(...pairs.map(({ leastDifference = 0 }) => leastDifference));
  return `${names} cannot be told apart within ${matterWords(margin)}`;
}
