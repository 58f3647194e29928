import { asText, emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { ratedFormat } from './rated-format.ts';
import type { RatedTasks } from './rated-tasks.ts';

/** Fields that Prodigy adds to what a task shows. */
const own = new Set([
  ...[
    'answer',
    'accept',
    'options',
    'label',
    'spans',
    'tokens',
    'relations',
    'meta',
    'config',
    'priority',
    'score',
  ],
  ...[
    'user_input',
    'field_id',
    'field_label',
    'field_placeholder',
    'field_rows',
    'versions',
    'sessions',
    'view_id',
  ],
]);
const outcomes = ['accept', 'reject', 'ignore'];
/** Where people mark parts of a text, "accept" says that they are done and rates nothing. */
const marks = /manual|^ner$|spans|relations|dep|pos|image|audio|video|input|blocks|review/;
const isPicture = (value: unknown) => typeof value === 'string' && /^data:[a-z]/i.test(value);

/** Annotations of Prodigy (`db-out`): a line is one person's answer to one task. */
export const prodigy = ratedFormat('prodigy-jsonl', {
  from: 'Prodigy, `db-out`',
  becomes: 'one item per input, one vote per session, the last one; ignored tasks are skips',
  recognize: ({ _input_hash: input, _task_hash: task, answer }) =>
    typeof input === 'number' && typeof task === 'number' && outcomes.includes(String(answer))
      ? 'The first record has "_input_hash", "_task_hash" and an "answer", as annotations of Prodigy do.'
      : null,
  open: (tasks, at) => ({ read: (record, place) => readAnswer(record, place, tasks, at) }),
});

function readAnswer(record: JsonObject, place: string, tasks: RatedTasks, at: FilePlace): void {
  const task = new JsonAt(record, '', at);
  const answer = task.get('answer').name();
  if (answer === null || !outcomes.includes(answer)) {
    task
      .get('answer')
      .problem('answer must be "accept", "reject" or "ignore".', 'Export the annotations again with db-out.');
    return;
  }
  const fields = emptyRecord<unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (own.has(name) || name.startsWith('_')) continue;
    if (isPicture(value)) tasks.leave('pictures and sounds');
    else fields[name] = value;
  }
  const meta = task.get('meta');
  tasks.add({
    id: (meta.isObject ? asText(meta.first('item_id', 'id').value ?? '') : '') || inputOf(record, place),
    fields,
    rater: task.first('_annotator_id', '_session_id').name(),
    answers: answer === 'ignore' ? {} : answersOf(task, answer === 'accept', tasks),
    durationMs: 0,
    skip: answer === 'ignore' ? 'ignored in Prodigy' : null,
    time: typeof record._timestamp === 'number' ? 1000 * record._timestamp : undefined,
  });
}

const inputOf = ({ _input_hash: hash }: JsonObject, place: string): string =>
  typeof hash === 'number' ? `input${hash}` : place;

function answersOf(task: JsonAt, isAccepted: boolean, tasks: RatedTasks): JsonObject {
  const answers = emptyRecord<unknown>();
  const written = task.get('user_input').value;
  if (typeof written === 'string' && written !== '') answers.user_input = written;
  const view = task.get('_view_id').value;
  if (!task.get('options').isMissing) {
    if (isAccepted) addChoice(task, answers);
    else tasks.leave('choices of tasks that were rejected');
    return answers;
  }
  const spans = task.get('spans').value;
  if ((Array.isArray(spans) && spans.length > 0) || (typeof view === 'string' && marks.test(view))) {
    tasks.leave('annotations of parts of a text');
    return answers;
  }
  answers[task.get('label').name() ?? 'accept'] = isAccepted;
  return answers;
}

/** The chosen option by what people read of it; of tasks that allow several, each by its own name. */
function addChoice(task: JsonAt, answers: JsonObject): void {
  const options = task
    .get('options')
    .list()
    .map((option) => ({
      id: option.get('id').value,
      name: option.first('text', 'label', 'id').name() ?? '',
    }));
  const accepted = task
    .get('accept')
    .list()
    .map(({ value }) => asText(value));
  const isMany = accepted.length > 1 || task.get('config').get('choice_style').value === 'multiple';
  for (const { id, name } of options) {
    const isChosen = accepted.includes(asText(id));
    if (isMany && name !== '') answers[name] = isChosen;
    else if (isChosen) answers[task.get('label').name() ?? 'choice'] = name;
  }
}
