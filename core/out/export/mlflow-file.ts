import { plainAnswer } from './further-answers.ts';
import type { LabelRow } from './label-rows.ts';
import type { LabeledStudy } from './labeled-task.ts';
import { storedAnswers } from './stored-answers.ts';

/**
 * Labels as rows for `mlflow.log_feedback`, one a line with the names of its arguments; a skip is no feedback and is left out.
 * `trace_id` is the item's id, which is the trace's where the items came from traces. Values of `metadata` are texts, as
 * MLflow stores them.
 */
export function mlflowFile({ criterion, tasks }: LabeledStudy): string {
  const lines = tasks.flatMap(({ itemId, system, draw, labels }) =>
    labels.flatMap((label: LabelRow) => {
      const { kind, value, annotator, weight, durationMs, labeledAt } = label;
      if (kind === 'skip' || value === null) return [];
      const metadata = {
        system,
        draw_order: String(draw.order),
        probability: String(draw.probability),
        ...(weight !== null && { weight: String(weight) }),
        duration_ms: String(durationMs),
        labeled_at: labeledAt,
        ...(kind === 'answer' && { answer: JSON.stringify(storedAnswers(label)) }),
      };
      const source = { source_type: 'HUMAN', source_id: annotator };
      const rationale = kind === 'answer' ? 'Metric of the reply against a written answer' : null;
      const rowOf = (name: string, said: number | string, why: string | null) =>
        `${JSON.stringify({ trace_id: itemId, name, value: said, source, rationale: why, metadata })}\n`;
      const besides = Object.entries(label.further ?? {}).map(([name, said]) =>
        rowOf(name, plainAnswer(said), null),
      );
      return [rowOf(criterion, value, rationale), ...besides];
    }),
  );
  return lines.join('');
}
