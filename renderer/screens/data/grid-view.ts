import { z } from 'zod';
import { FieldFilterSchema } from '../../../shared/contract/data.ts';
import type { FieldFilter, ItemField } from '../../../shared/contract/index.ts';

const GridViewSchema = z.object({
  search: z.string().max(500).default(''),
  filters: z.array(FieldFilterSchema).max(50).default([]),
  sort: z.object({ field: z.string(), descending: z.boolean() }).nullable().default(null),
  /** Null while nobody has chosen: those that suit the data. */
  columns: z.array(z.string()).nullable().default(null),
  /** By column, the value that passes: from it on, or up to it where lower is better. */
  pass: z.record(z.string(), z.number()).default({}),
  /** The system whose replies the others are compared with; null: rows are one line each. */
  base: z.string().nullable().default(null),
});

/** What the table of items shows, and how; it lives in the address. */
export type GridView = z.infer<typeof GridViewSchema>;

export const plainView: GridView = GridViewSchema.parse({});

/** A view as a part of an address, in letters that no address changes; '' of the plain one. */
export function encodeView(view: GridView): string {
  const changed = Object.entries(view).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(plainView[name as keyof GridView]),
  );
  if (changed.length === 0) return '';
  return encodePart(JSON.stringify(Object.fromEntries(changed)));
}

