import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy } from '../../api/queries.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { PayPanel } from './pay-panel.tsx';
import { QualityForm } from './quality-form.tsx';
import { QualityTable } from './quality-table.tsx';
import { teamKey } from './team-queries.ts';
import { askedOf, type TeamSubject } from './team-subject.ts';

/** What is asked of annotators who come by a link, and how well each does. */
export function QualitySection({ subject }: { subject: TeamSubject }) {
  const { studyId } = askedOf(subject);
  const study = useStudy(studyId);
  const quality = useQuery({
    queryKey: [...teamKey(studyId), 'quality'],
    queryFn: () => api.quality.get({ studyId }),
  });
  if (quality.error) return <ProblemNote problem={toProblem(quality.error)} />;
  if (!quality.data || !study.data) return <LoadingNote label="Reading the checks" />;
  return (
    <Stack gap="lg">
      <Text c="dimmed" maw="75ch">
        For annotators who come by a link. Checks are items outside the sample whose right answer is known: no
        estimate reads what is said of them. Who counts is decided by checks and times alone, by a rule that
        is fixed with the first label.
      </Text>
      <QualityTable quality={quality.data} subject={subject} />
      <QualityForm subject={subject} quality={quality.data} />
      <PayPanel
        quality={quality.data}
        answers={'ranking' in subject ? subject.ranking.items : study.data.itemsDrawn}
      />
    </Stack>
  );
}
