import type { ReadableDb } from '../../../db/types.ts';
import {
  allChainedParts,
  type ChainedPart,
  chainedColumns,
  chainHead,
  chainLinks,
  isOfLabel,
  linkHash,
  linksEver,
  readChained,
  unchainedRows,
} from '../../../db/word-chain.ts';

/** A row that is not as it was when it was written. */
export interface AlteredRow {
  readonly part: ChainedPart;
  readonly how: 'changed' | 'removed' | 'added';
  readonly rowId: number;
  /** What the row is about, as it stands now; null where the table does not say, or the row is gone. */
  readonly studyId: number | null;
  readonly itemId: number | null;
}

export interface CheckedWords {
  readonly links: number;
  readonly sha256: string;
  readonly altered: readonly AlteredRow[];
  /** Links that were taken out of the chain, each with what it stood for. */
  readonly missingLinks: number;
}

const rowsAtOnce = 500;

/** Follows the chain from its first link, and looks for rows that stand outside it. */
export function checkWords(db: ReadableDb): CheckedWords {
  const altered: AlteredRow[] = [];
  let [before, last, links] = ['', 0, 0];
  for (;;) {
    const some = chainLinks(db, last, rowsAtOnce);
    for (const { id, part, rowId, field, sha256 } of some) {
      const row = readChained(db, part, rowId, field);
      if (!row) altered.push({ part, how: 'removed', rowId, studyId: null, itemId: null });
      // After a missing link the hash before is unknown: what follows is told by its own row alone.
      else if (id === last + 1 && linkHash(before, part, row) !== sha256)
        altered.push({ part, how: 'changed', rowId, ...aboutOf(db, part, row) });
      [before, last] = [sha256, id];
      links += 1;
    }
    if (some.length < rowsAtOnce) break;
  }
  for (const part of allChainedParts) altered.push(...addedRows(db, part));
  return { ...chainHead(db), altered, missingLinks: Math.max(linksEver(db), last) - links };
}

function addedRows(db: ReadableDb, part: ChainedPart): AlteredRow[] {
  return unchainedRows(db, part).map(({ rowId, field }) => {
    const row = readChained(db, part, rowId, field);
    // Of a damaged file an index may name a row that is not there.
    return { part, how: 'added', rowId, ...(row ? aboutOf(db, part, row) : { studyId: null, itemId: null }) };
  });
}

function aboutOf(
  db: ReadableDb,
  part: ChainedPart,
  row: readonly unknown[],
): Pick<AlteredRow, 'studyId' | 'itemId'> {
  if (isOfLabel(part)) {
    const label = readChained(db, 'label', Number(row[0]), '');
    return label ? aboutOf(db, 'label', label) : { studyId: null, itemId: null };
  }
  const columns: readonly string[] = chainedColumns[part];
  const read = (name: string) => {
    const value = row[columns.indexOf(name)];
    return typeof value === 'number' && value > 0 ? value : null;
  };
  return { studyId: read('study_id'), itemId: read('item_id') };
}
