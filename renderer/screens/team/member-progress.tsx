import { Progress, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RankingStudy, Team, TeamMember } from '../../../shared/contract/index.ts';
import { useAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatDuration, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { StudyLabelCounts } from '../../parts/label-counts.tsx';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AnnotatorsPanel } from './annotators-panel.tsx';
import { useTeam } from './team-queries.ts';
import { TeamSettings } from './team-settings.tsx';

/** How far the batch is, and each of those who label it. */
function MemberProgress({ team }: { team: Team }) {
  return (
    <Panel title="Progress">
      <Text className="tabular">{standingWords(team)}</Text>
      <Text className="tabular">
        <StudyLabelCounts studyId={team.studyId} counts={team.counts} />.
      </Text>
      <MembersTable members={team.members} studyId={team.studyId} />
    </Panel>
  );
}

/** How far each annotator has come; nothing where there is none. */
export function MembersTable({ members, studyId }: { members: readonly TeamMember[]; studyId: number }) {
  const queries = useQueryClient();
  const drop = useMutation({
    mutationFn: (annotatorId: number) => api.team.dropOut({ studyId, annotatorId }),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (members.length === 0) return null;
  const canDrop = members.filter(({ isMember }) => isMember).length > 1;
  return (
    <>
      <Table.ScrollContainer minWidth={640}>
        <Table className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Annotator</Table.Th>
              <Table.Th w={200}>Done</Table.Th>
              <Table.Th ta="end">Assigned</Table.Th>
              <Table.Th ta="end">Labeled</Table.Th>
              <Table.Th ta="end">Skipped</Table.Th>
              <Table.Th ta="end">Postponed</Table.Th>
              <Table.Th ta="end">Time per item</Table.Th>
              {canDrop && <Table.Th>Drop-out</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onDrop={canDrop ? () => drop.mutate(member.id) : null}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {drop.data && <Text role="status">Left to the others: {plural(drop.data.left, 'item')}.</Text>}
      {drop.error && <ProblemNote problem={toProblem(drop.error)} />}
    </>
  );
}

function MemberRow({ member, onDrop }: { member: TeamMember; onDrop: (() => void) | null }) {
  const { name, simulated, isMember, assigned, labeled, skipped, later, secondsPerItem } = member;
  const done = labeled + skipped;
  return (
    <Table.Tr>
      <Table.Td>
        {simulated ? name : <AnnotatorMark annotator={member} isNamed />}
        {!isMember && (
          <Text size="sm" c="dimmed">
            not a member
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" mb={4}>
          {formatCount(done)} of {formatCount(assigned)}
        </Text>
        <Progress
          size="sm"
          value={(100 * done) / Math.max(1, assigned)}
          aria-label={`${name}: ${done} of ${assigned} done`}
        />
      </Table.Td>
      <Table.Td ta="end">{formatCount(assigned)}</Table.Td>
      <Table.Td ta="end">{formatCount(labeled)}</Table.Td>
      <Table.Td ta="end">{formatCount(skipped)}</Table.Td>
      <Table.Td ta="end">{formatCount(later)}</Table.Td>
      <Table.Td ta="end">{secondsPerItem === null ? '-' : formatDuration(secondsPerItem * 1000)}</Table.Td>
      {onDrop && (
        <Table.Td>
          {isMember && (
            <ConfirmButton
              size="xs"
              question={`Give what ${name} has left to the others? What they labeled stays.`}
              confirm="Reassign"
              onConfirm={onDrop}
            >
              {`${name} drops out`}
            </ConfirmButton>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** How the items of the batch stand, in one sentence. */
function standingWords({ items, final, waiting, undecided, overlap }: Team): string {
  const parts = [
    `${formatCount(final)} of ${plural(items, 'item')} final`,
    waiting > 0 && `${formatCount(waiting)} answered, but not yet by ${overlap} annotators`,
    undecided > 0 && `${formatCount(undecided)} in need of a decision`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

/** Who labels the study, how many look at each item, and how far each has come. */
export function MembersSection({ studyId, ofRanking }: { studyId: number; ofRanking?: RankingStudy }) {
  const { data: team, error } = useTeam(studyId);
  const { people } = useAnnotators();
  if (whyUnread({ data: team, error })) return <ProblemNote problem={toProblem(error)} />;
  if (!team || !people) return <LoadingNote label="Reading the team" />;
  return (
    <Stack gap="lg">
      {!ofRanking && <MemberProgress team={team} />}
      <TeamSettings team={team} people={people} ofRanking={ofRanking} />
      <AnnotatorsPanel people={people} />
    </Stack>
  );
}
