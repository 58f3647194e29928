import type { Level } from '../../../db/subgroup-levels.ts';

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

/** The parts of a pool in little room, and to which of them each pool position belongs. */
interface LevelIndex {
  readonly groups: readonly { readonly name: string; readonly items: number }[];
  /** Index in `groups` by pool position. */
  readonly groupOf: Int32Array;
}

export function indexLevels(levels: readonly Level[]): LevelIndex {
  const groups = groupLevels(levels);
  const groupOf = new Int32Array(levels.length);
  for (const [index, { positions }] of groups.entries()) {
    for (const position of positions) groupOf[position] = index;
  }
  return { groups: groups.map(({ name, positions }) => ({ name, items: positions.length })), groupOf };
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
  return members.map((positions) => ({ name: rangeName(positions, numbers), positions }));
}

const fourDigits = (value: number) => Number(value.toPrecision(4)).toString();

function rangeName(positions: readonly number[], numbers: readonly (number | null)[]): string {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const position of positions) {
    low = Math.min(low, numbers[position]!);
    high = Math.max(high, numbers[position]!);
  }
  return low === high ? fourDigits(low) : `${fourDigits(low)} to ${fourDigits(high)}`;
}
