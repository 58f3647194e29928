import type { ItemSink } from '../item-sink.ts';
import type { JsonAt } from '../json-at.ts';

const resultsOf = (annotation: JsonAt): JsonAt[] => annotation.get('result').list();
const isMessage = (result: JsonAt) => !result.get('value').get('chatmessage').isMissing;

/** The turns of a chat that somebody held while doing the task; the first person's where several did. */
export function liveChatOf(task: JsonAt): JsonAt[] {
  const chats = task
    .get('annotations')
    .list()
    .map((annotation) => resultsOf(annotation).filter(isMessage));
  return (chats.find((chat) => chat.length > 0) ?? []).map((one) => one.get('value').get('chatmessage'));
}

const understood = ['rating', 'number', 'choices', 'textarea', 'text', 'chatmessage'];

/** Counts what annotators gave that an item has no place for: regions, further chats, drafts, answers of other kinds. */
export function countLeftBehind(task: JsonAt, sink: ItemSink): void {
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
