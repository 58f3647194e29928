/** The public face of the statistics: pure functions, no clock, no input or output, randomness from seeds only. */

export { type AgreementUnit, agreementInterval, presentValues } from './agreement/agreement-interval.ts';
export { bootstrapAgreement } from './agreement/bootstrap-agreement.ts';
export { fleissKappa } from './agreement/fleiss-kappa.ts';
export { krippendorffAlpha, type MeasurementLevel } from './agreement/krippendorff-alpha.ts';
export { ALT_TEST_EPSILON, type AltTestItem, type AltTestScore, altTest } from './alignment/alt-test.ts';
export {
  type CoefficientInterval,
  FEWEST_COEFFICIENT_ITEMS,
  pairInterval,
} from './alignment/coefficient-interval.ts';
export { correctedShare } from './alignment/corrected-share.ts';
export { type Jackknifed, jackknife } from './alignment/jackknife.ts';
export { type BothOrders, FEWEST_BIAS_ITEMS, lengthBias, positionBias } from './alignment/judge-bias.ts';
export { FEWEST_FIGURE_LABELS, judgeAgreement, judgeFigures } from './alignment/judge-figures.ts';
export { FEWEST_WORTH_LABELS, type LabelWorth, labelWorth } from './alignment/label-worth.ts';
export type { WeightedCase } from './alignment/left-out-squares.ts';
export { FEWEST_MEAN_ITEMS, meanInterval } from './alignment/mean-interval.ts';
export { checkLevel, practiceHalf } from './alignment/practice-split.ts';
export { preferenceLength } from './alignment/preference-length.ts';
export { weightedAlpha, weightedKappa } from './alignment/weighted-agreement.ts';
export { weightedKendall, weightedPearson, weightedSpearman } from './alignment/weighted-correlation.ts';
export { type WeightedPair, weightedMean } from './alignment/weighted-pairs.ts';
export {
  annotatorPopulation,
  FEWEST_ANNOTATORS,
  FEWEST_DISPUTED_ITEMS,
  hasOverlap,
} from './claims/annotator-population.ts';
export { annotatorVariance, type Rating } from './claims/annotator-variance.ts';
export { type ApproximateEstimate, boundedMean, bracketSkips } from './claims/bounded-mean.ts';
export { type CaseUnit, meanOfCases, repeatSpread } from './claims/cases-alone.ts';
export {
  clusteredMeanVariance,
  effectiveGroups,
  FEWEST_GROUPS,
  futureTraffic,
} from './claims/future-traffic.ts';
export { holm, partProbabilities } from './claims/tested-together.ts';
export { FEWEST_LABELED_ITEMS, weightedRatio } from './claims/weighted-ratio.ts';
export { consistencyRatio } from './consistency-ratio.ts';
export { cheapestPlan } from './cost-plan.ts';
export { ModeOrder, modeOrderAlpha, openModesTogether, type TwoModes } from './failures/mode-order.ts';
export {
  type ModeObservation,
  type ModePoint,
  ModeSequence,
  type ModeStudy,
} from './failures/mode-sequence.ts';
export { StepShare } from './failures/step-share.ts';
export { goodEstimate, UnnamedFailures } from './failures/unnamed-failures.ts';
export { hardness } from './hardness/hardness.ts';
export { DEFAULT_HARDNESS_FLOOR, humcoeProbabilities } from './hardness/humcoe.ts';
export { DEFAULT_TEMPER, temperedProbabilities } from './hardness/tempered.ts';
export { isUniform, uniformProbabilities } from './hardness/uniform.ts';
export {
  drawnHistogram,
  freezeLevels,
  type HashCut,
  type HistogramPool,
  hashCut,
  hashCutAhead,
  LEVEL_STEPS,
  levelOf,
  valueOfLevel,
} from './histogram-pool.ts';
export { exactShare } from './intervals/exact-share.ts';
export { intervalOf } from './intervals/interval.ts';
export { fixedIntervalById } from './intervals/registry.ts';
export { FEWEST_IN_FIRST_PHASE, serflingHalfWidth, USUAL_FIRST_PHASE_ALPHA } from './intervals/serfling.ts';
export { OneLookRuns } from './kernel/one-look-runs.ts';
export { estimateAll, estimateWith, type MethodEstimate } from './methods/estimate-all.ts';
export {
  type DesignId,
  type Draw,
  type Evidence,
  type LooksAhead,
  type PoolLevels,
  poolLevelsOf,
} from './methods/evidence.ts';
export type { Method } from './methods/method.ts';
export { ONE_LOOK_ONLY } from './methods/only-look.ts';
export { methodById } from './methods/registry.ts';
export { controlSlope } from './methods/weighted-moments.ts';
export { normalizeLabel } from './metrics/accuracy.ts';
export type { Metric } from './metrics/metric.ts';
export { answerTokens, comparableAnswer, isSameAnswer, normalizeAnswer } from './metrics/normalize-answer.ts';
export { CANNOT_ANSWER } from './metrics/quac.ts';
export { metricById, metrics } from './metrics/registry.ts';
export { scoreTurns } from './metrics/score-turns.ts';
export { DEFAULT_TOP_K, topKEntropy } from './metrics/top-k-entropy.ts';
export { wordF1 } from './metrics/word-f1.ts';
export { clip, compensatedSum, mean, populationVariance } from './numeric.ts';
export {
  bradleyTerry,
  bradleyTerryIntervals,
  type LabeledWinRate,
  type StrengthInterval,
  withOneTie,
} from './paired/bradley-terry.ts';
export { decisionRate } from './paired/decision-rate.ts';
export { differenceScale, meanDifferenceScale, type PairedPool, pairedValue } from './paired/difference.ts';
export { impliedIntervals } from './paired/implied-intervals.ts';
export { chanceToDecide, labelsToDecide, priorPairedDeviation } from './paired/labels-to-decide.ts';
export { goalAlpha, hasGoalLevel, matteringPairs, type RankingAim } from './paired/mattering-pairs.ts';
export { type PairVerdict, type Place, pairAlpha, possiblePlaces } from './paired/ranking.ts';
export { normalizationOf, sameResponses } from './paired/same-response.ts';
export { type Verdict, verdictOf } from './paired/verdict.ts';
export { valueAfterStopping } from './planned/after-stopping.ts';
export {
  BESIDE_CARRIED,
  CARRIED_PENALTY,
  CARRIED_SLOPE,
  JOINED_PENALTY,
  JOINED_SLOPE,
  MAIN_PENALTY,
  MAIN_SLOPE,
  OTHER_PENALTY,
  PLANNED_RULE,
  STEPPED_RULE,
  UNIFORM_LEVELS,
  WEIGHTED_LEVELS,
} from './planned/constants.ts';
export { type JoinedColumn, joinedColumn } from './planned/joined-columns.ts';
export { lookTable, type PlannedLook } from './planned/look-table.ts';
export { type PlannedMemory, PlannedSequence, type PlannedStudy } from './planned/planned-sequence.ts';
export { type PassRequest, type PoolPass, poolPass } from './planned/pool-pass.ts';
export type { LevelRecord, PredictorRecord, RefitRecord } from './planned/predictor-record.ts';
export { ABOVE_MOST } from './planned/rounded-pool.ts';
export { type SignalColumn, type Signals, signalColumns } from './planned/signal-columns.ts';
export { isOnStep, roundedInward, stepsOfValues } from './planned/step-means.ts';
export { type BettingPlan, looksOf, nextLook, UNPLANNED } from './planned-width.ts';
export {
  halfWidthAt,
  type LabelPlan,
  labelsNeeded,
  labelsToAskFor,
  likelyHalfWidth,
  likelyLabels,
  type PlanningFacts,
  planOf,
  priorStandardDeviation,
} from './planner.ts';
export { type PoolSummary, summarizePool } from './pool-summary.ts';
export { answerScores, type ScoredAnswer } from './protocols/answer-scores.ts';
export { aptitudeOf, aptitudeParts } from './protocols/aptitude.ts';
export { type BinaryCase, type BinaryQuality, binaryQuality, shareOf } from './protocols/binary-quality.ts';
export {
  type ClusteredPair,
  clusteredCorrelation,
  FEWEST_CORRELATED_CLUSTERS,
} from './protocols/clustered-correlation.ts';
export {
  type ClusteredMean,
  clusteredInterval,
  clusteredMean,
  effectiveClusters,
  FEWEST_CLUSTERS,
} from './protocols/clustered-mean.ts';
export { permutationP } from './protocols/few-systems.ts';
export { type InterviewCell, interviewScores, questionsPerSuccess } from './protocols/interview-scores.ts';
export { pairwiseAgreement } from './protocols/pairwise-agreement.ts';
export { questionOverlap } from './protocols/question-overlap.ts';
export { places, ranksAgree } from './protocols/ranks.ts';
export { createRng, type Rng, uniformInt, uniformOpen } from './random.ts';
export { drawWithReplacement } from './sampling/draw-with-replacement.ts';
export { exponentialKeyOrder } from './sampling/exponential-key-order.ts';
export {
  byKey,
  firstPhaseText,
  HASH_DRAW_RULE,
  HashOrder,
  hashedText,
  hashKey,
  uniformOfHash,
} from './sampling/hash-order.ts';
export { activeRates, type PoissonSample, poissonSample } from './sampling/poisson-sample.ts';
export { spreadOrder } from './sampling/spread-order.ts';
export { DEFAULT_STRATA, strataOrder } from './sampling/strata-order.ts';
export { confidentDisagreements, mostCertain, mostUncertain } from './sampling/uncertainty-order.ts';
export { uniformOrder } from './sampling/uniform-order.ts';
export { fromUnit, intervalFromUnit, type Scale, toUnit } from './scale.ts';
export { CalibratedSequence } from './sequence/calibrated-sequence.ts';
export { BETTING_RULE } from './sequence/constants.ts';
export {
  type BracketedPoint,
  BracketedSequence,
  type BracketedState,
  type BracketObservation,
  type LiveSequence,
} from './sequence/skip-bracket.ts';
export {
  liesBelow,
  lowestMeanBound,
  type MeanOf,
  meanLowerBound,
  type WindowLabels,
} from './sequence/window-bets.ts';
export { type CoverageVerdict, judgeCoverage } from './simulation/coverage-verdict.ts';
export { buildPopulation, coin, type Population } from './simulation/population.ts';
export type { Look, Procedure } from './simulation/procedure.ts';
export {
  type RankedPopulation,
  rankedPools,
  rankedPopulation,
  trueGap,
} from './simulation/ranked-population.ts';
export { RankingPages } from './simulation/ranking-pages.ts';
export { RankingRace } from './simulation/ranking-race.ts';
export {
  bracketedProcedure,
  calibratedProcedure,
  hashDrawnProcedure,
  plannedBracketProcedure,
  plannedProcedure,
  steppedProcedure,
  uniformFormProcedure,
} from './simulation/sequence-procedures.ts';
export { Simulation } from './simulation/simulate.ts';
export { pairedPopulation, syntheticKinds, syntheticPopulation } from './simulation/synthetic-populations.ts';
export { FEWEST_BEFORE_STOP, labelsToOnlyLook, type StopState, stopAdvice } from './stop-advice.ts';
export { thresholdPlan } from './threshold-plan.ts';
export { humcoeWeights, lureWeights } from './weights.ts';
