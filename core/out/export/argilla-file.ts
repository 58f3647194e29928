import type { LabelRow } from './label-rows.ts';
import type { LabeledStudy, LabeledTask } from './labeled-task.ts';
import { storedAnswers } from './stored-answers.ts';

interface ArgillaResponse {
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
    responses: argillaResponses(task, criterion),
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

function argillaResponses({ labels }: LabeledTask, criterion: string): Record<string, ArgillaResponse[]> {
  const byQuestion = Map.groupBy(
    labels.flatMap((label) => responsesTo(label, criterion)),
    ([question]) => question,
  );
  return Object.fromEntries(
    [...byQuestion].map(([question, given]) => [question, given.map(([, one]) => one)]),
  );
}

function responsesTo(label: LabelRow, criterion: string): [string, ArgillaResponse][] {
  const { annotator: user_id, kind, value, reason } = label;
  if (kind === 'skip') return [['skip_reason', { value: reason, user_id, status: 'discarded' }]];
  if (kind === 'score') return [[criterion, { value, user_id, status: 'submitted' }]];
  return storedAnswers(label).map((texts, turn): [string, ArgillaResponse] => [
    turn === 0 ? 'answer' : `answer_${turn + 1}`,
    { value: JSON.stringify(texts), user_id, status: 'submitted' },
  ]);
}
