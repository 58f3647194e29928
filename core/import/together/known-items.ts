import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { unnamedSystem } from '../../../shared/study-choices.ts';
import { isIdOfTexts, names, spacedName } from '../evidence/column-names.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import { cellsIn, saidCells } from '../readers/tables/cell-values.ts';

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What is asked in the item of an id, as JSON of its turns; undefined where there is no such item. */
export type AskedIn = (id: string) => string | undefined;

/** A mapping of one of several files by what is known of its items from the others, or from the data set that it is added to. */
export function withKnownItems(mapping: ColumnMapping, table: Rows, askedIn: AskedIn): ColumnMapping {
  const { question, conversation, context, text } = mapping;
  const hasText = [question, conversation, context, text].some((one) => one !== undefined);
  return hasText ? withReply(mapping, table, askedIn) : withKnownId(mapping, table, askedIn);
}

/** The only text of a file that has ids and no reply, under a name that says nothing of it: `text`. */
export const namelessText = ({ id, question, conversation, context, text, responses }: ColumnMapping) => {
  const others = [conversation, context, text].some((one) => one !== undefined);
  if (id === undefined || question === undefined || others || responses.length > 0) return undefined;
  const called = spacedName(question).replace(/s$/, '');
  return (names.question as readonly string[]).includes(called) ? undefined : question;
};

/** A text of which nothing says what it is answers, where something else is asked in the items of its ids. */
function withReply(mapping: ColumnMapping, { columns, rows }: Rows, askedIn: AskedIn): ColumnMapping {
  const column = namelessText(mapping);
  if (column === undefined) return mapping;
  const [ids, texts] = [mapping.id!, column].map((one) => cellsIn(one, columns, rows));
  const known = ids!.flatMap((id, at) => {
    const asked = askedIn(id);
    return asked === undefined ? [] : [{ asked, text: texts![at] ?? '' }];
  });
  const isOther = known.every(({ asked, text }) => asked !== '[]' && !asked.includes(JSON.stringify(text)));
  if (known.length * 2 <= ids!.length || !isOther) return mapping;
  const { question: _, human, signals, ...rest } = mapping;
  const ofReply = <One>(all: readonly One[]) => all.map((one) => ({ ...one, system: unnamedSystem }));
  const responses = [{ column, system: unnamedSystem }];
  return { ...rest, responses, human: ofReply(human), signals: ofReply(signals) };
}

/**
 * The mapping of a file without texts, whose items go by the column that holds the ids of what is there, whatever it is called:
 * `text_id`, `hash`. Numbers are ids only where the name says so, since ratings are numbers, too. Of several a column called `id` names
 * the rows of its own table.
 */
function withKnownId(mapping: ColumnMapping, table: Rows, askedIn: AskedIn): ColumnMapping {
  const hasItem = (id: string) => askedIn(id) !== undefined;
  const areIds = (column: string) => {
    const said = saidCells(cellsIn(column, table.columns, table.rows));
    const isNamed = isIdOfTexts(column) || said.some((one) => !/^\d+$/.test(one));
    return isNamed && said.length > 0 && said.filter(hasItem).length * 2 > said.length;
  };
  const isOfRecord = (column: string) => pathOf(column).every((step) => typeof step === 'string');
  const known = table.columns.filter((column) => isOfRecord(column) && areIds(column));
  const others = known.filter((column) => !isIdOfRow(column));
  const [only, another] = others.length > 0 ? others : known;
  const isNamed = mapping.id !== undefined && known.includes(mapping.id);
  if (only === undefined || another !== undefined || (isNamed && !isIdOfRow(mapping.id!))) return mapping;
  return withId(mapping, only);
}

/** Whether a column names the rows of its own table, by the name alone. */
export const isIdOfRow = (column: string): boolean => spacedName(column) === 'id';

/** A mapping by which rows are of what a column names. */
export function withId({ group, ...rest }: ColumnMapping, id: string): ColumnMapping {
  return { ...rest, ...(group !== undefined && group !== id && { group }), id };
}
