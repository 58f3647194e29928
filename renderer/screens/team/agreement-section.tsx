import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { figureWords } from '../../../shared/agreement-words.ts';
import { shownFirstWords } from '../../../shared/comparison-words.ts';
import type { Agreement, AgreementFigure, CriterionAgreement } from '../../../shared/contract/index.ts';
import { formatPercent, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { agreementQuery, shownFirstQuery } from '../../parts/team/agreement-queries.ts';
import type { TeamSubject } from '../../parts/team/team-subject.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import classes from './agreement.module.css';
import { AgreementItems } from './agreement-items.tsx';
import { AgreementPairs } from './agreement-pairs.tsx';
import { alphaMeaning, intervalWords } from './agreement-words.ts';

/** How far the annotators agree: by criterion, by pair and by item. Every new label changes it. */
export function AgreementSection({ subject }: { subject: TeamSubject }) {
  return (
    <Stack gap="xl">
      <AgreementOfLabels subject={subject} />
      <ShownFirstTable subject={subject} />
    </Stack>
  );
}

/** Position bias of people, once somebody has chosen between two replies. */
function ShownFirstTable({ subject }: { subject: TeamSubject }) {
  const { data } = useQuery(shownFirstQuery(subject));
  if (!data || data.people.every(({ decided, ties }) => decided + ties === 0)) return null;
  return (
    <section aria-labelledby="shown-first-title">
      <h2 id="shown-first-title" className={classes.heading}>
        Does it matter which reply stands first?
      </h2>
      <Text size="sm" c="dimmed" maw={680}>
        {shownFirstWords(data)} Intervals: 95 %, exact, for one look.
      </Text>
      <DataTable
        label="Position bias by person"
        rows={data.people}
        keyOf={({ annotatorId }) => annotatorId ?? 'all'}
        columns={[
          { head: 'Person', cell: ({ name }) => name },
          { head: 'Share', cell: ({ share }) => formatPercent(share) },
          {
            head: 'Interval',
            cell: ({ lower, upper }) =>
              lower === null || upper === null ? '' : `${formatPercent(lower)} to ${formatPercent(upper)}`,
          },
          { head: 'Decided', cell: ({ decided }) => decided },
          { head: 'Ties', cell: ({ ties }) => ties },
        ]}
      />
    </section>
  );
}

function AgreementOfLabels({ subject }: { subject: TeamSubject }) {
  const { data, error } = useQuery(agreementQuery(subject));
  const [chosen, setChosen] = useState(0);
  if (whyUnread({ data, error })) return <ProblemNote problem={toProblem(error)} />;
  if (!data) return <LoadingNote label="Comparing the labels" />;
  if (data.criteria.every(({ byItem }) => byItem.length === 0)) {
    return (
      <EmptyState title="No item has labels of two annotators yet">
        Agreement is measured on items that several people label without seeing each other’s answers. Set on
        Members how many annotators an item needs.
      </EmptyState>
    );
  }
  const criterion = data.criteria[chosen] ?? data.criteria[0]!;
  return (
    <Stack gap="xl">
      {data.criteria.length > 1 && (
        <NativeSelect
          label="Criterion"
          maw={320}
          value={chosen}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={data.criteria.map((one, index) => ({ value: String(index), label: one.criterion }))}
        />
      )}
      <CriterionView subject={subject} agreement={data} criterion={criterion} />
    </Stack>
  );
}

interface CriterionViewProps {
  subject: TeamSubject;
  agreement: Agreement;
  criterion: CriterionAgreement;
}

function CriterionView({ subject, agreement, criterion }: CriterionViewProps) {
  const { annotators, interval, basis } = agreement;
  return (
    <>
      <AgreementFigures agreement={agreement} criterion={criterion} />
      <div className={classes.columns}>
        <AgreementPairs annotators={annotators} criterion={criterion} />
        {criterion.differences && criterion.items > 0 && (
          <AgreementDifferences bins={criterion.differences} />
        )}
      </div>
      <AgreementItems subject={subject} annotators={annotators} criterion={criterion} />
      <Text size="sm" c="dimmed">
        {basis} Intervals: {interval}.
      </Text>
    </>
  );
}

type Bins = NonNullable<CriterionAgreement['differences']>;

/** How many pairs of labels of one item lie how far apart, as bars beside their numbers. */
function AgreementDifferences({ bins }: { bins: Bins }) {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <section aria-labelledby="differences-title">
      <h2 id="differences-title" className={classes.heading}>
        How far apart are two labels of an item?
      </h2>
      <div className={classes.differences}>
        {bins.map(({ from, to, count }) => (
          <BinRow key={from} name={binName(from, to)} share={count / most} words={plural(count, 'pair')} />
        ))}
      </div>
    </section>
  );
}

