import type { Turn } from '../shared/contract/data.ts';
import type { ProtocolTurn } from '../shared/contract/index.ts';
import type { Shape } from './columns.ts';

/** A shape that a function tells: for what is read too often for a schema, which costs a fifth of a scan more. */
export const shapeOf = <T>(fits: (value: unknown) => value is T): Shape<T> => ({
  safeParse: (value) => (fits(value) ? { success: true, data: value } : { success: false }),
});

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether all of these properties are numbers. */
export const isOfNumbers = <Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Record<Name, number> => isObject(value) && names.every((name) => typeof value[name] === 'number');

const listOf =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(fits);

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTurn = (value: unknown): value is Turn =>
  isObject(value) && isText(value.role) && isText(value.content);

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isOrNull = (value: unknown, fits: (value: unknown) => boolean) => value === null || fits(value);
const isTurnOfProtocol = (value: unknown): value is ProtocolTurn =>
  isObject(value) &&
  [value.kind, value.asked, value.answer, value.note].every(isText) &&
  [value.isLeak, value.isInvalid].every(isFlag) &&
  [value.isAnswerable, value.isRefused, value.isRight].every((one) => isOrNull(one, isFlag)) &&
  isNumber(value.cell) &&
  isOrNull(value.score, isNumber) &&
  isOrNull(value.original, isText) &&
  Array.isArray(value.goldAnswers) &&
  value.goldAnswers.every(isText);

/** JSON that Assay only passes on. */
export const anything: Shape<unknown> = { safeParse: (data) => ({ success: true, data }) };
/** What was said before the response. */
export const turnsShape: Shape<Turn[]> = shapeOf(listOf(isTurn));
/** One list of acceptable answers per system turn. */
export const referencesShape: Shape<string[][]> = shapeOf(listOf(listOf(isText)));
/** The tokens of a turn, each with its log-probabilities. */
export const tokensShape: Shape<Readonly<Record<string, unknown>>[]> = shapeOf(listOf(isObject));
/** Runs of consecutive item ids: the first, and how many. */
export const spansShape: Shape<[number, number][]> = shapeOf(
  listOf(
    (value): value is [number, number] => Array.isArray(value) && value.length === 2 && value.every(isNumber),
  ),
);
export const numbersShape: Shape<number[]> = shapeOf(listOf(isNumber));
/** One exchange of a protocol. */
export const turnOfProtocolShape: Shape<ProtocolTurn> = shapeOf(isTurnOfProtocol);
