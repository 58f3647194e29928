import { isDeepStrictEqual } from 'node:util';
import type { DrawNumber } from '../../../shared/contract/base.ts';
import type { RuleEstimate } from '../../../shared/contract/index.ts';
import { FinalRuleSchema } from '../../../shared/contract/team.ts';
import { BETTING_RULE, differenceScale } from '../../../stats/index.ts';
import { reportOf } from '../../estimate/estimate-report.ts';
import { adviceOf } from '../../estimate/forecast/study-advice.ts';
import { labelSpread } from '../../estimate/label-spread.ts';
import {
  type LabelHeader,
  type LabelRecord,
  plannedFieldsOf,
} from '../../import/formats/labels/label-record.ts';
import { rulesOf } from '../../labeling/team/rule-estimates.ts';
import { designs } from '../../studies/design.ts';
import { generatorOf } from '../manifest.ts';
import { examplesOf } from '../opening.ts';
import type { Opening, ReportContent, StudyContent } from '../report-content.ts';
import { measuredSystems } from '../systems-text.ts';
import { expectedFailures } from './check-failures.ts';
import { checkSeries } from './check-series.ts';
import { type Check, compareData, compareNumber } from './checks.ts';
import { finishedPrefix, type StandingDraw, standingDraws } from './drawn-values.ts';
import { expectedAgreement, hasAgreement } from './expected-agreement.ts';
import { expectedCriteria, expectedSubgroups } from './expected-difference.ts';
import { expectedRanking } from './expected-ranking.ts';
import { type Recomputed, recompute, storedPlans } from './recompute.ts';
import { statedMethods } from './stated-methods.ts';

/** Every value that a report says, beside what follows from the labels in it. */
export function checkContent(
  content: ReportContent,
  studies: readonly { readonly record: LabelRecord; readonly found: Recomputed }[],
): Check[] {
  const several = studies.length > 1;
  const ranked = content.studies.map((study, i) => ({ content: study, ...studies[i]! }));
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
        ...(record.header.failures || study.failures
          ? [
              compareNumber(
                'failure modes are reported',
                Number(study.failures !== undefined),
                Number(record.header.failures !== undefined || study.failures?.because != null),
              ),
            ]
          : []),
        ...compareData('assayVersion', record.header.assayVersion, content.assayVersion),
      ];
      const name = study.manifest.study;
      return several ? checks.map((one) => ({ ...one, what: `${name}: ${one.what}` })) : checks;
    }),
    ...content.rankings.flatMap((ranking, i) =>
      compareData(`rankings.${i}`, ranking, expectedRanking(ranking, ranked)),
    ),
    ...checkSeries(content, ranked),
  ];
}

/**
 * What the report has to say of a study, given its labels. What does not follow from them is as the report has it, and
 * is named in `takenFromFile`.
 */
function expectedStudy(stated: StudyContent, record: LabelRecord, found: Recomputed): StudyContent {
  const { header } = record;
  const { facts, live } = found;
  const { judges, fullEvaluation, studyId, isShare, awaitingThirdVote } = stated.estimate;
  const { plan, ...recounted } = reportOf({ ...facts, id: studyId }, live, { judges, fullEvaluation });
  const { forWidth } = stated.estimate.plan;
  const { dataset, datasetSha256, signalsSha256, labelsSha256, timesDrawn, sideSeed } = stated.manifest;
  const chain = header.chain ?? { links: 0, sha256: '' };
  return {
    ...stated,
    manifest: {
      ...{ assayVersion: header.assayVersion, study: header.study },
      ...{ dataset, datasetSha256, signalsSha256, labelsSha256 },
      systems: measuredSystems(header.systems),
      populationSize: header.N,
      ...(header.sharedItems !== null && {
        sharedItems: header.sharedItems,
        ...(sideSeed !== undefined && { sideSeed }),
      }),
      ...{ design: header.design, seed: header.seed, draws: header.draws, timesDrawn, alpha: header.alpha },
      ...{ bettingRule: header.bettingRule, generator: generatorOf(header.drawRule ?? 1) },
      ...{ chainLinks: chain.links, chainSha256: chain.sha256 },
    },
    subject: {
      ...stated.subject,
      systems: header.systems,
      scale: header.scale,
      drawn: stated.subject.drawn.map((run, i, all) =>
        i === all.length - 1 ? { ...run, generation: all.length, seed: header.seed } : run,
      ),
      ...(header.bettingRule !== 2 && {
        plans: storedPlans(header.plans ?? []),
        signals: signalNames(header),
        ...joinsIn(header),
      }),
    },
    ...(stated.opening && { opening: expectedOpening(stated, stated.opening, record, found) }),
    estimate: {
      ...recounted,
      ...(isShare && { isShare }),
      ...(awaitingThirdVote !== undefined && { awaitingThirdVote }),
      estimates: statedMethods(header, recounted.estimates),
      plan: { ...plan, ...(forWidth && { forWidth }) },
    },
    history: [...found.history],
    goal: statedForecast(
      stated.goal,
      adviceOf(facts, live, { goal: stated.goal.goal, isRating: stated.subject.asked === 'rating' }),
    ),
    subgroups: stated.subgroups.map(expectedSubgroups),
    otherCriteria: expectedCriteria(stated.otherCriteria, record),
    ...(stated.failures && { failures: expectedFailures(stated.failures, record, found) }),
    rules: expectedRules(stated, record, found),
    agreement: expectedAgreement(stated, record, found),
  };
}

