import type { ColumnMapping } from '../../shared/contract/index.ts';
import { AppError, type ReadyOptions } from '../../shared/errors.ts';
import { isLabelFormat } from '../../shared/import-formats.ts';
import { mapOption, mappedColumns } from '../../shared/mapping.ts';
import { isRaterName, isSystemName, lastName, plainName, spacedName } from './evidence/column-names.ts';
import { isRare, type Look, lookAt } from './evidence/column-values.ts';
import { rowsSeen, wholeMapping } from './evidence/complete-mapping.ts';
import { isCalledReply, withAnswerAsReply } from './evidence/reply-columns.ts';
import { areOwnTexts, isAside } from './evidence/roles.ts';
import { type KnownOfFile, suggest } from './evidence/suggest-mapping.ts';
import { unnamedSystem } from './formats/chats/chat-record.ts';
import { isMisfit } from './formats/files-without-items.ts';
import type { Format, TableFile, TextFormat } from './formats/format.ts';
import { formatOf, triedOn } from './formats/registry.ts';
import { worthOfClass } from './formats/score-names.ts';
import { isWholeQuestion } from './formats/surveys/survey-tools.ts';
import { cellObject } from './formats/tables/object-cells.ts';
import type { ImportParams } from './import-request.ts';
import { readTableFile } from './read-items.ts';
import type { FileHead, SourceFile } from './readers/file-head.ts';
import { pathOf } from './readers/json/record-columns.ts';
import { Problems } from './readers/problems.ts';
import { cellText } from './readers/tables/table-value.ts';

const textless =
  'No column looks like a question or a reply, so nothing here can be judged. Choose the file with the replies, or say which columns hold them (--map).';

/** A refusal with a mapping to go on from, where the file holds records: what was guessed, and what comes nearest for the rest. */
export async function withReadyMapping(
  error: unknown,
  source: SourceFile,
  params: Pick<ImportParams, 'format' | 'append'>,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'IMPORT_REFUSED' || error.details.ready) return error;
  if (isLabelFormat(params.format)) return error;
  const left = leftOut(error);
  if (left)
    return new AppError(error.code, error.message, { ...error.details, ready: [left] }, { cause: error });
  // What such a file holds, and how to bring it, is said already.
  if (isMisfit(source.head)) return error;
  try {
    const own = formatOf(params.format);
    // What cannot be unpacked is not unpacked a second time.
    if (own.open && !error.details.remedy?.includes('--map')) return error;
    const table = await firstRows(source, own);
    if (!table) return error;
    const known = { systems: params.append?.systems, name: source.head.name };
    const guessed = readyMapping(table, known);
    // A file without a text gets a refusal of its own below; a mapping that fails again helps nobody.
    const ready =
      guessed && params.append === undefined ? readingOf(guessed, table, source.head, error) : guessed;
    if (guessed && !ready) return error;
    // What a tool's own reader says to do is better than what can be said of any table.
    if (!guessed && !own.columns && !own.open) return error;
    // What is added to a data set may be scores alone.
    if (!ready && params.append) return error;
    return ready
      ? new AppError(
          error.code,
          error.message,
          { ...error.details, ready: [optionsOf(ready)] },
          { cause: error },
        )
      : textlessRefusal(error, table);
  } catch {
    // The file is too damaged for a second look; why is in the refusal.
    return error;
  }
}

/**
 * The mapping as it reads the beginning of the file without a fault: as it was guessed, without the ids that the refusal complains of;
 * undefined where neither does.
 */
function readingOf(
  { map, ...ready }: GuessedMapping,
  { format }: FirstRows,
  head: FileHead,
  error: AppError,
): GuessedMapping | undefined {
  if (!format?.read) return { map, ...ready };
  const { id: _, ...nameless } = map;
  const isOfIds = error.details.problems?.some(({ field }) => field === 'id') ?? false;
  const ways: { says: string; map: ColumnMapping }[] = [
    ...(isOfIds ? [] : [{ says: ready.says, map }]),
    ...(isOfIds && map.id !== undefined
      ? [{ says: 'By its fields, each row an item with an id that is made', map: nameless }]
      : []),
  ];
  const found = ways.find((way) => {
    const { faults, items } = triedOn(format.read, head, way.map);
    return faults === 0 && items > 0;
  });
  return found && { ...ready, ...found };
}

