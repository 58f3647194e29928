import { BETTING_RULE } from '../../../stats/index.ts';
import { reportOf } from '../../model/estimate/estimate-report.ts';
import { adviceOf } from '../../model/plan/study-advice.ts';
import { rulesOf } from '../../people/team/rule-estimates.ts';
import type { LabelRecord } from '../../sources/import/label-record.ts';
import { generator } from '../report/manifest.ts';
import type { ReportContent, StudyContent } from '../report/report-content.ts';
import { measuredSystems } from '../report/systems-text.ts';
import { type Check, compareData, compareNumber } from './checks.ts';
import { expectedAgreement, hasAgreement } from './expected-agreement.ts';
import { expectedRanking } from './expected-ranking.ts';
import { type Recomputed, recompute } from './recompute.ts';
import { statedMethods } from './stated-methods.ts';

/** Every value that a report says, beside what follows from the labels in it. */
export function checkContent(
  content: ReportContent,
  studies: readonly { readonly record: LabelRecord; readonly found: Recomputed }[],
): Check[] {
  const several = studies.length > 1;
  const ranked = content.studies.map((study, i) => ({ content: study, record: studies[i]!.record }));
  return [
    ...content.studies.flatMap((study, i) => {
      const { record, found } = studies[i]!;
      const { record: _, ...stated } = study;
      const { record: __, ...expected } = expectedStudy(study, record, found);
      const checks = [
        ...compareData('', stated, expected),
        compareNumber(
          'agreement is reported',
          Number(study.agreement !== null),
          // Further criteria may have labels of two annotators where the study's own measure has none.
          Number(hasAgreement(record) || study.agreement !== null),
        ),
        ...compareData('assayVersion', record.header.assayVersion, content.assayVersion),
      ];
      const name = study.manifest.study;
      return several ? checks.map((one) => ({ ...one, what: `${name}: ${one.what}` })) : checks;
    }),
    ...content.rankings.flatMap((ranking, i) =>
      compareData(`rankings.${i}`, ranking, expectedRanking(ranking, ranked)),
    ),
  ];
}

/**
 * What the report has to say of a study, given its labels. What does not follow from them is as the report has it, and
 * is named in `takenFromFile`.
 */
export function expectedStudy(stated: StudyContent, record: LabelRecord, found: Recomputed): StudyContent {
  const { header, rows } = record;
  const { facts, live } = found;
  const { judges, fullEvaluation, studyId } = stated.estimate;
  const recounted = reportOf({ ...facts, id: studyId }, live, { judges, fullEvaluation });
  const { dataset, datasetSha256, signalsSha256, labelsSha256, timesDrawn, sideSeed } = stated.manifest;
  const chain = header.chain ?? { links: 0, sha256: '' };
  return {
    ...stated,
    manifest: {
      ...{ assayVersion: header.assayVersion, study: header.study },
      ...{ dataset, datasetSha256, signalsSha256, labelsSha256 },
      systems: measuredSystems(header.systems),
      populationSize: header.N,
      ...(header.sharedItems !== null && { sharedItems: header.sharedItems, sideSeed: sideSeed ?? 0 }),
      ...{ design: header.design, seed: header.seed, draws: header.draws, timesDrawn, alpha: header.alpha },
      ...{ bettingRule: BETTING_RULE, generator, chainLinks: chain.links, chainSha256: chain.sha256 },
    },
    subject: {
      ...stated.subject,
      systems: header.systems,
      scale: header.scale,
      drawn: stated.subject.drawn.map((run, i, all) =>
        i === all.length - 1 ? { ...run, generation: all.length, seed: header.seed } : run,
      ),
    },
    estimate: { ...recounted, estimates: statedMethods(header, recounted.estimates) },
    history: [...found.history],
    goal: adviceOf(facts, live, {
      goal: stated.goal.goal,
      isRating: stated.subject.asked === 'rating',
    }),
    rules: rulesOf(facts, (finalRule) =>
      finalRule === header.finalRule ? live : recompute({ header: { ...header, finalRule }, rows }).live,
    ),
    agreement: expectedAgreement(stated, record, found),
  };
}

/** What of a report does not follow from the labels in it, in words. */
export function takenFromFile(studies: readonly StudyContent[]): string[] {
  const some = (has: (study: StudyContent) => boolean, words: string) => (studies.some(has) ? [words] : []);
  return [
    'when the report was written, and by which version',
    'how many items the pool has, the mean and spread of its surrogate values, and each draw’s probability',
    'the hashes of the data set, of the surrogate values, of the label file and of the project',
    ...some(({ subject }) => subject.surrogate.kind !== 'none', 'where the surrogate values came from'),
    ...some(({ estimate }) => estimate.fullEvaluation !== null, 'the full evaluation'),
    ...some(({ estimate }) => estimate.judges.length > 0, 'the means of judges alone'),
    ...some(({ judges }) => judges.length > 0, 'how far judges agree with people'),
    ...some(({ subgroups }) => subgroups.length > 0, 'the subgroups'),
    ...some(({ otherCriteria }) => otherCriteria.length > 0, 'the other criteria'),
    ...some(({ otherClaims }) => otherClaims.length > 0, 'the other claims'),
    ...some(({ agreement }) => agreement !== null, agreementTaken),
    'the draws before the last one, what was on screen while people labeled, the audit trail, and whether another program changed the project',
    'who gave each label, how and when, and decisions that no number rests on',
  ];
}

const agreementTaken =
  'agreement on further criteria and on written answers, and which decisions were taken back or are outdated';

/** Texts that people wrote, which nothing can be computed from. */
export const writtenByPeople: readonly string[] = [
  'names of studies, data sets, systems, criteria, judges and subgroups',
  'reasons of skips and notes of decisions',
  'ids of items',
];
