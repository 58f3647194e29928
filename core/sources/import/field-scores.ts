import { type Place, wrongKind } from './field-text.ts';

const number = 'a number or a list of numbers';

/**
 * The raw values of one score: a number, or one per annotator. Null stands for no value. An empty list means that
 * there is none, or that a problem was found.
 */
export function readVotes(value: unknown, at: Place, field: () => string): readonly number[] {
  if (typeof value === 'number' && Number.isFinite(value)) return [value];
  if (Array.isArray(value)) {
    for (const vote of value) {
      if (typeof vote !== 'number' || !Number.isFinite(vote)) return readMixed(value, at, field);
    }
    return value as number[];
  }
  if (value !== null && value !== undefined) refuse(value, at, field());
  return [];
}

function readMixed(values: readonly unknown[], at: Place, field: () => string): number[] {
  const votes: number[] = [];
  for (const vote of values) {
    if (typeof vote === 'number' && Number.isFinite(vote)) votes.push(vote);
    else if (vote !== null) refuse(vote, at, field());
  }
  return votes;
}

export const meanOf = (values: readonly number[]): number =>
  values.length === 1 ? (values[0] as number) : values.reduce((sum, value) => sum + value, 0) / values.length;

function refuse(value: unknown, at: Place, field: string): void {
  if (typeof value === 'number') {
    at.problems.add(at.line, field, `${field} is not a finite number.`, 'Leave the value out when unknown.');
  } else if (typeof value === 'string') {
    const message = `${field} is the text ${JSON.stringify(value.slice(0, 40))}, not a number.`;
    at.problems.add(at.line, field, message, 'Write the number without quotes.');
  } else if (typeof value === 'boolean') {
    wrongKind(at, field, number, value, 'Write 1 for true and 0 for false.');
  } else wrongKind(at, field, number, value, 'Write a number, or one number per annotator.');
}
