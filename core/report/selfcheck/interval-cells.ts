/** What stands for an interval or a decision that a call gives. */
type IntervalCells =
  /** Names of self-checks of which each says that it holds. */
  | { readonly checks: readonly string[] }
  /** Why there is nothing to hold: it repeats another one, is a setting, or counts. */
  | { readonly none: string };

/** The study's own interval at all looks: by rule 3, as new studies draw, and by rule 2. */
const own = {
  checks: [
    'plan 30, hardness draws',
    'plan 30, uniform draws',
    'plan 100, hardness draws',
    'no plan, hardness draws',
    'plan 30, hardness draws by hashes',
    'plan 30, bracket of skips',
    'plan 30, ends on steps, uniform draws',
    'plan 30, ends on steps, hardness draws',
    'calibrated hardness',
    'uniform, control variate',
    'bracket of skips',
    'difference of two',
  ],
} satisfies IntervalCells;
const forecast: IntervalCells = {
  none: 'a forecast of a half-width; it decides nothing, and docs/accuracy.md says how far off it is',
};
const cells = (...checks: string[]): IntervalCells => ({ checks });
const agreement = cells('agreement of annotators');
const share = cells('share of independent cases');
const coefficient = cells('judge coefficient');
const bias = cells('judge minus people');
const worth = cells('labels saved');

const joins = cells(
  'plan 60, uniform draws, good signal joins',
  'plan 60, hardness draws, useless signal joins',
  'plan 60, uniform draws, reversed signal joins',
  'plan 60, hardness draws, overfit signal joins',
);

const modeShare = {
  checks: [
    'share of a failure mode, named when first seen',
    'share of a failure mode, the most frequent of those seen',
    'share of a failure mode, merged after looking',
  ],
} satisfies IntervalCells;

/**
 * What holds of every pair of ends, and of every probability, that the contract has: by the name of its part in
 * docs/openapi.json. A test finds what is missing, so that no interval comes without somebody saying whether it holds.
 */
