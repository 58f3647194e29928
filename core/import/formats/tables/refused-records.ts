import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { isQuestion, names, response, spacedName } from '../../evidence/column-names.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';

/** Records at which it is looked whether each is one message alone. */
export const messagesLooked = 20;

/** Refuses JSON records that are no items: many in one object, parts of a tree, or single messages. */
export function refuseRecords(records: readonly JsonObject[], at: FilePlace): void {
  refuseManyInOne(records, at);
  refuseReviews(records, at);
  refuseMessages(records, at);
  refuseTrees(records, at);
}

const fewestOfOne = 3;

/** Whether values are objects that are alike: two with the same fields, or several with a field that all of them have. */
function areAlike(values: readonly unknown[]): boolean {
  const [first, ...others] = values;
  if (!isJsonObject(first) || others.length === 0 || !others.every(isJsonObject)) return false;
  const fields = Object.keys(first);
  if (
    values.length >= fewestOfOne &&
    fields.some((field) => others.every((one) => Object.hasOwn(one, field)))
  )
    return true;
  return fields.length >= 2 && others.every((one) => Object.keys(one).join('\n') === fields.join('\n'));
}

const deepestKeys = 2;

/** Whether records with a question and a reply each stand by their keys in an object, or in a part of it: by system, then by item. */
function holdsMany(value: JsonObject, deeper: number): boolean {
  const inside = Object.values(value).filter(isJsonObject);
  const isWhole = (one: JsonObject) => {
    const fields = Object.keys(one).map(spacedName);
    return fields.some((name) => response.test(name)) && fields.some((name) => isQuestion(name));
  };
  if (inside.length >= fewestOfOne && inside.every(isWhole)) return true;
  return deeper > 0 && inside.some((one) => holdsMany(one, deeper - 1));
}

/** One object that holds many records would become one item of the question of one of them and the reply of another. */
function refuseManyInOne([only, another]: readonly JsonObject[], at: FilePlace): void {
  if (!only || another) return;
  if (!areAlike(Object.values(only)) && !holdsMany(only, deepestKeys)) return;
  const message = 'The file is one object that holds many records.';
  at.problems.add(
    1,
    '',
    message,
    'Write the records inside as one JSON list, or one a line. If these are settings, choose the file with the replies.',
  );
}

/** Reviews that name two answers by their ids: what was judged stands elsewhere, and the only text is the judge's. */
function refuseReviews([first]: readonly JsonObject[], at: FilePlace): void {
  const fields = Object.keys(first ?? {});
  const named = fields.filter((name) => /^(?:answer|response|output)_?[12ab]_id$/i.test(name));
  if (named.length !== 2 || fields.some((name) => response.test(spacedName(name)))) return;
  at.problems.add(
    1,
    named[0]!,
    `The records are reviews of two answers (${named.join(', ')}), without what was asked and answered.`,
    'Write question and answers into each record: {"question": "...", "response_a": "...", "response_b": "...", "winner": "model_a"}. Or import the files of the answers.',
  );
}

const roles: ReadonlySet<unknown> = new Set([
  ...['system', 'developer', 'user', 'human', 'assistant', 'bot', 'gpt', 'model', 'tool', 'function'],
]);

/** Single messages would each become an item of its own, and what one answers be lost. */
function refuseMessages(records: readonly JsonObject[], at: FilePlace): void {
  if (records.length < 2) return;
  const areMessages = records.every(
    (record) => roles.has(record.role) && 'content' in record && Object.keys(record).length <= 3,
  );
  if (!areMessages) return;
  at.problems.add(
    1,
    'role',
    'Each record is a single message, and none says which conversation it belongs to.',
    'Write each conversation as one record: {"messages": [{"role": "user", "content": "..."}, {"role": "assistant", "content": "..."}]}.',
  );
}

const speakerNames = ['role', 'author', 'user', 'speaker', 'from', 'sender'];
const textNames = ['text', 'body', 'content', 'message', 'utterance'];
const holdsText = (record: JsonObject | undefined, fields: readonly string[]): boolean =>
  fields.some((name) => typeof record?.[name] === 'string');

const branchNames = /^(?:replies|children|comments|answers|responses)$/i;

/** The list of texts that may be answered themselves, each with a list of its own answers. */
const branchesOf = (record: JsonObject | undefined): string | undefined =>
  Object.keys(record ?? {}).find((name) => {
    const list = record![name];
    const isBranch = (one: unknown) =>
      isJsonObject(one) &&
      Object.keys(one).some((inside) => branchNames.test(inside) && Array.isArray(one[inside])) &&
      Object.values(one).some((value) => typeof value === 'string' && value.includes(' '));
    return branchNames.test(name) && Array.isArray(list) && list.some(isBranch);
  });

/** Refuses rows that are single messages and name what they answer, where nothing else was recognized in them. */
export function refuseMessageRows(
  columns: readonly string[],
  [first = []]: readonly (readonly unknown[])[],
  { responses, speaker, conversation }: ColumnMapping,
  at: FilePlace,
): void {
  if (responses.length > 0 || speaker !== undefined || conversation !== undefined) return;
  refuseTrees([Object.fromEntries(columns.map((column, index) => [column, first[index]]))], at);
}

/** Trees have replies beside each other, of which no one conversation can be made. */
function refuseTrees([first]: readonly JsonObject[], at: FilePlace): void {
  const { prompt, replies, message_tree_id: tree } = first ?? {};
  const isNested =
    Array.isArray(replies) &&
    replies.some((one) => isJsonObject(one) && ('replies' in one || 'message_id' in one || 'rank' in one));
  const branches = branchesOf(first);
  const parent = Object.keys(first ?? {}).find((name) =>
    /^(?:parent(?:_(?:message|turn|comment))?(?:_?id)?|parentUuid|parentId|(?:in_)?reply_?to(?:_?(?:msg|message|user|status))?(?:_?id)?)$/i.test(
      name,
    ),
  );
  const fields = Object.keys(first ?? {})
    .filter((name) => ![...speakerNames, ...textNames].includes(name))
    .map(spacedName);
  const isWhole = fields.some(
    (name) => response.test(name) || isQuestion(name) || (names.group as readonly string[]).includes(name),
  );
  const isMessage = holdsText(first, speakerNames) && holdsText(first, textNames) && !isWhole;
  if (!isNested && parent !== undefined && isMessage) {
    const message = `The records are single messages, each of which names the one that it answers (${parent}).`;
    const remedy =
      'Write each conversation as one record with "messages", or add a column that names the conversation.';
    at.problems.add(1, parent, message, remedy);
    return;
  }
  if (
    !isNested &&
    branches === undefined &&
    (tree === undefined || !isJsonObject(prompt) || !Array.isArray(prompt.replies))
  )
    return;
  const message = 'The records are trees of replies, of which several answer the same message.';
  at.problems.add(
    1,
    isNested ? 'replies' : (branches ?? 'prompt.replies'),
    message,
    'Write each way through a tree as one record with "messages".',
  );
}
