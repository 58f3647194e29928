import { names, plainName } from '../../evidence/column-names.ts';
import { emptyRecord } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { cellList } from '../../readers/tables/cell-values.ts';

/** One task of a page that showed several, with the answers that carry its number. */
interface PageTask {
  readonly fields: JsonObject;
  readonly answers: JsonObject;
}

/** Numbers that one page can have. */
const mostTasks = 200;
/** `coherence_3`, `S3Answer`, `rating 3`: what is asked, with the number of the task taken out. */
const numberedName = /^(\D{0,200})(\d{1,3})(\D{0,200})$/;

/** A name apart from its number; null where it has none, or nothing else. */
function partsOf(name: string): { stem: string; number: number } | null {
  const [, before = '', number, after = ''] = numberedName.exec(name) ?? [];
  const stem = before.replace(/[_\s.-]{1,2}$/, '') + after;
  return number === undefined || stem === '' ? null : { stem, number: Number(number) };
}

/**
 * Takes a page that showed several tasks apart: its fields are lists of one length (`["first question", "second question"]`, in the signs
 * of JSON or of Python) or numbered (`question_1`, `question_2`), and its answers are numbered alike. Undefined for a page of one task.
 *
 * @returns the tasks in their order, and the questions about the page as a whole
 */
export function tasksOfPage(
  given: JsonObject,
  answers: JsonObject,
): { tasks: PageTask[]; whole: string[] } | undefined {
  const lists = listsIn(given);
  const [first] = lists.values();
  if (!first) return undefined;
  const count = first.length;
  const parted = numbered(Object.keys(answers));
  const used = [...parted.values()].flatMap((numbers) => [...numbers.keys()]);
  const from = used.includes(0) ? 0 : 1;
  const said = new Set(used.filter((number) => number >= from && number < from + count));
  const fits = used.every((number) => number >= from && number < from + count);
  if (!fits || said.size < count) return undefined;
  const shared = Object.entries(given).filter(
    ([name]) => !lists.has(name) && !lists.has(partsOf(name)?.stem ?? name),
  );
  const tasks = Array.from({ length: count }, (_, at) => {
    const fields = emptyRecord<unknown>();
    for (const [name, value] of shared) fields[name] = value;
    for (const [name, values] of lists)
      if (values[at] !== null && values[at] !== '') fields[name] = values[at];
    const own = emptyRecord<unknown>();
    for (const [question, numbers] of parted) {
      const column = numbers.get(from + at);
      if (column !== undefined) own[question] = answers[column];
    }
    return { fields, answers: own };
  });
  const inTasks = new Set([...parted.values()].flatMap((numbers) => [...numbers.values()]));
  return { tasks, whole: Object.keys(answers).filter((name) => !inTasks.has(name)) };
}

/** The fields that hold a value for each task of the page, all of one length; none where the page shows one task. */
function listsIn(fields: JsonObject): ReadonlyMap<string, readonly unknown[]> {
  const lists = new Map<string, readonly unknown[]>();
  for (const [name, value] of Object.entries(fields)) {
    const list = typeof value === 'string' && value.trimStart().startsWith('[') ? cellList(value) : value;
    if (Array.isArray(list) && list.length > 1 && list.length <= mostTasks) lists.set(name, list);
  }
  const asked = [...lists].find(
    ([name, list]) => isAsked(name) && list.every((one) => typeof one === 'string'),
  );
  if (asked) {
    const ofLength = [...lists].filter(([, list]) => list.length === asked[1].length);
    return new Map(ofLength);
  }
  return numberedFields(fields);
}

const textNames: readonly string[] = [
  ...[...names.question, ...names.conversation, ...names.context],
  ...['text', 'sentence', 'response', 'answer', 'output', 'reply', 'summary'],
];

const isAsked = (name: string): boolean => {
  const plain = plainName(name);
  return textNames.includes(plain) || textNames.includes(plain.replace(/(?:s|_list|_texts?)$/, ''));
};

/** `question_1` to `question_5` as lists, with all that is numbered to five beside them. */
function numberedFields(fields: JsonObject): ReadonlyMap<string, readonly unknown[]> {
  const stems = numbered(Object.keys(fields));
  const asked = [...stems].find(
    ([stem, numbers]) =>
      numbers.size > 1 && [...names.question, ...names.conversation].includes(plainName(stem) as never),
  );
  if (!asked) return new Map();
  const numbers = [...asked[1].keys()].sort((first, second) => first - second);
  const isWhole = numbers.at(-1)! - numbers[0]! === numbers.length - 1 && numbers[0]! <= 1;
  if (!isWhole) return new Map();
  const alike = [...stems].filter(([, own]) => [...own.keys()].every((number) => numbers.includes(number)));
  return new Map(
    alike.map(([stem, own]) => [stem, numbers.map((number) => fields[own.get(number) ?? ''] ?? null)]),
  );
}

/** Names by what they say beside a number, then by the number; of one number the first name counts. */
function numbered(all: readonly string[]): Map<string, Map<number, string>> {
  const stems = new Map<string, Map<number, string>>();
  for (const name of all) {
    const parts = partsOf(name);
    if (!parts) continue;
    const own = stems.get(parts.stem) ?? new Map<number, string>();
    if (!own.has(parts.number)) own.set(parts.number, name);
    stems.set(parts.stem, own);
  }
  return stems;
}
