import { Progress, Stack, Text } from '@mantine/core';
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
import { DataTable } from '../../ui/data-table.tsx';
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
      <DataTable
        label="Annotators"
        miw={canDrop ? 800 : 640}
        rows={members}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Annotator', cell: (member) => <MemberName member={member} /> },
          { head: 'Done', width: 200, cell: (member) => <MemberDone member={member} /> },
          { head: 'Assigned', isNumber: true, cell: ({ assigned }) => formatCount(assigned) },
          { head: 'Labeled', isNumber: true, cell: ({ labeled }) => formatCount(labeled) },
          { head: 'Skipped', isNumber: true, cell: ({ skipped }) => formatCount(skipped) },
          { head: 'Postponed', isNumber: true, cell: ({ later }) => formatCount(later) },
          {
            head: 'Time per item',
            isNumber: true,
            cell: ({ secondsPerItem: seconds }) => (seconds === null ? '-' : formatDuration(seconds * 1000)),
          },
          canDrop && {
            head: 'Drop-out',
            cell: ({ id, name, isMember }) =>
              isMember && (
                <ConfirmButton
                  size="xs"
                  aria-label={`${name} drops out`}
                  question={`Give what ${name} has left to the others? What they labeled stays.`}
                  confirm="Reassign"
                  onConfirm={() => drop.mutate(id)}
                >
                  Drops out
                </ConfirmButton>
              ),
          },
        ]}
      />
      {drop.data && <Text role="status">Left to the others: {plural(drop.data.left, 'item')}.</Text>}
      {drop.error && <ProblemNote problem={toProblem(drop.error)} />}
    </>
  );
}

const MemberName = ({ member }: { member: TeamMember }) => (
  <>
    {member.simulated ? member.name : <AnnotatorMark annotator={member} isNamed />}
    {!member.isMember && (
      <Text size="sm" c="dimmed">
        not a member
      </Text>
    )}
  </>
);

function MemberDone({ member: { name, assigned, labeled, skipped } }: { member: TeamMember }) {
  const done = labeled + skipped;
  return (
    <>
      <Text size="sm" mb={4}>
        {formatCount(done)} of {formatCount(assigned)}
      </Text>
      <Progress
        size="sm"
        value={(100 * done) / Math.max(1, assigned)}
        aria-label={`${name}: ${done} of ${assigned} done`}
      />
    </>
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