/** Any text as a part of an address, in letters that no address changes. */
export function encodePart(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text that `encodePart` made a part of. @throws on any other part */
function decodedPart(part: string): string {
  const letters = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
}

/** The column that an address of an item names; '' where it names none. */
export function decodeCell(part = ''): string {
  try {
    return decodedPart(part);
  } catch {
    return '';
  }
}

/** The view that a part of an address stands for; the plain one where it stands for none. */
export function decodeView(part = ''): GridView {
  try {
    return GridViewSchema.parse(JSON.parse(decodedPart(part)));
  } catch {
    return plainView;
  }
}

/** Columns that suit the data where nobody has chosen: replies of up to two systems, and what people and machines say of them. */
function columnsThatSuit(fields: readonly ItemField[]): string[] {
  const replies = fields.filter(({ kind, system }) => kind === 'text' && system !== null);
  const shown = replies.slice(0, replies.length <= 2 ? 2 : 1);
  const systems = new Set(shown.map(({ system }) => system));
  const about = (...kinds: ItemField['kind'][]) =>
    fields.filter(({ kind, system }) => kinds.includes(kind) && (system === null || systems.has(system)));
  const scores = [
    ...about('label').slice(0, 2),
    ...about('human').slice(0, 2),
    ...about('judge', 'auto').slice(0, 2),
  ];
  const others = fields.filter(({ id }) => id === 'group' || id.startsWith('meta/'));
  const chosen = [...shown, ...scores, ...others.slice(0, Math.max(0, 3 - scores.length))];
  return ['question', ...chosen.map(({ id }) => id), 'turns'];
}

const kindOrder: readonly ItemField['kind'][] = [
  ...(['text', 'label', 'compared', 'human', 'judge', 'auto', 'field'] as const),
];

/** The columns to show: texts first, then labels and scores, then what else is known. */
export function shownFields(view: GridView, fields: readonly ItemField[]): ItemField[] {
  const chosen = new Set(view.columns ?? columnsThatSuit(fields));
  return fields
    .filter(({ id }) => id !== 'id' && chosen.has(id))
    .sort((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind));
}

/** A view that is one choice away. */
interface ReadyView {
  readonly group: string;
  readonly label: string;
  readonly view: Pick<GridView, 'filters' | 'sort'>;
  /** Ids of columns that it needs in sight. */
  readonly columns: readonly string[];
}

/** Views of each group that are listed; of more, columns do the same. */
const mostReady = 6;
/** Systems whose scores stand beside what is said across them. */
const mostSystems = 4;
/** Above nothing: numbers that differ by less are the same score. */
const least = 1e-9;

/** What people look for in a table of scores, as far as the data have it. */
export function readyViews(fields: readonly ItemField[]): ReadyView[] {
  const of = (start: string) => fields.filter(({ id }) => id.startsWith(start)).slice(0, mostReady);
  const scoresOf = (id: string) => {
    const score = `${id.slice(id.indexOf('/') + 1)}/`;
    return fields
      .filter((one) => one.id.startsWith(score))
      .slice(0, mostSystems)
      .map((one) => one.id);
  };
  const differ = of('spread/').map(({ id, by }) => ({
    ...{ group: 'Systems differ', label: by ?? '', columns: [id, ...scoresOf(id)] },
    view: { filters: [{ field: id, from: least }], sort: { field: id, descending: true } },
  }));
  const worst = of('worst/');
  const single = fields.filter(({ kind }) => kind === 'human' || kind === 'judge' || kind === 'auto');
  const scored = (worst.length > 0 ? worst : single.slice(0, mostReady)).filter(
    ({ scale }) => scale !== null,
  );
  const fails = scored.map((field) => {
    const { min, max, direction } = field.scale!;
    const middle = (min + max) / 2;
    const isLower = direction === 'lower';
    return {
      ...{ group: 'Failures: the worse half of the scale', label: readyLabel(field) },
      columns: [field.id, ...scoresOf(field.id)],
      view: {
        filters: [{ field: field.id, ...(isLower ? { from: middle } : { to: middle }) }],
        sort: { field: field.id, descending: isLower },
      },
    };
  });
  const apart = of('gap/').map((field) => ({
    ...{ group: 'People and machine differ most', label: readyLabel(field), columns: [field.id] },
    view: { filters: [], sort: { field: field.id, descending: true } },
  }));
  return [...differ, ...fails, ...apart];
}

const readyLabel = (field: ItemField): string => {
  const { name, of } = fieldWords(field);
  return field.kind === 'compared' ? of : [name, of].filter(Boolean).join(' · ');
};

/** Whether a column holds numbers for sure, which stand at its end. */
export const isNumeric = ({ id, scale }: Pick<ItemField, 'id' | 'scale'>): boolean =>
  scale !== null || id === 'turns' || id.startsWith('length/');

/** A click on a column sorts by it, then the other way, then not at all. */
export function sortedNext(sort: GridView['sort'], id: string): GridView['sort'] {
  if (sort?.field !== id) return { field: id, descending: false };
  return sort.descending ? null : { field: id, descending: true };
}

/** The view with another filter on a field; without one where nothing is asked of it. */
export function withFilter(view: GridView, filter: FieldFilter): GridView {
  const { field, oneOf, missing, from, to } = filter;
  const others = view.filters.filter((one) => one.field !== field);
  const asks = (oneOf?.length ?? 0) > 0 || missing === true || from !== undefined || to !== undefined;
  return { ...view, filters: asks ? [...others, filter] : others };
}

/** A filter in words: "topic: fruit or no value". */
export function filterWords({ oneOf = [], missing, from, to }: FieldFilter): string {
  const range =
    from !== undefined && to !== undefined
      ? [`${shortNumber(from)} to ${shortNumber(to)}`]
      : [
          ...(from === undefined ? [] : [from === least ? 'above 0' : `from ${shortNumber(from)}`]),
          ...(to === undefined ? [] : [`up to ${shortNumber(to)}`]),
        ];
  const values = oneOf.map((value) => (typeof value === 'number' ? shortNumber(value) : value));
  return [...values, ...range, ...(missing ? ['no value'] : [])].join(' or ');
}

/** A number of a cell: whole ones as they are, others with four significant digits. */
export const shortNumber = (value: number): string =>
  Number.isInteger(value)
    ? value.toLocaleString('en')
    : Number(value.toPrecision(4)).toLocaleString('en', { maximumSignificantDigits: 4 });

/** What a column is called, and by what it is told from others of that name. */
export function fieldWords({ kind, name, by, system }: ItemField): { name: string; of: string } {
  const source =
    kind === 'human'
      ? 'people'
      : kind === 'label'
        ? null
        : by !== null && by !== name
          ? by
          : kind === 'auto'
            ? 'metric'
            : null;
  // Who says it comes first: a narrow column shows the beginning, and often all are of one system.
  return { name, of: [source, kind === 'label' ? by : system].filter(Boolean).join(' · ') };
}

/** Whether a value passes; null where nothing was said of the column, or there is no value. */
export function passes(
  view: GridView,
  { id, scale }: ItemField,
  value: string | number | undefined,
): boolean | null {
  const threshold = view.pass[id];
  if (threshold === undefined || typeof value !== 'number') return null;
  return scale?.direction === 'lower' ? value <= threshold : value >= threshold;
}
