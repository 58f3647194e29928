import type { IqaSettings, ProtocolScores } from '../../../shared/contract/index.ts';
import { correctnessWords } from '../../../shared/correctness-words.ts';
import { familyInCommon } from '../../../shared/model-family.ts';
import { mean } from '../../../stats/index.ts';
import type { IqaOutcome } from './iqa-eval.ts';
import { calibratedShare } from './rightness.ts';

/** A finished unit: which of the run's personas it was, and which repetition. */
interface IqaUnit {
  readonly persona: number;
  readonly run: number;
  readonly outcome: IqaOutcome;
}

type Means = Pick<
  Extract<ProtocolScores, { protocol: 'iqa-eval' }>['overall'],
  'helpfulness' | 'fluency' | 'queries' | 'accuracy' | 'answers' | 'sentences'
>;
type IqaInteraction = IqaOutcome['interactions'][number];

export const iqaMeasures = ['helpfulness', 'fluency', 'queries', 'accuracy'] as const;
type IqaMeasure = (typeof iqaMeasures)[number];

/**
 * The figures of an IQA-EVAL run. A unit's score is the mean over its judges; a persona's figure is the mean over its
 * units and runs; the overall figure weights the personas by their shares, among those that have one. Accuracy is over
 * all interactions whose right answer is known: one without an answer is not right.
 *
 * @param judges their names, in the order of the settings
 * @param judged names of the model under test
 * @param labels by item what people say of whether the answer is right, in [0, 1]
 */
export function iqaScores(
  units: readonly IqaUnit[],
  settings: IqaSettings,
  judges: readonly string[],
  judged: readonly string[],
  labels: ReadonlyMap<number, number> = new Map(),
): ProtocolScores {
  const isRecorded = settings.user === null && settings.condition === 'interactive';
  const interactions = interactionsOf(units, isRecorded);
  // Recorded conversations without any final answer do not say that the answers were wrong.
  const isCounted = interactions.some(
    ({ isCorrect, isAnswered }) => isCorrect !== null && (isAnswered || !isRecorded),
  );
  const meansWhere = (isOf: (unit: IqaUnit) => boolean) => meansOf(units.filter(isOf), isCounted, isRecorded);
  const personas = settings.personas.map(({ name, share }, persona) => ({
    persona: name,
    share,
    ...meansWhere((unit) => unit.persona === persona),
  }));
  const runs = Array.from({ length: settings.runs }, (_, run) => meansWhere((unit) => unit.run === run));
  return {
    protocol: 'iqa-eval',
    overall: {
      helpfulness: weighted(personas, 'helpfulness'),
      fluency: weighted(personas, 'fluency'),
      queries: weighted(personas, 'queries'),
      accuracy: weighted(personas, 'accuracy'),
      answers: isCounted ? answersOf(interactions) : null,
      sentences: sentencesOf(interactions),
    },
    personas,
    judges: judges.map((judge, i) => ({
      judge,
      helpfulness: meanOrNull(units.map(({ outcome }) => outcome.judged[i]?.helpfulness ?? null)),
      fluency: meanOrNull(units.map(({ outcome }) => outcome.judged[i]?.fluency ?? null)),
    })),
    runDeviation: {
      helpfulness: deviation(runs.map(({ helpfulness }) => helpfulness)),
      fluency: deviation(runs.map(({ fluency }) => fluency)),
    },
    units: units.length,
    unreadable: units
      .flatMap(({ outcome }) => outcome.judged)
      .filter(({ helpfulness, fluency }) => helpfulness === null || fluency === null).length,
    unanswered: interactions.filter(({ isAnswered }) => !isAnswered).length,
    correctness: correctnessWords(settings.correctness),
    calibrated: calibrationOf(interactions, settings, labels),
    sameFamily: judges.filter((judge) => judged.some((name) => familyInCommon(judge, name) !== undefined)),
  };
}

/** The share of right answers as people would say it, where a judge tells them and people labeled some. */
function calibrationOf(
  interactions: readonly IqaInteraction[],
  { correctness }: IqaSettings,
  labels: ReadonlyMap<number, number>,
) {
  if (correctness.by !== 'judge' || correctness.criterion === null) return null;
  const items = interactions.flatMap(({ itemId, isCorrect }) =>
    isCorrect === null ? [] : [{ judged: Number(isCorrect), label: labels.get(itemId) }],
  );
  return { criterion: correctness.criterion, ...calibratedShare(items) };
}

/** Repeats and personas judge the same recorded interactions again, which happened once. */
function interactionsOf(units: readonly IqaUnit[], isRecorded: boolean): IqaInteraction[] {
  const all = units.flatMap(({ outcome }) => outcome.interactions);
  return isRecorded ? [...new Map(all.toReversed().map((one) => [one.itemId, one])).values()].reverse() : all;
}

function meansOf(units: readonly IqaUnit[], isCounted: boolean, isRecorded: boolean): Means {
  const interactions = interactionsOf(units, isRecorded);
  const answers = isCounted ? answersOf(interactions) : null;
  return {
    helpfulness: meanOrNull(
      units.map(({ outcome }) => meanOrNull(outcome.judged.map(({ helpfulness }) => helpfulness))),
    ),
    fluency: meanOrNull(units.map(({ outcome }) => meanOrNull(outcome.judged.map(({ fluency }) => fluency)))),
    queries: meanOrNull(interactions.map(({ queries }) => queries)),
    accuracy: answers === null || answers.asked === 0 ? null : answers.right / answers.asked,
    answers,
    sentences: sentencesOf(interactions),
  };
}

/** Sentences in a reply of the model under test. */
function sentencesOf(interactions: readonly IqaInteraction[]): number | null {
  const known = interactions.filter(({ sentences }) => sentences !== undefined);
  const replies = known.reduce((sum, { queries }) => sum + queries, 0);
  return replies === 0 ? null : known.reduce((sum, { sentences = 0 }) => sum + sentences, 0) / replies;
}

/** Of the interactions whose right answer is known: how many there are, are right, and ended without an answer. */
function answersOf(interactions: readonly IqaInteraction[]): NonNullable<Means['answers']> {
  const known = interactions.filter(
    ({ isCorrect, isAnswered, hasGold }) => hasGold ?? (isCorrect !== null || !isAnswered),
  );
  return {
    right: known.filter(({ isCorrect }) => isCorrect === true).length,
    asked: known.length,
    unanswered: known.filter(({ isAnswered }) => !isAnswered).length,
  };
}

/** Mean of what is known; null when nothing is. */
export function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

function weighted(personas: readonly (Means & { share: number })[], measure: IqaMeasure): number | null {
  const known = personas.flatMap((persona) =>
    persona[measure] === null ? [] : [{ share: persona.share, value: persona[measure] }],
  );
  const shares = known.reduce((sum, { share }) => sum + share, 0);
  return shares === 0 ? null : known.reduce((sum, { share, value }) => sum + share * value, 0) / shares;
}

/** Standard deviation between runs, n - 1; null with fewer than two. */
function deviation(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const center = mean(known);
  return Math.sqrt(known.reduce((sum, value) => sum + (value - center) ** 2, 0) / (known.length - 1));
}
