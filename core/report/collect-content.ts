import { listAudit } from '../../db/audit.ts';
import { listDrawRuns } from '../../db/draws.ts';
import { type FirstPhaseRow, findFirstPhase, findStudyFirstPhase } from '../../db/first-phases.ts';
import { itemLevelsHash } from '../../db/item-levels.ts';
import { findJudgeOfScores } from '../../db/judges.ts';
import { countEstimateVisible } from '../../db/labels.ts';
import { findPrompt } from '../../db/prompts.ts';
import { listSignals } from '../../db/scores.ts';
import { findRelease } from '../../db/series.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { findChoice } from '../../db/study-choices.ts';
import { listFrozenSignals } from '../../db/study-columns.ts';
import { listJoins } from '../../db/study-joins.ts';
import { listPlans } from '../../db/study-plans.ts';
import { countSourceRows, findStudySource, placeWords, type StudySource } from '../../db/study-sources.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { EstimateReport, Ranking } from '../../shared/contract/index.ts';
import { ALT_TEST_EPSILON } from '../../stats/index.ts';
import { findSeries } from '../design/series/series.ts';
import { unsuitable } from '../estimate/analyses/design-labels.ts';
import { otherClaims } from '../estimate/analyses/other-claims.ts';
import { otherCriteria } from '../estimate/analyses/other-criteria.ts';
import { reportedSubgroups } from '../estimate/analyses/subgroups.ts';
import { estimateHistory, estimateReport } from '../estimate/estimate-report.ts';
import { studyForecast } from '../estimate/forecast/study-advice.ts';
import { rankingSoFar } from '../estimate/ranking.ts';
import { adjudicationEntries } from '../labeling/agreement/adjudication-queue.ts';
import { needsDecision } from '../labeling/agreement/disagreement.ts';
import { studyAgreementNow } from '../labeling/agreement/study-agreement.ts';
import { exclusionIn } from '../labeling/rounds/checks/quality-of.ts';
import { ruleEstimates } from '../labeling/team/rule-estimates.ts';
import { alignmentOf } from '../models/judge/alignment.ts';
import { altTestOf } from '../models/judge/alt-test.ts';
import { labelsBeside } from '../models/judge/improve/labels-beside.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { auditWords } from './audit-words.ts';
import { reportedFailures } from './collect-failures.ts';
import { differenceRecords } from './difference-record.ts';
import { alterationSentences } from './integrity/alterations.ts';
import { reportRecord } from './label-header.ts';
import { manifestOf } from './manifest.ts';
import { openingOf } from './opening.ts';
import { personsOf } from './persons.ts';
import {
  CHARTS,
  type Replacement,
  type ReportContent,
  ReportContentSchema,
  type StudyContent,
} from './report-content.ts';
import { NUMBERS } from './shown-number.ts';
import { oneLookCoverage } from './study-parts.ts';

/** Which studies a report is of, and whether the texts of its examples go with it. */
export interface ReportSubject {
  readonly studyIds: readonly number[];
  readonly hasTexts: boolean;
}

/** Gathers everything that a report of these studies says, as data; every format is made from it alone. */
export function collectReport(context: CoreContext, { studyIds, hasTexts }: ReportSubject): ReportContent {
  const studies = studyIds.map((id) => getStudy(dbOf(context), id));
  const altered = alterationSentences(context);
  return asRead({
    assay: 'report',
    version: 1,
    assayVersion: context.version,
    writtenAt: context.now(),
    ...(altered.length > 0 && { altered }),
    charts: CHARTS,
    numbers: NUMBERS,
    rankings: reportedRankings(context, studies),
    ...reportedSeries(context, studyIds),
    studies: studies.map((study) => collectStudy(context, study, hasTexts)),
  });
}

/** As somebody will read it out of the file: fields in the order of the schema, and no number that JSON cannot say. */
const asRead = (content: ReportContent): ReportContent =>
  ReportContentSchema.parse(JSON.parse(JSON.stringify(content)));