/** The forecast as far as the report has it: earlier reports do not say in which interval a guess may lie. */
function statedForecast(stated: StudyContent['goal'], found: StudyContent['goal']): StudyContent['goal'] {
  const isLikely = (key: string) => key === 'likely' || key === 'likelyIfAskedFor';
  if (JSON.stringify(stated).includes('"likely"')) return found;
  return JSON.parse(JSON.stringify(found, (key, value) => (isLikely(key) ? undefined : value)));
}

/** The first page as the labels make it; what was asked and the texts are as the report has them. */
function expectedOpening(
  { subject }: StudyContent,
  stated: Opening,
  { header }: LabelRecord,
  found: Recomputed,
): Opening {
  const prefix = finishedPrefix(found.draws);
  const isDifference = header.systems.length === 2;
  const spread = labelSpread(
    prefix.map(({ item, y, surrogate }, i) => ({
      order: (i + 1) as DrawNumber,
      item,
      y: y === 'skipped' ? null : y,
      surrogate,
      weight: found.weights[i]!,
    })),
    {
      scale: isDifference ? differenceScale(header.scale) : header.scale,
      isDifference,
      machine: stated.machine,
      imputed: subject.missingSurrogate > 0 ? header.pool.mean : null,
      isWeighted: designs[header.design].id === 'without-replacement',
    },
  );
  const textsOf = new Map(stated.examples.map(({ order, texts }) => [order, texts]));
  const { labeled, skipped, bins } = spread;
  return {
    ...stated,
    labeled,
    skipped,
    bins,
    examples: examplesOf(spread, stated.layout).map((example) => ({
      ...example,
      id: prefix[example.order - 1]!.item,
      texts: textsOf.get(example.order) ?? null,
    })),
  };
}

const signalNames = ({ signals = [] }: LabelHeader): string[] =>
  signals.flatMap(({ id, name, joined }) =>
    id === 'composite' || id === 'surrogate' || joined ? [] : [name],
  );

/** The signals that joined; the report of a study that none joined does not state it. */
function joinsIn({ signals = [] }: LabelHeader): Pick<StudyContent['subject'], 'joins'> {
  const joins = signals.flatMap(({ name, joined }) => (joined ? [{ name, ...joined }] : []));
  return joins.length > 0 ? { joins } : {};
}

/**
 * The estimate under each rule for final values. By planned looks a file holds what the predictor says of the pool for the labels
 * of its own rule: where another rule makes other labels, the numbers are as the report has them, and only their counts are not.
 */
function expectedRules(
  stated: StudyContent,
  { header, rows }: LabelRecord,
  found: Recomputed,
): RuleEstimate[] {
  const { facts, live } = found;
  const under = new Map(
    FinalRuleSchema.options.map((finalRule) => {
      const other = { ...header, finalRule };
      const isSame = hasSameLabels(other, rows, found);
      return [
        finalRule,
        { isSame, live: isSame ? recompute({ header: other, rows }).live : unplanned(other, rows) },
      ];
    }),
  );
  const expected = rulesOf(facts, (rule) => (rule === header.finalRule ? live : under.get(rule)!.live));
  return expected.map((one, i) => {
    const { value, lower, upper } = under.get(one.rule)!.isSame ? one : (stated.rules[i] ?? one);
    return one.value === null ? one : { ...one, value, lower, upper };
  });
}