/** Where nothing is wrong but questions that cannot be scores: the file without them. */
function leftOut({ details: { causes = [], problemCount = 0 } }: AppError): ReadyOptions | undefined {
  const fields = causes.filter(({ ways = [] }) => ways.some(({ mapping }) => mapping.leaveOut));
  const counted = fields.reduce((sum, { count }) => sum + count, 0);
  if (fields.length === 0 || counted < problemCount) return undefined;
  const names = [...new Set(fields.map(({ field }) => field))];
  return {
    says: `Leave ${names.map((name) => `“${name}”`).join(', ')} out`,
    options: { 'leave-out': names },
  };
}

/** The same refusal of a file without a text of its own, which no mapping helps, with what its columns hold instead. */
export const textlessRefusal = (error: AppError, table: SeenRows): AppError =>
  new AppError(
    error.code,
    error.message,
    { ...error.details, remedy: recordsInCells(table) ?? asSurvey(table) ?? scoresById(table) ?? textless },
    { cause: error },
  );

/** What to do with what people answered in a survey, a row for each of them; undefined where the columns are not such questions. */
function asSurvey({ columns, rows }: SeenRows): string | undefined {
  const questions = columns.filter(
    (column, at) => isWholeQuestion(column) && rows.every((row) => worthOfClass(row[at] || '0') !== null),
  );
  return questions.length < 2
    ? undefined
    : 'If each row is what one person answered in a survey, choose that format (--format survey-table). Else choose the file with the replies, or say which columns hold them (--map).';
}

/** What to do with scores by id, which belong to texts in another file; undefined where the file has none. */
function scoresById({ columns, rows }: SeenRows): string | undefined {
  const { mapping, unsure } = suggest(columns, rows);
  const scores = [...mapping.human, ...mapping.signals, ...unsure].map(({ column }) => column);
  if (mapping.id === undefined || scores.length === 0) return undefined;
  const named = scores.slice(0, fieldsNamed).join(', ');
  return (
    `It has scores (${named}) by ${mapping.id}, and no texts. Choose the file with the replies, too: ` +
    'assay import PROJECT REPLIES SCORES brings both together. Or add this one to their data set (--append-to).'
  );
}

const fieldsNamed = 4;

/** What to do where cells hold whole records, as a table with a benchmark a column; undefined where none does. */
function recordsInCells({ columns, rows }: SeenRows): string | undefined {
  const held = columns.flatMap((column, at) => {
    const [record] = rows.map((row) => cellObject(row[at] ?? '')).filter((object) => object !== undefined);
    return record ? [{ column, fields: Object.keys(record) }] : [];
  });
  const [first, ...others] = held;
  if (!first || first.fields.length < 2) return undefined;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const fields = first.fields.slice(0, fieldsNamed).join(', ');
  return `The cells of "${first.column}"${more} hold whole records (${fields}). Write each record on a line of its own (JSONL) and import that file.`;
}

/** A mapping to paste, before it is written as options. */
interface GuessedMapping {
  readonly says: string;
  readonly named: Record<string, string[]>;
  readonly map: ColumnMapping;
}

const optionsOf = ({ says, named, map }: GuessedMapping): ReadyOptions => ({
  says,
  options: { ...named, map: [mapOption(map)] },
});

type SeenRows = Pick<FirstRows, 'columns' | 'rows'>;

