import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { names, response } from '../evidence/column-names.ts';
import { speakerRole } from '../evidence/dialogues/speaker-roles.ts';
import { isNoPerson } from '../evidence/scores/who-scored.ts';
import { type FileHead, listInside, listsOfTexts } from '../readers/file-head.ts';
import { namedValues } from '../readers/json/named-values.ts';
import type { FilePlace } from '../readers/record-fields.ts';
import { isNameOfText } from '../readers/tables/header-line.ts';
import { rowsOfHead } from '../readers/tables/table-rows.ts';
import type { BlockReader } from '../readers/text-blocks.ts';

/** A file that holds no items, though it comes from a place that has some: what it looks like, and what to do. */
interface Refused {
  readonly message: string;
  readonly remedy: string;
}
interface Misfit extends Refused {
  /** Whether it is a table where somebody says what its first line is. */
  readonly mayBeTable?: boolean;
  is(head: FileHead): boolean;
}

const hasAll = ({ isJson, paths }: FileHead, ...names: string[]): boolean =>
  isJson && names.every((name) => paths.has(name));

const ofHelm = 'Choose scenario_state.json of the same run: it has the questions with the replies.';
const ofSlack =
  'Choose a file of the channel itself. Its folder in the export has one a day, such as 2026-01-31.json.';

/** Tables that Assay writes beside the items of a study, by their columns. */
const ownTables = [
  {
    columns: ['draw_order', 'annotator', 'kind', 'value'],
    message: 'This is a table of labels by item id, without the texts that were labeled.',
    remedy:
      'Import the texts first. Then import the labels (--format labels-csv), or bring them into a study with assay label.',
  },
  {
    columns: ['method', 'answers_the_question', 'estimable'],
    message: 'This is a table of the estimates of a study, with nothing to judge.',
    remedy: 'Choose the items or the labels of the same export.',
  },
];

/** What a table that Assay wrote is refused with where items are wanted; undefined for any other. */
export const ownTableOf = (columns: readonly string[]): Refused | undefined =>
  ownTables.find((table) => table.columns.every((name) => columns.includes(name)));

