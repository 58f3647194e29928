import type { Problems } from './problems.ts';

/** Says in a problem what kind of value was found. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    default:
      return 'missing';
  }
}

/** Where the line being read is, for the problems it may have. */
export interface Place {
  readonly problems: Problems;
  line: number;
}

export function wrongKind(at: Place, field: string, wanted: string, found: unknown, mend: string): void {
  at.problems.add(at.line, field, `${field} must be ${wanted}, but it is ${kindOf(found)}.`, mend);
}

/** An item's id: a text, or a number written as text. Null, with a problem, when there is none. */
export function readId(value: unknown, at: Place): string | null {
  if (typeof value === 'string' && value !== '') {
    if (value.isWellFormed()) return value;
    at.problems.add(at.line, 'id', 'The id is not valid text (half of a surrogate pair).', 'Correct the id.');
    return null;
  }
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (value === undefined || value === null || value === '') {
    at.problems.add(at.line, 'id', 'The item has no id.', 'Give every item an "id" that is used once.');
  } else wrongKind(at, 'id', 'a text or a number', value, 'Give every item an "id" that is used once.');
  return null;
}

/** A text that may be left out. */
export function readText(value: unknown, field: string, at: Place): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return null;
  wrongKind(at, field, 'a text', value, 'Write the text in quotes, or leave the field out.');
  return null;
}
