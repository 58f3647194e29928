import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { cellJson, wordsOf } from './cell-values.ts';
import { unnamedSystem } from './chat-record.ts';
import { isTurns, pathOf } from './record-columns.ts';

const names = {
  id: [
    ...['id', 'item_id', 'item', 'qid', 'question_id', 'prompt_id', 'example_id', 'sample_id', 'instance_id'],
    ...['record_id', 'task_id', 'doc_id', 'uid', 'uuid', 'key', 'index', 'idx'],
  ],
  question: [
    ...[
      'question',
      'prompt',
      'input',
      'query',
      'instruction',
      'user',
      'user_message',
      'user_input',
      'utterance',
    ],
    ...['user_query', 'input_text', 'source'],
  ],
  conversation: [
    'conversation',
    'conversations',
    'messages',
    'dialogue',
    'dialog',
    'history',
    'turns',
    'chat',
  ],
  context: [
    'context',
    'contexts',
    'passage',
    'document',
    'knowledge',
    'evidence',
    'source_text',
    'retrieved_context',
  ],
  group: [
    'group',
    'group_id',
    'topic',
    'dialogue_id',
    'dialog_id',
    'conversation_id',
    'session_id',
    'session',
  ],
} as const;
const reference =
  /^(reference|references|gold|gold_answer|answer|answers|ideal|expected|expected_output|target|ground_truth|correct_answer)(_?\d+)?$/;
const response =
  /^(response|outputs?|prediction|completion|generation|reply|model_output|actual_output|model_answer)$/;
const responseOf = /^(?:response|output|answer|prediction|completion|reply)_(\d*\D.*)$/;
const responseBy = /^(.+)_(?:response|output|prediction|completion|reply)$/;
/** `model_a` and `model_b`, `system 1` and `system 2`. */
const sibling = /^(?:model|system|assistant|bot|candidate|variant|version)_?(?:[a-z]|\d{1,2})$/;
const human = /^(?:human|rating|label|score)(?:_(.+))?$/;
const judge = /^judge(?:_(.+))?$/;
/** Metrics in evaluation tables of MLflow, which do not say whether a model judged. */
const mlflowMetric = /^([^/]{1,80})\/v\d+\/score$/;
const auto = /^(?:auto|metric)_(.+)$|^(bleu|rouge\w*|bertscore\w*|f1|em|exact_match|chrf|meteor)$/;

export const plainName = (column: string): string =>
  column
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

const systemNames = ['system', 'model', 'model_name', 'model_id', 'system_name', 'generator', 'bot'];
const raterNames = [
  'rater',
  'rater_id',
  'annotator',
  'annotator_id',
  'worker',
  'worker_id',
  'evaluator',
  'labeler',
];
const criterionNames = ['criterion', 'dimension', 'aspect'];

/**
 * Guesses what each column holds from its name and, where rows are given, from what stands in it; a person may correct it before the
 * import. A column that no name tells is guessed at only where its values leave little doubt: turns of a conversation, long texts
 * beside each other, names that repeat.
 */
export function suggestMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
): ColumnMapping {
  // Of a path the last name says what the value is.
  const open = new Map(columns.map((column) => [column, plainName(lastName(column))]));
  const take = (column: string) => open.delete(column);
  const seen = new Map(columns.map((column, index) => [column, lookAt(rows.map((row) => row[index] ?? ''))]));
  const takeNamed = (wanted: readonly string[]) => {
    for (const name of wanted) {
      const found = [...open].find(([, plain]) => plain === name)?.[0];
      if (found !== undefined && take(found)) return found;
    }
    return undefined;
  };
  const single: Partial<Record<keyof typeof names, string>> = Object.fromEntries(
    Object.entries(names).flatMap(([field, wanted]) => {
      const column = takeNamed(wanted);
      return column === undefined ? [] : [[field, column]];
    }),
  );
  const turns = single.conversation ?? [...open.keys()].find((column) => seen.get(column)!.areTurns);
  if (turns !== undefined && single.conversation === undefined && take(turns)) {
    Object.assign(single, { conversation: turns });
  } else if (turns !== undefined && seen.get(turns)!.areNumbers) delete single.conversation;
  const long = longColumns(open, seen);
  for (const column of Object.values(long)) if (column !== undefined) take(column);
  const responses = [...open].flatMap(([column, plain]) => {
    if (mlflowMetric.test(column)) return [];
    const named = responseOf.exec(plain)?.[1] ?? responseBy.exec(plain)?.[1];
    if (named === undefined && !response.test(plain)) return [];
    take(column);
    return [{ column, system: named ?? unnamedSystem }];
  });
  const named = [...open].flatMap(([column, plain]) =>
    !mlflowMetric.test(column) && reference.test(plain) && take(column) ? [column] : [],
  );
  const references = isScored(open, long) && responses.length === 0 && named.length === 1 ? [] : named;
  // What was scored is what a system said: a right answer needs no score.
  for (const column of references === named ? [] : named) responses.push({ column, system: unnamedSystem });
  if (rows.length > 0) guessTexts(single, responses, open, seen);
  const systems = responses.length > 0 ? responses.map(({ system }) => system) : [unnamedSystem];
  const people = humanColumns(open, systems);
  const signals = signalColumns(open, systems);
  return {
    ...single,
    ...long,
    references,
    responses,
    human: people,
    signals,
    ...classesOf([...people, ...signals], columns, rows),
  };
}

function humanColumns(open: ReadonlyMap<string, string>, systems: readonly string[]): ColumnMapping['human'] {
  return [...open].flatMap(([column, plain]) => {
    const found = human.exec(plain);
    const whose = found && splitSystem(found[1] ?? '', systems);
    return whose ? [{ column, system: whose.system, criterion: whose.rest || 'rating' }] : [];
  });
}