const misfits: readonly Misfit[] = [
  {
    message: 'This is a table of the estimates of a study, with nothing to judge.',
    remedy: 'Choose the items or the labels of the same export.',
    is: (head) => !head.isJson && ownTableOf(head.columns())?.message.includes('estimates') === true,
  },
  {
    message: 'This is the front page of a data set for Hugging Face, which holds no items.',
    remedy: 'Choose the Parquet files beside it: items, or labels for a study.',
    is: ({ text, isJson }) =>
      !isJson && text.startsWith('---\n') && text.includes('\nconfigs:\n'.trimStart()),
  },
  {
    message: 'This is a page or a report for people (HTML or XML), which holds no records.',
    remedy:
      'Write the results as JSON from the same tool, for example promptfoo eval -o results.json, and import that.',
    is: ({ text, isJson }) =>
      !isJson &&
      /^\uFEFF?\s{0,99}(?:<!doctype html|<html[\s>]|<\?xml |<testsuites?[\s>])/i.test(text.slice(0, 400)),
  },
  {
    message: 'This is the labeling interface of Label Studio, which holds no tasks.',
    remedy: 'Choose the file of tasks that belongs to it: an export as JSON.',
    is: ({ text, isJson }) => !isJson && /^\s{0,20}<View[\s>]/.test(text),
  },
  {
    message: 'These are the settings of a data set of Argilla, without its records.',
    remedy: 'Choose the file of records that belongs to them.',
    is: (head) => hasAll(head, 'questions[].name', 'fields[].name') && !head.paths.has('records'),
  },
  {
    message: 'This looks like predictions or scores of HELM, without the questions that were asked.',
    remedy: ofHelm,
    is: (head) => hasAll(head, '[].instance_id', '[].predicted_text'),
  },
  {
    message: 'This looks like the settings of a run of HELM.',
    remedy: ofHelm,
    is: (head) => hasAll(head, 'scenario_spec', 'adapter_spec') && !head.paths.has('request_states'),
  },
  {
    message: 'This looks like the list of people or channels of a Slack export, which holds no message.',
    remedy: ofSlack,
    is: (head) => hasAll(head, '[].team_id', '[].profile') || hasAll(head, '[].is_archived', '[].members'),
  },
  {
    message: 'This looks like what ChatGPT keeps of thumbs or shared links, without the conversations.',
    remedy: 'Choose conversations.json of the same export.',
    is: (head) =>
      hasAll(head, '[].conversation_id') &&
      ['[].rating', '[].is_anonymous'].some((name) => head.paths.has(name)) &&
      !['[].mapping', '[].text', '[].messages'].some((name) => head.paths.has(name)),
  },
  {
    message: 'This looks like a chat that was saved as plain text, a line for each message.',
    remedy:
      'Write it as a table with a row a message and the columns conversation, speaker and text. ' +
      'Or write JSON, one conversation a line: {"messages": [{"role": "user", "content": "..."}, {"role": "assistant", "content": "..."}]}.',
    is: isChatText,
  },
  {
    message: 'This looks like a log of Inspect without samples.',
    remedy: 'Choose the log of a finished run, or write all of it: inspect log dump FILE.eval > log.json.',
    is: (head) =>
      hasAll(head, 'eval.task', 'eval.model') &&
      ![...head.paths].some((path) => path.startsWith('samples[]')),
  },
  {
    message: 'Each line is one text, without a name that says what it is.',
    remedy:
      'Write each as a record: {"question": "..."} where it was asked, {"response": "..."} where it is a reply.',
    is: ({ isJson, isList, text }) => isJson && !isList && areBareTexts(text),
  },
  {
    message: 'The file is a list of numbers or texts, without what each belongs to.',
    remedy:
      'Write each beside its texts, a record a line: {"id": "...", "question": "...", "response": "...", "judge_score": 4}.',
    is: ({ isJson, text }) =>
      isJson && /^\uFEFF?\s{0,99}\[\s{0,99}(?:-?\d|"|true\b|false\b|null\b)/.test(text),
  },
  {
    message: 'Each line is a talk whose turns are parted by bars (|||), and none says which is judged.',
    remedy:
      'Write each as a record, one a line: {"messages": [{"role": "user", "content": "..."}, {"role": "assistant", "content": "..."}]}.',
    is: ({ isJson, delimiter, text }) => !isJson && delimiter === '|' && areBarredTurns(text),
    mayBeTable: true,
  },
  {
    message: 'The turns of each dialogue do not say who speaks, so no reply can be found.',
    remedy:
      'Give each turn its speaker: {"turns": [{"role": "user", "text": "..."}, {"role": "assistant", "text": "..."}]}.',
    is: areSpeechless,
  },
  {
    message: 'Each talk is a list of texts, and none says who speaks or which is judged.',
    remedy:
      'Write each as a record, one a line: {"messages": [{"role": "user", "content": "..."}, {"role": "assistant", "content": "..."}]}.',
    is: ({ isJson, paths }) => isJson && paths.size > 1 && areTexts([...paths]),
  },
  {
    message: 'Each line is a dialogue with __eou__ between turns. None says who speaks or which is judged.',
    remedy:
      'Write each as a record, one a line: {"messages": [{"role": "user", "content": "..."}, {"role": "assistant", "content": "..."}]}.',
    is: ({ isJson, text }) => {
      const lines = text.split('\n', linesLooked).filter((line) => line.trim() !== '');
      return (
        !isJson &&
        lines.length > 0 &&
        lines.filter((line) => line.includes(' __eou__')).length * 2 > lines.length
      );
    },
  },
  {
    message: 'This is plain text and no table: its lines do not have the same columns.',
    remedy:
      'If they are questions or replies, write each as a record, one a line: {"id": "...", "question": "...", "response": "..."}. ' +
      'If it is a prompt or a note, choose the file with the replies.',
    is: isPlainText,
  },
  {
    message: 'This is text and no table: its commas and bars are those of sentences.',
    remedy:
      'Write each line or paragraph as a record, one a line: {"id": "...", "question": "...", "response": "..."}. ' +
      'If it is a table after all, say what its first line is (--map \'{"header":"none"}\', or "names").',
    mayBeTable: true,
    is: isProseCut,
  },
  {
    message: 'The cells of this table are separated by spaces, which stand in texts, too.',
    remedy: 'Write it with tabs or commas between the cells, and import that.',
    is: isSpaced,
  },
];

/** Whether a document holds the parts of a data set, each a list of lists of texts, and nothing else. */
const areTexts = (paths: readonly string[]): boolean =>
  paths.some((path) => path.endsWith('[][]')) &&
  paths.every((path) => /^(?:(?:train|valid|validation|dev|test)(?:\[\]){0,2})?$/.test(path));

const turnText = /^(.*(?:dialogue|dialog|conversation|turns|utterances)\[\])\.(?:text|utterance|sentence)$/i;
const turnSpeaker = /^(?:from|author|user|sender|name|agent|participant|who|person|source)|speaker|role/i;

/** Whether records have turns that name no speaker, and neither a question nor a reply beside them. */
function areSpeechless({ isJson, paths }: FileHead): boolean {
  if (!isJson) return false;
  const all = [...paths];
  const list = all.map((path) => turnText.exec(path)?.[1]).find((found) => found !== undefined);
  if (list === undefined) return false;
  const inside = all.filter((path) => path.startsWith(`${list}.`)).map((path) => path.slice(list.length + 1));
  const beside = all
    .filter((path) => /^(?:\[\]\.)?[^.[\]]+$/.test(path))
    .map((path) => path.replace('[].', ''));
  return (
    !inside.some((name) => turnSpeaker.test(name)) &&
    !beside.some((name) => response.test(name) || (names.question as readonly string[]).includes(name))
  );
}

/** Fields of an object that is more than a record whose names are unknown. */
const fewestPaths = 12;

/** Whether an object has no field that is called an id, a question, a reply or a conversation, however deep. */
function isOfWords(head: FileHead): boolean {
  if (!head.isOneObject || listInside(head) !== undefined) return false;
  const { paths, text } = head;
  const isNamed = [...paths].some((name) =>
    isNameOfText(name.slice(name.lastIndexOf('.') + 1).replaceAll('[]', '')),
  );
  return paths.size > fewestPaths && !isNamed && !text.includes('"role"');
}

const linesLooked = 200;

const fewestAlike = 0.8;

/** Whether a file that is called a text is cut by no sign into rows of one width. */
function isPlainText(head: FileHead): boolean {
  const { text, ending, isJson, delimiter } = head;
  if (isJson || endingsOfTables.includes(ending) || isSpaced(head)) return false;
  const isTable = (quotes?: 'letters') => {
    const [first, ...rows] = rowsOfHead(text, linesLooked, delimiter, quotes, false);
    if (first === undefined || rows.length === 0) return true;
    if (first.length === 1 && !isNameOfText(first[0]!)) return false;
    return rows.filter(({ length }) => length === first.length).length >= fewestAlike * rows.length;
  };
  return !isTable() && !isTable('letters');
}

const endingsOfTables = ['.csv', '.tsv', '.xlsx'];

/** Whether lines have bars in threes and none alone, as lists of turns that were joined. */
function areBarredTurns(text: string): boolean {
  const lines = text.split('\n', linesLooked).filter((line) => line.includes('|'));
  return lines.length > 1 && lines.every((line) => line.replaceAll('|||', '') === line.replaceAll('|', ''));
}

const mostWordsOfName = 4;

/**
 * Whether a file that is not called a table would be one by the signs of its sentences alone: no cell is quoted, no column is numbers or
 * a few short words, and no cell of the first line is a name.
 */
function isProseCut({ text, ending, isJson, delimiter }: FileHead): boolean {
  if (isJson || endingsOfTables.includes(ending) || delimiter === '\t') return false;
  const [first = [], ...rows] = rowsOfHead(text, linesLooked, delimiter, undefined, false);
  if (first.length < 2 || rows.length === 0 || first.some((cell) => isNameOfText(cell))) return false;
  if (text.includes(`"${delimiter}`) || text.includes(`${delimiter}"`)) return false;
  // Cells of a table may be written with a space before them; its header has names.
  const areNames = first.every((cell) => wordsIn(cell) <= mostWordsOfName && !/[.!?:]$/.test(cell.trim()));
  const isTold = first.some((_, at) => isShortColumn([first, ...rows].map((row) => row[at] ?? '')));
  return !isTold && !(areNames && new Set(first).size === first.length && isPartedClosely(text, delimiter));
}

const wordsIn = (text: string): number => text.split(/\s/).filter((word) => word !== '').length;

/** Whether values are numbers, or a few short words that come again in several ways, as no part of a sentence does. */
function isShortColumn([, ...cells]: readonly string[]): boolean {
  const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const different = new Set(said);
  if (said.length < 2) return false;
  if (said.every((cell) => Number.isFinite(Number(cell)))) return true;
  return (
    different.size > 1 &&
    different.size * 2 <= said.length &&
    said.every((cell) => wordsIn(cell) < mostWordsOfName)
  );
}

/** Whether few of the signs are followed by a space, as they are in sentences. */
function isPartedClosely(text: string, sign: string): boolean {
  const part = text.slice(0, 20_000);
  const all = part.split(sign).length - 1;
  return (part.split(`${sign} `).length - 1) * 2 < all;
}

/** Whether lines are JSON texts and no records. */
const areBareTexts = (text: string): boolean => {
  const lines = text.split('\n', linesLooked).filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => line.startsWith('"') && line.trimEnd().endsWith('"'));
};

const fewestSpaced = 3;

/** Whether no sign parts the names of the header, and spaces cut each row into as many words as it has. */
function isSpaced({ text, isJson }: FileHead): boolean {
  if (isJson) return false;
  const lines = text.split('\n', linesLooked).map((line) => line.trim());
  const [header = '', ...rows] = lines.slice(0, -1).filter((line) => line !== '');
  const names = header.split(' ');
  const wordsIn = (row: string) => row.split(/\s/).filter((word) => word !== '').length;
  return (
    names.length >= 2 &&
    !/[,;\t|"]/.test(header) &&
    new Set(names).size === names.length &&
    rows.length >= fewestSpaced &&
    rows.every((row) => !/[,;|"]/.test(row) && wordsIn(row) === names.length)
  );
}

/** The day and time with which messengers begin a line: `[31.01.26, 10:15:00] Ann: Hi`, `1/31/26, 10:15 AM - Ann: Hi`. */
const stamped =
  /^[^\p{L}\d[]{0,3}\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s\d{1,2}:\d{2}[^\p{L}]{0,6}(?:[ap]\.?m\.?)?\]?[\s–-]{0,4}[^:]{1,60}:\s/iu;
const spoken = /^\s{0,8}\*{0,2}\[?([\p{L}][\p{L}\d ._'-]{0,39})\]?\*{0,2}:\*{0,2}\s/u;

/** Whether most lines begin with a time and a name, or with who speaks, where the data say who asks and who answers. */
function isChatText({ text, ending, isJson }: FileHead): boolean {
  if (isJson) return false;
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesLooked);
  if (lines.length >= 2 && lines.filter((line) => stamped.test(line)).length * 2 > lines.length) return true;
  if (['.csv', '.tsv'].includes(ending)) return false;
  const speakers = lines.map((line) => spoken.exec(line)?.[1]).filter((name) => name !== undefined);
  const roles = new Set(speakers.map(speakerRole));
  return roles.has('user') && roles.has('assistant') && speakers.length * 5 > lines.length;
}

/** A reader that refuses a file that only looks like one with items, and says what it is; undefined for any other. */
export function misfitReader(
  head: FileHead,
  at: FilePlace,
  mapping?: Pick<ColumnMapping, 'header'>,
): BlockReader | undefined {
  const found = misfitOf(head);
  if (!found || (mapping?.header !== undefined && 'mayBeTable' in found)) return undefined;
  at.problems.add(0, '', found.message, found.remedy);
  return { cutsAnywhere: true, read: () => {}, end: () => {} };
}

/** Whether a file only looks like one with items: what it holds is said when it is refused. */
export const isMisfit = (head: FileHead): boolean => misfitOf(head) !== undefined;

const misfitOf = (head: FileHead): Misfit | Refused | undefined =>
  misfits.find(({ is }) => is(head)) ??
  valuesAlone(head) ??
  severalLists(head) ??
  (isOfWords(head) ? ofWords : undefined);

/** A document with several lists of questions or replies, of which none is all of it. */
function severalLists(head: FileHead): Refused | undefined {
  const lists = listsOfTexts(head);
  const [first] = lists;
  if (first === undefined || lists.length < 2) return undefined;
  const named = lists.map(({ list, fields }) => `${list} (${fields.slice(0, 4).join(', ')})`);
  return {
    message: `The file is one object with ${lists.length} lists of records: ${named.slice(0, 4).join('; ')}.`,
    remedy:
      `Write the records of one list to a file, one a line: jq -c '.${first.list}[]' FILE > records.jsonl. ` +
      'What they are about goes into each as "context".',
  };
}

const ofWords: Refused = {
  message: 'The file is one object, and none of its lists has records with a question or a reply.',
  remedy:
    'If this is a vocabulary, a configuration or a list of totals, choose the file with the replies. Else write its records one a line: {"id": "...", "question": "...", "response": "..."}.',
};

/** Ratings by person and item, scores by item, or a vocabulary: values by names, and no text. */
function valuesAlone({ isJson, isList, text }: FileHead): Refused | undefined {
  const found = isJson && !isList ? namedValues(text) : undefined;
  if (!found) return undefined;
  const [first, second] = found.names.map((name) => name.slice(0, 60)) as [string, string?];
  if (second === undefined) {
    return {
      message: `The file holds one value under each name, such as ${found.value} for "${first}", and no text to judge.`,
      remedy:
        'Choose the file with the replies. Scores by item are written beside them: {"id": "...", "question": "...", "response": "...", "judge_score": 4}.',
    };
  }
  if (isNoPerson(first)) {
    return {
      message: `This looks like scores without the texts that were scored, such as ${found.value} by "${first}" for "${second}".`,
      remedy:
        'Write each beside its texts: {"id": "...", "question": "...", "response": "...", "judge_score": 4}. Where people gave them, write "human_score".',
    };
  }
  const line = JSON.stringify({ id: second, annotator: first, value: 4 });
  return {
    message: `This looks like ratings without the texts that were rated, such as ${found.value} by "${first}" for "${second}".`,
    remedy: `Import the texts first, then bring the ratings into a study with assay label, a line each: ${line}. Or write them with the texts: {"id": "...", "question": "...", "response": "...", "annotator": "...", "rating": 4}.`,
  };
}
