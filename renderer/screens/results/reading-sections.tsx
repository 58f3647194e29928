import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { binText, labelChart, labelNote, shareText, stepText } from '../../../shared/charts/label-chart.ts';
import { bothBadWords, lengthWords } from '../../../shared/comparison-words.ts';
import type { EstimateReport, ReadItem, Reading } from '../../../shared/contract/index.ts';
import { useAnnotators } from '../../api/annotators.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { plainExcerpt } from '../../ui/words.ts';
import { readingQuery } from './result-queries.ts';
import classes from './results.module.css';

interface ReadingProps {
  report: EstimateReport;
  datasetId: number;
}

/** How the labels are distributed, and which conversations to read. */
export function ReadingSections({ report, datasetId }: ReadingProps) {
  const { data, error } = useQuery(readingQuery(report.studyId));
  if (whyUnread({ data, error })) return <ProblemNote problem={toProblem(error)} />;
  if (!data || data.labeled === 0) return null;
  return (
    <>
      <Distribution report={report} reading={data} />
      <PreferenceLengths report={report} reading={data} />
      <ToRead report={report} reading={data} datasetId={datasetId} />
    </>
  );
}

function Distribution({ report, reading }: { report: EstimateReport; reading: Reading }) {
  const chart = useMemo(() => labelChart(reading, report), [reading, report]);
  return (
    <PlotFigure
      title={report.comparison ? 'How are the differences distributed?' : 'How are the labels distributed?'}
      chart={chart}
      note={labelNote(reading, report)}
      table={<BinTable bins={reading.bins} report={report} />}
    />
  );
}

/** Whether people prefer what is longer, of preferences alone. */
function PreferenceLengths({ report, reading }: { report: EstimateReport; reading: Reading }) {
  const lines = lengthWords(report.comparison, reading.length);
  const bad = bothBadWords(reading);
  if (lines.length === 0) return bad.map((line) => <Text key={line}>{line}</Text>);
  return (
    <section aria-labelledby="length-title">
      <h2 id="length-title" className={classes.heading}>
        Is the longer reply preferred?
      </h2>
      {[...lines, ...bad].map((line) => (
        <Text key={line} maw="75ch" className="tabular">
          {line}
        </Text>
      ))}
    </section>
  );
}

function BinTable({ bins, report }: Pick<Reading, 'bins'> & { report: EstimateReport }) {
  return (
    <DataTable
      label="Labels by value"
      maxHeight={320}
      rows={bins}
      keyOf={(bin) => bin.from}
      columns={[
        { head: 'Value', cell: (bin) => binText(bin, report) },
        { head: 'Labels', isNumber: true, cell: (bin) => formatCount(bin.count) },
        {
          head: 'Estimated share of all',
          isNumber: true,
          cell: (bin) => (bin.share === null ? 'not estimable' : shareText(bin.share)),
        },
      ]}
    />
  );
}

/** Worst, best, and where people and machine score differ most; each a way to the item and to its label. */
function ToRead({ report, reading, datasetId }: ReadingProps & { reading: Reading }) {
  const { comparison } = report;
  const { worst, best, differing, machine } = reading;
  const lists = [
    { title: comparison ? `${comparison.against} is ahead` : 'Worst', items: worst },
    { title: comparison ? `${comparison.system} is ahead` : 'Best', items: best },
    { title: 'People and machine differ most', items: differing, note: `Machine score: ${machine}` },
  ].filter(({ items }) => items.length > 0);
  if (lists.length === 0) return null;
  return (
    <section aria-labelledby="reading-title">
      <h2 id="reading-title" className={classes.heading}>
        Which conversations are worth reading?
      </h2>
      <div className={classes.lists}>
        {lists.map(({ title, items, note }) => (
          <section key={title} aria-label={title}>
            <h3 className={classes.subheading}>{title}</h3>
            {note && (
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            )}
            <ol className={classes.items}>
              {items.map((item) => (
                <ItemToRead key={item.order} item={item} report={report} datasetId={datasetId} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

function ItemToRead({ item, report, datasetId }: ReadingProps & { item: ReadItem }) {
  const { scale, comparison, studyId } = report;
  const score = (value: number) => `${comparison && value > 0 ? '+' : ''}${stepText(value, scale)}`;
  const title = plainExcerpt(item.question) || item.externalId;
  return (
    <li className={classes.item}>
      <TextLink href={paths.item(datasetId, item.itemId)}>
        <bdi className={classes.itemQuestion}>{title}</bdi>
      </TextLink>
      {item.replies.map((reply, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two systems stand in their order
        <Text key={i} size="sm" c="dimmed" lineClamp={2} dir="auto">
          {plainExcerpt(reply)}
        </Text>
      ))}
      {item.corrected?.map(({ reply, text }) => (
        <Text key={reply} size="sm" c="dimmed" lineClamp={2} dir="auto">
          <b>Should have said:</b> {plainExcerpt(text)}
        </Text>
      ))}
      <Text size="sm">
        People <b className={classes.numbers}>{score(item.value)}</b>
        {item.machine !== null && (
          <>
            {' · '}machine <b className={classes.numbers}>{score(item.machine)}</b>
          </>
        )}
        {' · '}
        <LabelOf item={item} studyId={studyId} title={title} />
      </Text>
    </li>
  );
}

/** Whoever labeled the item can open and correct the label; everybody else is told whose it is. */
function LabelOf({ item, studyId, title }: { item: ReadItem; studyId: number; title: string }) {
  const { present } = useAnnotators();
  if (item.annotators.some(({ id }) => id === present?.id)) {
    return (
      <TextLink href={paths.label(studyId, item.ref)}>
        open your label<VisuallyHidden>: {title}</VisuallyHidden>
      </TextLink>
    );
  }
  return (
    <Text span c="dimmed">
      labeled by <bdi>{item.annotators.map(({ name }) => name).join(', ')}</bdi>
    </Text>
  );
}
