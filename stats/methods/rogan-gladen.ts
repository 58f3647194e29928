import { judgeErrors, roganGladenInterval, saysYesOrNo } from '../intervals/rogan-gladen.ts';
import { clip } from '../numeric.ts';
import type { Evidence } from './evidence.ts';
import { type Method, percent, uniformOnly } from './method.ts';
import { atOnlyLook } from './only-look.ts';

/**
 * The share of yes from a judge's yes and no, corrected by its sensitivity and specificity (Rogan and Gladen, 1978, equation 1; Lee et
 * al., 2025, arXiv 2511.21140): (S + specificity - 1)/(sensitivity + specificity - 1), held to [0, 1].
 */
export const roganGladen: Method = {
  id: 'rogan-gladen',
  name: 'Sensitivity and specificity (Rogan-Gladen)',
  since: '0.2.0',
  oneLine: "The judge's share of yes, corrected by how often it misses a yes and a no.",
  needs:
    'uniform draws without replacement, labels of yes and no, and a judge that says yes or no of every item',
  assumptions:
    "Takes the judge's sensitivity and specificity in the labeled sample for those of all items: they must not depend on " +
    'how items came to be labeled, so that the sample is uniform. They are noisy with few labels of yes or of no. Its published ' +
    'interval is shown only at one look that was declared before the first label.',
  minimumLabels: 2,
  designs: (evidence) => {
    const defined = uniformOnly(evidence);
    return defined === true ? (whyNot(evidence) ?? true) : defined;
  },
  estimate: (evidence) => {
    const { sensitivity, specificity } = judgeErrors(evidence.draws);
    const { note, ...ends } = atOnlyLook(evidence, roganGladenInterval, 'plug-in interval');
    const found = `Sensitivity ${percent(sensitivity!)}, specificity ${percent(specificity!)}.`;
    return {
      value: clip((evidence.summary.mean + specificity! - 1) / (sensitivity! + specificity! - 1), 0, 1),
      ...ends,
      note: note === undefined ? found : `${found} ${note}`,
    };
  },
};

function whyNot({ summary, draws }: Evidence): string | undefined {
  if (!saysYesOrNo(summary)) return 'needs a judge that says yes or no (1 or 0) of every item';
  if (draws.some(({ y }) => y !== 0 && y !== 1)) return 'needs labels of yes or no';
  const { sensitivity, specificity } = judgeErrors(draws);
  if (sensitivity === undefined || specificity === undefined) {
    return 'not estimable yet: needs a label of yes and one of no';
  }
  if (sensitivity + specificity <= 1 + 1e-12) {
    return `not estimable: sensitivity ${percent(sensitivity)} and specificity ${percent(specificity)} add up to 100 % at most, as of a judge that guesses`;
  }
  return undefined;
}
