import type { Level } from '../../../db/subgroup-levels.ts';
import { fourDigits } from '../../../shared/number-text.ts';

/** A part of a pool: its name and the pool positions in it. */
export interface LevelGroup {
  readonly name: string;
  readonly positions: readonly number[];
}

const nothing = 'not given';
/** Numbers with more distinct values than this are cut into quarters of the pool. */
const mostNumberLevels = 8;
const quarters = 4;

/**
 * Parts of a pool by what its items have in a field. Texts make one part each, largest first; few distinct numbers
 * likewise, in their order; many distinct numbers make four parts of about equal size. Items without a value come
 * last.
 */
export function groupLevels(levels: readonly Level[]): LevelGroup[] {
  const numbers = levels.map(toNumber);
  const isNumeric = levels.some((level) => level !== null) && !numbers.includes(undefined);
  const groups = isNumeric ? numberGroups(numbers as (number | null)[]) : textGroups(levels);
  const missing = [...levels.keys()].filter((position) => levels[position] === null);
  return missing.length === 0 ? groups : [...groups, { name: nothing, positions: missing }];
}

/** The parts of a pool in little room, and to which of them what an item has belongs. */
interface LevelParts {
  readonly groups: readonly { readonly name: string; readonly items: number }[];
  /** Index in `groups` of a level that came up. */
  groupOf(level: Level): number;
}

/** The same parts as by `groupLevels`, from levels one after the other: the distinct ones alone are held. */
export function partsOf(levels: Iterable<Level>): LevelParts {
  const counts = new Map<Level, number>();
  for (const level of levels) counts.set(level, (counts.get(level) ?? 0) + 1);
  const missing = counts.get(null) ?? 0;
  counts.delete(null);
  const numbers = [...counts.keys()].map(toNumber);
  const { groups, groupOf } =
    counts.size > 0 && !numbers.includes(undefined) ? numberParts(counts) : textParts(counts);
  const all = missing === 0 ? groups : [...groups, { name: nothing, items: missing }];
  return { groups: all, groupOf: (level) => (level === null ? groups.length : groupOf(level)) };
}

function textParts(counts: ReadonlyMap<Level, number>): LevelParts {
  const found = new Map<string, number>();
  for (const [level, items] of counts) found.set(String(level), (found.get(String(level)) ?? 0) + items);
  const groups = [...found]
    .map(([name, items]) => ({ name, items }))
    .sort((a, b) => b.items - a.items || (a.name < b.name ? -1 : 1));
  const places = new Map(groups.map(({ name }, i) => [name, i]));
  return { groups, groupOf: (level) => places.get(String(level)) ?? -1 };
}

function numberParts(counts: ReadonlyMap<Level, number>): LevelParts {
  const found = new Map<number, number>();
  for (const [level, items] of counts) {
    const value = toNumber(level)!;
    found.set(value, (found.get(value) ?? 0) + items);
  }
  const distinct = [...found.keys()].sort((a, b) => a - b);
  const starts = distinct.length <= mostNumberLevels ? distinct : quarterStarts(distinct, found);
  const partOf = (value: number) => starts.findLastIndex((start) => value >= start);
  const members = starts.map(() => ({
    low: Number.POSITIVE_INFINITY,
    high: Number.NEGATIVE_INFINITY,
    items: 0,
  }));
  for (const value of distinct) {
    const part = members[partOf(value)]!;
    part.low = Math.min(part.low, value);
    part.high = Math.max(part.high, value);
    part.items += found.get(value)!;
  }
  const names = namesOfRanges(members);
  const groups = members.map(({ items }, i) => ({ name: names[i]!, items }));
  return { groups, groupOf: (level) => partOf(toNumber(level)!) };
}

/** The values at which the quarters of a pool begin. */
function quarterStarts(distinct: readonly number[], found: ReadonlyMap<number, number>): number[] {
  const total = distinct.reduce((sum, value) => sum + found.get(value)!, 0);
  const starts = new Set<number>();
  let [before, k] = [0, 0];
  for (const value of distinct) {
    before += found.get(value)!;
    for (; k < quarters && Math.floor((k * total) / quarters) < before; k++) starts.add(value);
  }
  return [...starts];
}

/** A table's numbers are texts; undefined for what is no number. */
function toNumber(level: Level): number | null | undefined {
  if (level === null || typeof level === 'number') return level;
  return /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(level) ? Number(level) : undefined;
}

function textGroups(levels: readonly Level[]): LevelGroup[] {
  const found = new Map<string, number[]>();
  for (const [position, level] of levels.entries()) {
    if (level === null) continue;
    const positions = found.get(String(level));
    if (positions) positions.push(position);
    else found.set(String(level), [position]);
  }
  return [...found]
    .map(([name, positions]) => ({ name, positions }))
    .sort((a, b) => b.positions.length - a.positions.length || (a.name < b.name ? -1 : 1));
}

function numberGroups(numbers: readonly (number | null)[]): LevelGroup[] {
  const sorted = numbers.filter((value) => value !== null).sort((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  const starts =
    distinct.length <= mostNumberLevels
      ? distinct
      : [
          ...new Set(
            Array.from({ length: quarters }, (_, k) => sorted[Math.floor((k * sorted.length) / 4)]!),
          ),
        ];
  const members = starts.map((): number[] => []);
  for (const [position, value] of numbers.entries()) {
    if (value !== null) members[starts.findLastIndex((start) => value >= start)]!.push(position);
  }
  const names = namesOfRanges(members.map((positions) => rangeOf(positions, numbers)));
  return members.map((positions, i) => ({ name: names[i]!, positions }));
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function rangeOf(positions: readonly number[], numbers: readonly (number | null)[]): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const position of positions) {
    low = Math.min(low, numbers[position]!);
    high = Math.max(high, numbers[position]!);
  }
  return { low, high };
}

const fewestDigits = 2;
const mostDigits = 4;

/** "0.84 to 0.94": in as few digits as tell the numbers of a scale apart; whole numbers as they are. */
function namesOfRanges(ranges: readonly Range[]): string[] {
  const ends = ranges.flatMap(({ low, high }) => [low, high]);
  const written = (value: number, digits: number) =>
    fourDigits(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));
  const tells = (digits: number) =>
    new Set(ends.map((end) => written(end, digits))).size === new Set(ends).size;
  let digits = fewestDigits;
  while (digits < mostDigits && !tells(digits)) digits += 1;
  return ranges.map(({ low, high }) =>
    low === high ? written(low, digits) : `${written(low, digits)} to ${written(high, digits)}`,
  );
}
