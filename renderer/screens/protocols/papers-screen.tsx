import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import type { PaperFigure } from '../../../shared/contract/index.ts';
import { formatCount, formatPercent } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { usePaperCheck } from '../../parts/protocol-queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** What the printed tables of the papers allow to recompute, and where print and arithmetic part. */
export function PapersScreen() {
  const check = usePaperCheck();
  const [differing, setDiffering] = useState(true);
  const data = check.data;
  return (
    <Page>
      <PageHeader
        title="Paper check"
        description="The figures that the papers print, recomputed from their own tables as far as these allow."
      />
      {check.error && <ProblemNote problem={toProblem(check.error)} />}
      {check.isPending && <LoadingNote label="Recomputing the tables" />}
      {data && (
        <>
          <Text>
            {formatCount(data.agree)} printed figures agree with the arithmetic, {formatCount(data.differ)} do
            not, {formatCount(data.notChecked)} are not checked here. The command “assay papers --halie”
            checks the twelve human figures of IQA-EVAL, too.
          </Text>
          <Text>
            Our rules for invalid questions, on {formatCount(data.detection.turns)} questions labeled by hand:
            precision {formatPercent(data.detection.precision)}, recall {formatPercent(data.detection.recall)}
            . The paper’s coreference model on its own data: {formatPercent(data.detection.paperPrecision)}{' '}
            and {formatPercent(data.detection.paperRecall)}.
          </Text>
          <Checkbox
            label="Only figures that differ"
            checked={differing}
            onChange={({ currentTarget }) => setDiffering(currentTarget.checked)}
          />
          <Figures figures={data.figures.filter(({ verdict }) => !differing || verdict === 'differs')} />
        </>
      )}
    </Page>
  );
}

const paperVerdictWords = { agrees: 'agrees', differs: 'differs', 'not-checked': 'not checked' } as const;

function Figures({ figures }: { figures: readonly PaperFigure[] }) {
  return (
    <DataTable
      label="Figures of the papers"
      rows={figures}
      keyOf={(one) => `${one.paper}/${one.table}/${one.figure}`}
      columns={[
        {
          head: 'Paper',
          cell: (one) => (
            <>
              {one.paper}
              <Text size="xs" c="dimmed">
                {one.table}
              </Text>
            </>
          ),
        },
        {
          head: 'Figure',
          cell: (one) => (
            <>
              {one.figure}
              {one.note !== '' && (
                <Text size="xs" c="dimmed">
                  {one.note}
                </Text>
              )}
            </>
          ),
        },
        { head: 'Printed', isNumber: true, cell: (one) => one.printed || '–' },
        { head: 'Recomputed', isNumber: true, cell: (one) => one.recomputed || '–' },
        {
          head: 'Verdict',
          look: (one) => ({ fw: one.verdict === 'differs' ? 600 : 400 }),
          cell: (one) => paperVerdictWords[one.verdict],
        },
      ]}
    />
  );
}
