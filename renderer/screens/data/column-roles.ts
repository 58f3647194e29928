import { type ColumnType, columnTypeIds, scoreTypes } from '../../../shared/column-types.ts';
import type { ColumnMapping, ImportPreview } from '../../../shared/contract/index.ts';
import { mappedColumns, singleColumns } from '../../../shared/mapping.ts';

export type RoleId =
  | 'none'
  | 'id'
  | 'question'
  | 'conversation'
  | 'before'
  | 'picture'
  | 'context'
  | 'group'
  | 'system'
  | 'rater'
  | 'judgedBy'
  | 'criterion'
  | 'speaker'
  | 'text'
  | 'turn'
  | 'reference'
  | 'response'
  | 'human'
  | 'judge'
  | 'auto'
  | 'label-item'
  | 'label-value'
  | 'label-annotator'
  | 'label-system'
  | 'label-criterion';

/** What one column of a table holds. The texts that a role does not use stay empty. */
export interface ColumnRole {
  role: RoleId;
  system: string;
  name: string;
  criterion: string;
  /** What the words in a column of scores are worth. */
  classes?: Readonly<Record<string, number>>;
  /** How the values are written; none where nobody chose. */
  type?: ColumnType;
  /** Texts that say that there is no value, parted by commas. */
  missing?: string;
}

export type ColumnRoles = Readonly<Record<string, ColumnRole>>;

export const noRole: ColumnRole = { role: 'none', system: '', name: '', criterion: '' };

const labelParts = ['item', 'value', 'annotator', 'system', 'criterion'] as const;

/** Which fields a role asks for beside the column itself. */
export const roleFields: Partial<Record<RoleId, readonly ('system' | 'name' | 'criterion')[]>> = {
  response: ['system'],
  human: ['system', 'criterion'],
  judge: ['system', 'name', 'criterion'],
  auto: ['system', 'name'],
};

/** A mapping as one role per column. */
export function rolesOf(mapping: ColumnMapping, columns: readonly string[]): ColumnRoles {
  const roles: Record<string, ColumnRole> = Object.fromEntries(columns.map((column) => [column, noRole]));
  const give = (column: string | undefined, role: Partial<ColumnRole>) => {
    if (column !== undefined) roles[column] = { ...noRole, ...role };
  };
  for (const role of singleColumns) give(mapping[role], { role });
  for (const column of mapping.turns ?? []) give(column, { role: 'before' });
  for (const column of mapping.pictures ?? []) give(column, { role: 'picture' });
  for (const column of mapping.references) give(column, { role: 'reference' });
  for (const { column, system } of mapping.responses) give(column, { role: 'response', system });
  for (const { column, system, criterion } of mapping.human)
    give(column, { role: 'human', system, criterion });
  for (const { column, system, kind, name, criterion } of mapping.signals) {
    give(column, { role: kind, system, name, criterion: criterion ?? '' });
  }
  for (const [column, worth] of Object.entries(mapping.classes ?? {})) {
    roles[column] = { ...(roles[column] ?? noRole), classes: worth };
  }
  for (const part of labelParts) give(mapping.label?.[part], { role: `label-${part}` });
  for (const [column, type] of Object.entries(mapping.types ?? {})) {
    roles[column] = { ...(roles[column] ?? noRole), type };
  }
  for (const [column, texts] of Object.entries(mapping.missing ?? {})) {
    roles[column] = { ...(roles[column] ?? noRole), missing: texts.join(', ') };
  }
  return roles;
}

