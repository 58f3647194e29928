import { listJudges, signalNameOf } from '../../../db/judges.ts';
import { listItemRuns } from '../../../db/llm-runs.ts';
import { countPool, responsesOf } from '../../../db/pools.ts';
import { findPrompt } from '../../../db/prompts.ts';
import { listSignals, machineValuesOf, scoreRepeatsOf } from '../../../db/scores.ts';
import { systemName } from '../../../db/system-names.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { sharesByOrder } from '../../../db/verdicts.ts';
import type { JudgeQuality, ScoreWorth, Signal } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  answerTokens,
  type BothOrders,
  FEWEST_BIAS_ITEMS,
  type LabelWorth,
  labelWorth,
  lengthBias,
  positionBias,
  repeatSpread,
  type WeightedCase,
} from '../../../stats/index.ts';
import { pairCriterion } from '../../data/rename-system.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type AlignmentQuestion, requireSignal, rescaled, tooFewForWorth } from './alignment.ts';
import { intervalNote } from './coefficients.ts';
import { clusterOfLabel, labelsBeside, practiceBeside } from './improve/labels-beside.ts';
import { groupKeyOf } from './improve/sides.ts';
import { labeledValues } from './labeled-values.ts';
import { systemIdOf } from './system-id.ts';

/** The findings in a sentence each: what the judge saves, what a second score would save on top, and what sways it. */
function qualityWords(quality: Omit<JudgeQuality, 'summary'>): string[] {
  const [own, ...others] = quality.worth;
  return [
    ...(own
      ? [ownWords(quality, own), ...secondWords(others)]
      : [
          quality.basis === null
            ? 'Nobody has labeled this system for it yet.'
            : 'None of these labels counts for it.',
        ]),
    ...lengthWords(quality),
    ...positionWords(quality.position),
    ...consistencyWords(quality),
  ];
}

const range = (lower: number | null, upper: number | null, of: (value: number) => string): string =>
  lower === null || upper === null ? '' : ` (${of(lower)} to ${of(upper)})`;

const whole = (value: number) => String(Math.round(value));
const percent = (value: number) => `${Math.round(100 * value)} %`;
const labelsOf = (value: number) => (Math.round(value) === 1 ? '1 label' : `${whole(value)} labels`);

function ownWords({ judge, labels, populationSize }: Omit<JudgeQuality, 'summary'>, own: ScoreWorth): string {
  const { saved, lower, upper, reason } = own.alone;
  if (saved === null) return `What ${judge} is worth in labels is ${reason}.`;
  const at = `at ${labels} labels of ${populationSize} items`;
  if (Math.round(saved) === 0) return `${judge} saves no label ${at}${range(lower, upper, whole)}.`;
  return `${judge} saves about ${labelsOf(saved)}${range(lower, upper, whole)} ${at}.`;
}

function secondWords(others: readonly ScoreWorth[]): string[] {
  const [best] = others
    .filter(({ added }) => added?.saved !== null && added?.saved !== undefined)
    .sort((a, b) => b.added!.saved! - a.added!.saved!);
  if (!best) return [];
  const name = best.criterion === '' ? best.name : `${best.name} (${best.criterion})`;
  const { saved, lower, upper } = best.added!;
  if (Math.round(saved!) === 0) return ['No second score here would save a label on top of it.'];
  return [
    `Of ${others.length === 1 ? 'the one other score' : `${others.length} other scores`} ${name} would add most: about ${labelsOf(saved!)}${range(lower, upper, whole)} on top of it.`,
  ];
}

function lengthWords({ judge, length }: Omit<JudgeQuality, 'summary'>): string[] {
  const { share, lower, upper, perDoubling } = length;
  if (share === null || perDoubling === null) return [];
  const ends = range(lower, upper, percent);
  if (lower === null || lower === 0) {
    return [
      `No bias by length beyond chance: length explains about ${percent(share)}${ends} of the differences between ${judge} and people.`,
    ];
  }
  const way = perDoubling > 0 ? 'higher' : 'lower';
  return [
    `The length of a reply explains about ${percent(share)}${ends} of the differences between ${judge} and people. It scores a reply twice as long ${Math.abs(perDoubling).toPrecision(2)} ${way} than people do.`,
  ];
}

function positionWords({ items, first, lower, upper, turned }: JudgeQuality['position']): string[] {
  if (first === null || turned === null) return [];
  return [
    `Over ${items} pairs in both orders, the first reply gets ${percent(first)}${range(lower, upper, percent)} of the preference. In ${percent(turned)} of the pairs the order decides.`,
  ];
}

