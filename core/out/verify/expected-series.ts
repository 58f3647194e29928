import type { Release, Series } from '../../../shared/contract/index.ts';
import { verdictFor } from '../../model/estimate/comparison.ts';
import { designs } from '../../model/study/design.ts';
import type { LabelRecord } from '../../sources/import/label-record.ts';
import type { StudyContent } from '../report/report-content.ts';
import type { Recomputed } from './recompute.ts';

interface ReleasedStudy {
  readonly content: StudyContent;
  readonly record: LabelRecord;
  readonly found: Recomputed;
}

/**
 * What a series of the report has to be: every release that is in the report from its labels, and the verdict of each difference
 * from its interval. The pool of a difference is in no file: its numbers, and how many labels were taken over, are as the report
 * has them.
 */
export function expectedSeries(stated: Series, studies: readonly ReleasedStudy[]): Series {
  const inReport = new Map(studies.map((study) => [study.content.estimate.studyId, study]));
  return {
    ...stated,
    releases: stated.releases.map((release, i) =>
      expectedRelease({ ...release, position: i + 1 }, inReport.get(release.studyId)),
    ),
  };
}

function expectedRelease(release: Release, study: ReleasedStudy | undefined): Release {
  if (!study) return withVerdict(release);
  const { record, found, content } = study;
  const { header } = record;
  const leading = found.estimates.find(({ method }) => method === designs[header.design].defaultMethod);
  const { value = null, lower = null, upper = null } = leading ?? {};
  return withVerdict({
    ...release,
    study: header.study,
    system: header.systems[0]!,
    datasetName: content.manifest.dataset,
    measureName: header.measure,
    scale: header.scale,
    populationSize: header.N,
    drawn: header.draws,
    labeled: countLabeled(found),
    ...{ value, lower, upper },
  });
}

/** Items with a final value, whether or not an earlier one holds them back. */
const countLabeled = ({ draws }: Recomputed): number =>
  new Set(
    draws.flatMap(({ item, standing }) =>
      standing.kind === 'final' && standing.final.kind === 'value' ? [item] : [],
    ),
  ).size;

/** @returns the release with the verdict that its interval gives, and with no value outside of it */
function withVerdict(release: Release): Release {
  const { difference, scale } = release;
  if (difference?.kind !== 'estimate') return release;
  const { lower, upper, value, leastDifference } = difference;
  return {
    ...release,
    difference: {
      ...difference,
      value: value === null ? null : Math.min(Math.max(value, lower), upper),
      verdict: verdictFor(scale, { lower, upper }, leastDifference),
    },
  };
}
