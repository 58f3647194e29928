import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import type { ItemBrief } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatCount, plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import classes from './data.module.css';
import { type ItemFilter, useItemWindows } from './use-item-windows.ts';

const itemRowHeight = 40;
/** Browsers limit how tall a page part may be; beyond it rows are reached by search. */
const mostRows = 400_000;

interface ItemListProps {
  filter: ItemFilter;
  empty: ReactNode;
}

export function ItemList({ filter, empty }: ItemListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const totalRef = useRef(0);
  const virtual = useVirtualizer({
    count: totalRef.current,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => itemRowHeight,
    overscan: 12,
  });
  const rows = virtual.getVirtualItems();
  const list = useItemWindows(filter, rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0);
  const count = Math.min(list.total ?? 0, mostRows);
  if (count !== totalRef.current) {
    totalRef.current = count;
    virtual.setOptions({ ...virtual.options, count });
  }
  return (
    <>
      <div className={classes.columns} aria-hidden>
        <span className={classes.end}>No.</span>
        <span>Item</span>
        <span>Question</span>
        <span>Responses of</span>
        <span className={classes.end}>Turns</span>
        <span>Comes with</span>
      </div>
      {list.error && <ProblemNote problem={toProblem(list.error)} />}
      {list.isPending && <LoadingNote label={filter.search ? 'Searching' : 'Reading the items'} />}
      {list.total === 0 && empty}
      <section
        ref={scrollRef}
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={list.total === null ? 'Items' : `${plural(list.total, 'item')}`}
      >
        <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <ItemRow
              key={index}
              place={index}
              top={start}
              item={list.itemAt(index)}
              datasetId={filter.datasetId}
            />
          ))}
        </div>
      </section>
      {list.total !== null && list.total > 0 && (
        <div className={classes.columns} role="status" style={{ display: 'block', paddingBlock: 8 }}>
          {formatCount(list.total)} {list.total === 1 ? 'item' : 'items'}
          {filter.search || filter.system ? ' match' : ''}
        </div>
      )}
    </>
  );
}

interface ItemRowProps {
  place: number;
  top: number;
  item: ItemBrief | undefined;
  datasetId: number;
}

function ItemRow({ place, top, item, datasetId }: ItemRowProps) {
  if (!item) {
    return (
      <div className={classes.row} style={{ top }}>
        <span className={`${classes.end} ${classes.dim}`}>{formatCount(place + 1)}</span>
        <span className={classes.dim}>…</span>
      </div>
    );
  }
  return (
    <Link href={paths.item(datasetId, item.id)} className={classes.row} style={{ top }}>
      <span className={`${classes.end} ${classes.dim}`}>{formatCount(place + 1)}</span>
      <span className={classes.id} title={item.externalId}>
        {item.externalId}
      </span>
      <span dir="auto">{item.question}</span>
      <span className={classes.dim} title={item.systems.join(', ')}>
        {item.systems.length > 2 ? `${item.systems.length} systems` : item.systems.join(', ')}
      </span>
      <span className={classes.end}>{item.turnCount}</span>
      <span className={classes.dim}>
        {[item.hasContext && 'passage', item.hasReferences && 'references'].filter(Boolean).join(', ')}
      </span>
    </Link>
  );
}
