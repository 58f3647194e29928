import { clockWords, shareTexts, upward } from '../../../shared/failure-words.ts';
import { formatCount } from '../../../shared/number-text.ts';
import type { FailureRow } from '../../api/failures.ts';
import { DataTable } from '../../ui/data-table.tsx';

/** The bars of failure modes in numbers. */
export function FailureShares({ modes }: { modes: readonly FailureRow[] }) {
  return (
    <DataTable
      label="Shares of failure modes"
      maxHeight={420}
      rows={modes}
      keyOf={({ mode }) => mode.id}
      columns={[
        { head: 'Failure mode', cell: ({ mode }) => <bdi>{mode.name}</bdi> },
        { head: 'Share', isNumber: true, cell: ({ share }) => share && shareTexts(share)?.value },
        {
          head: 'Interval',
          look: ({ share }) => (share && shareTexts(share) ? {} : { c: 'dimmed' }),
          cell: ({ share, because }) => (share && shareTexts(share)?.interval) ?? because ?? 'not estimable',
        },
        { head: 'Counted', cell: ({ clock }) => clockWords(clock) },
        {
          head: 'Where it was found',
          isNumber: true,
          cell: ({ found }) => `${formatCount(found.items)} of ${formatCount(found.of)}`,
        },
      ]}
    />
  );
}

/** The curve of the bound in numbers. */
export function UnnamedBounds({ curve }: { curve: readonly { draws: number; upper: number }[] }) {
  return (
    <DataTable
      label="Bound by conversations read"
      maxHeight={260}
      rows={curve}
      keyOf={({ draws }) => draws}
      columns={[
        { head: 'Conversations read', isNumber: true, cell: ({ draws }) => formatCount(draws) },
        { head: 'At most', isNumber: true, cell: ({ upper }) => upward(upper) },
      ]}
    />
  );
}
