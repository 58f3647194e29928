import { Checkbox, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ItemBrief, ItemField, ItemSelection } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useSettings } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ColumnHead } from './column-head.tsx';
import classes from './grid.module.css';
import { activeId, GridRow } from './grid-row.tsx';
import { encodePart, fieldWords, type GridView } from './grid-view.ts';
import { isChosen, type Picked, toggled } from './picked.ts';
import { WINDOW, windowsOf } from './row-offset.ts';
import { useRows } from './use-rows.ts';

/** How often it is asked how far a column is read. */
const askAgainMs = 300;

/** Items by place in the table, for the places that are looked at. */
function useGridItems(query: ItemSelection, columns: readonly string[], first: number, last: number) {
  const windows = windowsOf(first, last);
  const results = useQueries({
    queries: windows.map((window) => ({
      queryKey: [...queryKeys.items(query.datasetId), query, columns, window],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.item.list(
          { ...query, columns: [...columns], offset: window * WINDOW, limit: WINDOW },
          { signal },
        ),
      refetchInterval: (asked: { state: { data?: { preparing: unknown } | undefined } }) =>
        asked.state.data?.preparing ? askAgainMs : (false as const),
    })),
  });
  const pages = new Map(windows.map((window, index) => [window, results[index]?.data?.items]));
  const head = results[0]?.data;
  return {
    total: head && !head.preparing ? head.total : null,
    preparing: head?.preparing ?? null,
    isPending: results[0]?.isPending ?? true,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    itemAt: (place: number): ItemBrief | undefined => pages.get(Math.floor(place / WINDOW))?.[place % WINDOW],
  };
}

interface MovesProps {
  query: ItemSelection;
  /** The columns that keys go through, in order. */
  columns: readonly string[];
  picked: Picked;
  onPick: (picked: Picked) => void;
  count: number;
  list: Pick<ReturnType<typeof useGridItems>, 'itemAt'>;
  rows: Pick<ReturnType<typeof useRows>, 'bringIntoSight' | 'perPage'>;
}

/** The row and the cell that keys are about, and how items are opened and picked. */
function useMoves({ query, columns, picked, onPick, count, list, rows }: MovesProps) {
  const [, go] = useLocation();
  const [active, setActive] = useState(0);
  /** The column of the cell; none where it is the row. */
  const [column, setColumn] = useState<string | undefined>(undefined);
  const at = column === undefined ? -1 : columns.indexOf(column);
  const cell = at < 0 ? undefined : column;
  const open = (item: ItemBrief | undefined, cell?: string) =>
    item && go(paths.item(query.datasetId, item.id, cell === undefined ? '' : encodePart(cell)));
  const pick = (place: number, isRange: boolean) => {
    const item = list.itemAt(place);
    if (!item) return;
    const between = isRange ? placesBetween(active, place).flatMap((at) => list.itemAt(at)?.id ?? []) : [];
    onPick(toggled(picked, item.id, between));
    setActive(place);
  };
  const move = (place: number) => {
    const next = Math.max(0, Math.min(count - 1, place));
    setActive(next);
    rows.bringIntoSight(next);
  };
  const moveAcross = (by: number) => setColumn(columns[Math.min(columns.length - 1, at + by)]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.metaKey || event.ctrlKey) return;
    const moves = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: rows.perPage,
      PageUp: -rows.perPage,
      Home: -count,
      End: count,
    };
    if (event.key in moves) move(active + moves[event.key as keyof typeof moves]);
    else if (event.key === 'ArrowRight') moveAcross(1);
    else if (event.key === 'ArrowLeft') moveAcross(-1);
    else if (event.key === 'Enter') open(list.itemAt(active), cell);
    else if (event.key === ' ') pick(active, false);
    else return;
    event.preventDefault();
  };
  // The same functions while somebody scrolls, so that a row that stays in sight is not made anew.
  const latest = useRef({ open, pick });
  latest.current = { open, pick };
  const openItem = useCallback((item: ItemBrief, cell?: string) => latest.current.open(item, cell), []);
  const pickPlace = useCallback((place: number, isRange: boolean) => latest.current.pick(place, isRange), []);
  return { active, cell, onKeyDown, openItem, pickPlace };
}

const placesBetween = (a: number, b: number) =>
  Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i);

const headHeight = 76;
const lineHeights = { comfortable: 36, compact: 28 };
const tallHeight = 132;

interface ItemGridProps {
  query: ItemSelection;
  view: GridView;
  fields: readonly ItemField[];
  picked: Picked;
  onPick: (picked: Picked) => void;
  onView: (view: GridView) => void;
  empty: ReactNode;
}