const hasSameLabels = (header: LabelHeader, rows: LabelRecord['rows'], { draws }: Recomputed): boolean =>
  plannedFieldsOf(header) === undefined ||
  isDeepStrictEqual(valuesOf(standingDraws(header, rows)), valuesOf(draws));

const valuesOf = (draws: readonly StandingDraw[]) => finishedPrefix(draws).map(({ y }) => y);

/** How labels stand under a rule; the numbers that come with it are none of theirs. */
const unplanned = (header: LabelHeader, rows: LabelRecord['rows']) =>
  recompute({ header: { ...header, bettingRule: 2 }, rows }).live;

/** What of a report does not follow from the labels in it, in words. */
export function takenFromFile(studies: readonly StudyContent[]): string[] {
  const some = (has: (study: StudyContent) => boolean, words: string) => (studies.some(has) ? [words] : []);
  return [
    'when the report was written, and by which version',
    'how many items the pool has, the mean and spread of its machine scores, and each draw’s probability',
    'the hashes of the data set, of the machine scores, of the label file and of the project',
    ...some(({ subject }) => subject.surrogate.kind !== 'none', 'where the machine scores came from'),
    ...some(({ estimate }) => estimate.fullEvaluation !== null, 'the full evaluation'),
    ...some(({ estimate }) => estimate.judges.length > 0, 'the means of judges alone'),
    ...some(({ estimate }) => estimate.isShare === true, 'that people were asked for yes or no'),
    ...some(
      ({ estimate }) => estimate.awaitingThirdVote !== undefined,
      'how many items wait for a third vote',
    ),
    ...some(({ opening }) => opening !== undefined, 'what people were asked, and the texts of examples'),
    ...some(({ judges }) => judges.length > 0, 'how far judges agree with people'),
    ...some(
      ({ subgroups }) => subgroups.length > 0,
      'the subgroups, but for what Holm’s correction makes of their tests',
    ),
    ...some(
      ({ otherCriteria }) => otherCriteria.length > 0,
      'the other criteria, but for the study’s own interval beside them',
    ),
    ...some(
      ({ failures }) => failures !== undefined,
      'where failure modes were found, their examples, definitions and agreement',
    ),
    ...some(({ otherClaims }) => otherClaims.length > 0, 'the other claims'),
    ...some(({ estimate }) => estimate.plan.forWidth !== undefined, 'the labels that usual widths take'),
    ...some(({ agreement }) => agreement !== null, agreementTaken),
    ...some(
      ({ manifest, rules }) => manifest.bettingRule !== BETTING_RULE && areSeveral(rules),
      'the numbers under the other rules for final values, where their labels are others',
    ),
    'the draws before the last one, what was on screen while people labeled, the audit trail, and whether another program changed the project',
    'who gave each label, how and when, and decisions that no number rests on',
  ];
}

/** What a report of a series says that only the replies of both releases can tell. */
export const takenOfSeries =
  'which replies differ from release to release and what the predictor says of those that nobody labeled, the differences from releases that are not in the file, how many labels were taken over and why others were not';

/** What files of rule 3 say of a pool that is not in them, in words; inside the project it is computed again. */
export const takenOfPool = (headers: readonly LabelHeader[]): string[] =>
  headers.some((header) => plannedFieldsOf(header) !== undefined)
    ? [
        'what the predictor says of the items that nobody labeled: the mean of its predictions, and how many lie on each level',
        'the columns of the items drawn',
      ]
    : [];

/** Whether it matters by which rule labels become final values. */
const areSeveral = (rules: readonly RuleEstimate[]): boolean =>
  rules.some(({ value, labeled }) => value !== rules[0]!.value || labeled !== rules[0]!.labeled);

const agreementTaken =
  'agreement on further criteria and on written answers, and which decisions were taken back or are outdated';

/** Texts that people wrote, which nothing can be computed from. */
export const writtenByPeople: readonly string[] = [
  'names of studies, data sets, systems, criteria, judges and subgroups',
  'reasons of skips and notes of decisions',
  'ids of items',
];
