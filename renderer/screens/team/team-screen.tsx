import type { ComponentType } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy, whyUnread } from '../../api/queries.ts';
import type { TeamSubject } from '../../parts/team/team-subject.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../../ui/place/paths.ts';
import { AdjudicationSection } from './adjudication-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { HandOutSection } from './hand-out-section.tsx';
import { LinkSection } from './link-section.tsx';
import { MembersSection } from './member-progress.tsx';
import { PracticeSection } from './practice-section.tsx';
import { QualitySection } from './quality-section.tsx';
import { type TeamPart, TeamTabs } from './team-tabs.tsx';

/** Several annotators on one study: who labels what, how far they agree, and what was decided. */
export function TeamScreen({ studyId, section }: { studyId: number; section?: string | undefined }) {
  const study = useStudy(studyId);
  if (whyUnread(study)) {
    return (
      <Page>
        <ProblemNote problem={toProblem(study.error)} />
      </Page>
    );
  }
  if (!study.data) return <LoadingNote label="Reading the study" />;
  const isPair = study.data.rankingId !== null;
  const shown = teamSections.filter(({ isOfPair }) => isOfPair || !isPair);
  const { id, Section } = shown.find((one) => one.id === section) ?? shown[0]!;
  return (
    <Page>
      <AlterationsNote />
      <TeamTabs sections={shown} here={id} pathOf={(part) => paths.team(studyId, part)} />
      <Section studyId={studyId} />
    </Page>
  );
}

/** One part of Team: a component of its own, at an address of its own. */
interface TeamSection extends TeamPart {
  Section: ComponentType<{ studyId: number }>;
  /** Whether a pair of a ranking has it: if not, it is there for the whole ranking. */
  isOfPair: boolean;
}

/** A part that a ranking has as well, of one study. */
const ofStudy =
  (Section: ComponentType<{ subject: TeamSubject }>) =>
  ({ studyId }: { studyId: number }) => <Section subject={{ studyId }} />;

/** The parts of Team, in the order of the work; the first is shown when none is named. */
const teamSections: readonly TeamSection[] = [
  { id: 'members', name: 'Members', tab: 'Members', Section: MembersSection, isOfPair: true },
  { id: 'links', name: 'Invite by link', tab: 'Invite', Section: ofStudy(LinkSection), isOfPair: false },
  {
    id: 'hand-out',
    name: 'Send to annotators',
    tab: 'Invite',
    Section: ofStudy(HandOutSection),
    isOfPair: true,
  },
  {
    id: 'quality',
    name: 'Checks and pay',
    tab: 'Quality',
    Section: ofStudy(QualitySection),
    isOfPair: false,
  },
  { id: 'practice', name: 'Practice', tab: 'Quality', Section: PracticeSection, isOfPair: true },
  {
    id: 'agreement',
    name: 'Agreement',
    tab: 'Agreement',
    Section: ofStudy(AgreementSection),
    isOfPair: true,
  },
  {
    id: 'adjudication',
    name: 'Adjudication',
    tab: 'Agreement',
    Section: ofStudy(AdjudicationSection),
    isOfPair: true,
  },
];
