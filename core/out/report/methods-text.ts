import type { EstimateReport } from '../../../shared/contract/index.ts';
import { designs } from '../../model/study/design.ts';
import { surrogateName } from '../../model/surrogate/surrogate-names.ts';
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
    surrogate.kind === 'none'
      ? 'No surrogate was used.'
      : `The surrogate value of each item came from: ${surrogateName(surrogate)}; it was frozen before the draw (SHA-256 ${manifest.signalsSha256.slice(0, 16)}...).`,
    missingSurrogate > 0
      ? `${missingSurrogate} items had no surrogate value and were given the mean of the others.`
      : '',
    `Items were drawn ${design.description}, with seed ${manifest.seed}; ${report.drawCount} draws were made and the first ${report.labeled} labeled.`,
    ...(design.id === 'without-replacement' ? calibratedSentences(report) : humcoeSentences()),
    report.skipped.count > 0
      ? `${report.skipped.count} items (${percentWords(report.skipped.share, 3)}) could not be labeled; the interval brackets them between the lowest and the highest value.`
      : 'No item was skipped.',
    runs.length > 1
      ? `The batch was drawn ${runs.length} times; ${runs.filter((run) => run.labelsBefore > 0).length} of the new draws came after labels had been given.`
      : '',
    visible > 0
      ? `${visible} labels were given while the estimate was visible.`
      : 'Annotators saw neither the system, nor any score, nor the estimate.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

const calibratedSentences = (report: EstimateReport) => [
  'The labels were weighted by sequential importance weights (LURE, Farquhar et al. 2021) and the surrogate entered as a control variate with a slope shrunk towards 1/2.',
  `The interval is a betting confidence sequence for weighted draws without replacement (after Waudby-Smith and Ramdas 2020 and Shekhar et al. 2023): it covers the mean over all items with probability at least ${percentWords(1 - report.alpha, 3)} at all looks together, whatever the surrogate is worth, provided that items were labeled in the drawn order and every label was kept.`,
];

const humcoeSentences = () => [
  'The estimate is that of HumCoE (EMNLP 2023, Eq. 3 and 4). It has no interval, and a single run can be far from the full evaluation.',
];

/** The works behind what this study did. */
export function referencesFor({ manifest }: StudyContent): readonly string[] {
  if (designs[manifest.design].id === 'with-replacement') {
    return [humcoeReference];
  }
  return [
    'S. Farquhar, Y. Gal, T. Rainforth. On statistical bias in active learning: How and when to fix it. ICLR 2021.',
    'I. Waudby-Smith, A. Ramdas. Confidence sequences for sampling without replacement. NeurIPS 2020.',
    'I. Waudby-Smith, A. Ramdas. Estimating means of bounded random variables by betting. JRSS-B, 2024.',
    'S. Shekhar, Z. Xu, Z. Lipton, P. Liang, A. Ramdas. Risk-limiting financial audits via weighted sampling without replacement. UAI 2023.',
    ...(manifest.design === 'calibrated-hardness' ? [humcoeReference] : []),
  ];
}

const humcoeReference =
  'C. Huang, P. Qin, W. Lei, J. Lv. Reduce human labor on evaluating conversational information retrieval system: A human-machine collaboration approach. EMNLP 2023.';