/** Series of releases of which a report has several; a watch tells no differences from release to release. */
function reportedSeries(
  context: CoreContext,
  studyIds: readonly number[],
): Pick<ReportContent, 'series' | 'differences'> {
  const found = studyIds.flatMap((id) => findRelease(dbOf(context), id)?.seriesId ?? []);
  const series = [...Map.groupBy(found, (id) => id)]
    .filter(([, releases]) => releases.length > 1)
    .map(([id]) => findSeries(context, id))
    .filter(({ watch }) => watch === null);
  const differences = differenceRecords(context, series, studyIds);
  return {
    ...(series.length > 0 && { series }),
    ...(differences.length > 0 && { differences }),
  };
}

function collectStudy(context: CoreContext, study: StudyRow, hasTexts: boolean): StudyContent {
  const estimate = estimateReport(context, study.id);
  const person = personsOf(context, study);
  return {
    manifest: manifestOf(context, study),
    subject: subjectOf(dbOf(context), study),
    opening: openingOf(context, study, hasTexts),
    estimate,
    history: estimateHistory(context, study.id),
    goal: studyForecast(context, study.id),
    subgroups: reportedSubgroups(context, study.id),
    otherCriteria: otherCriteria(context, study.id),
    otherClaims: otherClaims(context, study.id),
    oneLook: oneLookCoverage(dbOf(context), study, estimate),
    ...reportedFailures(context, study, hasTexts),
    rules: ruleEstimates(context, study.id),
    outdatedDecisions: outdatedDraws(context, study),
    agreement: reportedAgreement(context, study),
    judges: judgesBeside(context, study, estimate),
    alterations: alterationSentences(context),
    ...reportedExclusion(context, study),
    acts: listAudit(dbOf(context), study.id).map((entry) => ({
      at: entry.at,
      action: entry.action,
      words: auditWords(entry, person),
    })),
    record: reportRecord(context, study),
  };
}

/** Who does not count, and what the estimate would be with them. */
function reportedExclusion(context: CoreContext, study: StudyRow): Pick<StudyContent, 'exclusion'> {
  const found = exclusionIn(context, study);
  if (found === null) return {};
  const { people, items, withAll } = found;
  const { value, lower, upper } = withAll;
  return { exclusion: { people, items, value, lower, upper } };
}

function subjectOf(db: ReadableDb, study: StudyRow): StudyContent['subject'] {
  const { systemName, against, scale, form, criterionId, surrogate, missingSurrogate } = study;
  const source = findStudySource(db, study.id);
  const choice = findChoice(db, study.id);
  const phase = findStudyFirstPhase(db, study.id) && findFirstPhase(db, study.datasetId);
  const joins = listJoins(db, study.id, study.generation)
    .filter(({ modeId }) => modeId === null)
    .map(({ name, drawsBefore, sha256 }) => ({ name, drawsBefore, sha256 }));
  const poolWords = [
    ...(source ? [sourceWords(source, countSourceRows(db, study.id))] : []),
    ...(itemLevelsHash(db, study.id) !== undefined ? [levelsWords] : []),
    ...(phase ? [phaseWords(phase)] : []),
  ];
  return {
    systems: [systemName, ...(against ? [against.systemName] : [])],
    scale,
    asked: criterionId === null ? 'answer' : form.kind === 'rating' ? 'rating' : 'choice',
    ...(study.pageInstrument !== null && { onePage: true as const }),
    surrogate,
    missingSurrogate,
    drawn: listDrawRuns(db, study.id),
    plans: listPlans(db, study.id, study.generation),
    signals: listFrozenSignals(db, study.id).map(({ name }) => name),
    ...(joins.length > 0 && { joins }),
    estimateVisible: countEstimateVisible(db, study.id),
    surrogateJudge: surrogateJudge(db, study),
    ...(choice && { choice }),
    ...(poolWords.length > 0 && { source: poolWords.join(' ') }),
  };
}

