import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdjudicationFilter, AdjudicationQueue, FinalRule } from '../../../shared/contract/index.ts';
import { useWindowAnnotator } from '../../api/annotators.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AdjudicationFilterFields } from './adjudication-filter.tsx';
import { AdjudicationItemView } from './adjudication-item.tsx';
import { AdjudicationList } from './adjudication-list.tsx';
import { isSamePlace, openPlace, usePlace } from './adjudication-place.ts';
import { type AdjudicationPlace, queueQuery } from './agreement-queries.ts';

/** The queue of disagreements: one item at a time, everybody's label side by side, a decision with its reason. */
export function AdjudicationSection({ studyId }: { studyId: number }) {
  const [filter, setFilter] = useState<AdjudicationFilter>({ kind: 'any' });
  const { data, error } = useQuery(queueQuery(studyId, filter, useWindowAnnotator()));
  const opened = usePlace(studyId);
  if (error) return <ProblemNote problem={toProblem(error)} />;
  if (!data) return <LoadingNote label="Looking for disagreements" />;
  if (data.differing + data.outdated === 0 && !opened) {
    return (
      <EmptyState title="Nobody disagrees so far">
        Once two annotators give different answers to one item, it stands here for a decision.
      </EmptyState>
    );
  }
  const place = opened ?? data.entries[0];
  return (
    <Stack gap="lg">
      <RuleNote studyId={studyId} queue={data} />
      <AdjudicationFilterFields filter={filter} onChange={setFilter} />
      {place && (
        <AdjudicationItemView
          key={`${place.itemId}-${place.criterionId}-${data.as}`}
          studyId={studyId}
          place={place}
          as={data.as}
          standing={standingOf(data, place)}
          onDecided={() => openNext(data, place)}
          onMove={(step) => move(data, place, step)}
        />
      )}
      <AdjudicationList queue={data} here={place} onOpen={(one) => openPlace(studyId, one)} />
    </Stack>
  );
}

function standingOf({ entries }: AdjudicationQueue, place: AdjudicationPlace): string {
  const at = entries.findIndex((one) => isSamePlace(one, place));
  return at === -1 ? 'not in this list' : `${at + 1} of ${entries.length}`;
}

function move({ studyId, entries }: AdjudicationQueue, place: AdjudicationPlace, step: 1 | -1): void {
  const at = entries.findIndex((one) => isSamePlace(one, place));
  const next = at === -1 ? entries[0] : entries[at + step];
  if (next) openPlace(studyId, next);
}

/** After a decision: the next one that is undecided, then one whose decision is outdated, from here on and then from the top. */
function openNext({ studyId, entries }: AdjudicationQueue, place: AdjudicationPlace): void {
  const at = entries.findIndex((one) => isSamePlace(one, place));
  const others = [...entries.slice(at + 1), ...entries.slice(0, Math.max(0, at))];
  const next = others.find(({ isDecided }) => !isDecided) ?? others.find(({ isOutdated }) => isOutdated);
  if (next) openPlace(studyId, next);
}

const ruleWords: Record<FinalRule, string> = {
  mean: 'The study takes the mean of the annotators, so decisions do not move its estimate; the table “under other rules” on Results shows what they would do.',
  majority:
    'The study takes the value of the majority; a decision counts where there is none. An item without either holds the estimate back.',
  adjudicated:
    'The study takes the decided value where annotators differ. An item that is not decided holds the estimate back.',
};

function RuleNote({ studyId, queue }: { studyId: number; queue: AdjudicationQueue }) {
  const { finalRule, differing, decided, outdated, adjudicator } = queue;
  return (
    <div>
      <Text>
        {plural(differing, 'disagreement')}, {decided} decided.{' '}
        {outdated > 0 && `${plural(outdated, 'decision')} older than a label of the item. `}You decide as{' '}
        {adjudicator.name}.
      </Text>
      {finalRule === 'mean' ? (
        <Alert mt="xs" color="orange">
          {ruleWords.mean} The rule is set on{' '}
          <TextLink href={paths.team(studyId, 'members')}>Members</TextLink>.
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          {ruleWords[finalRule]}
        </Text>
      )}
    </div>
  );
}
