import type { ComponentType } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy } from '../../api/queries.ts';
import { paths } from '../../app/paths.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { AdjudicationSection } from './adjudication-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { HandOutSection } from './hand-out-section.tsx';
import { LinkSection } from './link-section.tsx';
import { MembersSection } from './member-progress.tsx';
import { PracticeSection } from './practice-section.tsx';
import { QualitySection } from './quality-section.tsx';

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
  // Links and quality of a pair are those of its whole ranking, and are there.
  const isPair = study.data.rankingId !== null;
  const shown = teamSections.filter((one) => !(isPair && ['links', 'quality'].includes(one.id)));
  const { id, Section } = shown.find((one) => one.id === section) ?? shown[0]!;
  const tabs = shown.map((one) => ({ name: one.name, path: paths.team(studyId, one.id) }));
  return (
    <Page>
      <TabLinks label="Parts of Team" tabs={tabs} here={paths.team(studyId, id)} />
      <Section studyId={studyId} />
    </Page>
  );
}

/** One part of Team: a component of its own, at an address of its own. */
interface TeamSection {
  id: string;
  name: string;
  Section: ComponentType<{ studyId: number }>;
}

/** The parts of Team, in the order of the work; the first is shown when none is named. */
const teamSections: readonly TeamSection[] = [
  { id: 'members', name: 'Members', Section: MembersSection },
  {
    id: 'links',
    name: 'Invite by link',
    Section: ({ studyId }) => <LinkSection subject={{ studyId }} />,
  },
  {
    id: 'quality',
    name: 'Quality',
    Section: ({ studyId }) => <QualitySection subject={{ studyId }} />,
  },
  { id: 'practice', name: 'Practice', Section: PracticeSection },
  {
    id: 'agreement',
    name: 'Agreement',
    Section: ({ studyId }) => <AgreementSection subject={{ studyId }} />,
  },
  {
    id: 'adjudication',
    name: 'Adjudication',
    Section: ({ studyId }) => <AdjudicationSection subject={{ studyId }} />,
  },
  {
    id: 'hand-out',
    name: 'Send to annotators',
    Section: ({ studyId }) => <HandOutSection subject={{ studyId }} />,
  },
];