/** How far the judge agrees with itself. */
function consistencyWords({ judge, repeats }: Omit<JudgeQuality, 'summary'>): string[] {
  if (repeats === null) return [];
  const { items, values, alike, ofSystem, ofItems } = repeats;
  return [
    `Asked again, ${judge} gives ${percent(alike)} of ${items} replies the same score each time (${values} scores).`,
    `One score varies by ${ofSystem.toPrecision(2)} around its reply's mean, and replies by ${ofItems.toPrecision(2)} among themselves.`,
  ];
}

/** Of imported evaluations labels saved are told for a study of so many labels. */
const usualLabels = 30;

/** Of more labeled items than this every so-manieth is looked at. */
const mostItems = 2000;

type Labeled = ReturnType<typeof labeledValues>;
/** The same with what its intervals count each label by. */
type Clustered = Labeled & { readonly clusterOf: (itemId: number) => string | undefined };
type Asked = Omit<AlignmentQuestion, 'subgroup'>;

/** What a judge is worth in labels, alone and beside every other score, and what sways it. */
export function judgeQuality(context: CoreContext, asked: Asked): JudgeQuality {
  const db = dbOf(context);
  const { signal, datasetId } = requireSignal(context, asked.signalId);
  const systemId = systemIdOf(db, asked.system, 'system');
  const criterionOf = { datasetId, systemId, criterion: asked.criterion ?? signal.measures ?? '' };
  const practice = practiceBeside(db, criterionOf, signal);
  const found = labelsIfAny(context, { ...asked, datasetId, signal, practice });
  const beside = found && labelsBeside(db, { datasetId, systemId, criterion: found.criterion }, signal);
  const labeled = found && {
    ...thinned({
      ...found,
      values: found.values.filter(({ itemId }) => beside!.counts(itemId)),
      basis: `${found.basis}${beside!.words}`,
    }),
    clusterOf: clusterOfLabel(db, found, beside!),
  };
  const study = labeled && studyOf(labeled, countPool(db, datasetId, systemId));
  const scoresOf = (one: Signal) => machineValuesOf(db, one.id, systemId);
  const others = listSignals(db, datasetId).filter(
    (one) => one.id !== signal.id && (!beside || beside.mayCount(one)),
  );
  const answer = {
    judge: signal.name,
    criterion: signal.criterion ?? '',
    system: asked.system,
    basis: labeled?.basis ?? null,
    interval: intervalNote,
    labels: study?.labels ?? null,
    populationSize: study?.populationSize ?? null,
    worth: labeled && study ? worthOf(labeled, study, [signal, ...others], scoresOf) : [],
    length: lengthOf(labeled, signal, scoresOf(signal), (itemId) => responsesOf(db, itemId, systemId)),
    position: positionOf(judgedInBothOrders(db, signal, datasetId)),
    repeats: isScoredHere(db, signal, { datasetId, systemId })
      ? (repeatSpread([...scoreRepeatsOf(db, signal.id, systemId).values()]) ?? null)
      : null,
  };
  return { ...answer, summary: qualityWords(answer) };
}

/** @throws AppError INVALID_INPUT for a study that cannot be used */
function labelsIfAny(context: CoreContext, asked: Parameters<typeof labeledValues>[1]): Labeled | undefined {
  try {
    return labeledValues(context, asked);
  } catch (error) {
    // What sways a judge of pairs is known without labels; a study that was named must do.
    if (error instanceof AppError && error.code === 'INVALID_INPUT' && asked.studyId === undefined)
      return undefined;
    throw error;
  }
}

function thinned(labeled: Labeled): Labeled {
  if (labeled.values.length <= mostItems) return labeled;
  const every = Math.ceil(labeled.values.length / mostItems);
  return { ...labeled, values: labeled.values.filter((_, i) => i % every === 0) };
}

interface Study {
  labels: number;
  populationSize: number;
}

function studyOf({ studyId, values, populationSize }: Labeled, pool: number): Study | undefined {
  const size = studyId === null ? Math.max(pool, values.length) : populationSize;
  const labels = studyId === null ? Math.min(usualLabels, size) : values.length;
  return labels === 0 ? undefined : { labels, populationSize: size };
}

