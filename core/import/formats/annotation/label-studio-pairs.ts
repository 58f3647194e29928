import type { JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { replyFields, twoOf } from '../pairs/preference-fields.ts';
import type { PreferenceItems } from '../pairs/preference-items.ts';
import type { Voter } from '../pairs/preference-judge.ts';
import { winnerWord } from '../pairs/winner-words.ts';
import { completedBy, lastOfEach, submissionTimeOf } from './label-studio-annotations.ts';

const resultsOf = (annotation: JsonAt): JsonAt[] =>
  annotation.isObject ? annotation.get('result').list() : [];
/** Which of two replies a result says is better, as records of pairs write it; undefined where it says something else. */
function winnerOf(result: JsonAt): unknown {
  const value = result.get('value');
  if (result.get('type').value === 'pairwise') return value.get('selected').value;
  const { value: choices } = value.get('choices');
  return Array.isArray(choices) && choices.length === 1
    ? winnerWord(choices[0], result.get('from_name').name() ?? '')
    : undefined;
}

const isPaired = (task: JsonAt): boolean =>
  twoOf(replyFields, (field) => !task.get('data').get(field).isMissing) !== undefined;
const isChoice = (result: JsonAt) => winnerOf(result) !== undefined;

/** Whether a task asks which of two replies is better; one that nobody has answered yet shows it by its fields. */
export function isPairwise(task: JsonAt): boolean {
  const results = task.get('annotations').list().flatMap(resultsOf);
  if (results.length === 0) return isPaired(task);
  return results.some(
    (result) => result.get('type').value === 'pairwise' || (isPaired(task) && isChoice(result)),
  );
}

/** Hands on every annotator's choice of a task, and every model's prediction of it. */
export function readPairwise(task: JsonAt, id: string, items: PreferenceItems, sink: ItemSink): void {
  const { item_id: _, ...data } = (task.get('data').value ?? {}) as JsonObject;
  const fields = { ...data, id };
  let votes = 0;
  const take = (annotation: JsonAt, voter: Voter) => {
    const results = resultsOf(annotation);
    for (const result of results) {
      if (!isChoice(result)) continue;
      votes += 1;
      items.read({ ...fields, winner: winnerOf(result) }, id, { voter });
    }
    const others = results.filter((result) => !isChoice(result)).length;
    if (others > 0) sink.leftBehind('other answers about pairs', others);
  };
  const annotations = task
    .get('annotations')
    .list()
    .map((annotation) => ({
      annotation,
      annotator: annotation.isObject ? completedBy(annotation.get('completed_by')) : null,
      time: annotation.isObject ? submissionTimeOf(annotation) : 0,
    }));
  for (const { annotation } of lastOfEach(annotations)) {
    if (annotation.get('was_cancelled').value === true) sink.leftBehind('skipped annotations of pairs');
    else take(annotation, { name: completedBy(annotation.get('completed_by')), isPerson: true });
  }
  for (const prediction of task.get('predictions').list()) {
    const name = prediction.get('model_version').name() ?? 'model';
    take(prediction, { name, isPerson: false });
  }
  if (votes === 0) items.read(fields, id);
}