/** The mapping that roles make. Names left open are filled in, so that it can always be tried. */
export function mappingOf(roles: ColumnRoles): ColumnMapping {
  const entries = Object.entries(roles);
  const having = (role: RoleId) => entries.filter(([, one]) => one.role === role);
  const columnOf = (role: RoleId) => having(role)[0]?.[0];
  const defined = <Key extends string>(key: Key, column: string | undefined) =>
    column === undefined ? {} : ({ [key]: column } as Record<Key, string>);
  const item = columnOf('label-item');
  const value = columnOf('label-value');
  const systems = having('response').map(([column, { system }]) => system.trim() || column);
  const whose = (system: string) => system.trim() || (systems.length === 1 ? systems[0]! : 'assistant');
  return {
    ...Object.assign({}, ...singleColumns.map((single) => defined(single, columnOf(single)))),
    ...(having('before').length > 0 && { turns: having('before').map(([column]) => column) }),
    ...(having('picture').length > 0 && { pictures: having('picture').map(([column]) => column) }),
    references: having('reference').map(([column]) => column),
    responses: having('response').map(([column, { system }]) => ({
      column,
      system: system.trim() || column,
    })),
    human: having('human').map(([column, { system, criterion }]) => ({
      column,
      system: whose(system),
      criterion: criterion.trim() || column,
    })),
    signals: entries.flatMap(([column, { role, system, name, criterion }]) =>
      role === 'judge' || role === 'auto'
        ? [
            {
              column,
              kind: role,
              system: whose(system),
              name: name.trim() || column,
              ...(role === 'judge' && criterion.trim() !== '' && { criterion: criterion.trim() }),
            },
          ]
        : [],
    ),
    ...classesIn(entries),
    ...typesIn(entries),
    ...(item !== undefined &&
      value !== undefined && {
        label: {
          item,
          value,
          ...defined('annotator', columnOf('label-annotator')),
          ...defined('system', columnOf('label-system')),
          ...defined('criterion', columnOf('label-criterion')),
        },
      }),
  };
}

const isScore = (role: RoleId): boolean => role === 'human' || role === 'judge' || role === 'auto';

function classesIn(entries: readonly (readonly [string, ColumnRole])[]): Pick<ColumnMapping, 'classes'> {
  const found = entries.flatMap(([column, { role, classes }]) =>
    isScore(role) && classes && Object.keys(classes).length > 0 ? [[column, { ...classes }] as const] : [],
  );
  return found.length > 0 ? { classes: Object.fromEntries(found) } : {};
}

/** The types that a column of this role may be read as; none where its values are texts. */
export function typesFor(role: RoleId): readonly ColumnType[] {
  if (isScore(role) || role === 'label-value') return scoreTypes;
  return role === 'none' ? ['text', ...columnTypeIds.filter((id) => id !== 'text')] : [];
}

function typesIn(
  entries: readonly (readonly [string, ColumnRole])[],
): Pick<ColumnMapping, 'types' | 'missing'> {
  const types = entries.flatMap(([column, { role, type }]) =>
    type && typesFor(role).includes(type) ? [[column, type] as const] : [],
  );
  const missing = entries.flatMap(([column, { role, missing: said = '' }]) => {
    const texts = said.split(',').map((text) => text.trim());
    const filled = texts.filter((text) => text !== '');
    return isScore(role) && filled.length > 0 ? [[column, filled] as const] : [];
  });
  return {
    ...(types.length > 0 && { types: Object.fromEntries(types) }),
    ...(missing.length > 0 && { missing: Object.fromEntries(missing) }),
  };
}

/** Words in the first cells of a column of scores, which need a worth; none where the column holds something else. */
export function wordsIn(
  cells: readonly string[],
  { role, classes = {}, type = 'number' }: ColumnRole,
): string[] {
  if (!isScore(role) || type !== 'number') return [];
  const words = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && !/^[[\d+.,%\s-]/.test(cell));
  return [...new Set([...Object.keys(classes), ...words])].slice(0, mostWords);
}

/** More different words are no classes. */
const mostWords = 12;

/** What a criterion is called without the name of the system that its column names: `clone_helpful` is `helpful`. */
function withoutSystem(criterion: string, system: string): string {
  const plain = system.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  if (criterion === plain) return 'rating';
  if (criterion.startsWith(`${plain}_`)) return criterion.slice(plain.length + 1);
  return criterion.endsWith(`_${plain}`) ? criterion.slice(0, -plain.length - 1) : criterion;
}

/**
 * Gives the system of a column of replies another name, which is that of its scores as well. Another column of replies by the old name
 * keeps them.
 */
