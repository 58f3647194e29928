import { readAssayRecord } from '../assay-record.ts';
import { documentFormat, eachPart } from '../document-format.ts';
import { JsonAt } from '../json-at.ts';

/** A dialog begins with the title of its article and of its section. */
const titles = 2;

/** CANARD (Elgohary et al., 2019): questions of QuAC in their conversations, each rewritten so that it stands alone. */
export const canard = documentFormat('canard-json', {
  from: 'the data set as published (`train.json`, `dev.json`, `test.json`)',
  becomes: 'one item per question, what was said before as the conversation; the rewrite is the reference',
  parts: ['[]'],
  recognize: (paths) =>
    ['[].History', '[].Question', '[].Rewrite'].every((path) => paths.has(path))
      ? 'The list has questions with "History" and "Rewrite", as CANARD does.'
      : null,
  read: (at, sink) =>
    eachPart(at, ({ value, at: path }) => {
      const one = new JsonAt(value, path, at);
      const dialog = one.get('QuAC_dialog_id').id() ?? path;
      const said = one
        .get('History')
        .list()
        .map((part) => part.text() ?? '');
      const rewrite = one.get('Rewrite').text();
      const turns = [...said.slice(titles), one.get('Question').text() ?? ''];
      // Questions and answers take turns, and the last is a question.
      const conversation = turns.map((content, turn) => ({
        role: (turns.length - turn) % 2 === 1 ? 'user' : 'assistant',
        content,
      }));
      const record = {
        id: `${dialog}_q#${one.get('Question_no').id() ?? said.length}`,
        group: dialog,
        conversation,
        context: said.slice(0, titles).join('\n') || null,
        ...(rewrite !== null && { reference: [rewrite] }),
      };
      readAssayRecord(record, at, sink);
    }),
});
