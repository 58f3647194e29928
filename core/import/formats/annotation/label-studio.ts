import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { foundAnswers } from '../../evidence/found-failures.ts';
import { asText, emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { documentFormat, eachPart } from '../document-format.ts';
import type { LabelEntry } from '../labels/label-entry.ts';
import { PreferenceItems } from '../pairs/preference-items.ts';
import { emptyReplies } from '../tables/row-record.ts';
import { readChatTask } from './chat-task.ts';
import { type Annotation, readAnnotations, readPredictions } from './label-studio-annotations.ts';
import { isPairwise, readPairwise } from './label-studio-pairs.ts';
import { RepeatedTasks } from './repeated-tasks.ts';

/** Export of Label Studio as JSON: one task an item, with the results of every annotator. */
export const labelStudio = documentFormat('label-studio-json', {
  from: 'Label Studio, export as JSON',
  becomes: 'one item per task, one vote per annotator; pairwise tasks as preferences',
  parts: ['[]'],
  recognize: (paths) =>
    // Others have "annotations", too, but show no "data".
    paths.has('[].data') && (paths.has('[].annotations') || paths.has('[].predictions'))
      ? 'The list has tasks with "data" and "annotations", as exports of Label Studio do.'
      : null,
  read(at, sink, mapping) {
    const pairs = new PreferenceItems(at, sink);
    const take = (task: JsonAt) => {
      countLeftBehind(task, sink);
      readAssayRecord(toRecord(task, mapping), at, sink);
    };
    const tasks = new RepeatedTasks(at, sink, mapping?.repeats, take);
    return eachPart(
      at,
      (part) => {
        const task = new JsonAt(part.value, part.at, at);
        const id = itemId(task);
        if (isPairwise(task)) readPairwise(task, id ?? part.at, pairs, sink);
        else if (id === null) take(task);
        else tasks.add(task, id);
      },
      () => {
        tasks.end();
        pairs.end();
      },
    );
  },
  readLabels: (at, take, mapping) =>
    eachPart(at, (part) => {
      for (const entry of entriesOf(new JsonAt(part.value, part.at, at), part.line, mapping)) take(entry);
    }),
});

/** The id that an item had when it was handed to Label Studio, else the number of the task. */
const itemId = (task: JsonAt): string | null => task.get('data').get('item_id').id() ?? task.get('id').id();

const votesOf = ({ values }: Annotation): readonly (readonly [string, number])[] =>
  [...values].map(([criterion, value]) => [criterion, value] as const);

function toRecord(task: JsonAt, mapping: ColumnMapping | undefined): JsonObject {
  const { conversation, response, more, ...shown } = readChatTask(task.get('data'), liveChatOf(task));
  const system = shown.system ?? unnamedSystem;
  if (response === '') task.at.problems.notice(emptyReplies);
  const annotations = readAnnotations(task, mapping);
  const votes = emptyRecord<number[]>();
  for (const [criterion, value] of annotations.flatMap(votesOf)) {
    votes[criterion] = [...(votes[criterion] ?? []), value];
  }
  const hasVotes = Object.keys(votes).length > 0;
  const { item_id: _taken, ...rest } = more;
  const skipped = annotations.filter(({ skip }) => skip !== null).length;
  const texts = annotations.flatMap((one) => one.texts);
  const chosen = annotations.flatMap((one) => one.chosen);
  const written = texts.map(({ name, text }) => ({ name, value: text.join('\n') }));
  const found = foundAnswers([...chosen, ...written], mapping, task.at.problems);
  return {
    id: itemId(task),
    group: shown.group,
    conversation,
    context: shown.context ?? (conversation.length === 0 && response === null ? fieldsShown(more) : null),
    ...(shown.references.length > 0 && { references: shown.references }),
    responses: response === null ? undefined : { [system]: response },
    // A task with neither a text nor a vote, as an image, has nothing that a system said.
    ...(response === null && (conversation.length > 0 || hasVotes) && { system }),
    human: hasVotes ? { [system]: votes } : undefined,
    judge: judgesOf(task, system, mapping),
    meta: {
      ...rest,
      ...(skipped > 0 && { skippedBy: skipped }),
      ...(texts.length > 0 && { texts }),
      ...(chosen.length > 0 && { chosen }),
    },
    ...(found.length > 0 && { found }),
  };
}

/** What annotators saw of a task that is no conversation: its fields, a line each. */
const fieldsShown = (fields: JsonObject): string | null =>
  Object.entries(fields)
    .filter(([name, value]) => name !== 'item_id' && value !== null && value !== '')
    .map(([name, value]) => `${name}: ${asText(value)}`)
    .join('\n') || null;

function judgesOf(task: JsonAt, system: string, mapping: ColumnMapping | undefined): JsonObject {
  const judge = emptyRecord<JsonObject>();
  for (const { model, values } of readPredictions(task, mapping)) {
    judge[model] = { [system]: Object.fromEntries(values) };
  }
  return judge;
}

/** Every annotator's word on a task: the criterion that was asked, a written answer, or a skip. */
function entriesOf(task: JsonAt, line: number, mapping: ColumnMapping | undefined): LabelEntry[] {
  const item = itemId(task);
  if (item === null) {
    task.problem(`${task.path} has no id.`, 'Export the tasks again from Label Studio.');
    return [];
  }
  const system = task.get('data').get('system').name();
  return readAnnotations(task, mapping).flatMap((annotation): LabelEntry[] => {
    const { annotator, durationMs, skip, answers } = annotation;
    const about = { line, item, annotator, system, durationMs };
    if (skip !== null) return [{ ...about, criterion: null, content: { kind: 'skip', reason: skip } }];
    if (answers.length > 0) return [{ ...about, criterion: null, content: { kind: 'answer', answers } }];
    return votesOf(annotation).map(([criterion, value]) => ({
      ...about,
      criterion,
      content: { kind: 'score', value },
    }));
  });
}

const resultsOf = (annotation: JsonAt): JsonAt[] => annotation.get('result').list();
const isMessage = (result: JsonAt) => !result.get('value').get('chatmessage').isMissing;

/** The turns of a chat that somebody held while doing the task; the first person's where several did. */
function liveChatOf(task: JsonAt): JsonAt[] {
  const chats = task
    .get('annotations')
    .list()
    .map((annotation) => resultsOf(annotation).filter(isMessage));
  return (chats.find((chat) => chat.length > 0) ?? []).map((one) => one.get('value').get('chatmessage'));
}

const understood = ['rating', 'number', 'choices', 'textarea', 'text', 'chatmessage'];

/** Counts what annotators gave that an item has no place for: regions, further chats, drafts, answers of other kinds. */
function countLeftBehind(task: JsonAt, sink: ItemSink): void {
  let chats = 0;
  for (const annotation of task.get('annotations').list()) {
    const results = resultsOf(annotation);
    if (results.some(isMessage)) chats += 1;
    for (const result of results) {
      const value = result.get('value');
      const isRegion = ['start', 'x', 'points', 'globalOffsets'].some((name) => !value.get(name).isMissing);
      if (isRegion) sink.leftBehind('regions');
      else if (
        !understood.some((name) => !value.get(name).isMissing) &&
        result.get('type').value !== 'textarea'
      )
        sink.leftBehind('answers of other kinds');
    }
  }
  if (chats > 1) sink.leftBehind('further chats of the same task', chats - 1);
  const drafts = Array.isArray(task.get('drafts').value) ? task.get('drafts').list().length : 0;
  if (drafts > 0) sink.leftBehind('drafts', drafts);
}