interface FirstRows {
  /** What reads the file by a mapping, where that is text. */
  readonly format?: TextFormat;
  /** What the general reader of the file is called, where another one refused it. */
  readonly named?: Record<string, string[]>;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first rows of a file as the general reader sees them; undefined where it has none. */
async function firstRows(source: SourceFile, own: Format): Promise<FirstRows | undefined> {
  if (own.open) return rowsOfTable(source, own);
  const { head } = source;
  const format = own.columns ? own : formatOf(head.isJson ? 'json-records' : 'csv');
  const { columns = [], rows = [] } = format.columns?.table(head, rowsSeen) ?? {};
  if (columns.length === 0 || rows.length === 0) return undefined;
  return {
    ...(format.read && { format }),
    named: format === own ? {} : { format: [format.id] },
    columns,
    rows,
  };
}

async function rowsOfTable(source: SourceFile, own: TableFile): Promise<FirstRows | undefined> {
  const rows: string[][] = [];
  const nothing = () => {};
  const sink = {
    ...{ range: nothing, item: nothing, response: nothing, human: nothing, machine: nothing },
    ...{ leftBehind: nothing, remark: nothing },
  };
  const { columns } = await readTableFile(source, own, {}, new Problems(), sink, {
    most: rowsSeen,
    see: (row, names) => rows.push(names.map((_, at) => cellText(row[at]))),
  });
  return rows.length === 0 ? undefined : { named: {}, columns, rows };
}

/** The mapping that was guessed, as options; undefined where the file has no text. */
export function readyOptions(table: FirstRows, known: KnownOfFile): ReadyOptions | undefined {
  const guessed = readyMapping(table, known);
  return guessed && optionsOf(guessed);
}

/** The mapping that was guessed, with texts for the question and the reply where none was; undefined where the file has no text. */
function readyMapping(
  { named: beside = {}, columns, rows }: FirstRows,
  known: KnownOfFile,
): GuessedMapping | undefined {
  const mapping = wholeMapping(undefined, columns, rows, known);
  const taken = new Set(mappedColumns(mapping));
  const open = columns.filter((column) => column.trim() !== '' && !taken.has(column) && !isName(column));
  const looks = new Map(columns.map((column, at) => [column, lookAt(rows.map((row) => row[at] ?? ''))]));
  const plainOf = (column: string) => plainName(lastName(column));
  const named = open.filter(
    (column) => isCalledReply(column, plainOf(column)) && areOwnTexts(looks.get(column)!),
  );
  const prose = open.filter((column) => mayBeText(looks.get(column)!));
  const own = prose.filter((column) => !isAside(column, plainOf(column)));
  // Notes may be what was rated where a table has no other text.
  const isOfRater = (column: string) =>
    /^notes?$/.test(plainOf(column)) && (mapping.rater !== undefined || pathOf(column).length > 1);
  const texts =
    own.length > 0
      ? own
      : prose.filter((column) => /^(?:note|text|part)/.test(plainOf(column)) && !isOfRater(column));
  const [called] = named.filter((column) => !looks.get(column)!.areNumbers);
  if (called !== undefined)
    texts.splice(0, texts.length, ...texts.filter((column) => column !== called), called);
  const isAsked = mapping.question ?? mapping.conversation;
  const isAnswered = mapping.responses.length > 0 || mapping.conversation !== undefined;
  if (texts.length === 0 && isAsked === undefined && !isAnswered) {
    const map = withAnswerAsReply(mapping);
    const said = map?.responses[0]?.column;
    if (map === undefined || said === undefined || !mayBeText(looks.get(said)!)) return undefined;
    return { says: `With ${said} as the reply`, named: beside, map };
  }
  const question = isAsked === undefined && texts.length > 1 ? texts.shift() : mapping.question;
  const reply = called ?? texts[0];
  const responses =
    isAnswered || reply === undefined ? mapping.responses : [{ column: reply, system: unnamedSystem }];
  const map: ColumnMapping = { ...mapping, ...(question !== undefined && { question }), responses };
  return { says: 'By its fields', named: beside, map };
}

/** Whether a column's name says that it names items, systems or people. */
const isName = (column: string): boolean => {
  const plain = plainName(lastName(column));
  return (
    /(?:^|_)(?:id|uid|uuid)$/.test(plain) ||
    isSystemName(plain) ||
    isRaterName(plain) ||
    spacedName(column).endsWith('_id')
  );
};

/** Whether values are texts of several words each, as a question or a reply: paths, names and classes are none. */
const mayBeText = (look: Look): boolean =>
  look.areTexts && !look.areNumbers && !look.areTurns && !look.areVotes && !isRare(look);
