import type { LabelRow } from './label-rows.ts';
import type { LabeledStudy, LabeledTask } from './labeled-task.ts';
import { storedAnswers } from './stored-answers.ts';

/** Labels as tasks of Label Studio with their annotations, ready for its import. */
export function labelStudioFile({ study, criterion, tasks }: LabeledStudy): string {
  const people = new Map<string, number>();
  const numberOf = (name: string) => {
    people.set(name, people.get(name) ?? people.size + 1);
    return people.get(name)!;
  };
  const isRating = study.form.kind === 'rating' && study.scale.min === 1 && Number.isInteger(study.scale.max);
  const annotationOf = (label: LabelRow, index: number) => ({
    id: index + 1,
    completed_by: { id: numberOf(label.annotator), first_name: label.annotator, last_name: '' },
    was_cancelled: label.kind === 'skip',
    ground_truth: false,
    lead_time: label.durationMs / 1000,
    created_at: label.labeledAt,
    result: resultsOf(label, criterion, isRating),
  });
  const list = tasks.map((task, index) => ({
    id: index + 1,
    data: taskData(task),
    annotations: task.labels.map(annotationOf),
    predictions: [],
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

const taskData = ({ itemId, system, chat, context, draw }: LabeledTask) => ({
  item_id: itemId,
  system,
  chat,
  ...(context !== null && { context }),
  draw_order: draw.order,
  probability: draw.probability,
  surrogate: draw.surrogate,
});

function resultsOf(label: LabelRow, criterion: string, isRating: boolean) {
  const result = (id: string, name: string, type: string, value: object) => ({
    id,
    from_name: name,
    to_name: 'chat',
    type,
    value,
  });
  if (label.kind === 'skip')
    return [result('reason', 'skip_reason', 'textarea', { text: [label.reason ?? ''] })];
  if (label.kind === 'answer') {
    return storedAnswers(label).map((text, turn) =>
      result(`answer-${turn + 1}`, turn === 0 ? 'answer' : `answer_${turn + 1}`, 'textarea', { text }),
    );
  }
  const { value } = label;
  return isRating && Number.isInteger(value)
    ? [result('rating', criterion, 'rating', { rating: value })]
    : [result('rating', criterion, 'number', { number: value })];
}
