import { createHash } from 'node:crypto';
import { findSystem } from '../../../db/datasets.ts';
import {
  answeredQuestionsOutside,
  conversationOf,
  countPool,
  iteratePool,
  type PoolItem,
  referencesOf,
  responsesOf,
} from '../../../db/pools.ts';
import { findGuesser, guessesOf } from '../../../db/pseudo-labels.ts';
import { listSignals, machineValueOf } from '../../../db/scores.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { StudyQuestion, SurrogateSpec } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { compensatedSum, type Metric, metricById, scoreTurns, toUnit } from '../../../stats/index.ts';
import { bytesOf, type FrozenColumn } from '../../../stats/planned/frozen-columns.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import type { Choice } from '../../studies/chosen-order.ts';
import { Reader } from './reader.ts';
import { defaultSimilarity } from './surrogate-names.ts';

/** A pool with its surrogate values, in pool order. */
export interface ScoredPool {
  readonly systemId: number;
  readonly itemIds: number[];
  readonly externalIds: readonly string[];
  /** In [0, 1], 1 best; items without a value of their own hold the mean of the others. */
  readonly surrogateValues: Float64Array;
  readonly missing: number;
  /** SHA-256 over external ids and the bits of the values: the same signals give the same hash anywhere. */
  readonly hash: string;
  /** What the reader guessed, when it was the surrogate. */
  readonly guesses: readonly (readonly [itemId: number, turns: readonly string[]])[];
  readonly longestReply: number;
  /** Mean of the metric on the gold answers that came with the data; null when the measure is a criterion. */
  readonly onReferences: { value: number; items: number } | null;
  /** The second system of a comparison, whose pool holds only the items that differ; else null. */
  readonly against: { readonly systemId: number; readonly sharedItems: number } | null;
}

export type Guesses = (readonly [itemId: number, turns: readonly string[]])[];
type Scorer = (item: PoolItem) => number | undefined;

export const itemsBetweenCheckpoints = 500;
const answeredQuestionsRead = 200_000;

/**
 * Scores every item of the pool by the surrogate.
 *
 * @throws AppError INVALID_INPUT when the pool is empty or the surrogate knows nothing about it
 */
export async function scorePool(scope: JobScope, question: StudyQuestion): Promise<ScoredPool> {
  const { db } = scope;
  const systemId = findSystem(db, question.system)?.id;
  if (systemId === undefined) throw unknownSystem(question.system);
  const total = countPool(db, question.datasetId, systemId);
  const guesses: Guesses = [];
  const metric = question.measure.kind === 'metric' ? requireMetric(question.measure.metric) : undefined;
  const itemIds: number[] = [];
  const values: number[] = [];
  const onReferences: number[] = [];
  const score = scorerFor(db, question, systemId, (itemId, guess) => guesses.push([itemId, guess]));
  const externalIds: string[] = [];
  let longestReply = 0;
  for (const item of iteratePool(db, question.datasetId, systemId)) {
    if (metric && item.responses.length === 0) continue;
    itemIds.push(item.itemId);
    externalIds.push(item.externalId);
    values.push(score(item) ?? Number.NaN);
    longestReply = Math.max(longestReply, item.responses.length);
    if (metric) {
      const value = scoreOnReferences(metric, item);
      if (value !== undefined) onReferences.push(value);
    }
    if (itemIds.length % itemsBetweenCheckpoints === 0) {
      scope.progress(itemIds.length, total, 'items', 'Scoring hardness');
      await scope.checkpoint();
    }
  }
  if (itemIds.length === 0) throw unknownSystem(question.system);
  const { filled, missing } = fillMissing(values, question.surrogate);
  return {
    systemId,
    itemIds,
    externalIds,
    surrogateValues: filled,
    missing,
    hash: signalHash(externalIds, filled),
    guesses,
    longestReply,
    onReferences:
      onReferences.length > 0
        ? { value: compensatedSum(onReferences) / onReferences.length, items: onReferences.length }
        : null,
    against: null,
  };
}

/** SHA-256 over external ids and the bits of their values, one item at a time, in pool order. */
export function signalHasher(): { add(externalId: string, value: number): void; digest(): string } {
  const hash = createHash('sha256');
  const held = Buffer.alloc(65_536);
  let used = 0;
  const flush = () => {
    hash.update(held.subarray(0, used));
    used = 0;
  };
  return {
    add(externalId, value) {
      // No character takes more than three bytes for each of its units.
      const most = 3 * externalId.length + 9;
      if (used + most > held.length) flush();
      if (most > held.length) hash.update(`${externalId}\0`);
      else used += held.write(`${externalId}\0`, used);
      used = held.writeDoubleLE(value, used);
    },
    digest() {
      flush();
      return hash.digest('hex');
    },
  };
}

/** The same of a whole pool. */
export function signalHash(externalIds: readonly string[], values: Float64Array): string {
  const hasher = signalHasher();
  externalIds.forEach((id, i) => {
    hasher.add(id, values[i]!);
  });
  return hasher.digest();
}

/**
 * The hash of a study's signals: that of its pool alone, and with columns the SHA-256 over it and over id, penalty, slope, unit
 * and cells of each column, the text and the numbers with their lengths or in eight bytes so that none runs into the next.
 */
export function hashWithColumns(poolHash: string, columns: Iterable<FrozenColumn>): string {
  const hash = createHash('sha256').update(poolHash);
  let count = 0;
  for (const { id, penalty, slope, unit, ...column } of columns) {
    const cells = bytesOf(column);
    const numbers = Float64Array.of(Buffer.byteLength(id), penalty, slope, unit, cells.byteLength);
    hash.update(new Uint8Array(numbers.buffer)).update(id).update(cells);
    count += 1;
  }
  return count === 0 ? poolHash : hash.digest('hex');
}

