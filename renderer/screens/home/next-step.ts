import type {
  Invitation,
  PortalState,
  ProjectInfo,
  Study,
  StudyCounts,
} from '../../../shared/contract/index.ts';
import { formatCount } from '../../api/format.ts';
import { blindName } from '../../ui/blind-name.ts';
import { paths } from '../../ui/place/paths.ts';

/** Where to go on, and what the button is called. */
interface Step {
  button: string;
  href: string;
}

interface NextStep extends Step {
  words: string;
  /** The study that it is about. */
  studyId: number | null;
  /** Whether the sample is to be tried for the first time. */
  isFirstMinute: boolean;
}

type StudyStanding = Pick<
  Study,
  | 'id'
  | 'name'
  | 'system'
  | 'comparison'
  | 'measureName'
  | 'datasetName'
  | 'labeled'
  | 'skipped'
  | 'itemsDrawn'
> & { readonly counts: Pick<StudyCounts, 'labeled' | 'waitingFor'> };

const isOpen = (study: StudyStanding) => study.labeled + study.skipped < study.itemsDrawn;

/** What to do next in a study, and where. */
export function studyStep(study: StudyStanding): Step {
  if (!isOpen(study)) return { button: 'See the results', href: paths.results(study.id) };
  const { labeled, waitingFor } = study.counts;
  // Where everything was labeled, a person who labels on finds nothing: what is left is between those who differ.
  if (waitingFor?.lacks === 'decision' && labeled + study.skipped >= study.itemsDrawn)
    return { button: 'Decide where they differ', href: paths.team(study.id, 'adjudication') };
  const button = labeled === 0 ? 'Start labeling' : 'Continue labeling';
  return { button, href: paths.label(study.id) };
}

/** What to do next in a project, and where. */
export function nextStep(
  project: Pick<ProjectInfo, 'datasetCount' | 'labelCount' | 'isSample'>,
  studies: readonly StudyStanding[],
): NextStep {
  const none = { studyId: null, isFirstMinute: false };
  if (project.datasetCount === 0) {
    return {
      ...none,
      words:
        'Bring in the conversations and replies that you want to judge. Nothing is stored before you have seen a preview.',
      button: 'Import data',
      href: paths.importData,
    };
  }
  const unfinished = studies.filter(isOpen);
  const open = unfinished.find(({ counts }) => counts.labeled > 0) ?? unfinished[0];
  if (open) {
    const left = open.itemsDrawn - open.labeled - open.skipped;
    const isFirstMinute = project.isSample && project.labelCount < 10;
    return {
      ...studyStep(open),
      studyId: open.id,
      isFirstMinute,
      words: isFirstMinute
        ? 'Label ten items and watch the corrected score move beside the number that the judge alone gives.'
        : `${formatCount(left)} ${left === 1 ? 'item waits' : 'items wait'} in “${blindName(open)}”.`,
    };
  }
  const [study] = studies;
  if (study) {
    return {
      ...studyStep(study),
      ...none,
      studyId: study.id,
      words: 'The whole sample is answered. See what the labels say, or add items to narrow the interval.',
    };
  }
  return {
    ...none,
    words: 'Choose what to measure about which system; Assay then picks the sample that people are to see.',
    button: 'Set up a study',
    href: paths.newStudy,
  };
}

const weekMs = 7 * 24 * 3_600_000;

/** How many annotators came by a link within a week and cannot go on, as the portal that they came by is closed. */
export function shutOut(
  portal: Pick<PortalState, 'isOpen'>,
  links: readonly Pick<Invitation, 'isIn' | 'seenAt'>[],
  now: number,
): number {
  if (portal.isOpen) return 0;
  return links.filter(({ isIn, seenAt }) => isIn && seenAt !== null && now - Date.parse(seenAt) < weekMs)
    .length;
}
