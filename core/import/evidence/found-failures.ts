import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { mappedColumns } from '../../../shared/mapping.ts';
import { isJsonObject } from '../readers/json/json-lines.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import type { Problems } from '../readers/problems.ts';
import { cellList, saidCells } from '../readers/tables/cell-values.ts';
import type { FoundFailure } from '../sink/item-sink.ts';
import { lastName, plainName, spacedName } from './column-names.ts';

/** A column that may hold what somebody found earlier. */
type FoundColumn = NonNullable<ColumnMapping['found']>[number];

/** Names of columns of failure modes, and of notes, as tables of error analysis have them. */
const modeNames =
  /^(?:(?:failure|error|issue|axial|problem)_?(?:modes?|types?|tags?|codes?|categor(?:y|ies)|coding_code|labels?)|axial_cod(?:es?|ing)|failures?|issues?|tags?|error_tags?|failure_reasons?|failures_modes?|further_failures?)$/;
const noteNames =
  /^(?:(?:open|free)_cod(?:es?|ing)|notes?|comments?|(?:annotator|reviewer|failure|error|human)_(?:notes?|comments?)|remarks?|failures?_note|further_note_.{1,60})$/;

/** Words that say that nothing is wrong. */
const nothing =
  /^(?:none|no|nothing(?: wrong)?|n\/?a|ok(?:ay)?|pass(?:ed)?|correct|good|false|0|-|–|not named)$/i;
const yesOrNo = /^(?:yes|no|true|false|0|1|pass|fail)$/i;

/** The most that one failure mode is called by, in words. */
const mostWords = 6;

const wordsIn = (text: string): number => text.split(' ').filter((word) => word !== '').length;

/** The columns that are called by failures or notes and hold such, beside those that say something else already. */
export function foundColumns(
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): FoundColumn[] {
  const taken = new Set([...mappedColumns(mapping), ...(mapping.found ?? []).map(({ column }) => column)]);
  return columns.flatMap((column, at): FoundColumn[] => {
    if (taken.has(column) || pathOf(column).some((step) => typeof step === 'number')) return [];
    const said = saidCells(rows.map((row) => row[at] ?? ''));
    const names = [plainName(lastName(column)), spacedName(column)];
    const isCalled = (name: RegExp) => names.some((one) => name.test(one));
    if (isCalled(modeNames) && areModes(said)) return [{ column, kind: 'mode' }];
    return isCalled(noteNames) && areNotes(said) ? [{ column, kind: 'note' }] : [];
  });
}

/** Whether cells are names of failures: lists of short texts, or short texts that are no numbers, dates or verdicts. */
function areModes(said: readonly string[]): boolean {
  const all = said.flatMap((cell) => namesIn(cell));
  const areShort = all.length > 0 && all.every((name) => wordsIn(name) <= mostWords && name.length <= 80);
  return areShort && all.some((name) => !yesOrNo.test(name) && !/^[\d\s.,:/-]+$/.test(name));
}

const areNotes = (said: readonly string[]): boolean =>
  said.length > 0 && said.filter((cell) => wordsIn(cell) > 1).length * 2 > said.length;

/** The names in a cell: of a JSON or Python list each, else the parts between signs that part names. */
function namesIn(cell: string): string[] {
  const list = cellList(cell);
  if (Array.isArray(list)) return list.flatMap(nameOf).filter(isSaid);
  const parts = cell.split(/[;|\n]/);
  const pieces = parts.length > 1 ? parts : cell.split(',');
  const areNames = pieces.every((piece) => wordsIn(piece) <= mostWords);
  return (areNames ? pieces : [cell]).map((piece) => piece.trim()).filter(isSaid);
}

const isSaid = (name: string): boolean => name !== '' && !nothing.test(name);

/** A name by itself, or in an object that has it. */
function nameOf(one: unknown): string[] {
  if (typeof one === 'string') return [one.trim()];
  if (!isJsonObject(one)) return [];
  const name = ['name', 'label', 'code', 'tag', 'mode', 'type']
    .map((field) => one[field])
    .find((text) => typeof text === 'string');
  return typeof name === 'string' ? [name.trim()] : [];
}

/** An answer to a question of an annotation tool that is no score: what was chosen, or a text. */
interface OtherAnswer {
  readonly name: string;
  readonly value: unknown;
}

/** Whether a question is called as failure modes are. */
export const isCalledFailure = (name: string): boolean => modeNames.test(plainName(name));

/** What answers say was found, where that was said of their question; others are offered. */
export function foundAnswers(
  answers: readonly OtherAnswer[],
  mapping: Pick<ColumnMapping, 'found'> | undefined,
  problems: Problems,
): FoundFailure[] {
  return answers.flatMap(({ name, value }) => {
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
    if (!isList && typeof value !== 'string') return [];
    const taken = mapping?.found?.find(({ column }) => column === name);
    if (taken) return isList ? value.flatMap((one: string) => foundIn(one, taken)) : foundIn(value, taken);
    problems.offerFound(name, isList || isCalledFailure(name) ? 'mode' : 'note');
    return [];
  });
}

/** What a cell says was found. */
export function foundIn(cell: string, { column, kind }: FoundColumn): FoundFailure[] {
  if (cell.trim() === '') return [];
  if (kind === 'note') return nothing.test(cell.trim()) ? [] : [{ kind, text: cell.trim(), source: column }];
  return namesIn(cell).map((text) => ({ kind, text, source: column }));
}
