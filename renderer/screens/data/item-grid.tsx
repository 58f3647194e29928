import { Checkbox, Text } from '@mantine/core';
import { IconFlagFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ItemBrief, ItemField, ItemSelection } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatCount, plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { ColumnHead } from './column-head.tsx';
import { DiffText } from './diff-text.tsx';
import classes from './grid.module.css';
import { fieldWords, type GridView, isNumeric, passes, shortNumber } from './grid-view.ts';
import { isChosen, type Picked, toggled } from './picked.ts';
import { useGridItems } from './use-grid-items.ts';
import { useRows } from './use-rows.ts';

const headHeight = 52;
const lineHeight = 36;
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
  const [, go] = useLocation();
  const [count, setCount] = useState(0);
  const [active, setActive] = useState(0);
  const rowHeight = view.base === null ? lineHeight : tallHeight;
  const rows = useRows(count, rowHeight, headHeight);
  const list = useGridItems(
    query,
    fields.map(({ id }) => id),
    rows.first,
    rows.last,
  );
  const total = list.total ?? (list.isPending ? count : 0);
  if (total !== count) setCount(total);
  const open = (item: ItemBrief | undefined) => item && go(paths.item(query.datasetId, item.id));
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
    else if (event.key === 'Enter') open(list.itemAt(active));
    else if (event.key === ' ') pick(active, false);
    else return;
    event.preventDefault();
  };
  const template = templateOf(fields, count);
  const places = Array.from({ length: Math.max(0, rows.last - rows.first + 1) }, (_, i) => rows.first + i);
  return (
    <>
      {list.error && <ProblemNote problem={toProblem(list.error)} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a table of a million rows holds those in sight alone */}
      <div
        ref={rows.ref}
        className={classes.scroll}
        role="grid"
        tabIndex={0}
        aria-label="Items"
        aria-rowcount={count + 1}
        aria-multiselectable
        aria-activedescendant={list.itemAt(active) ? `row-${active}` : undefined}
        onScroll={rows.onScroll}
        onKeyDown={onKeyDown}
      >
        <div style={{ minWidth: template.width }}>
          <GridHead {...{ query, view, fields, picked, onPick, onView }} columns={template.columns} />
          <div style={{ position: 'relative', height: rows.height }}>
            {places.map((place) => (
              <GridRow
                key={place}
                {...{ place, fields, view }}
                style={{ top: rows.topOf(place), height: rowHeight, gridTemplateColumns: template.columns }}
                datasetId={query.datasetId}
                item={list.itemAt(place)}
                isActive={place === active}
                isPicked={isChosen(picked, list.itemAt(place)?.id)}
                onOpen={() => open(list.itemAt(place))}
                onPick={(isRange) => pick(place, isRange)}
              />
            ))}
          </div>
        </div>
        {list.isPending && <LoadingNote label={query.search ? 'Searching' : 'Reading the items'} />}
        {list.preparing && (
          <Text p="md" role="status">
            Reading the column: {Math.floor((100 * list.preparing.done) / list.preparing.total)} %. This
            happens once.
          </Text>
        )}
        {list.total === 0 && empty}
      </div>
      <div className={classes.foot}>
        <span role="status">{list.total !== null && plural(list.total, 'item')}</span>
        <span className={classes.keys}>
          <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>Enter</kbd> open · <kbd>Space</kbd> select
        </span>
      </div>
    </>
  );
}

const placesBetween = (a: number, b: number) =>
  Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i);

const widths: Record<ItemField['kind'], number> = {
  field: 112,
  text: 230,
  human: 104,
  judge: 104,
  auto: 104,
  label: 104,
};