/** The same with what a baseline chooses by. */
export function hashWithChoice(poolHash: string, choice: Choice | null | undefined): string {
  if (!choice) return poolHash;
  const { uncertainty, disagreement } = choice;
  const cells = new Uint8Array(uncertainty.buffer, uncertainty.byteOffset, uncertainty.byteLength);
  return createHash('sha256').update(poolHash).update(String(disagreement)).update(cells).digest('hex');
}

/** What gives each item its surrogate value. @throws AppError INVALID_INPUT when the data set has no such signal */
export function scorerFor(
  db: ReadableDb,
  { datasetId, surrogate, measure }: StudyQuestion,
  systemId: number,
  guessed: (itemId: number, turns: readonly string[]) => void,
): Scorer {
  const similarity = () =>
    requireMetric(
      ('similarity' in surrogate ? surrogate.similarity : undefined) ??
        (measure.kind === 'metric' ? measure.metric : defaultSimilarity),
    );
  switch (surrogate.kind) {
    case 'none':
      return () => 0.5;
    case 'judge':
    case 'auto': {
      const signal = machineSignalOf(db, datasetId, surrogate);
      return ({ itemId }) => {
        const value = machineValueOf(db, signal.id, systemId, itemId);
        return value === undefined ? undefined : toUnit(value, signal.scale);
      };
    }
    case 'system': {
      const otherId = findSystem(db, surrogate.system)?.id;
      if (otherId === undefined || otherId === systemId) throw unknownSurrogate(`system ${surrogate.system}`);
      const metric = similarity();
      return ({ itemId, responses }) => compare(metric, responses, responsesOf(db, itemId, otherId));
    }
    case 'llm': {
      const guesser = findGuesser(db, { datasetId, kind: 'llm', version: surrogate.name });
      if (guesser === undefined) throw unknownSurrogate(`language model ${surrogate.name}`);
      const metric = similarity();
      return ({ itemId, responses }) => compare(metric, responses, guessesOf(db, guesser, itemId));
    }
    case 'reader': {
      const metric = similarity();
      const reader = new Reader(outsideAnswers(db, datasetId, systemId));
      return (item) => {
        const { itemId, responses } = item;
        if (responses.length === 0) return undefined;
        const guess = reader.answer(conversationOf(item), item.context, responses.length);
        if (guess) guessed(itemId, guess);
        return compare(metric, responses, guess);
      };
    }
  }
}

/** The machine score that is the surrogate. @throws AppError INVALID_INPUT when the data set has none of that name */
export function machineSignalOf(
  db: ReadableDb,
  datasetId: number,
  surrogate: Extract<SurrogateSpec, { kind: 'judge' | 'auto' }>,
) {
  const [name, criterion] =
    surrogate.kind === 'judge' ? [surrogate.judge, surrogate.criterion] : [surrogate.name, null];
  const signal = listSignals(db, datasetId).find(
    (s) => s.kind === surrogate.kind && s.name === name && (s.criterion ?? null) === criterion,
  );
  if (!signal) throw unknownSurrogate(`${surrogate.kind} ${name}`);
  return signal;
}

function compare(metric: Metric, responses: readonly string[], guess: readonly string[] | undefined) {
  if (!guess || responses.length === 0 || responses.length !== guess.length) return undefined;
  return scoreTurns(
    metric,
    responses,
    guess.map((text) => [text]),
  );
}

export function scoreOnReferences(
  metric: Metric,
  item: Pick<PoolItem, 'itemId' | 'responses' | 'referenceAnswers'>,
): number | undefined {
  const references = referencesOf(item);
  if (!references) return undefined;
  if (references.length !== item.responses.length || references.some((r) => r.length === 0)) return undefined;
  return scoreTurns(metric, item.responses, references);
}

function outsideAnswers(db: ReadableDb, datasetId: number, systemId: number) {
  const found: { question: string; answer: string }[] = [];
  const rows = answeredQuestionsOutside(db, datasetId, systemId, answeredQuestionsRead);
  for (const { conversation, references } of rows) {
    const asked = conversation.findLast(({ role }) => role === 'user');
    const answer = references.at(-1)?.[0];
    if (asked && answer) found.push({ question: asked.content, answer });
  }
  return found;
}

/** Items without a value get the mean of the others (and are counted), so that none is favored or lost. */
export function fillMissing(values: readonly number[], surrogate: SurrogateSpec) {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) throw nothingKnown(surrogate);
  const mean = compensatedSum(known) / known.length;
  const filled = Float64Array.from(values, (value) => (Number.isNaN(value) ? mean : value));
  return { filled, missing: values.length - known.length };
}

export const nothingKnown = ({ kind }: SurrogateSpec) =>
  new AppError('INVALID_INPUT', 'This machine score knows nothing about any item of the system.', {
    field: 'surrogate',
    remedy:
      kind === 'reader'
        ? 'The reader needs passages, or answered questions outside this data. Choose another machine score or none.'
        : 'Choose another machine score, or none.',
  });

export function requireMetric(id: string): Metric {
  const metric = metricById(id);
  if (!metric) {
    throw new AppError('INVALID_INPUT', `There is no metric named ${id}.`, { field: 'metric' });
  }
  return metric;
}

export const unknownSystem = (name: string) =>
  new AppError('INVALID_INPUT', `The data set has no responses of a system named ${name}.`, {
    field: 'system',
    remedy: 'Choose one of the systems of the data set.',
  });

export const unknownSurrogate = (what: string) =>
  new AppError('INVALID_INPUT', `The data set has no machine score from ${what}.`, {
    field: 'surrogate',
    remedy: 'Choose one that the data set holds, the built-in reader, or none.',
  });
