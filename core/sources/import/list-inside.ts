import { names, response, spacedName } from './column-names.ts';
import type { FileHead } from './file-head.ts';

const elementOf = /^([^.[\]]{1,100}\[\])\.(.{1,300})$/;
const isText = (name: string): boolean =>
  (names.question as readonly string[]).includes(name) || response.test(name);

/**
 * The list of a JSON document that holds the records, as `testCases` of DeepEval or `rows` of Hugging Face: the one whose elements
 * have a question or a reply; undefined where the file is no such document, or several lists are alike.
 *
 * @returns the elements as `JsonWalker` names them: `testCases[]`
 */
export function listInside(head: FileHead): string | undefined {
  if (!head.isOneObject) return undefined;
  const lists = new Set<string>();
  for (const path of head.paths) {
    const [, list, field = ''] = elementOf.exec(path) ?? [];
    // Deeper lists of an element are parts of it, such as the turns of its conversation.
    if (list !== undefined && !field.includes('[]') && isText(spacedName(field))) lists.add(list);
  }
  const [only, another] = lists;
  return another === undefined ? only : undefined;
}
