import { Checkbox } from '@mantine/core';
import { IconFlagFilled } from '@tabler/icons-react';
import { type MouseEvent, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ItemBrief, ItemField } from '../../../shared/contract/index.ts';
import { formatCount } from '../../api/format.ts';
import { DiffText } from '../../ui/diff-text.tsx';
import { paths } from '../../ui/place/paths.ts';
import classes from './grid.module.css';
import { fieldWords, type GridView, isNumeric, passes, shortNumber } from './grid-view.ts';

interface GridRowProps {
  place: number;
  /** Pixels, below the top of the rows' block. */
  top: number;
  height: number;
  /** Widths of the columns, as the head has them. */
  columns: string;
  datasetId: number;
  item: ItemBrief | undefined;
  fields: readonly ItemField[];
  view: GridView;
  isActive: boolean;
  /** The column of the cell that keys are about; none where it is the row, or another. */
  activeCell: string | undefined;
  isPicked: boolean;
  /** @param cell the column that was clicked on; none where it is the row */
  onOpen: (item: ItemBrief, cell?: string) => void;
  onPick: (place: number, isRange: boolean) => void;
}

/** The id of what keys are about: a row, or its cell of a column. */
export const activeId = (place: number, column?: string): string =>
  column === undefined ? `row-${place}` : `row-${place}-${encodeURIComponent(column)}`;

/** A row of the table of items; made anew only when what it shows changes, not when somebody scrolls past it. */
export const GridRow = memo(function GridRow({
  place,
  top,
  height,
  columns,
  datasetId,
  item,
  fields,
  view,
  isActive,
  activeCell,
  isPicked,
  onOpen,
  onPick,
}: GridRowProps) {
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, input, label')) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) onPick(place, event.shiftKey);
    else if (item && globalThis.getSelection()?.isCollapsed !== false) {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
      onOpen(item, cell?.dataset.cell);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      id={activeId(place)}
      className={classes.row}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isPicked}
      data-active={isActive || undefined}
      data-tall={view.base !== null || undefined}
      style={{ top, height, gridTemplateColumns: columns }}
      onClick={onClick}
    >
      <Cell>
        {item && (
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select ${item.externalId}`}
            checked={isPicked}
            onChange={(event) =>
              onPick(place, (event.nativeEvent as unknown as globalThis.MouseEvent).shiftKey)
            }
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
            <Id whole={item.externalId} />
          </Link>
        ) : (
          '…'
        )}
      </Cell>
      {fields.map((field) => (
        <ValueCell
          key={field.id}
          {...{ field, item, view }}
          activeId={field.id === activeCell ? activeId(place, field.id) : undefined}
        />
      ))}
    </div>
  );
});

const endShown = 6;

/** An id with its end in sight where it is cut: ids of one file often begin alike. */
function Id({ whole }: { whole: string }) {
  const letters = [...whole];
  if (letters.length <= 2 * endShown) return whole;
  return (
    <>
      <span className={classes.begin}>{letters.slice(0, -endShown).join('')}</span>
      <span>{letters.slice(-endShown).join('')}</span>
    </>
  );
}

interface CellProps {
  children?: ReactNode;
  isNumber?: boolean;
  /** The column that it is of, where a click opens the item there. */
  of?: string;
  /** Where keys are about this cell: its id. */
  activeId?: string | undefined;
}

function Cell({ children, isNumber = false, of, activeId: id }: CellProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (id !== undefined) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      ref={ref}
      id={id}
      role="gridcell"
      className={isNumber ? classes.end : undefined}
      data-cell={of}
      data-active={id !== undefined || undefined}
    >
      {children}
    </div>
  );
}

interface ValueCellProps extends Pick<CellProps, 'activeId'> {
  field: ItemField;
  item: ItemBrief | undefined;
  view: GridView;
}

function ValueCell({ field, item, view, activeId: id }: ValueCellProps) {
  if (!item) return <Cell activeId={id} />;
  const value = field.id === 'question' ? item.question : item.cells[field.id];
  if (value === undefined || value === '') {
    return (
      <Cell isNumber={isNumeric(field)} activeId={id}>
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
      <Cell of={field.id} activeId={id}>
        <span dir="auto">
          {typeof other === 'string' ? <DiffText base={other} text={String(value)} /> : value}
        </span>
      </Cell>
    );
  }
  const verdict = passes(view, field, value);
  const words = typeof value === 'number' ? shortNumber(value) : value;
  return (
    <Cell isNumber={typeof value === 'number'} of={field.id} activeId={id}>
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
