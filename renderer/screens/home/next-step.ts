import type { ProjectInfo, Study } from '../../../shared/contract/index.ts';
import { blindName } from '../../app/blind-name.ts';
import { formatCount } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';

interface NextStepWords {
  words: string;
  button: string;
  href: string;
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
>;

/** What to do next in a project, and where. */
export function nextStep(
  project: Pick<ProjectInfo, 'datasetCount' | 'labelCount' | 'isSample'>,
  studies: readonly StudyStanding[],
): NextStepWords {
  if (project.datasetCount === 0) {
    return {
      words:
        'Bring in the conversations and responses that you want to judge. Nothing is stored before you have seen a preview.',
      button: 'Import data',
      href: paths.importData,
    };
  }
  const unfinished = studies.filter((study) => study.labeled + study.skipped < study.itemsDrawn);
  const open = unfinished.find(({ labeled }) => labeled > 0) ?? unfinished[0];
  if (open) {
    const left = open.itemsDrawn - open.labeled - open.skipped;
    const isFresh = open.labeled === 0;
    const isFirstMinute = project.isSample && project.labelCount < 10;
    return {
      words: isFirstMinute
        ? 'Label ten items and watch the corrected score move beside the number that the judge alone gives.'
        : `${formatCount(left)} ${left === 1 ? 'item waits' : 'items wait'} in “${blindName(open)}”.`,
      button: isFresh ? 'Start labeling' : 'Continue labeling',
      href: paths.label(open.id),
    };
  }
  const [study] = studies;
  if (study) {
    return {
      words: 'Every drawn item is answered. See what the labels say, or draw more to narrow the interval.',
      button: 'See the results',
      href: paths.results(study.id),
    };
  }
  return {
    words:
      'Choose what to measure about which system; Assay then draws the items that are worth a human look.',
    button: 'Set up a study',
    href: paths.newStudy,
  };
}
