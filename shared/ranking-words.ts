import { matterWords, topWords } from './comparison-words.ts';
import type { RankedPair, Ranking, Verdict } from './contract/index.ts';

type Order = Pick<Ranking, 'places' | 'pairs' | 'missing' | 'top' | 'found' | 'fault'>;
type Name = (system: string) => string;

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** More systems than this are not named one by one: the table below the sentence has them. */
const mostNamed = 6;
const namedOfMore = 3;
/** The same in a heading, where a list of names hides what is said of them. */
const mostInHeading = 3;

function joined(names: readonly string[], by: 'and' | 'or'): string {
  if (names.length < 2) return names.join('');
  if (names.length <= mostNamed) return `${names.slice(0, -1).join(', ')} ${by} ${names.at(-1)}`;
  const more = names.length - namedOfMore;
  return `${names.slice(0, namedOfMore).join(', ')} ${by} ${by === 'or' ? `one of ${more}` : more} others`;
}

/** {@link rankingSentence} as a heading: of more than three systems it gives the number, as names and places stand below it. */
export function rankingHeading(ranking: Order, name: Name = (system) => system): string {
  const { places, top = null, fault } = ranking;
  if (fault !== undefined) return fault;
  const { all, open } = pairsOpen(ranking);
  const firsts = places.filter(({ best }) => best === 1).length;
  const lasts = places.filter(({ worst }) => worst === places.length).length;
  const isOneGroup = top === null && groupsOf(ranking).length === 1;
  if (!isOneGroup || open === 0 || open === all || Math.max(firsts, lasts) <= mostInHeading) {
    return rankingSentence(ranking, name);
  }
  return `${firsts} of ${places.length} systems may be best, ${lasts} may be worst; ${openWordsOf(open, all)}.`;
}

/** How many pairs there are, and how many of them are open. */
function pairsOpen({ pairs, missing }: Order): { all: number; open: number } {
  const all = pairs.length + missing.length;
  return { all, open: all - pairs.filter((pair) => concluded(pair) !== 'undecided').length };
}

const openWordsOf = (open: number, all: number): string =>
  `${open} of ${all} pairs ${open === 1 ? 'is' : 'are'} not decided yet`;

/**
 * A ranking in one sentence, for the screen, the report and the terminal: who is best and worst as far as that is decided, who
 * cannot be told apart, and how many pairs are open.
 *
 * @param name writes the name of a system; on a screen it is kept apart from the words around it
 */
export function rankingSentence(ranking: Order, name: Name = (system) => system): string {
  const { places, top = null, fault } = ranking;
  if (fault !== undefined) return fault;
  const { all, open } = pairsOpen(ranking);
  if (open === all) {
    const names = places.map(({ system }) => name(system));
    const any = names.length > mostNamed ? `any of the ${names.length} systems` : joined(names, 'or');
    return `Nothing is decided yet: ${any} may be the best.`;
  }
  if (top !== null) return `${topClauses(ranking, top, name).join('; ')}.`;
  const clauses = groupsOf(ranking).flatMap((group) => groupWords(group, ranking, name));
  if (open > 0) clauses.push(openWordsOf(open, all));
  return `${clauses.join('; ')}.`;
}

/** What is concluded of a pair for what is to be found: at the level of that, or by itself or by way of others. */
const concluded = ({ verdict, through, goal }: RankedPair): Verdict =>
  goal?.verdict ?? (verdict === 'undecided' ? (through ?? verdict) : verdict);

/** Which systems are among the best so many, which may be, and how many pairs still stand between. */
function topClauses(order: Order, top: number, name: Name): string[] {
  const { pairs } = order;
  const places = order.found ?? order.places;
  const found = places.filter(({ worst }) => worst <= top).map(({ system }) => system);
  const open = places.filter(({ best, worst }) => best <= top && worst > top).map(({ system }) => system);
  const mattering = pairs.filter(({ matters }) => matters).length;
  return [
    ...(found.length > 0 ? [foundWords(found, top, name)] : []),
    ...(open.length > 0 ? [openWords(open, top, order, name)] : []),
    ...(found.length + open.length === 0 ? ['No system is better than all others'] : []),
    ...(mattering > 0
      ? [`${mattering} of ${pairs.length} pairs still ${mattering === 1 ? 'has' : 'have'} to be decided`]
      : []),
  ];
}

/** What is said of systems that may or may not be among the best so many. */
function openWords(open: readonly string[], top: number, { pairs }: Order, name: Name): string {
  const names = joined(open.map(name), 'or');
  if (pairs.some(({ matters }) => matters)) {
    return `${names} may be ${top === 1 ? 'the best' : `among ${topWords(top)}`}`;
  }
  const between = pairs.filter(({ system, against }) => open.includes(system) && open.includes(against));
  const apart = between.length === 0 ? '' : `${equalWords(open, between, name)}: `;
  return top === 1
    ? `${apart}${apart === '' ? 'No' : 'no'} system is better than ${names} by a difference that matters`
    : `${apart}${apart === '' ? 'Which' : 'which'} of ${joined(open.map(name), 'and')} is among ${topWords(top)} stays open`;
}

function foundWords(found: readonly string[], top: number, name: Name): string {
  const names = joined(found.map(name), 'and');
  if (top === 1) return `${names} is best`;
  if (found.length === top) return `${names} are ${topWords(top)}`;
  return `${names} ${found.length === 1 ? 'is' : 'are'} among ${topWords(top)}`;
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
  const equal = pairs.filter((pair) => ['equal', 'practically-equal'].includes(concluded(pair)));
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
  if (pairs.every((pair) => concluded(pair) === 'equal')) return `${names} score exactly the same`;
  const margin = Math.max(...pairs.map(({ leastDifference = 0 }) => leastDifference));
  return `${names} cannot be told apart within ${matterWords(margin)}`;
}
