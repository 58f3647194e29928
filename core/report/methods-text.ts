import type { EstimateReport, Preset } from '../../shared/contract/index.ts';
import { formatInterval, formatSpan, plural } from '../../shared/number-text.ts';
import { reworded } from '../../shared/page-words.ts';
import { planName, reachedWords, ruleName } from '../../shared/plan-words.ts';
import { type Baseline, hasInterval, isBaseline, withoutIntervalWords } from '../../shared/presets.ts';
import { surrogateName } from '../estimate/surrogate/surrogate-names.ts';
import { designs } from '../studies/design.ts';
import type { StudyContent } from './report-content.ts';
import { percentWords } from './shown-number.ts';
import { comparisonSentences, estimandText } from './systems-text.ts';

/** A paragraph for the methods section of a paper: only what this study really did. */
export function methodsText(study: StudyContent): string {
  const { manifest, subject, estimate: report } = study;
  const design = designs[manifest.design];
  const { drawn: runs, estimateVisible: visible, surrogate, missingSurrogate } = subject;
  const sentences = [
    `We estimated ${estimandText(study)} over the ${manifest.sharedItems ?? manifest.populationSize} items of "${manifest.dataset}".`,
    ...comparisonSentences(study),
    subject.source ?? '',
    surrogate.kind === 'none'
      ? 'No surrogate was used.'
      : `The surrogate value of each item came from: ${surrogateName(surrogate)}; it was frozen before the draw (SHA-256 ${manifest.signalsSha256.slice(0, 16)}...).`,
    missingSurrogate > 0
      ? `${items(missingSurrogate)} had no surrogate value and ${reworded(missingSurrogate === 1 ? 'was' : 'were', 'were', 11)} given the mean of the others.`
      : '',
    isBaseline(manifest.design)
      ? chosenSentence(study, manifest.design)
      : `Items were drawn ${design.description}, with seed ${manifest.seed}; ${report.drawCount} draws were made and ${labeledWords(study)}.`,
    ...(design.id === 'without-replacement'
      ? report.bettingRule !== 2 && subject.plans.length > 0
        ? plannedSentences(report, subject)
        : calibratedSentences(report)
      : noIntervalSentences(manifest.design)),
    ...wholeSentences(report),
    report.skipped.count > 0
      ? `${items(report.skipped.count)} (${percentWords(report.skipped.share, 3)}) could not be labeled; ${isBaseline(manifest.design) ? 'the method has no number then' : 'the interval brackets them between the lowest and the highest value'}.`
      : 'No item was skipped.',
    runs.length > 1
      ? `The batch was drawn ${runs.length} times; ${runs.filter((run) => run.labelsBefore > 0).length} of the new draws came after labels had been given.`
      : '',
    visible > 0
      ? `${reworded(visible === 1 ? '1 label was' : `${visible} labels were`, `${visible} labels were`, 11)} given while the estimate was visible.`
      : 'Annotators saw neither the system, nor any score, nor the estimate.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

const items = (count: number): string => reworded(plural(count, 'item'), `${count} items`, 11);

/** What is said of a larger pool, and what that rests on; nothing of a pool that is all there is. */
function wholeSentences(report: EstimateReport): string[] {
  const { firstPhase, N, scale } = report;
  if (!firstPhase || firstPhase.populationSize === N) return [];
  const { populationSize, seed, alpha, level, halfWidth, lower, upper } = firstPhase;
  const interval = lower === null || upper === null ? null : { lower, upper };
  return [
    `These ${N} items are the first phase of a pool of ${populationSize}: those that come first in a uniform order by the SHA-256 of seed ${seed} and id.`,
    interval
      ? reworded(
          `For the mean over all ${populationSize} the interval is ${formatInterval(interval, scale)}: wider by ${formatSpan(halfWidth, scale)} to either side (Serfling 1974, at error level ${alpha}). By the union bound both intervals hold together with probability at least ${percentWords(1 - level, 3)} at all looks.`,
          `For the mean over all ${populationSize} the interval is wider by ${formatSpan(halfWidth, scale)} to either side (Serfling 1974, at error level ${alpha}), ${formatInterval(interval, scale)}; by the union bound both intervals hold together with probability at least ${percentWords(1 - level, 3)} at all looks.`,
        )
      : `Of the mean over all ${populationSize} nothing is said without an interval.`,
  ];
}

/** How far the draws were labeled. Pages of before did not say that a skip is one of them. */
function labeledWords({ estimate: { labeled, skipped }, opening }: StudyContent): string {
  if (opening === undefined || skipped.count === 0) return `the first ${labeled} labeled`;
  return `the first ${labeled + skipped.count} looked at: ${labeled} labeled, ${skipped.count} skipped`;
}

const calibratedSentences = (report: EstimateReport) => [
  reworded(
    'The labels were weighted by sequential importance weights (LURE, Farquhar et al. 2021). The surrogate entered as a control variate with a slope shrunk towards 1/2.',
    'The labels were weighted by sequential importance weights (LURE, Farquhar et al. 2021) and the surrogate entered as a control variate with a slope shrunk towards 1/2.',
  ),
  reworded(
    `The interval is a betting confidence sequence for weighted draws without replacement (after Waudby-Smith and Ramdas 2020 and Shekhar et al. 2023). It covers the mean over all items with probability at least ${percentWords(1 - report.alpha, 3)} at all looks together, whatever the surrogate is worth. This holds if items were labeled in the drawn order and every label was kept.`,
    `The interval is a betting confidence sequence for weighted draws without replacement (after Waudby-Smith and Ramdas 2020 and Shekhar et al. 2023): it covers the mean over all items with probability at least ${percentWords(1 - report.alpha, 3)} at all looks together, whatever the surrogate is worth, provided that items were labeled in the drawn order and every label was kept.`,
  ),
  typeof report.mendedFrom === 'number'
    ? `It bets by ${ruleName(report, 'mended')}: from there on for growth, in units of what is not labeled yet. That was decided when nobody had spoken of that draw or a later one.`
    : '',
];

/** The rule with planned looks: what it rests on, what was planned before the first label, and what became of that. */
const plannedSentences = (
  report: EstimateReport,
  { plans, signals, joins = [] }: StudyContent['subject'],
) => [
  reworded(
    `The labels were weighted by sequential importance weights (LURE, Farquhar et al. 2021). A ridge regression on ${signalWords(signals)} of each item, frozen before the draw, corrected them. The regression counts only as far as it predicts labels that it has not seen.`,
    `The labels were weighted by sequential importance weights (LURE, Farquhar et al. 2021) and corrected by a ridge regression of them on ${signalWords(signals)} of each item, frozen before the draw; the regression counts only as far as it predicts labels that it has not seen.`,
  ),
  reworded(
    `The interval is a betting confidence sequence with planned looks (rule ${report.bettingRule}; after Waudby-Smith and Ramdas 2020, Shekhar et al. 2023, and Voráček and Orabona 2025). It covers the mean over all items with probability at least ${percentWords(1 - report.alpha, 3)} at all looks together, whatever the signals are worth. This holds if items were labeled in the drawn order and every label was kept.`,
    `The interval is a betting confidence sequence with planned looks (rule ${report.bettingRule}; after Waudby-Smith and Ramdas 2020, Shekhar et al. 2023, and Voráček and Orabona 2025): it covers the mean over all items with probability at least ${percentWords(1 - report.alpha, 3)} at all looks together, whatever the signals are worth, provided that items were labeled in the drawn order and every label was kept.`,
  ),
  report.bettingRule === 4
    ? 'Values lie in equal steps, so the ends are rounded inward to the next mean that the pool can have.'
    : '',
  ...planSentences(plans),
  reachedWords(report),
  ...joins.map(joinedSentence),
];

/** A signal that was made while labels came in. */
const joinedSentence = ({
  name,
  drawsBefore,
  sha256,
}: NonNullable<StudyContent['subject']['joins']>[number]) =>
  reworded(
    `"${name}" joined after draw ${drawsBefore}, was frozen then (SHA-256 ${sha256.slice(0, 16)}...) and counts from the next draw on. Labels up to then say nothing of its worth, as it may have been made from them.`,
    `"${name}" joined after draw ${drawsBefore}: it was frozen then (SHA-256 ${sha256.slice(0, 16)}...) and counts from the next draw on; labels up to then, from which it may have been made, say nothing of its worth.`,
  );

/** Signals that a sentence names; more are told by their number. */
const mostNamed = 8;

function signalWords(signals: readonly string[]): string {
  if (signals.length === 0) return 'the surrogate value';
  const more = signals.length - mostNamed;
  const named = signals
    .slice(0, mostNamed)
    .map((name) => `"${name}"`)
    .join(', ');
  const rest = more > 0 ? ` and ${more} more, which the label file names` : '';
  return `the surrogate value and ${signals.length} other ${signals.length === 1 ? 'signal' : 'signals'} (${named}${rest})`;
}

function planSentences(plans: StudyContent['subject']['plans']): string[] {
  const first = plans.findLast(({ drawsBefore }) => drawsBefore === 0)!.plan;
  const declared =
    first.kind === 'once'
      ? `Before the first label ${planName(first)} was declared, and all of the interval${first.approximate ? ' that bets' : ''} rests on it.`
      : first.kind === 'none'
        ? 'Before the first label no number of labels was planned.'
        : `Before the first label the plan was ${planName(first)}, where the interval is sharpest.`;
  const later = plans.filter(({ drawsBefore }) => drawsBefore > 0);
  return [
    declared,
    ...later.map(
      ({ drawsBefore, plan }) =>
        `From draw ${drawsBefore + 1} on the plan was ${plan.kind === 'none' ? 'to go on for long' : planName(plan)}.`,
    ),
  ];
}

const noIntervalSentences = (preset: Preset) =>
  isBaseline(preset)
    ? [
        `The estimate is that of ${baselineNames[preset]} as the HumCoE paper compares it (EMNLP 2023, appendix A.2). ${withoutIntervalWords(preset)}`,
      ]
    : [
        'The estimate is that of HumCoE (EMNLP 2023, Eq. 3 and 4). It has no interval, and a single run can be far from the full evaluation.',
      ];

const baselineNames: Record<Baseline, string> = {
  'top-k': 'Active Top-K, human only',
  hmceval: 'HMCEval, with people for the least sure responses (its appendix E)',
  'hmceval-certain': 'HMCEval, with people for the surest responses',
  mcm: 'MCM',
};

/** How a baseline chose its items: what uncertainty is, and what the seed decides. */
function chosenSentence(study: StudyContent, preset: Baseline): string {
  const { manifest, subject, estimate: report } = study;
  const { uncertainty, disagreement } = subject.choice ?? { uncertainty: 'not stated', disagreement: null };
  const below =
    disagreement === null
      ? ''
      : ` The surrogate disagrees where its value, from 0 to 1, is below ${disagreement}.`;
  return `Items were chosen ${designs[preset].description}; seed ${manifest.seed} decides between equals. Uncertainty: ${uncertainty}.${below} ${report.drawCount} items were chosen and ${labeledWords(study)}.`;
}

/** The works behind what this study did. */
export function referencesFor({
  manifest,
  estimate: { bettingRule, firstPhase, N },
}: StudyContent): readonly string[] {
  if (!hasInterval(manifest.design)) {
    return [humcoeReference];
  }
  return [
    'S. Farquhar, Y. Gal, T. Rainforth. On statistical bias in active learning: How and when to fix it. ICLR 2021.',
    'I. Waudby-Smith, A. Ramdas. Confidence sequences for sampling without replacement. NeurIPS 2020.',
    'I. Waudby-Smith, A. Ramdas. Estimating means of bounded random variables by betting. JRSS-B, 2024.',
    'S. Shekhar, Z. Xu, Z. Lipton, P. Liang, A. Ramdas. Risk-limiting financial audits via weighted sampling without replacement. UAI 2023.',
    ...(bettingRule !== 2
      ? [
          'V. Voráček, F. Orabona. STaR-Bets: Sequential target-recalculating bets for tighter confidence intervals. NeurIPS 2025.',
        ]
      : []),
    ...(firstPhase && firstPhase.populationSize > N
      ? [
          'R. J. Serfling. Probability inequalities for the sum in sampling without replacement. Annals of Statistics 2(1), 1974.',
        ]
      : []),
    ...(manifest.design === 'calibrated-hardness' ? [humcoeReference] : []),
  ];
}

const humcoeReference =
  'C. Huang, P. Qin, W. Lei, J. Lv. Reduce human labor on evaluating conversational information retrieval system: A human-machine collaboration approach. EMNLP 2023.';