function BinRow({ name, share, words }: { name: string; share: number; words: string }) {
  return (
    <>
      <span>{name}</span>
      <span className={classes.bar} style={{ width: `${100 * share}%` }} aria-hidden />
      <span>{words}</span>
    </>
  );
}

function binName(from: number, to: number): string {
  if (from !== to) return `${rounded(from)} to ${rounded(to)}`;
  return from === 0 ? 'equal' : plural(from, 'point');
}

const rounded = (value: number) => Number(value.toPrecision(3));

/** Krippendorff's alpha large, with its interval and what it means; every other coefficient below. */
function AgreementFigures({ agreement, criterion }: { agreement: Agreement; criterion: CriterionAgreement }) {
  const { figures, scale, level, compared, items, completeItems, skips } = criterion;
  const [alpha, ...rest] = figures;
  return (
    <section aria-labelledby="agreement-title">
      <h2 id="agreement-title" className={classes.heading}>
        How far do the annotators agree on {criterion.criterion}?
      </h2>
      {alpha && <Hero figure={alpha} />}
      <Text size="sm" c="dimmed" maw={760} mb="md">
        {alpha?.name}, comparing {compared}. {plural(items, 'item')} with labels of at least two of{' '}
        {plural(agreement.annotators.length, 'annotator')}, {completeItems} labeled by everybody.{' '}
        {alphaMeaning}
      </Text>
      <DataTable
        label="Coefficients"
        rows={[
          ...rest.map((figure) => ({ figure, name: figure.name, of: scale })),
          ...skips.figures.map((figure) => ({ figure, name: `Skipped or not: ${figure.name}`, of: null })),
        ]}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Coefficient', cell: ({ name }) => name },
          {
            head: 'Value',
            isNumber: true,
            cell: ({ figure: { id, value }, of }) => (value === null ? '-' : figureWords(id, value, of)),
          },
          {
            head: 'Approximate interval',
            look: ({ figure }) => (figure.value === null ? { c: 'dimmed' } : {}),
            cell: ({ figure, of }) => (figure.value === null ? figure.reason : intervalWords(figure, of)),
          },
          {
            head: 'Items',
            isNumber: true,
            // It rests on those that everybody labeled, of all that the others rest on.
            cell: ({ figure }) => (figure.id === 'fleiss-kappa' ? completeItems : figure.items),
          },
        ]}
      />
      {level === 'interval' && (
        <Text size="xs" c="dimmed" mt={4}>
          The interval level counts how far labels lie apart; the ordinal one only their order.
        </Text>
      )}
    </section>
  );
}

function Hero({ figure }: { figure: AgreementFigure }) {
  const { id, value, reason } = figure;
  if (value === null) {
    return (
      <div className={classes.hero}>
        <span className={classes.heroNone}>{reason}</span>
      </div>
    );
  }
  return (
    <div className={classes.hero}>
      <span className={classes.heroValue}>{figureWords(id, value, null)}</span>
      <span className={classes.heroInterval}>{intervalWords(figure, null)}</span>
      <Text span size="sm" c="dimmed">
        95 %, approximate, for one look
      </Text>
    </div>
  );
}
