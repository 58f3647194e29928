import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AtWork, ChoiceShare, Invitation, RankingStudy } from '../../../shared/contract/index.ts';
import { estimateSentence } from '../../../shared/estimate-words.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatDuration, formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useEstimate, useStudyIf, whyUnread } from '../../api/queries.ts';
import { linksQuery, portalQuery } from '../../parts/team/link-queries.ts';
import { askedOf, type TeamSubject } from '../../parts/team/team-subject.ts';
import { useValidationQueues } from '../../parts/validation-queries.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { PortalPanel } from './portal-panel.tsx';
import { WaitedFor } from './practice-round.tsx';
import { practiceKey } from './practice-section.tsx';
import { teamKey } from './team-queries.ts';
import { agreementSentence, linkWords } from './team-words.ts';

/** Labels tell of themselves; whoever has gone quiet does not. */
const lookAgainMs = 30_000;

/** Whom practice waits for; the lead is asked whether to go on without them. */
function PracticeAsks({ studyId }: { studyId: number }) {
  const { data } = useQuery({
    queryKey: practiceKey(studyId),
    queryFn: () => api.practice.get({ studyId }),
  });
  const newest = data?.passed === null ? data.rounds.at(-1) : undefined;
  return newest ? <WaitedFor studyId={studyId} round={newest} /> : null;
}

function StudyEstimate({ studyId }: { studyId: number }) {
  const { data } = useEstimate(studyId);
  return data && <Text className="tabular">{estimateSentence(data)}</Text>;
}

/** How far a ranking is, without a word of which system leads: whoever leads may label, too. */
function decidedWords({ pairs, mattering, answered, items }: RankingStudy): string {
  const labeled = `${formatCount(answered)} of ${plural(items, 'item')} labeled`;
  return mattering === 0
    ? `${labeled}; nothing is left to decide.`
    : `${labeled}; ${formatCount(mattering)} of ${plural(pairs.length, 'pair')} still to be decided.`;
}

/** The team at work: who is here, how fast, how far they agree, and where the estimate stands. */
function LivePanel({ subject, isOpen }: { subject: TeamSubject; isOpen: boolean }) {
  const { studyId, wholeRanking } = askedOf(subject);
  const live = useQuery({
    queryKey: [...teamKey(studyId), 'live'],
    queryFn: () => api.invitation.live({ studyId }),
    refetchInterval: lookAgainMs,
  });
  // Its intervals take work, so that it is not asked again at every label of a busy team.
  const agreement = useQuery({
    queryKey: ['team-agreement', studyId, wholeRanking],
    queryFn: () => api.agreement.get({ studyId, wholeRanking, groupOnly: true }),
    refetchInterval: lookAgainMs,
  });
  if (whyUnread(live)) return <ProblemNote problem={toProblem(live.error)} />;
  if (!live.data || live.data.people.length === 0) return null;
  const { here, lastHour, people, guidelines } = live.data;
  const earlier = guidelines.reduce((sum, { labels, isPresent }) => sum + (isPresent ? 0 : labels), 0);
  return (
    <Panel title="At work">
      <Text className="tabular" role="status">
        {isOpen ? `${plural(here, 'annotator')} here` : 'Nobody can be here while the portal is closed'};{' '}
        {plural(lastHour, 'item')} answered in the last hour.
      </Text>
      {'ranking' in subject ? (
        <Text className="tabular">{decidedWords(subject.ranking)}</Text>
      ) : (
        <StudyEstimate studyId={studyId} />
      )}
      <PracticeAsks studyId={studyId} />
      {agreement.data && <Text className="tabular">{agreementSentence(agreement.data)}</Text>}
      {earlier > 0 && (
        <Text className="tabular">{plural(earlier, 'label')} given under earlier guidelines.</Text>
      )}
      {people.some(({ left }) => left?.isUnusual) && (
        <Text role="note">
          Sides are random: people who read both replies choose the left one about half of the time.
        </Text>
      )}
      <PeopleTable people={people} isOpen={isOpen} />
    </Panel>
  );
}

const shareWords = ({ chosen, of, lower, upper }: ChoiceShare): string =>
  `${percent(chosen / of)} (${percent(lower)} to ${percent(upper)}), ${chosen} of ${of}`;
const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Answers may have come all the same, on this machine or by file. */
const notByLink = 'Not by link yet';

/** @param isOpen whether the portal is: of a closed one a page is at most still open */
const seenWords = ({ standing, isHere, seenAt }: AtWork, isOpen: boolean): string => {
  if (standing !== 'at work') return standing.charAt(0).toUpperCase() + standing.slice(1);
  return isHere && isOpen ? 'Here' : seenAt === null ? notByLink : formatInstant(seenAt);
};

/** What each does at the moment, and what may tell careless work. */
function PeopleTable({ people, isOpen }: { people: readonly AtWork[]; isOpen: boolean }) {
  const hasChecks = people.some(({ checks }) => checks.answered > 0);
  const hasSides = people.some(({ left }) => left !== null);
  return (
    <DataTable
      label="Annotators at work"
      rows={people}
      keyOf={({ annotator }) => annotator.id}
      columns={[
        { head: 'Annotator', cell: ({ annotator }) => <AnnotatorMark annotator={annotator} isNamed /> },
        { head: 'Last seen', cell: (one) => seenWords(one, isOpen) },
        {
          head: 'In the last hour',
          isNumber: true,
          sortBy: ({ lastHour }) => lastHour,
          cell: ({ lastHour }) => formatCount(lastHour),
        },
        {
          head: 'Median time per item',
          isNumber: true,
          sortBy: ({ secondsPerItem }) => secondsPerItem,
          cell: ({ secondsPerItem: seconds }) => (seconds === null ? '-' : formatDuration(seconds * 1000)),
        },
        hasChecks && {
          head: 'Checks right',
          isNumber: true,
          sortBy: ({ checks }) => (checks.answered === 0 ? null : checks.right / checks.answered),
          cell: ({ checks }) => (checks.answered === 0 ? '-' : `${checks.right} of ${checks.answered}`),
        },
        hasSides && {
          head: 'Chose the left reply',
          isNumber: true,
          look: ({ left }) => (left?.isUnusual ? { fw: 700 } : {}),
          cell: ({ left }) => (left ? `${shareWords(left)}${left.isUnusual ? '; stands out' : ''}` : '-'),
        },
        hasSides && {
          head: 'Chose the longer reply',
          isNumber: true,
          cell: ({ longer }) => (longer ? shareWords(longer) : '-'),
        },
        {
          head: 'Guidelines',
          cell: ({ hasRead }) => (hasRead === null ? '-' : hasRead ? 'Read' : 'Not read yet'),
        },
      ]}
    />
  );
}

