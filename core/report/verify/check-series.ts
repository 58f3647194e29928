import type { Release, Series } from '../../../shared/contract/index.ts';
import { verdictFor } from '../../estimate/comparison.ts';
import type { LabelRecord } from '../../import/formats/labels/label-record.ts';
import { designs } from '../../studies/design.ts';
import type { DifferenceRecord } from '../difference-record.ts';
import type { ReportContent, StudyContent } from '../report-content.ts';
import { type Check, compareData, compareNumber } from './checks.ts';
import { isDecision } from './drawn-values.ts';
import {
  checkChanges,
  type ExpectedDifference,
  expectedDifference,
  noDifferenceIn,
} from './expected-difference.ts';
import type { Recomputed } from './recompute.ts';

interface ReleasedStudy {
  readonly content: StudyContent;
  readonly record: LabelRecord;
  readonly found: Recomputed;
}

type InReport = ReadonlyMap<number, ReleasedStudy>;

/**
 * What every series of the report says, beside what follows from the labels: every release that is in the report, and the
 * difference between two that are. How many labels were taken over, and which replies differ, is as the report has it.
 */
export function checkSeries(
  { series = [], differences = [] }: Pick<ReportContent, 'series' | 'differences'>,
  studies: readonly ReleasedStudy[],
): Check[] {
  const inReport = new Map(studies.map((study) => [study.content.estimate.studyId, study]));
  const records = new Map(differences.map((record) => [record.studyId, record]));
  const told = series.flatMap(({ releases }) =>
    releases.flatMap((release, i) => {
      const before = releases[i - 1];
      return before && isRecorded(release) && inReport.has(release.studyId) && inReport.has(before.studyId)
        ? [{ studyId: release.studyId, beforeStudyId: before.studyId }]
        : [];
    }),
  );
  return [
    ...compareData(
      'differences',
      differences.map(({ studyId, beforeStudyId }) => ({ studyId, beforeStudyId })),
      told,
    ),
    ...series.flatMap((one, i) => checkOne(one, `series.${i}`, { inReport, records })),
  ];
}

const isRecorded = ({ difference }: Release): boolean =>
  difference?.kind === 'estimate' && difference.differing > 0;

function checkOne(
  stated: Series,
  what: string,
  { inReport, records }: { inReport: InReport; records: ReadonlyMap<number, DifferenceRecord> },
): Check[] {
  const expected = stated.releases.map((release, i) => {
    const known = expectedRelease({ ...release, position: i + 1 }, inReport.get(release.studyId));
    const recomputed = differenceIn(known, records.get(release.studyId), inReport);
    return { release: recomputed ? { ...known, difference: recomputed.difference } : known, recomputed };
  });
  return [
    ...compareData(what, stated, { ...stated, releases: expected.map(({ release }) => release) }),
    ...expected.flatMap(({ recomputed }, i) =>
      (recomputed?.checks ?? []).map((one) => ({
        ...one,
        what: `${what}.releases.${i}.difference: ${one.what}`,
      })),
    ),
    ...stated.releases.flatMap((release, i) =>
      checkLabor(release, `${what}.releases.${i}`, inReport.get(release.studyId)),
    ),
  ];
}

/** The difference of a release whose labels, and those of the one before, are in the report; undefined where they are not. */
function differenceIn(
  release: Release,
  record: DifferenceRecord | undefined,
  inReport: InReport,
): ExpectedDifference | undefined {
  const { difference, studyId } = release;
  if (difference?.kind !== 'estimate') return undefined;
  if (difference.differing === 0) return { difference: noDifferenceIn(difference, release), checks: [] };
  const [later, earlier] = [inReport.get(studyId), record && inReport.get(record.beforeStudyId)];
  if (!later || !earlier) return undefined;
  const { header } = later.record;
  const found = expectedDifference(difference, record!, {
    ...{ header, later: later.found, earlier: earlier.found },
  });
  const [now, then] = [later, earlier].map((one) => ({ header: one.record.header, found: one.found }));
  const changes = checkChanges(difference, record!, { later: now!, earlier: then! });
  return { ...found, checks: [...found.checks, ...changes] };
}

/** Labels are given for this release or were for an earlier one; how many of them were is as the report has it. */
function checkLabor(
  { labelsSpent, labelsSaved }: Release,
  what: string,
  study: ReleasedStudy | undefined,
): Check[] {
  if (!study) return [];
  const labels = study.record.rows.filter((row) => !isDecision(row) && row.source !== 'simulated');
  const words = new Set(labels.map(({ draw_order: draw, annotator }) => JSON.stringify([draw, annotator])));
  return [compareNumber(`${what}: labels spent and saved`, labelsSpent + labelsSaved, words.size)];
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
    ...(release.counted !== undefined && { counted: found.labeled }),
    ...(release.alpha !== undefined && { alpha: header.alpha }),
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