const levelsWords =
  'The pool is known by its levels: surrogate values are in steps of 1/16384, and no other signal sharpens the estimate.';

/** Where a pool lies, and what it was when it was read. */
const sourceWords = ({ engine, asked, readAt, query, fingerprint }: StudySource, taken: number): string =>
  `The pool stays where it is: ${placeWords(asked)}, read by ${engine} on ${readAt} (fingerprint ${fingerprint}). ` +
  `Items are its rows${asked.where === null ? '' : ` where ${asked.where}`}, named by "${asked.id}". ` +
  `The texts of the first ${taken} rows of the draw order are in the project. The histogram was read by: ${query.replaceAll('\n', ' ')}`;

/** What a first phase was taken from, and what that was when it was. */
function phaseWords({ origin, takenAt, populationSize }: FirstPhaseRow): string {
  if ('dataset' in origin)
    return `Its items were taken on ${takenAt} from the ${populationSize} of "${origin.dataset}" that ${origin.system} had answered (SHA-256 ${origin.contentHash}).`;
  const { source, engine, fingerprint } = origin;
  const where = source.where === null ? '' : ` where ${source.where}`;
  return `Its items were taken on ${takenAt} from the ${populationSize} rows of ${placeWords(source)}${where}, read by ${engine} (fingerprint ${fingerprint}) and named by "${source.id}".`;
}

/** Draws of items of which annotators spoke after the decision on them. */
function outdatedDraws(context: CoreContext, { id, overlap, finalRule }: StudyRow): number[] {
  if (overlap === 1 && finalRule === 'mean') return [];
  const draws = adjudicationEntries(context, id).flatMap(({ isOutdated, draw }) =>
    isOutdated ? [draw] : [],
  );
  return [...new Set(draws)];
}

/** Which version of which prompt a judge had whose scores are the surrogate; nothing for other surrogates. */
function surrogateJudge(db: ReadableDb, { surrogate }: StudyRow): string {
  if (surrogate.kind !== 'judge') return '';
  const judge = findJudgeOfScores(db, surrogate.judge);
  if (!judge) return `The scores of the surrogate, judge ${surrogate.judge}, were imported.`;
  const prompt = findPrompt(db, judge.promptId);
  const asked = prompt ? `, asked with version ${prompt.version} of the prompt "${prompt.name}"` : '';
  return `The surrogate is version ${judge.version} of the judge ${judge.name}${judge.model === '' ? '' : ` (model ${judge.model})`}${asked}.`;
}

/** The judges of the criterion beside the people of this study, by its design's weights. */
function judgesBeside(context: CoreContext, study: StudyRow, report: EstimateReport): StudyContent['judges'] {
  const { measure } = study;
  const hasWeights = unsuitable(study) === null;
  if (measure.kind !== 'criterion' || study.against || !hasWeights || report.labeled === 0) return [];
  const signals = listSignals(dbOf(context), study.datasetId);
  const isRatedTwice = studyAgreementNow(context, study.id).criteria.some(({ items }) => items > 0);
  // The report says once, of the first judge, which labels count; of each judge of an improved criterion others may.
  const beside = new Set<string>();
  const found = report.judges.flatMap(({ name, alsoSurrogate }) => {
    const signal = signals.find(
      (one) =>
        one.kind === 'judge' &&
        one.name === name &&
        (one.measures === measure.criterion || one.measures === 'score'),
    );
    if (!signal) return [];
    const question = { signalId: signal.id, system: study.systemName, studyId: study.id };
    const alignment = alignmentOf(context, question);
    const replacement = isRatedTwice ? { replacement: replacementOf(context, question) } : {};
    if (alignment.items === 0) return [];
    beside.add(labelsBeside(dbOf(context), { ...study, criterion: measure.criterion }, signal).words);
    return [{ alignment, alsoSurrogate, ...replacement }];
  });
  const [first, ...others] = found;
  if (!first) return [];
  const said = [...beside].filter((words) => !first.alignment.basis.includes(words));
  return [
    { ...first, alignment: { ...first.alignment, basis: `${first.alignment.basis}${said.join('')}` } },
    ...others,
  ];
}

