import { tPlain } from '../intervals/t-plain.ts';
import { type Method, uniformOnly } from './method.ts';
import { atOnlyLook } from './only-look.ts';
import { plainMean } from './plain-mean.ts';

/** The plain mean with Student's t interval, by `tPlain`, for studies that declared one look before the first label. */
export const studentTMean: Method = {
  id: 'student-t',
  name: "Student's t",
  since: '0.2.0',
  oneLine: 'Plain mean with the interval of the textbooks, for one look.',
  needs: 'uniform draws and one look that was declared before the first label',
  assumptions: `${tPlain.assumptions} Labels that are all alike give an interval of no width.`,
  minimumLabels: 2,
  designs: (evidence) => {
    const defined = uniformOnly(evidence);
    if (defined !== true) return defined;
    return (
      (evidence.plan?.onlyLook ?? null) !== null || 'needs one look that was declared before the first label'
    );
  },
  estimate: (evidence) => ({
    value: plainMean.estimate(evidence).value,
    ...atOnlyLook(evidence, tPlain, 'Student t interval'),
  }),
};