/** Each score alone, and each beside the first of them. */
function worthOf(
  { values, scale, clusterOf }: Clustered,
  study: Study,
  signals: readonly Signal[],
  scoresOf: (signal: Signal) => Map<number, number>,
): ScoreWorth[] {
  const first = scoresOf(signals[0]!);
  return signals.flatMap((signal, place): ScoreWorth[] => {
    const scores = place === 0 ? first : scoresOf(signal);
    const known = values.filter(({ itemId }) => scores.has(itemId));
    if (known.length === 0 && place > 0) return [];
    const caseOf = ({ itemId, value, weight }: Labeled['values'][number]): WeightedCase => ({
      y: value,
      x: [rescaled(scores.get(itemId)!, signal.scale, scale), first.get(itemId) ?? 0],
      ...{ weight, cluster: clusterOf(itemId) },
    });
    const shared = known.filter(({ itemId }) => first.has(itemId));
    return [
      {
        signalId: signal.id,
        name: signal.name,
        criterion: signal.criterion ?? '',
        items: known.length,
        alone: saved(labelWorth(known.map(caseOf), 0, [], study)),
        added: place === 0 ? null : saved(labelWorth(shared.map(caseOf), 0, [1], study)),
      },
    ];
  });
}

function saved(worth: LabelWorth | undefined): ScoreWorth['alone'] {
  if (!worth) return { saved: null, lower: null, upper: null, reason: tooFewForWorth };
  return { saved: worth.saved, lower: worth.lower ?? null, upper: worth.upper ?? null, reason: null };
}

function lengthOf(
  labeled: Clustered | undefined,
  signal: Signal,
  scores: Map<number, number>,
  textsOf: (itemId: number) => string[],
): JudgeQuality['length'] {
  const pairs = (labeled?.values ?? []).flatMap(({ itemId, value, weight }) => {
    const score = scores.get(itemId);
    const texts = score === undefined ? [] : textsOf(itemId);
    if (texts.length === 0) return [];
    const tokens = answerTokens(texts.join('\n')).length;
    const b = rescaled(score!, signal.scale, labeled!.scale) - value;
    return [{ a: Math.log1p(tokens), b, weight, cluster: labeled!.clusterOf(itemId) }];
  });
  const bias = lengthBias(pairs);
  if (bias) {
    const { lower, upper, ...rest } = bias;
    return { items: pairs.length, ...rest, lower: lower ?? null, upper: upper ?? null, reason: null };
  }
  const reason =
    pairs.length < FEWEST_BIAS_ITEMS
      ? `not estimable: needs at least ${FEWEST_BIAS_ITEMS} labeled replies with a text and a score`
      : 'not estimable: the replies are all of one length, or the judge is always off by the same';
  return { items: pairs.length, share: null, lower: null, upper: null, perDoubling: null, reason };
}

function positionOf(pairs: ReturnType<typeof judgedInBothOrders>): JudgeQuality['position'] {
  const bias = pairs && positionBias(pairs);
  if (bias) {
    const { lower = null, upper = null, turnedLower = null, turnedUpper = null, ...rest } = bias;
    return { items: pairs!.length, ...rest, lower, upper, turnedLower, turnedUpper, reason: null };
  }
  const reason = pairs
    ? `not estimable: needs at least ${FEWEST_BIAS_ITEMS} pairs that were judged in both orders`
    : 'not estimable: no pair was judged in both orders here';
  const none = { first: null, lower: null, upper: null, turned: null, turnedLower: null, turnedUpper: null };
  return { items: pairs?.length ?? 0, ...none, reason };
}

/** Whether a judge of this project scored the system. Several scores that a file brings may be of several replies. */
function isScoredHere(
  db: ReadableDb,
  signal: Signal,
  { datasetId, systemId }: { datasetId: number; systemId: number },
): boolean {
  const judge = listJudges(db).find((one) => signalNameOf(one) === signal.name);
  if (!judge) return false;
  return listItemRuns(db).some(
    (run) =>
      run.judgeId === judge.id &&
      run.datasetId === datasetId &&
      run.systemId === systemId &&
      run.againstId === null,
  );
}

/** What a judge of this project said of each pair in both orders; undefined when it was not asked for pairs here. */
function judgedInBothOrders(db: ReadableDb, signal: Signal, datasetId: number): BothOrders[] | undefined {
  const judge = listJudges(db).find((one) => signalNameOf(one) === signal.name);
  const prompt = judge && findPrompt(db, judge.promptId);
  if (!judge || prompt?.kind !== 'pair') return undefined;
  const found = new Map<number, BothOrders>();
  // The newest run of an item counts, as in the scores.
  for (const run of listItemRuns(db).reverse()) {
    if (run.judgeId !== judge.id || run.datasetId !== datasetId || run.againstId === null) continue;
    if (run.settings.again) continue;
    const names = [systemName(db, run.systemId!), systemName(db, run.againstId)] as const;
    for (const { name } of prompt.criteria) {
      if (pairCriterion(name, ...names) !== signal.criterion) continue;
      for (const [itemId, whenFirst, whenSecond] of sharesByOrder(db, run.id, name)) {
        found.set(itemId, { whenFirst, whenSecond, cluster: groupKeyOf(db, itemId) });
      }
    }
  }
  return [...found.values()];
}
