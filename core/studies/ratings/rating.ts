import type { LabelContent } from '../../../db/label-content.ts';
import type { Measure, Scale } from '../../../shared/contract/index.ts';
import { normalizeAnswer, normalizeLabel, pairedValue, toUnit } from '../../../stats/index.ts';
import type { AskedStudy } from '../label-key.ts';

/** What a label says of one of a study's systems, as the project or a label file has it. */
export interface SystemLabel {
  readonly kind: 'score' | 'answer' | 'skip';
  /** On the measure's own scale. Of a written answer what the metric makes of it; null where it leaves it out. */
  readonly value: number | null;
  /** Equal for written answers that the metric reads alike; null for everything else. */
  readonly text: string | null;
  /** Why it was skipped; null for everything else. */
  readonly reason: string | null;
}

/** What one annotator, or who decided between them, says of an item: all systems of the study taken together. */
export type Rating =
  | { readonly kind: 'skip'; readonly reason: string }
  | {
      readonly kind: 'value';
      /** Equal for two who say the same: the score, the difference of two, or the text of a written answer. */
      readonly rating: number | string;
      /** In [0, 1], 1 best; undefined when the metric leaves the answer out, or the scale was not asked for. */
      readonly y: number | undefined;
    };

/**
 * The word that somebody's labels of every system come to. A skip of either system is one of the item.
 *
 * @param scale the measure's own; without it the word has no value in [0, 1]
 */
export function ratingOf(labels: readonly SystemLabel[], scale?: Scale): Rating {
  const skip = labels.find(({ kind }) => kind === 'skip');
  if (skip) return { kind: 'skip', reason: skip.reason ?? '' };
  const [first, second] = labels;
  return {
    kind: 'value',
    rating: first?.text ?? (first?.value ?? 0) - (second?.value ?? 0),
    y: scale && unitValue(labels, scale),
  };
}

function unitValue(labels: readonly SystemLabel[], scale: Scale): number | undefined {
  const [first, second] = labels.map(({ value }) => (value === null ? undefined : toUnit(value, scale)));
  if (first === undefined || labels.length < 2) return first;
  return second === undefined ? undefined : pairedValue(first, second);
}

/**
 * What one label says of the systems that it is about: the one of its key, or all of a comparison where the key is the
 * item alone.
 *
 * @param keyIndex which of the study's keys it is of
 * @param valuesOf what the metric makes of written answers, for each system
 */
export function systemLabels(
  { measure, criterionId, against }: AskedStudy,
  content: LabelContent,
  keyIndex: number,
  valuesOf: (answers: Answers) => readonly (number | undefined)[],
): (SystemLabel & { system: number })[] {
  const systems = criterionId === null && against ? [0, 1] : [keyIndex];
  if (content.kind === 'answer') {
    const values = valuesOf(content.answers);
    const text = normalizedText(measure, content.answers);
    return systems.map((system) => {
      return { system, kind: 'answer', value: values[system] ?? null, text, reason: null };
    });
  }
  const says =
    content.kind === 'score'
      ? { kind: content.kind, value: content.value, reason: null }
      : { kind: 'skip' as const, value: null, reason: content.kind === 'skip' ? content.reason : '' };
  return systems.map((system) => ({ system, ...says, text: null }));
}

/**
 * What a preference makes of the places that two replies have on a page: the better one wins, and equal places are a tie. Everything
 * else stays as it is.
 */
export function preferenceOf(contents: readonly LabelContent[]): LabelContent[] {
  const [first, second] = contents;
  if (first?.kind !== 'score' || second?.kind !== 'score') return [...contents];
  const won = (1 + Math.sign(first.value - second.value)) / 2;
  return [
    { ...first, value: won },
    { ...second, value: 1 - won },
  ];
}

export type Answers = Extract<LabelContent, { kind: 'answer' }>['answers'];

function normalizedText(measure: Measure, answers: Answers): string {
  const isLabel = measure.kind === 'metric' && measure.metric === 'accuracy';
  const normalized = isLabel ? normalizeLabel : normalizeAnswer;
  return JSON.stringify(answers.map((accepted) => accepted.map(normalized)));
}

/** Whether a label is nobody's, but of a whole evaluation: one that came with the data, or a simulated one. */
export const isOfNobody = ({ source }: { readonly source: string }): boolean =>
  source === 'gold' || source === 'simulated';
