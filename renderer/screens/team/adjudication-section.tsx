import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdjudicationFilter, AdjudicationQueue, FinalRule } from '../../../shared/contract/index.ts';
import { useWindowAnnotator } from '../../api/annotators.ts';
import { formatPercent, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { isSamePlace, openPlace, usePlace } from '../../parts/team/adjudication-place.ts';
import { type AdjudicationPlace, queueQuery } from '../../parts/team/agreement-queries.ts';
import { pairName, type TeamSubject, teamPath } from '../../parts/team/team-subject.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AdjudicationItemView } from './adjudication-item.tsx';
import classes from './agreement.module.css';

interface AdjudicationFilterFieldsProps {
  filter: AdjudicationFilter;
  onChange: (filter: AdjudicationFilter) => void;
}

const kinds: { value: AdjudicationFilter['kind']; label: string }[] = [
  { value: 'any', label: 'Every difference' },
  { value: 'rule', label: 'What the study’s rule leaves open' },
  { value: 'distance', label: 'Differences of at least …' },
];

/** Which disagreements the queue shows. */
function AdjudicationFilterFields({ filter, onChange }: AdjudicationFilterFieldsProps) {
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Show"
        value={filter.kind}
        data={kinds}
        onChange={(event) => {
          const kind = kinds.find(({ value }) => value === event.currentTarget.value)?.value ?? 'any';
          onChange(kind === 'distance' ? { kind, least: 1 } : { kind });
        }}
      />
      {filter.kind === 'distance' && (
        <NumberInput
          label="Points apart"
          w={140}
          min={0.01}
          step={1}
          value={filter.least}
          onChange={(value) => {
            const least = Number(value);
            if (least > 0) onChange({ kind: 'distance', least });
          }}
        />
      )}
    </Group>
  );
}

/** The queue of disagreements: one item at a time, everybody's label side by side, a decision with its reason. */
export function AdjudicationSection({ subject }: { subject: TeamSubject }) {
  const [filter, setFilter] = useState<AdjudicationFilter>({ kind: 'any' });
  const { data, error } = useQuery(queueQuery(subject, filter, useWindowAnnotator()));
  const opened = usePlace(subject);
  if (whyUnread({ data, error })) return <ProblemNote problem={toProblem(error)} />;
  if (!data) return <LoadingNote label="Looking for disagreements" />;
  if (data.differing + data.outdated === 0 && !opened) {
    return (
      <EmptyState title="No disagreement to decide so far">
        Items on which two annotators differ appear here for a decision. {votesWords(data)}
      </EmptyState>
    );
  }
  const place = opened ?? data.entries[0];
  return (
    <Stack gap="lg">
      <RuleNote subject={subject} queue={data} />
      <AdjudicationFilterFields filter={filter} onChange={setFilter} />
      {place && (
        <AdjudicationItemView
          key={`${place.studyId}-${place.itemId}-${place.criterionId}-${data.as}`}
          pair={pairName(subject, place.studyId)}
          place={place}
          as={data.as}
          standing={standingOf(data, place)}
          onDecided={() => openNext(subject, data, place)}
          onMove={(step) => move(subject, data, place, step)}
        />
      )}
      <AdjudicationList
        subject={subject}
        queue={data}
        here={place}
        onOpen={(one) => openPlace(subject, one)}
      />
    </Stack>
  );
}

function standingOf({ entries }: AdjudicationQueue, place: AdjudicationPlace): string {
  const at = entries.findIndex((one) => isSamePlace(one, place));
  return at === -1 ? 'not in this list' : `${at + 1} of ${entries.length}`;
}

function move(
  subject: TeamSubject,
  { entries }: AdjudicationQueue,
  place: AdjudicationPlace,
  step: 1 | -1,
): void {
  const at = entries.findIndex((one) => isSamePlace(one, place));
  const next = at === -1 ? entries[0] : entries[at + step];
  if (next) openPlace(subject, next);
}

