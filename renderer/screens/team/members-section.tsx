import { Stack } from '@mantine/core';
import { useAnnotators } from '../../api/annotators.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { AnnotatorsPanel } from './annotators-panel.tsx';
import { MemberProgress } from './member-progress.tsx';
import { useTeam } from './team-queries.ts';
import { TeamSettings } from './team-settings.tsx';

/** Who labels the study, how many look at each item, and how far each has come. */
export function MembersSection({ studyId }: { studyId: number }) {
  const { data: team, error } = useTeam(studyId);
  const { people } = useAnnotators();
  if (error) return <ProblemNote problem={toProblem(error)} />;
  if (!team || !people) return <LoadingNote label="Reading the team" />;
  return (
    <Stack gap="lg">
      <MemberProgress team={team} />
      <TeamSettings team={team} people={people} />
      <AnnotatorsPanel people={people} />
    </Stack>
  );
}
