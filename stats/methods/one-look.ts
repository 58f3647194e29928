import { ONE_LOOK_MEASURED, oneLookInterval } from '../intervals/one-look.ts';
import { type Method, percent, uniformOnly } from './method.ts';
import { ONE_LOOK_ONLY } from './only-look.ts';

/** The approximate interval from all signals, for studies that declared one look and chose it before the first label. */
export const oneLook: Method = {
  id: 'one-look',
  name: 'All signals, one look',
  since: '0.2.0',
  oneLine: 'All signals with an approximate, narrower interval, for one look.',
  needs: 'uniform draws, and one look that was declared with the approximate interval before the first label',
  assumptions:
    'Approximate: the mean of the residuals is taken as about normal, corrected for skewness and for rare values that the ' +
    `sample missed. At 95 % it held in ${percent(ONE_LOOK_MEASURED.mean)} of simulated studies, in the worst population in ` +
    `${percent(ONE_LOOK_MEASURED.least)}. The betting interval holds whatever the values.`,
  minimumLabels: 2,
  designs: (evidence) => {
    const defined = uniformOnly(evidence);
    if (defined !== true) return defined;
    return (
      (isDeclared(evidence.plan) && evidence.sequence?.residuals !== undefined) ||
      'needs one look that was declared with the approximate interval before the first label'
    );
  },
  estimate({ sequence, draws, summary, alpha, plan }) {
    const { unclampedValue: value, residuals } = sequence!;
    const look = plan!.onlyLook!;
    if (draws.length !== look) {
      return {
        value,
        note: `It has an interval at the one look that was declared, after ${look} labels, and at no other.`,
      };
    }
    const { populationSize } = summary;
    const values = draws.map(({ y }) => y);
    const found = oneLookInterval({ values, estimate: value, residuals: residuals!, populationSize, alpha });
    if (typeof found === 'string')
      return { value, note: `It has no interval here: ${found}. Go by the betting interval.` };
    return { value, ...found, intervalKind: `approximate interval from all signals, ${ONE_LOOK_ONLY}` };
  },
};

/** Whether the plan declared one look together with the approximate interval. */
const isDeclared = (plan: { onlyLook: number | null; approximate?: boolean } | undefined): boolean =>
  plan?.onlyLook != null && plan.approximate === true;