/** After a decision: the next one that is undecided, then one whose decision is outdated, from here on and then from the top. */
function openNext(subject: TeamSubject, { entries }: AdjudicationQueue, place: AdjudicationPlace): void {
  const at = entries.findIndex((one) => isSamePlace(one, place));
  const others = [...entries.slice(at + 1), ...entries.slice(0, Math.max(0, at))];
  const next = others.find(({ isDecided }) => !isDecided) ?? others.find(({ isOutdated }) => isOutdated);
  if (next) openPlace(subject, next);
}

const ruleWords: Record<FinalRule, string> = {
  mean: 'The study takes the mean of the annotators, so decisions do not move its estimate. Results shows their effect under other rules.',
  majority:
    'The study takes the value of the majority; a decision counts where there is none. An item without either holds the estimate back.',
  adjudicated:
    'The study takes the decided value where annotators differ. An item that is not decided holds the estimate back.',
};

const votesWords = ({ awaitingThirdVote: items }: AdjudicationQueue): string =>
  items > 0 ? `${plural(items, 'more item')} ${items === 1 ? 'waits' : 'wait'} for a third vote. ` : '';

function RuleNote({ subject, queue }: { subject: TeamSubject; queue: AdjudicationQueue }) {
  const { finalRule, differing, decided, outdated, adjudicator, withoutNames } = queue;
  return (
    <div>
      <Text>
        {plural(differing, 'disagreement')}, {decided} decided.{' '}
        {outdated > 0 && `${plural(outdated, 'decision')} older than a label of the item. `}
        {votesWords(queue)}You decide as {adjudicator.name}.{' '}
        {withoutNames && (
          <>
            Names are hidden, as set on <TextLink href={teamPath(subject, 'quality')}>Quality</TextLink>.
          </>
        )}
      </Text>
      {finalRule === 'mean' ? (
        <Alert mt="xs" color="orange">
          {ruleWords.mean} The rule is set on <TextLink href={teamPath(subject, 'members')}>Members</TextLink>
          .
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          {ruleWords[finalRule]}
        </Text>
      )}
    </div>
  );
}

interface AdjudicationListProps {
  subject: TeamSubject;
  queue: AdjudicationQueue;
  here: AdjudicationPlace | undefined;
  onOpen: (place: AdjudicationPlace) => void;
}

/** Every disagreement that the filter lets through, undecided ones first, then outdated ones. */
function AdjudicationList({ subject, queue: { entries }, here, onOpen }: AdjudicationListProps) {
  if (entries.length === 0) return <Text c="dimmed">No disagreement of this kind.</Text>;
  const hasCriteria = new Set(entries.map(({ criterionId }) => criterionId)).size > 1;
  const isHere = (entry: AdjudicationPlace) => here !== undefined && isSamePlace(entry, here);
  return (
    <section aria-labelledby="queue-title">
      <h2 id="queue-title" className={classes.heading}>
        Disagreements
      </h2>
      <DataTable
        label="Disagreements"
        maxHeight={420}
        rows={entries}
        keyOf={({ studyId, itemId, criterionId }) => `${studyId}-${itemId}-${criterionId}`}
        rowProps={(entry) => ({ className: classes.row, mod: { open: isHere(entry) } })}
        columns={[
          'ranking' in subject && { head: 'Pair', cell: ({ studyId }) => pairName(subject, studyId) },
          { head: 'Item', isNumber: true, width: 72, cell: ({ draw }) => draw },
          {
            head: 'Question',
            look: () => ({ className: classes.question }),
            cell: (entry) => (
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                lineClamp={1}
                aria-current={isHere(entry) || undefined}
                onClick={() => onOpen(entry)}
              >
                <bdi>{entry.question}</bdi>
              </Anchor>
            ),
          },
          hasCriteria && { head: 'Criterion', cell: ({ criterion }) => criterion },
          { head: 'Annotators', isNumber: true, cell: ({ annotators }) => annotators },
          { head: 'Spread', isNumber: true, cell: ({ spread }) => formatPercent(spread) },
          {
            head: 'Decision',
            cell: ({ isOutdated, isDecided }) => (isOutdated ? 'outdated' : isDecided ? 'decided' : 'open'),
          },
        ]}
      />
    </section>
  );
}
