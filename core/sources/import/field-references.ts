import { type Place, wrongKind } from './field-text.ts';

const mend = 'Write a list of texts, or for several turns a list of lists of texts.';

/** Gold answers as a JSON list of lists, one list per system turn; null when there are none. */
export function readReferences(value: unknown, at: Place): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return JSON.stringify([[value]]);
  if (!Array.isArray(value)) {
    wrongKind(at, 'reference', 'a list of texts', value, mend);
    return null;
  }
  if (value.length === 0) return null;
  if (!Array.isArray(value[0])) return areTexts(value, at, 'reference') ? `[${JSON.stringify(value)}]` : null;
  for (let turn = 0; turn < value.length; turn += 1) {
    if (!Array.isArray(value[turn])) {
      wrongKind(at, `reference[${turn}]`, 'a list of texts', value[turn], mend);
      return null;
    }
    if (!areTexts(value[turn] as unknown[], at, `reference[${turn}]`)) return null;
  }
  return JSON.stringify(value);
}

function areTexts(values: readonly unknown[], at: Place, field: string): boolean {
  for (let index = 0; index < values.length; index += 1) {
    if (typeof values[index] !== 'string') {
      wrongKind(at, `${field}[${index}]`, 'a text', values[index], mend);
      return false;
    }
  }
  return true;
}
