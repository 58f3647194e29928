import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { unnamedSystem } from './chat-record.ts';

const names = {
  id: ['id', 'item_id', 'item', 'qid', 'question_id', 'example_id', 'uid', 'key'],
  question: ['question', 'prompt', 'input', 'query', 'instruction', 'user', 'user_message', 'utterance'],
  conversation: ['conversation', 'messages', 'dialogue', 'dialog', 'history', 'turns'],
  context: ['context', 'passage', 'document', 'knowledge', 'evidence', 'source_text'],
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
  /^(response|output|prediction|completion|generation|reply|model_output|actual_output|model_answer)$/;
const responseOf = /^(?:response|output|answer|prediction|completion|reply)_(\d*\D.*)$/;
const responseBy = /^(.+)_(?:response|output|prediction|completion|reply)$/;
const human = /^(?:human|rating|label|score)(?:_(.+))?$/;
const judge = /^judge(?:_(.+))?$/;
const auto = /^(?:auto|metric)_(.+)$|^(bleu|rouge\w*|bertscore\w*|f1|em|exact_match|chrf|meteor)$/;

export const plainName = (column: string): string =>
  column
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

/** Guesses from the header what each column holds; a person may correct it before the import. */
export function suggestMapping(columns: readonly string[]): ColumnMapping {
  const open = new Map(columns.map((column) => [column, plainName(column)]));
  const take = (column: string) => open.delete(column);
  const takeNamed = (wanted: readonly string[]) => {
    for (const name of wanted) {
      const found = [...open].find(([, plain]) => plain === name)?.[0];
      if (found !== undefined && take(found)) return found;
    }
    return undefined;
  };
  const single = Object.fromEntries(
    Object.entries(names).flatMap(([field, wanted]) => {
      const column = takeNamed(wanted);
      return column === undefined ? [] : [[field, column]];
    }),
  );
  const responses = [...open].flatMap(([column, plain]) => {
    const named = responseOf.exec(plain)?.[1] ?? responseBy.exec(plain)?.[1];
    if (named === undefined && !response.test(plain)) return [];
    take(column);
    return [{ column, system: named ?? unnamedSystem }];
  });
  const references = [...open].flatMap(([column, plain]) =>
    reference.test(plain) && take(column) ? [column] : [],
  );
  const systems = responses.length > 0 ? responses.map(({ system }) => system) : [unnamedSystem];
  return {
    ...single,
    references,
    responses,
    human: humanColumns(open, systems),
    signals: signalColumns(open, systems),
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