export const intervalCells: Readonly<Record<string, IntervalCells>> = {
  Agreement: { none: 'names the kind of interval' },
  Alignment: { none: 'names the kind of interval' },
  'Alignment coefficients': coefficient,
  'Alignment biasByLevel': bias,
  'Alignment biasBySubgroup': bias,
  'Alignment yesNo.corrected': cells('share corrected by a judge'),
  'Alignment yesNo.sensitivity': share,
  'Alignment yesNo.specificity': share,
  AltTestReport: { none: 'names the kind of interval' },
  'AltTestReport advantage': cells('advantage over people'),
  'AltTestReport annotators': cells('judge called good enough to replace people'),
  Claim: { checks: ['future traffic', 'other annotators', 'mean over turns'] },
  AgreementFigure: agreement,
  EstimatePoint: own,
  'EstimateReport firstPhase': { checks: ['whole pool by a first phase, plan 30'] },
  'EstimateReport estimates': { checks: [...own.checks, 'one look, approximate'] },
  'EstimateReport plan': forecast,
  'EstimateReport plan.forWidth': forecast,
  Gate: { checks: ['gate, wrong pass in 4 draws', 'gate, wrong fail in 4 draws'] },
  GoalForecast: { none: 'whether there is an interval' },
  JudgeQuality: { none: 'names the kind of interval' },
  'JudgeQuality worth.alone': worth,
  'JudgeQuality worth.added': worth,
  'JudgeQuality length': cells('length and judge'),
  'JudgeQuality position': cells('order of replies'),
  'Joinable narrowed.with': joins,
  'Joinable narrowed.without': own,
  LabelStanding: own,
  'MetaEvaluation evaluations.rows.pearson': cells('correlation over workers'),
  'MetaEvaluation evaluations.rows.spearman': cells('correlation over workers'),
  OtherCriterion: own,
  'OtherCriterion together': { checks: ['four criteria together, plan 30', 'four criteria together'] },
  'ProtocolComparison scores': cells('protocol score'),
  'ProtocolScores calibrated': bias,
  'ProtocolScores performance': cells('aptitude and unreliability'),
  'ProtocolScores aptitude': cells('aptitude and unreliability'),
  'ProtocolScores unreliability': cells('aptitude and unreliability'),
  'ProtocolComparison contrasts.differences': cells('protocol difference'),
  'ProtocolComparison correlations.coefficients': coefficient,
  'ProtocolComparison pairwise': share,
  'QuestionKinds invalid': cells('protocol score'),
  'Ranking pairs': {
    checks: [
      'ranking, the best',
      'ranking, the whole order',
      'ranking, the best 2, pair by pair',
      'ranking, the whole order, on one page',
      'ranking, the best, on one page',
      'ranking, the whole order, put in order, on one page',
    ],
  },
  'Ranking places': cells('Bradley-Terry scores'),
  'Ranking places.scoreInterval': cells('Bradley-Terry scores'),
  'Ranking pairs.goal': {
    checks: ['ranking, the best, at its own level', 'ranking, the best, on one page, at its own level'],
  },
  Release: own,
  ReleaseDifference: {
    checks: ['difference of releases, plan 30', 'difference of releases, drift taken out'],
  },
  'ReleaseDifference drift': cells('drift of the people'),
  RuleEstimate: own,
  Subgroups: { none: 'names the kind of interval' },
  'Subgroups subgroups': { checks: ['subgroup'] },
  'Subgroups subgroups.differs': { checks: ['subgroup called different'] },
  'Watch reference': {
    checks: [
      'watch, drop of the system',
      'watch, drop if windows are alike',
      'watch, drop of the conversations',
      'watch, mean of the reference',
    ],
  },
  WidthAt: forecast,
  'ShownFirst people': share,
  'invitation/live people.left': share,
  'invitation/live people.longer': share,
  'batch/merge before': own,
  'batch/merge after': own,
  'batch/preview before': own,
  'batch/preview after': own,
  'Checks pairs': cells('checks alone'),
  'Checks systems': cells('share of independent cases', 'checks alone'),
  'estimate/reading length.longer': cells('length and preference'),
  'estimate/reading length.atEqualLength': cells('length and preference'),
  // A share of one mode, or a difference of two, or of one in two releases.
  FailureShare: cells(
    ...modeShare.checks,
    'order of failure modes',
    'failure mode from release to release, paired',
    'failure mode from release to release, not paired',
    'share of steps of one kind',
  ),
  'failures/table modes.trend': modeShare,
  'failures/table unnamed': cells('failures without a name'),
  // Exact shares, coefficients and means, each at the level of its check.
  'JudgeFigures agreement': cells(
    'share of independent cases',
    'judge coefficient',
    'checks of improved judges',
  ),
  'JudgeFigures bias': bias,
  'JudgeFigures distance': bias,
  'JudgeFigures kappa': coefficient,
  'JudgeFigures sensitivity': share,
  'JudgeFigures specificity': share,
  'JudgeFigures worth': { none: 'shown without an interval' },
  'judge/agreement': bias,
  'judge/agreement coefficients': coefficient,
  'persona/harm rows.cells': share,
  'plan/advice': { none: 'whether there is an interval' },
  'plan/advice forWidth': forecast,
  PlayedUser: { none: 'names the kind of interval' },
  'PlayedUser people.refusals': cells('protocol score'),
  'PlayedUser people.repetition': cells('protocol score'),
  'PlayedUser played.refusals': cells('protocol score'),
  'PlayedUser played.repetition': cells('protocol score'),
  PartQuality: { none: 'names the kind of interval' },
  'PartQuality detector.precision': cells('protocol score'),
  'PartQuality detector.recall': cells('protocol score'),
  'PartQuality detector.recallByReason': cells('protocol score'),
  'PartQuality rewriter.changed': cells('protocol score'),
  'PartQuality rewriter.named': cells('protocol score'),
  UserGuesses: share,
  'practice/get rounds': { none: 'names the kind of interval' },
  'practice/get rounds.interval': agreement,
  'practice/goOnWithout rounds': { none: 'names the kind of interval' },
  'practice/goOnWithout rounds.interval': agreement,
  'practice/override rounds': { none: 'names the kind of interval' },
  'practice/override rounds.interval': agreement,
  'practice/start rounds': { none: 'names the kind of interval' },
  'practice/start rounds.interval': agreement,
  'protocol/options': { none: 'how many questions an interval takes' },
  'quality/get effect.counted': own,
  'quality/get effect.withAll': own,
  'quality/get pairEffects.counted': own,
  'quality/get pairEffects.withAll': own,
  'quality/set effect.counted': own,
  'quality/set effect.withAll': own,
  'quality/set pairEffects.counted': own,
  'quality/set pairEffects.withAll': own,
  'sample/list rows': { none: 'the probability of a draw, which is known' },
  'source/firstPhaseCost': { checks: ['whole pool by a first phase, plan 30'] },
  'study/preview plan.forWidth': forecast,
  'validation/report': cells('protocol score'),
};
