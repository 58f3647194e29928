import type { ComponentType } from 'react';
import { AdjudicationSection } from './adjudication-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { HandOutSection } from './hand-out-section.tsx';
import { MembersSection } from './members-section.tsx';
import { PracticeSection } from './practice-section.tsx';

/** One part of the Team screen: a component of its own, at `/team/<study>/<id>`. */
interface TeamSection {
  id: string;
  name: string;
  Section: ComponentType<{ studyId: number }>;
}

/** The parts of the Team screen, in the order of the work; the first is shown when none is named. */
export const teamSections: readonly TeamSection[] = [
  { id: 'members', name: 'Members', Section: MembersSection },
  { id: 'practice', name: 'Practice', Section: PracticeSection },
  { id: 'agreement', name: 'Agreement', Section: AgreementSection },
  { id: 'adjudication', name: 'Adjudication', Section: AdjudicationSection },
  { id: 'hand-out', name: 'Hand out', Section: HandOutSection },
];