export function withSystem(roles: ColumnRoles, column: string, system: string): ColumnRoles {
  const nameOf = (name: string, role: ColumnRole | undefined) => role?.system.trim() || name;
  const before = nameOf(column, roles[column]);
  const after = system.trim() || column;
  const isShared = Object.entries(roles).some(
    ([name, role]) => name !== column && role.role === 'response' && nameOf(name, role) === before,
  );
  return Object.fromEntries(
    Object.entries(roles).map(([name, role]) => {
      if (name === column) return [name, { ...role, system: after }];
      const isOfIt = isScore(role.role) && (role.system.trim() === before || role.system.trim() === '');
      if (!isOfIt || isShared) return [name, role];
      const criterion = role.role === 'auto' ? role.criterion : withoutSystem(role.criterion, after);
      return [
        name,
        {
          ...role,
          system: after,
          criterion: role.role === 'judge' && criterion === 'rating' ? '' : criterion,
        },
      ];
    }),
  );
}

/** Gives a column another role. A role that only one column can have leaves the column that had it. */
export function withRole(roles: ColumnRoles, column: string, change: Partial<ColumnRole>): ColumnRoles {
  const next = { ...(roles[column] ?? noRole), ...change };
  const isSingle = (singleColumns as readonly string[]).includes(next.role) || next.role.startsWith('label-');
  return Object.fromEntries(
    Object.entries(roles).map(([name, role]) => {
      if (name === column) return [name, next];
      return [name, isSingle && role.role === next.role ? noRole : role];
    }),
  );
}

/** Columns of scores as those of people or of a judge, each under its own name. */
export function withScores(
  roles: ColumnRoles,
  columns: readonly string[],
  role: 'human' | 'judge',
): ColumnRoles {
  const change = (column: string) =>
    role === 'human' ? { role, criterion: column } : { role, name: 'judge', criterion: column };
  // Who scored is a person then, in the column that names the judges.
  const named = Object.entries(roles).find(([, one]) => one.role === 'judgedBy')?.[0];
  const isOfPeople = role === 'human' && named !== undefined;
  const before = withAnswer(isOfPeople ? withRole(roles, named, { role: 'rater' }) : roles);
  return columns.reduce((next, column) => withRole(next, column, change(column)), before);
}

/** A way to read the file as roles: those of its own mapping, else the types that it gives columns. */
export const withWay = (roles: ColumnRoles, way: ColumnMapping): ColumnRoles =>
  mappedColumns(way).length > 0
    ? rolesOf(way, Object.keys(roles))
    : Object.entries(way.types ?? {}).reduce(
        (next, [column, type]) => withRole(next, column, { type }),
        roles,
      );

/** What several people gave, a column each: ratings of one criterion. */
export const withRatings = (roles: ColumnRoles, columns: readonly string[]): ColumnRoles =>
  columns.reduce(
    (next, column) => withRole(next, column, { role: 'human', criterion: 'rating' }),
    withAnswer(roles),
  );

/** What was scored is what a system said: of a file without a reply, its only right answer. */
function withAnswer(roles: ColumnRoles): ColumnRoles {
  const having = (...wanted: readonly RoleId[]) =>
    Object.keys(roles).filter((column) => wanted.includes(roles[column]!.role));
  const [answer, another] = having('reference');
  const isSaid = having('response', 'conversation', 'text').length > 0;
  return isSaid || answer === undefined || another !== undefined
    ? roles
    : withRole(roles, answer, { role: 'response', system: 'assistant' });
}

/** Roles of what a reply answers. */
const asking: readonly RoleId[] = ['question', 'conversation', 'before', 'text', 'context', 'picture'];

/** Columns that may hold the questions of replies whose question is not known; none where it is. */
export function questionColumns(
  roles: ColumnRoles,
  { columns, rows }: Pick<ImportPreview, 'columns' | 'rows'>,
): string[] {
  const all = Object.values(roles).map(({ role }) => role);
  if (!all.includes('response') || all.some((role) => asking.includes(role))) return [];
  return columns.filter(
    (column, at) => roles[column]?.role === 'none' && rows.some((row) => Number.isNaN(Number(row[at] ?? ''))),
  );
}
