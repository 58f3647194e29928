import type { LabeledStudy } from './labeled-task.ts';
import { storedAnswers } from './stored-answers.ts';

/**
 * Labels as the score records that Inspect reads for samples already run: one line per label. A skip is no score, so
 * it is left out.
 */
export function inspectFile({ criterion, tasks }: LabeledStudy): string {
  const lines = tasks.flatMap(({ itemId, system, draw, labels }) =>
    labels.flatMap((label) => {
      if (label.kind === 'skip' || label.value === null) return [];
      const { annotator, weight, durationMs, kind } = label;
      const metadata = {
        annotator,
        weight,
        system,
        criterion,
        duration_ms: durationMs,
        draw_order: draw.order,
        probability: draw.probability,
        ...(kind === 'answer' && { answer: storedAnswers(label) }),
      };
      const explanation =
        kind === 'answer' ? 'metric of the reply against a written answer' : 'rated by a person';
      return [`${JSON.stringify({ id: itemId, epoch: 1, value: label.value, explanation, metadata })}\n`];
    }),
  );
  return lines.join('');
}