function signalColumns(
  open: ReadonlyMap<string, string>,
  systems: readonly string[],
): ColumnMapping['signals'] {
  return [...open].flatMap(([column, plain]): ColumnMapping['signals'] => {
    const metric = mlflowMetric.exec(column)?.[1];
    if (metric !== undefined && systems.length === 1) {
      return [{ column, system: systems[0]!, kind: 'auto', name: metric }];
    }
    const judged = judge.exec(plain);
    const measured = auto.exec(plain);
    const whose = splitSystem(judged?.[1] ?? measured?.[1] ?? measured?.[2] ?? '', systems);
    if (!whose || (!judged && !measured)) return [];
    const { system, rest } = whose;
    if (!judged) return [{ column, system, kind: 'auto', name: rest || 'metric' }];
    return [{ column, system, kind: 'judge', name: 'judge', ...(rest ? { criterion: rest } : {}) }];
  });
}

/** Parts `alpha_helpful` into a system and what is left; without a system's name, the only system is meant. */
function splitSystem(text: string, systems: readonly string[]): { system: string; rest: string } | null {
  const longestFirst = systems.toSorted((a, b) => b.length - a.length);
  for (const system of longestFirst) {
    if (text === system) return { system, rest: '' };
    if (text.startsWith(`${system}_`)) return { system, rest: text.slice(system.length + 1) };
    if (text.endsWith(`_${system}`)) return { system, rest: text.slice(0, -system.length - 1) };
  }
  const [only, another] = systems;
  return only !== undefined && another === undefined ? { system: only, rest: text } : null;
}

/** Whether columns that are left hold scores, or name the system that answered. */
const isScored = (open: ReadonlyMap<string, string>, { system }: Pick<ColumnMapping, 'system'>): boolean =>
  system !== undefined || [...open.values()].some((plain) => human.test(plain) || judge.test(plain));

/** What words are worth in those columns of scores that hold words and no numbers. */
function classesOf(
  scores: readonly { column: string }[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<ColumnMapping, 'classes'> {
  const found = scores.flatMap(({ column }) => {
    const index = columns.indexOf(column);
    const words = wordsOf(rows.map((row) => row[index] ?? ''));
    return words ? [[column, words] as const] : [];
  });
  return found.length > 0 ? { classes: Object.fromEntries(found) } : {};
}

const isProse = ({ areNames, areNumbers, areTurns }: Look): boolean => !areNames && !areNumbers && !areTurns;

/** What the first cells of a column have in common. */
interface Look {
  readonly areTurns: boolean;
  /** Prose: several words in most cells that are not empty. */
  readonly areTexts: boolean;
  /** A few short names that come again and again. */
  readonly areNames: boolean;
  readonly areNumbers: boolean;
}

function lookAt(cells: readonly string[]): Look {
  const filled = cells.filter((cell) => cell !== '');
  const most = (test: (cell: string) => boolean) =>
    filled.length > 0 && filled.filter(test).length > 0.7 * filled.length;
  const isText = (cell: string) =>
    !cell.startsWith('[') && !cell.startsWith('{') && (cell.match(/ /g) ?? []).length >= 2;
  return {
    areTurns: most((cell) => cell.startsWith('[{') && isTurns(cellJson(cell))),
    areTexts: most(isText),
    areNames: most((cell) => cell.length <= 60 && !isText(cell)) && new Set(filled).size < filled.length,
    areNumbers: most((cell) => Number.isFinite(Number(cell))),
  };
}

/** The last name of a path: `answer.text` is a text, `scores[0].value` a value. */
const lastName = (column: string): string =>
  pathOf(column)
    .filter((step) => typeof step === 'string')
    .at(-1) ?? column;

/** Columns that name systems, people or criteria over and over: those of a long table. */
function longColumns(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Pick<ColumnMapping, 'system' | 'rater' | 'criterion'> {
  const find = (wanted: readonly string[]) =>
    [...open].find(([column, plain]) => wanted.includes(plain) && seen.get(column)!.areNames)?.[0];
  const found = { system: find(systemNames), rater: find(raterNames), criterion: find(criterionNames) };
  return Object.fromEntries(Object.entries(found).filter(([, column]) => column !== undefined));
}

/** Takes prose that no name tells for the question, then for the response, in the order of the columns. */
function guessTexts(
  single: { question?: string; conversation?: string },
  responses: ColumnMapping['responses'],
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  const nextText = () => {
    const found = [...open.keys()].find((column) => seen.get(column)!.areTexts);
    if (found !== undefined) open.delete(found);
    return found;
  };
  if (single.conversation === undefined && single.question === undefined) {
    const question = nextText();
    if (question !== undefined) single.question = question;
  }
  if (single.conversation !== undefined || responses.length > 0 || single.question === undefined) return;
  // Columns that differ by a letter or a number, and hold no names, are replies side by side.
  const siblings = [...open].filter(([column, plain]) => sibling.test(plain) && isProse(seen.get(column)!));
  if (siblings.length > 1 && siblings.some(([column]) => seen.get(column)!.areTexts)) {
    for (const [column, plain] of siblings) {
      open.delete(column);
      responses.push({ column, system: plain });
    }
    return;
  }
  // Of several nobody can tell which is judged.
  const texts = [...open.keys()].filter((column) => seen.get(column)!.areTexts);
  const response = texts.length === 1 ? nextText() : undefined;
  if (response !== undefined) responses.push({ column: response, system: unnamedSystem });
}
