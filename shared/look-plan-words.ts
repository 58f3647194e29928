import type { LookPlan } from './contract/index.ts';

/** Where an interval is to be narrow, as part of a sentence; without a plan, how the presets bet before there were plans. */
export function lookPlanWords(plan: LookPlan | undefined): string {
  switch (plan?.kind) {
    case undefined:
      return 'presets by rule 2, without planned looks';
    case 'labels':
      return `presets planned for ${plan.labels.toLocaleString('en')} labels`;
    case 'none':
      return 'presets without a stated plan';
    case 'once':
      return `presets with one look, at ${plan.labels.toLocaleString('en')} labels`;
  }
}
