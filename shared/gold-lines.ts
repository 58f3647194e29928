import type { GoldItem } from './contract/quality.ts';
import { AppError } from './errors.ts';

/**
 * Items with a known answer out of a text: a line each, `id, answer` or `id, answer, instruction`, with commas or tabs between.
 * Empty lines and lines that begin with # are passed over.
 *
 * @throws AppError INVALID_INPUT naming every line that is none
 */
export function goldOfText(text: string): GoldItem[] {
  const faults: { line: number; words: string }[] = [];
  const items = text.split(/\r?\n/).flatMap((line, i): GoldItem[] => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const separator = line.includes('\t') ? '\t' : ',';
    const [id = '', answer = '', ...rest] = line.split(separator);
    if (id.trim() !== '' && answer.trim() !== '') {
      return [{ id: id.trim(), answer: answer.trim(), instruction: rest.join(separator).trim() }];
    }
    faults.push({
      line: i + 1,
      words: `Line ${i + 1} names no item with its answer: ${line.slice(0, 80)}`,
    });
    return [];
  });
  const [first] = faults;
  if (!first) return items;
  throw new AppError('INVALID_INPUT', faults.map(({ words }) => words).join('\n'), {
    line: first.line,
    field: 'gold',
    remedy: 'Write the id of an item, a comma, and its right answer.',
  });
}

/** What a study pays, from what an hour is to be worth. */
export function payOf({
  perHour,
  secondsPerItem,
  answers,
  people = 0,
  besideEach = 0,
}: {
  /** In any currency. */
  perHour: number;
  /** Median time for one item. */
  secondsPerItem: number;
  /** Answers that are needed: items times annotators each. */
  answers: number;
  /** How many people share them, and how many items each answers beside: practice, qualification and hidden checks. */
  people?: number;
  besideEach?: number;
}): { perItem: number; total: number } {
  const perItem = (perHour * secondsPerItem) / 3600;
  return { perItem, total: perItem * (answers + people * besideEach) };
}
