import type { LabelRecord } from '../../sources/import/label-record.ts';
import type { ReportContent } from '../report/report-content.ts';
import type { Check } from './checks.ts';
import { checkNumber } from './checks.ts';
import { compareData } from './compare-data.ts';
import { hasAgreement } from './expected-agreement.ts';
import { expectedStudy } from './expected-content.ts';
import { expectedRanking } from './expected-ranking.ts';
import type { Recomputed } from './recompute.ts';

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
        checkNumber(
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
