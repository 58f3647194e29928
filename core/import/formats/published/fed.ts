import type { Turn } from '../../../../shared/contract/index.ts';
import { emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { documentFormat, eachPart } from '../document-format.ts';

/**
 * FED as published (Mehri and Eskenazi, 2020): replies of a dialog, then the dialog as a whole, each with what five people said. A reply
 * is an item whose history is the text before it; a dialog is an item that is judged as a whole, with criteria named "(dialog)". The
 * replies of a dialog and the dialog are one group. What people wrote instead of a number ("N/A (no errors)") is left behind.
 */
export const fed = documentFormat('fed-json', {
  from: 'the data set as published (`fed_data.json`)',
  becomes: 'one item per reply and one per dialog, with every vote',
  parts: ['[]'],
  recognize: (paths) =>
    ['context', 'system', 'annotations.Overall'].every((field) => paths.has(`[].${field}`))
      ? 'The list has contexts of a system with "annotations", as FED has.'
      : null,
  read: (at, sink) => {
    let [number, dialog] = [0, 1];
    return eachPart(at, (part) => {
      number += 1;
      const entry = new JsonAt(part.value, part.at, at);
      const isWhole = entry.get('response').isMissing;
      readAssayRecord(toRecord(entry, `fed-${number}`, `dialog-${dialog}`, sink), at, sink);
      if (isWhole) dialog += 1;
    });
  },
});

function toRecord(entry: JsonAt, id: string, group: string, sink: ItemSink): JsonObject {
  const system = entry.get('system').name() ?? 'assistant';
  const response = entry.get('response').text();
  return {
    id,
    group,
    conversation: turnsOf(entry.get('context').text() ?? ''),
    ...(response === null ? { system } : { responses: { [system]: withoutSpeaker(response) } }),
    human: { [system]: votesOf(entry.get('annotations'), response === null, sink) },
  };
}

const speaker = /^(User|System): ?/;

const withoutSpeaker = (text: string): string => text.replace(speaker, '');

/** Lines that begin with their speaker; a line without one goes on with the turn before. */
function turnsOf(context: string): Turn[] {
  const turns: { role: string; content: string }[] = [];
  for (const line of context.split('\n')) {
    const said = speaker.exec(line)?.[1];
    const last = turns.at(-1);
    if (said === undefined && last) last.content += `\n${line}`;
    else turns.push({ role: said === 'System' ? 'assistant' : 'user', content: withoutSpeaker(line) });
  }
  return turns;
}

function votesOf(annotations: JsonAt, isWhole: boolean, sink: ItemSink): JsonObject {
  const votes = emptyRecord<number[]>();
  for (const [criterion, said] of annotations.entries()) {
    const numbers = said.list().flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
    const others = said.list().length - numbers.length;
    if (others > 0) sink.leftBehind('votes that are not a number', others);
    if (numbers.length > 0) votes[isWhole ? `${criterion} (dialog)` : criterion] = numbers;
  }
  return votes;
}
