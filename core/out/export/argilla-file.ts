import type { LabelRow } from './label-rows.ts';
import type { LabeledStudy, LabeledTask } from './labeled-task.ts';
import { answersOf } from './stored-answers.ts';

interface Response {
  value: string | number | null;
  user_id: string;
  status: 'submitted' | 'discarded';
}

/** Labels as records of Argilla, as `to_dict` writes one; users are named where Argilla has its own ids. */
export function argillaFile({ criterion, tasks, study }: LabeledStudy): string {
  const records = tasks.map((task) => ({
    id: study.against ? `${task.itemId}/${task.system}` : task.itemId,
    fields: { chat: task.chat, ...(task.context !== null && { context: task.context }) },
    metadata: metadataOf(task),
    suggestions: {},
    responses: responsesOf(task, criterion),
    vectors: {},
    status: task.labels.length > 0 ? 'completed' : 'pending',
  }));
  return `${JSON.stringify(records, null, 2)}\n`;
}

function metadataOf({ itemId, system, draw, labels }: LabeledTask) {
  const durations = Object.fromEntries(labels.map(({ annotator, durationMs }) => [annotator, durationMs]));
  return {
    item_id: itemId,
    system,
    draw_order: draw.order,
    probability: draw.probability,
    surrogate: draw.surrogate,
    ...(labels.length > 0 && { duration_ms: JSON.stringify(durations) }),
  };
}

function responsesOf({ labels }: LabeledTask, criterion: string): Record<string, Response[]> {
  const byQuestion = Map.groupBy(
    labels.flatMap((label) => responsesTo(label, criterion)),
    ([question]) => question,
  );
  return Object.fromEntries(
    [...byQuestion].map(([question, given]) => [question, given.map(([, one]) => one)]),
  );
}

function responsesTo(label: LabelRow, criterion: string): [string, Response][] {
  const { annotator: user_id, kind, value, reason } = label;
  if (kind === 'skip') return [['skip_reason', { value: reason, user_id, status: 'discarded' }]];
  if (kind === 'score') return [[criterion, { value, user_id, status: 'submitted' }]];
  return answersOf(label).map((texts, turn): [string, Response] => [
    turn === 0 ? 'answer' : `answer_${turn + 1}`,
    { value: JSON.stringify(texts), user_id, status: 'submitted' },
  ]);
}