/** The table of items: as many rows as there are, of which those in sight are read. */
export function ItemGrid({ query, view, fields, picked, onPick, onView, empty }: ItemGridProps) {
  const [count, setCount] = useState(0);
  const { data: settings } = useSettings();
  const rowHeight = view.base === null ? lineHeights[settings?.density ?? 'comfortable'] : tallHeight;
  const rows = useRows(count, rowHeight, headHeight);
  const ids = fields.map(({ id }) => id);
  const list = useGridItems(query, ids, rows.first, rows.last);
  const total = list.total ?? (list.isPending ? count : 0);
  if (total !== count) setCount(total);
  const moves = useMoves({ query, columns: ids, picked, onPick, count, list, rows });
  const template = templateOf(fields, count);
  const places = Array.from({ length: Math.max(0, rows.last - rows.first + 1) }, (_, i) => rows.first + i);
  return (
    <>
      {list.error && <ProblemNote problem={toProblem(list.error)} />}
      <div ref={rows.ref} className={classes.scroll} onScroll={rows.onScroll}>
        {/* biome-ignore lint/a11y/useSemanticElements: a table of a million rows holds those in sight alone */}
        <div
          className={classes.grid}
          role="grid"
          tabIndex={0}
          aria-label="Items"
          aria-rowcount={count + 1}
          aria-multiselectable
          aria-activedescendant={list.itemAt(moves.active) ? activeId(moves.active, moves.cell) : undefined}
          style={{ minWidth: template.width }}
          onKeyDown={moves.onKeyDown}
        >
          <GridHead {...{ query, view, fields, picked, onPick, onView }} columns={template.columns} />
          <div style={{ position: 'relative', height: rows.height }}>
            <div style={{ position: 'absolute', insetInline: 0, top: rows.blockTop }}>
              {places.map((place) => (
                <GridRow
                  key={place}
                  {...{ place, fields, view }}
                  top={rows.topInBlock(place)}
                  height={rowHeight}
                  columns={template.columns}
                  datasetId={query.datasetId}
                  item={list.itemAt(place)}
                  isActive={place === moves.active}
                  activeCell={place === moves.active ? moves.cell : undefined}
                  isPicked={isChosen(picked, list.itemAt(place)?.id)}
                  onOpen={moves.openItem}
                  onPick={moves.pickPlace}
                />
              ))}
            </div>
          </div>
        </div>
        <ReadingNotes list={list} isSearch={Boolean(query.search)} />
        {list.total === 0 && empty}
      </div>
      <GridFoot total={list.total} />
    </>
  );
}

interface ReadingNotesProps {
  list: Pick<ReturnType<typeof useGridItems>, 'isPending' | 'preparing'>;
  isSearch: boolean;
}

function ReadingNotes({ list, isSearch }: ReadingNotesProps) {
  return (
    <>
      {list.isPending && <LoadingNote label={isSearch ? 'Searching' : 'Reading the items'} />}
      {list.preparing && (
        <Text p="md" role="status">
          Reading the column: {Math.floor((100 * list.preparing.done) / list.preparing.total)} %. This happens
          once.
        </Text>
      )}
    </>
  );
}

function GridFoot({ total }: { total: number | null }) {
  return (
    <div className={classes.foot}>
      <span role="status">{total !== null && plural(total, 'item')}</span>
      <span className={classes.keys}>
        <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd> move · <kbd>Enter</kbd> open · <kbd>Space</kbd>{' '}
        select
      </span>
    </div>
  );
}

const widths: Record<ItemField['kind'], number> = {
  field: 112,
  text: 230,
  human: 128,
  judge: 128,
  auto: 128,
  compared: 128,
  label: 128,
};

/** Wide enough for the longest word of the head, which would break within itself. */
const widthOf = (field: ItemField): number => {
  const longest = Math.max(
    ...fieldWords(field)
      .name.split(/\s+/)
      .map(({ length }) => length),
  );
  return Math.max(widths[field.kind], Math.min(210, 48 + 8 * longest));
};

/** Header and rows have the same columns: the number is as wide as the last one, texts take what is left. */
function templateOf(fields: readonly ItemField[], count: number): { columns: string; width: number } {
  const texts = fields.filter(({ kind }) => kind === 'text').length;
  const tracks = fields.map((field) =>
    field.kind === 'text' ? `minmax(${widths.text}px, 1fr)` : `${widthOf(field)}px`,
  );
  const fixed = [40, Math.max(64, 24 + 9 * formatCount(count).length)];
  const name = texts > 0 ? '150px' : 'minmax(150px, 1fr)';
  const width = fields.reduce((sum, field) => sum + widthOf(field), 150 + fixed[0]! + fixed[1]!);
  return { columns: [...fixed.map((px) => `${px}px`), name, ...tracks].join(' '), width };
}

interface GridHeadProps
  extends Pick<ItemGridProps, 'query' | 'view' | 'fields' | 'picked' | 'onPick' | 'onView'> {
  columns: string;
}

const idField: ItemField = {
  ...{ id: 'id', kind: 'field', name: 'Item', system: null, by: null, scale: null },
  ...{ isSortable: true, hasFacet: false, ownOnly: false },
};

const GridHead = memo(function GridHead({
  query,
  view,
  fields,
  picked,
  onPick,
  onView,
  columns,
}: GridHeadProps) {
  const isAll = picked === 'all';
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      className={classes.head}
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: columns, height: headHeight }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: part of the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus */}
      <div role="columnheader">
        <Checkbox
          size="xs"
          aria-label="Select all items that match"
          checked={isAll}
          indeterminate={!isAll && picked.size > 0}
          onChange={() => onPick(isAll || picked.size > 0 ? new Set() : 'all')}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: part of the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it */}
      <div role="columnheader" className={classes.end}>
        No.
      </div>
      {[idField, ...fields].map((field) => (
        <ColumnHead key={field.id} {...{ query, view, field, onView }} shown={fields.map(({ id }) => id)} />
      ))}
    </div>
  );
});