/** Annotators who label by a link: where they come in, and who was invited. */
export function LinkSection({ subject }: { subject: TeamSubject }) {
  const { studyId } = askedOf(subject);
  const portal = useQuery(portalQuery);
  const links = useQuery(linksQuery(studyId));
  const error = whyUnread(portal, links);
  if (error) return <ProblemNote problem={toProblem(error)} />;
  if (!portal.data || !links.data) return <LoadingNote label="Reading the links" />;
  return (
    <Stack gap="lg">
      <Text c="dimmed" maw="75ch">
        Each annotator gets a link and labels in a browser or on a phone. Answers are saved here at once.
        Annotators see their own items, and no system, score or estimate.
        {'ranking' in subject && ' One link is for all pairs of the ranking.'}
      </Text>
      <NothingLeft subject={subject} />
      <PortalPanel state={portal.data} portalKey={portalQuery.queryKey} />
      <LivePanel subject={subject} isOpen={portal.data.isOpen} />
      {portal.data.isOpen && <InvitePanel studyId={studyId} />}
      <OfferPanel studyId={studyId} />
      <MessagesPanel studyId={studyId} />
      {links.data.length > 0 && <LinksTable studyId={studyId} links={links.data} />}
    </Stack>
  );
}

/** Where every item has its labels, a further annotator would find an empty page. */
function NothingLeft({ subject }: { subject: TeamSubject }) {
  const { data: study } = useStudyIf('studyId' in subject ? subject.studyId : null);
  if (!study || study.labeled + study.skipped < study.itemsDrawn) return null;
  return (
    <Text role="note">
      Every item has its labels, so there is nothing to do for another annotator. Ask for more{' '}
      <TextLink href={paths.team(study.id, 'members')}>annotators per item</TextLink>, or{' '}
      <TextLink href={paths.setup(study.id)}>grow the sample</TextLink>.
    </Text>
  );
}

/** Which runs annotators validate by the same links; nothing where none is open to validation. */
function OfferPanel({ studyId }: { studyId: number }) {
  const queries = useQueryClient();
  const queryKey = [...teamKey(studyId), 'offers'];
  const runs = useValidationQueues();
  const offers = useQuery({ queryKey, queryFn: () => api.invitation.offers({ studyId }) });
  const offer = useMutation({
    mutationFn: (runIds: string[]) => api.invitation.offer({ studyId, runIds: runIds.map(Number) }),
    onSuccess: (after) => queries.setQueryData(queryKey, after),
  });
  if (!runs.data || runs.data.length === 0 || !offers.data) return null;
  return (
    <Panel title="Validation by the same links">
      <Text size="sm" c="dimmed">
        Annotators of this study validate answers of these runs, too, each as many as want a validator.
      </Text>
      <Checkbox.Group
        label="Offered runs"
        value={offers.data.map(String)}
        onChange={(ids) => offer.mutate(ids)}
      >
        <Stack gap={6} pt={6}>
          {runs.data.map(({ runId, evaluation, dataset }) => (
            <Checkbox key={runId} value={`${runId}`} label={`${evaluation}, ${dataset} (run ${runId})`} />
          ))}
        </Stack>
      </Checkbox.Group>
      {offer.error && <ProblemNote problem={toProblem(offer.error)} />}
    </Panel>
  );
}

/** Who was invited, who has come in, and a way to shut them out. */
function LinksTable({ studyId, links }: { studyId: number; links: readonly Invitation[] }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: number) => api.invitation.revoke({ studyId, invitationIds: [id] }),
    onSuccess: (after) => queries.setQueryData(linksQuery(studyId).queryKey, after),
  });
  return (
    <Panel title="Links">
      <DataTable
        rows={links}
        keyOf={(link) => link.id}
        columns={[
          {
            head: 'For',
            cell: (link) => (link.annotator ? <bdi>{link.annotator.name}</bdi> : 'Anyone with the link'),
          },
          { head: 'Link', cell: (link) => linkWords(link, formatInstant) },
          {
            head: 'Last seen',
            cell: (link) => (link.seenAt === null ? notByLink : formatInstant(link.seenAt)),
          },
          {
            head: 'Take back',
            cell: (link) =>
              (link.state === 'open' || link.isIn) && (
                <ConfirmButton
                  size="xs"
                  question={`Sign out ${link.annotator?.name ?? 'all who came by it'}? What they labeled stays; what is left goes to others.`}
                  confirm="Take back"
                  isBusy={revoke.isPending}
                  onConfirm={() => revoke.mutate(link.id)}
                >
                  Take back
                </ConfirmButton>
              ),
          },
        ]}
      />
      {revoke.error && <ProblemNote problem={toProblem(revoke.error)} />}
    </Panel>
  );
}
