import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy } from '../../api/queries.ts';
import { blindName } from '../../app/blind-name.ts';
import { paths } from '../../app/paths.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { teamSections } from './team-sections.ts';

/** Several annotators on one study: who labels what, how far they agree, and what was decided. */
export function TeamScreen({ studyId, section }: { studyId: number; section?: string | undefined }) {
  const study = useStudy(studyId);
  if (study.error) {
    return (
      <Page>
        <ProblemNote problem={toProblem(study.error)} />
      </Page>
    );
  }
  if (!study.data) return <LoadingNote label="Reading the study" />;
  const { id, Section } = teamSections.find((one) => one.id === section) ?? teamSections[0]!;
  const tabs = teamSections.map((one) => ({ name: one.name, path: paths.team(studyId, one.id) }));
  return (
    <Page>
      <PageHeader
        title="Team"
        description={blindName(study.data)}
        actions={
          <Button component={Link} href={paths.label(studyId)}>
            Label
          </Button>
        }
      />
      <TabLinks label="Parts of Team" tabs={tabs} here={paths.team(studyId, id)} />
      <Section studyId={studyId} />
    </Page>
  );
}
