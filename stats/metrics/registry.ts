import { accuracy } from './accuracy.ts';
import { emCoqa, f1Coqa } from './coqa.ts';
import type { Metric } from './metric.ts';
import { emQuac, f1Quac } from './quac.ts';
import { rougeLMetric, rougeLStemMetric } from './rouge-l.ts';
import { rouge1Metric, rouge1StemMetric, rouge2Metric, rouge2StemMetric } from './rouge-n.ts';
import { emSquad1, f1Squad1 } from './squad1.ts';
import { emSquad2, f1Squad2 } from './squad2.ts';

/** Every metric, in the order in which lists show them. A new metric is one file and one line here. */
export const metrics: readonly Metric[] = [
  rougeLMetric,
  rougeLStemMetric,
  rouge1Metric,
  rouge1StemMetric,
  rouge2Metric,
  rouge2StemMetric,
  f1Squad1,
  f1Squad2,
  f1Coqa,
  f1Quac,
  emSquad1,
  emSquad2,
  emCoqa,
  emQuac,
  accuracy,
];

/** The metric of that id, or undefined. */
export function metricById(id: string): Metric | undefined {
  return metrics.find((metric) => metric.id === id);
}