const suggested = Object.entries(ALT_TEST_EPSILON) as [keyof typeof ALT_TEST_EPSILON, number][];

/** The alternative annotator test of a judge on a study's own labels, for everybody who may have rated. */
function replacementOf(
  context: CoreContext,
  question: { signalId: number; system: string; studyId: number },
): Replacement {
  const tests = suggested.map(([raters, epsilon]) => ({
    ...{ raters, epsilon },
    test: altTestOf(context, { ...question, epsilon }),
  }));
  const { items, score, advantage, lacks, annotators } = tests[0]!.test;
  return {
    ...{ items, score, advantage, lacks },
    people: annotators.length,
    byRaters: tests.flatMap(({ raters, epsilon, test: { winningRate, passes } }) =>
      winningRate === null || passes === null ? [] : [{ raters, epsilon, winningRate, passes }],
    ),
  };
}

/** Of comparisons that belong to no ranking. */
export const rankingAlpha = 0.05;
const fewestRanked = 3;

/** The rankings that these studies belong to or form: each its own, else one for each data set and measure with pairs of more than two systems. */
function reportedRankings(context: CoreContext, studies: readonly StudyRow[]): Ranking[] {
  // A report of one study tells of that study alone.
  if (studies.length === 1) return [];
  const comparisons = studies.filter(({ against }) => against !== null);
  const byQuestion = Map.groupBy(comparisons, ({ datasetId, measure, rankingId }) =>
    JSON.stringify([datasetId, measure, rankingId]),
  );
  return [...byQuestion.values()].flatMap(([first]) => {
    const ranking = rankingSoFar(context, first!.id, rankingAlpha);
    const isOne = ranking?.name !== undefined || (ranking?.places.length ?? 0) >= fewestRanked;
    return ranking && isOne ? [ranking] : [];
  });
}

/**
 * Agreement and decisions of a study, as the JSON report has them: people by the numbers that its labels give them, items
 * by their draw, without the texts that people wrote. Null while no item has labels of two annotators.
 */
function reportedAgreement(context: CoreContext, study: StudyRow): StudyContent['agreement'] {
  const { annotators, criteria, ...how } = studyAgreementNow(context, study.id);
  if (criteria.every(({ byItem }) => byItem.length === 0)) return null;
  const person = personsOf(context, study);
  return {
    ...how,
    annotators: annotators.map(({ id, name }) => ({ id, name: person(name) })),
    criteria: criteria.map(({ byItem, ...one }) => ({
      ...one,
      byItem: byItem.map(({ draw, spread, isDecided, isOutdated }) => {
        return { draw, spread, isDecided, isOutdated };
      }),
    })),
    adjudications: adjudicationCounts(context, study),
  };
}

/**
 * How many items differ, how many of these the study's rule leaves to a decision, and how many are decided; and how many
 * decisions of all items are outdated.
 */
function adjudicationCounts(context: CoreContext, { id: studyId, finalRule }: StudyRow) {
  const all = adjudicationEntries(context, studyId);
  const entries = all.filter(({ spread }) => spread > 0);
  const needed = entries.filter(({ rated }) => needsDecision(finalRule, rated));
  return {
    rule: finalRule,
    differing: entries.length,
    decided: entries.filter(({ isDecided }) => isDecided).length,
    outdated: all.filter(({ isOutdated }) => isOutdated).length,
    needed: needed.length,
    neededAndDecided: needed.filter(({ isDecided }) => isDecided).length,
    takenBack: listAudit(dbOf(context), studyId).filter(({ action }) => action === 'adjudication.undo')
      .length,
  };
}