/** Header and rows have the same columns: the number is as wide as the last one, texts take what is left. */
function templateOf(fields: readonly ItemField[], count: number): { columns: string; width: number } {
  const texts = fields.filter(({ kind }) => kind === 'text').length;
  const tracks = fields.map(({ kind }) =>
    kind === 'text' ? `minmax(${widths.text}px, 1fr)` : `${widths[kind]}px`,
  );
  const fixed = [40, Math.max(64, 24 + 9 * formatCount(count).length)];
  const name = texts > 0 ? '150px' : 'minmax(150px, 1fr)';
  const width = fields.reduce((sum, { kind }) => sum + widths[kind], 150 + fixed[0]! + fixed[1]!);
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

function GridHead({ query, view, fields, picked, onPick, onView, columns }: GridHeadProps) {
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
}

interface GridRowProps {
  place: number;
  style: React.CSSProperties;
  datasetId: number;
  item: ItemBrief | undefined;
  fields: readonly ItemField[];
  view: GridView;
  isActive: boolean;
  isPicked: boolean;
  onOpen: () => void;
  onPick: (isRange: boolean) => void;
}

function GridRow({
  place,
  style,
  datasetId,
  item,
  fields,
  view,
  isActive,
  isPicked,
  onOpen,
  onPick,
}: GridRowProps) {
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, input, label')) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) onPick(event.shiftKey);
    else if (globalThis.getSelection()?.isCollapsed !== false) onOpen();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      id={`row-${place}`}
      className={classes.row}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isPicked}
      data-active={isActive || undefined}
      data-tall={view.base !== null || undefined}
      style={style}
      onClick={onClick}
    >
      <Cell>
        {item && (
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select ${item.externalId}`}
            checked={isPicked}
            onChange={(event) => onPick((event.nativeEvent as unknown as globalThis.MouseEvent).shiftKey)}
          />
        )}
      </Cell>
      <Cell isNumber>
        <span className={classes.dim}>{formatCount(place + 1)}</span>
      </Cell>
      <Cell>
        {item ? (
          <Link
            href={paths.item(datasetId, item.id)}
            className={classes.id}
            title={item.externalId}
            tabIndex={-1}
          >
            {item.isFlagged && <IconFlagFilled size={14} aria-label="Flagged" className={classes.flag} />}
            {item.externalId}
          </Link>
        ) : (
          '…'
        )}
      </Cell>
      {fields.map((field) => (
        <ValueCell key={field.id} {...{ field, item, view }} />
      ))}
    </div>
  );
}

function Cell({ children, isNumber = false }: { children?: ReactNode; isNumber?: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="gridcell" className={isNumber ? classes.end : undefined}>
      {children}
    </div>
  );
}

function ValueCell({ field, item, view }: { field: ItemField; item: ItemBrief | undefined; view: GridView }) {
  if (!item) return <Cell />;
  const value = field.id === 'question' ? item.question : item.cells[field.id];
  if (value === undefined || value === '') {
    return (
      <Cell isNumber={isNumeric(field)}>
        <span className={classes.dim}>
          –<span className={classes.hidden}>no value</span>
        </span>
      </Cell>
    );
  }
  if (field.kind === 'text') {
    const base = view.base !== null && field.system !== null && field.system !== view.base;
    const other = base ? item.cells[`reply/${encodeURIComponent(view.base!)}`] : undefined;
    return (
      <Cell>
        <span dir="auto">
          {typeof other === 'string' ? <DiffText base={other} text={String(value)} /> : value}
        </span>
      </Cell>
    );
  }
  const verdict = passes(view, field, value);
  const words = typeof value === 'number' ? shortNumber(value) : value;
  return (
    <Cell isNumber={typeof value === 'number'}>
      <span
        title={`${fieldWords(field).name}: ${value}`}
        className={verdict === null ? undefined : verdict ? classes.pass : classes.fail}
      >
        {verdict !== null && (
          <>
            <span aria-hidden>{verdict ? '✓ ' : '✗ '}</span>
            <span className={classes.hidden}>{verdict ? 'passes' : 'fails'} </span>
          </>
        )}
        {words}
      </span>
    </Cell>
  );
}
