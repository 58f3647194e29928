import type { Measure } from '../../shared/contract/index.ts';
import { preferenceCriterion } from '../../shared/preference.ts';
import { criterionTitle } from '../../shared/question-words.ts';
import { metricById } from '../../stats/index.ts';

/** A measure in words, for screens and reports. */
export const measureName = (measure: Measure): string =>
  measure.kind === 'criterion' ? measure.criterion : (metricById(measure.metric)?.name ?? measure.metric);

/**
 * What a study or ranking is called when nobody says: "Helpfulness on March chats". It names no system, so that those who label
 * see the name that all screens show.
 *
 * @param systems how many are compared; 1 for a study of one system
 */
export function usualName(measure: Measure, systems: number, datasetName: string): string {
  const name = measureName(measure);
  const title = criterionTitle(name);
  if (systems === 1 || (systems === 2 && name === preferenceCriterion)) return `${title} on ${datasetName}`;
  return `${title} of ${systems === 2 ? 'two' : systems} systems on ${datasetName}`;
}
