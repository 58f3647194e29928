import type { Site } from './sites.ts';

/** A fault that no test can find, or is to find, and why. */
interface Accepted {
  /** How the path of its file ends. */
  readonly file: string;
  /** The code around it, what is changed between angle quotes. */
  readonly code: string;
  readonly becomes: string;
  readonly reason: string;
}

const accepted: readonly Accepted[] = [
  {
    file: 'sequence/wealth-grid.ts',
    code: '#wealth = new Float64Array(GRID_STEPS + «1»)',
    becomes: '2',
    reason: 'one place more than candidates, which nothing looks at',
  },
  {
    file: 'kernel/label-sums.ts',
    code: '  count = «0»;\n',
    becomes: '1',
    reason: 'the constructor clears it before anyone looks',
  },
  {
    file: 'kernel/label-sums.ts',
    code: '  slope = «0»;\n',
    becomes: '1',
    reason: 'the constructor clears it before anyone looks',
  },
  {
    file: 'kernel/label-sums.ts',
    code: '  rawValue = «0»;\n',
    becomes: '1',
    reason: 'the constructor clears it before anyone looks',
  },
  {
    file: 'kernel/label-sums.ts',
    code: '  predictedMean = «0»;\n',
    becomes: '1',
    reason: 'the constructor clears it before anyone looks',
  },
  {
    file: 'kernel/label-sums.ts',
    code: '  predictedVariance = «0»;\n',
    becomes: '1',
    reason: 'the constructor clears it before anyone looks',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: '=== 0) «fold(wealth, limit, first, last);»',
    becomes: ';',
    reason:
      'beyond the range of doubles infinity is still above its limit and 0 below; six patterns of labels show no difference',
  },
  {
    file: 'agreement/krippendorff-alpha.ts',
    code: 'i = 0; «i < values.length»; i++',
    becomes: 'i <= values.length',
    reason: 'the round more has no second value to compare with',
  },
  {
    file: 'simulation/binomial-tail.ts',
    code: 'while («high - low > 1e-12»)',
    becomes: 'high - low >= 1e-12',
    reason: 'the halves never differ by that very number',
  },
  {
    file: 'kernel/bet-rounds.ts',
    code: 'length: GRID_STEPS + «1» }',
    becomes: '2',
    reason: 'one candidate more, which nothing looks at',
  },
  {
    file: 'metrics/metric.ts',
    code: 'if («value > best»)',
    becomes: 'value >= best',
    reason: 'of two equal maxima either is the best and the other the second',
  },
  {
    file: 'claims/student-t.ts',
    code: 'Math.abs(«d * c - 1»)',
    becomes: 'd * c + 1',
    reason: 'only ends the steps early: after all of them the value is the same',
  },
  {
    file: 'kernel/smallest-keys.ts',
    code: 'if («1 - uniforms[position]! > bound * q[position]!») continue;',
    becomes: 'false',
    reason: 'only spares a logarithm: the key itself is compared in the next line',
  },
  {
    file: 'sequence/wealth-grid.ts',
    code: '#logShift = new Float64Array(GRID_STEPS + «1»)',
    becomes: '2',
    reason: 'one place more than candidates, which nothing looks at',
  },
  {
    file: 'methods/estimate-all.ts',
    code: 'const skipped = «evidence.skippedCount ?? 0»',
    becomes: 'evidence.skippedCount',
    reason: 'no number is not above 0 either',
  },
  {
    file: 'claims/cluster-robust.ts',
    code: '«across.some((x) => x !== 0)» ? length',
    becomes: 'true',
    reason: 'where nothing lies across the length is what rounding left, below 1e-12 of the rest',
  },
  {
    file: 'sampling/exponential-key-order.ts',
    code: 'probability > 0 && «probability <= 1»',
    becomes: 'probability < 1',
    reason: 'the check behind it lets 1 through',
  },
  {
    file: 'sampling/poisson-sample.ts',
    code: '«certain < rates.length» &&',
    becomes: 'certain <= rates.length',
    reason: 'there is no rate at that place, and nothing compares with none',
  },
  {
    file: 'sequence/uniform-sequence.ts',
    code: 'left > «1 + 1e-12»',
    becomes: '1 - 1e-12',
    reason: 'the last candidate falls a step early, and the end is taken a step outwards',
  },
  {
    file: 'sequence/wealth-grid.ts',
    code: 'else «this.#fold(g, factor);»',
    becomes: ';',
    reason:
      'wealth beyond 1e150 stays rejected and below 1e-150 accepted, unless labels bring it all the way back',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: '(t + «1») % ROUNDS_PER_FOLD',
    becomes: '2',
    reason: 'folds a round earlier, which changes no comparison',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: 'if («current > LEAST_WEALTH && current < MOST_WEALTH») continue;',
    becomes: 'false',
    reason: 'folds what need not be, which changes no comparison but for rounding',
  },
  {
    file: 'estimate/live-estimate.ts',
    code: '«this.#firstOrder.get(itemId)! >= this.#next»',
    becomes: 'this.#firstOrder.get(itemId)! > this.#next',
    reason: 'the item that is next has no final value, or it would have been taken in',
  },
  {
    file: 'words/words.ts',
    code: 'const valuesOf = «isScored» ? metricValues',
    becomes: 'true',
    reason: 'only spares what a metric makes of answers: a word without a scale has no value',
  },
  {
    file: 'words/words.ts',
    code: 'ofAll: «study.countsExcluded ?? false»',
    becomes: 'study.countsExcluded',
    reason: 'a property that is undefined takes its default, which is false',
  },
  {
    file: 'http/static-files.ts',
    code: "if («request.method === 'HEAD'») response.end();",
    becomes: 'false',
    reason: 'a response to HEAD sends no body: only spares reading the file',
  },
  {
    file: 'metrics/lcs-length.ts',
    code: 'Math.ceil(«a.length / 32»);',
    becomes: 'a.length * 32',
    reason: 'words beyond the list hold no position: only more memory',
  },
  {
    file: 'db/item-windows.ts',
    code: 'WHERE «response.item_id IN (SELECT value FROM json_each(?))» AND turn = 0',
    becomes: '(response.item_id IN (SELECT value FROM json_each(?)) OR 1)',
    reason: 'names of other items are left out as they are put together: only spares reading them',
  },
  {
    file: 'agreement/krippendorff-alpha.ts',
    code: 'let below = «0»;',
    becomes: '1',
    reason: 'only differences of ranks count',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: 'const BLOCK = «80»;',
    becomes: '81',
    reason: 'only how many candidates are taken through the rounds together',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: 'const ROUNDS_PER_FOLD = «64»;',
    becomes: '65',
    reason: 'folds a round later, which changes no comparison',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: 'const LEAST_WEALTH = «1e-100»;',
    becomes: '1',
    reason: 'folds what need not be, which changes no comparison but for rounding',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: 'const MOST_WEALTH = «1e100»;',
    becomes: '2e+100',
    reason: 'only when wealth is folded, which changes no comparison',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: '#safe = new Float64Array(«0»)',
    becomes: '1',
    reason: 'it is made anew where it is too short',
  },
  {
    file: 'kernel/shared-uniforms.ts',
    code: 'if («1 - values[position]! <= reach»)',
    becomes: '1 - values[position]! < reach',
    reason: 'no item has its key at the reach to the last bit',
  },
  {
    file: 'kernel/smallest-keys.ts',
    code: 'if («1 - uniforms[position]! > bound * q[position]!») continue;',
    becomes: '1 - uniforms[position]! >= bound * q[position]!',
    reason: 'only spares a logarithm: the key itself is compared in the next line',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: 'if («gain <= mostGain») break;',
    becomes: 'gain < mostGain',
    reason: 'of two stakes of equal gain either is the best',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: 'numbers[«place + SHORT»]',
    becomes: 'place - SHORT',
    reason: 'the first place is at 0',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: 'levels[«place + SHORT»]',
    becomes: 'place - SHORT',
    reason: 'the first place is at 0',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: '#numbers[«at + LEFT»]',
    becomes: 'at - LEFT',
    reason: 'the first place is at 0',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: 'numbers[«at + LEFT»]!',
    becomes: 'at - LEFT',
    reason: 'the first place is at 0',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: '[«at + LEAD»]',
    becomes: 'at - LEAD',
    reason: 'the first place is at 0',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: 'numbers[«at + UP + LEAD»]',
    becomes: 'at + UP - LEAD',
    reason: 'the first place is at 0',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: 'numbers[«at + DOWN + LEAD»]',
    becomes: 'at + DOWN - LEAD',
    reason: 'the first place is at 0',
  },
  {
    file: 'planned/candidate-wealth.ts',
    code: 'while («this.#last >= this.#first» &&',
    becomes: 'this.#last > this.#first',
    reason: 'the first candidate is not out, or the last lies before it',
  },
  {
    file: 'planned/after-stopping.ts',
    code: 'if («Math.abs(steps) < FARTHEST_STEP»)',
    becomes: 'Math.abs(steps) <= FARTHEST_STEP',
    reason: 'steps so far weigh nothing',
  },
  {
    file: 'planned/after-stopping.ts',
    code: 'if («Math.abs(steps) < FARTHEST_STEP»)',
    becomes: 'true',
    reason: 'only spares what weighs nothing',
  },
  {
    file: 'planned/after-stopping.ts',
    code: 'const FARTHEST_STEP = «7»;',
    becomes: '8',
    reason: 'steps so far weigh nothing',
  },
  {
    file: 'planned/word-numbers.ts',
    code: 'const code = «i < plain.length» ?',
    becomes: 'i <= plain.length',
    reason: 'what lies behind the end is no letter either',
  },
  {
    file: 'alignment/label-worth.ts',
    code: 'const isNew = «squares(rest, cases) > LEAST_LEFT * squares(residualsOf(cases, scores, []), cases)»;',
    becomes: 'squares(rest, cases) >= LEAST_LEFT * squares(residualsOf(cases, scores, []), cases)',
    reason: 'equal only where both are 0, and then nothing varies that could correlate',
  },
  {
    file: 'simulation/population.ts',
    code: '«uniformOpen(rng) < p»',
    becomes: 'uniformOpen(rng) <= p',
    reason: 'a uniform is equal to a number with a chance of 2^-32 at most',
  },
  {
    file: 'kernel/label-sums.ts',
    code: 'new CompensatedSums(«12»)',
    becomes: '13',
    reason: 'one sum more, which nothing adds to',
  },
  {
    file: 'estimate/live-estimate.ts',
    code: 'if («++turn» %',
    becomes: '--turn',
    reason: 'counts turns the other way round: their number is divided without rest at the same ones',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: '% ROUNDS_PER_FOLD === «0»',
    becomes: '1',
    reason: 'folds at other rounds, which changes no comparison',
  },
  {
    file: 'estimate/ranking.ts',
    code: 'a.key < b.key ? -1 : «1»)',
    becomes: '2',
    reason: 'of what a comparison gives only the sign counts',
  },
  {
    file: 'estimate/ranking.ts',
    code: '(«a.key < b.key» ?',
    becomes: 'a.key <= b.key',
    reason: 'no two pairs have one key',
  },
  {
    file: 'estimate/ranking.ts',
    code: 'return { lower: 0, upper: 0, labels: «0» };',
    becomes: '1',
    reason: 'a pair of equal replies is decided: nobody asks how many labels it has',
  },
  {
    file: 'claims/annotator-variance.ts',
    code: 'String(b.annotator) ? -1 : «1»)',
    becomes: '2',
    reason: 'of what a comparison gives only the sign counts',
  },
  {
    file: 'estimate/estimate-report.ts',
    code: "preference: «study.form.kind === 'preference'» ?",
    becomes: 'true',
    reason: 'another form has no steps',
  },
  {
    file: 'estimate/estimate-report.ts',
    code: 'toPrecision(«12»)',
    becomes: '13',
    reason: 'either cuts off what adding two levels leaves in the last places',
  },
  {
    file: 'estimate/final-rule.ts',
    code: "(«word.kind === 'skip'» ? [word.reason]",
    becomes: 'true',
    reason: 'only asked where all are skips',
  },
  {
    file: 'estimate/final-rule.ts',
    code: "(«word.kind === 'skip'» ? 'skip'",
    becomes: 'false',
    reason: 'a skip has no rating, so that all of them share a group either way',
  },
  {
    file: 'estimate/label-spread.ts',
    code: '«Math.abs(surrogate - imputed) < 1e-9»',
    becomes: 'Math.abs(surrogate - imputed) <= 1e-9',
    reason: 'no two scores differ by that very number',
  },
  {
    file: 'estimate/label-spread.ts',
    code: '«Math.abs((value - min) / step - Math.round((value - min) / step)) < rounding»',
    becomes: 'Math.abs((value - min) / step - Math.round((value - min) / step)) <= rounding',
    reason: 'no value lies that very number beside a step',
  },
  {
    file: 'stats/pool-summary.ts',
    code: 'if («atZero.intercept === atOne.intercept && atZero.slope === atOne.slope»)',
    becomes: 'atZero.intercept === atOne.intercept || atZero.slope === atOne.slope',
    reason: 'of two lines that share one of the numbers one leads at both ends',
  },
  {
    file: 'alignment/weighted-correlation.ts',
    code: '«(weightAt.get(value(pair)) ?? 0) + pair.weight»',
    becomes: '(weightAt.get(value(pair)) ?? 0) - pair.weight',
    reason: 'turns the ranks of both sides round, which is the same correlation',
  },
  {
    file: 'estimate/ranking.ts',
    code: 'a.key < b.key ? -«1» : 1)',
    becomes: '2',
    reason: 'of what a comparison gives only the sign counts',
  },
  {
    file: 'estimate/full-evaluation.ts',
    code: "const wanted = «study.measure.kind === 'criterion'» ?",
    becomes: 'true',
    reason: 'a metric has no criterion, and no judge is of none',
  },
  {
    file: 'claims/annotator-variance.ts',
    code: 'String(b.annotator) ? -«1» : 1)',
    becomes: '2',
    reason: 'of what a comparison gives only the sign counts',
  },
  {
    file: 'protocols/question-overlap.ts',
    code: 'text === texts[«0»]',
    becomes: '1',
    reason: 'of texts that are all the same any one tells, and there are two at least',
  },
  {
    file: 'protocols/clustered-correlation.ts',
    code: 'weight: «1» })',
    becomes: '2',
    reason: 'a common weight changes no correlation',
  },
  {
    file: 'alignment/preference-length.ts',
    code: '(«pair.a - a») * (pair.b - b)',
    becomes: 'pair.a + a',
    reason: 'what is added is the same for all, and the other factors sum to 0',
  },
  {
    file: 'alignment/preference-length.ts',
    code: '(pair.a - a) * («pair.b - b»)',
    becomes: 'pair.b + b',
    reason: 'what is added is the same for all, and the other factors sum to 0',
  },
  {
    file: 'intervals/sample-moments.ts',
    code: '(y - meanY) * («surrogate - meanS»)',
    becomes: 'surrogate + meanS',
    reason: 'what is added is the same for all, and the other factors sum to 0',
  },
  {
    file: 'intervals/sample-moments.ts',
    code: '(«y - meanY») * (surrogate - meanS)',
    becomes: 'y + meanY',
    reason: 'what is added is the same for all, and the other factors sum to 0',
  },
  {
    file: 'alignment/weighted-correlation.ts',
    code: '(«a - meanA») * (b - meanB)',
    becomes: 'a + meanA',
    reason: 'what is added is the same for all, and the other factors sum to 0',
  },
  {
    file: 'alignment/weighted-correlation.ts',
    code: '(a - meanA) * («b - meanB»)',
    becomes: 'b + meanB',
    reason: 'what is added is the same for all, and the other factors sum to 0',
  },
  {
    file: 'planned/after-stopping.ts',
    code: 'let i = 0; «i < POINTS»; i++',
    becomes: 'i <= POINTS',
    reason: 'a list of numbers takes nothing beyond its end',
  },
  {
    file: 'intervals/betting-mixture.ts',
    code: 'Math.min(bet, «mean > 0» ?',
    becomes: 'mean >= 0',
    reason: 'at 0 the bound is infinite',
  },
  {
    file: 'intervals/betting-mixture.ts',
    code: 'Math.min(bet, «mean < 1» ?',
    becomes: 'mean <= 1',
    reason: 'at 1 the bound is infinite',
  },
  {
    file: 'alignment/label-worth.ts',
    code: 'interval.lower <= 0 && «interval.upper >= 0» ?',
    becomes: 'interval.upper > 0',
    reason: 'no end is 0 to the last bit but of a correlation of 0, whose interval spans it',
  },
  {
    file: 'sampling/hash-order.ts',
    code: 'if («this.#kept.length > 2 * this.#size + SLACK»)',
    becomes: 'true',
    reason: 'only how often what is held is cut',
  },
  {
    file: 'sampling/hash-order.ts',
    code: 'const SLACK = «256»;',
    becomes: '257',
    reason: 'only how often what is held is cut',
  },
  {
    file: 'paired/bradley-terry.ts',
    code: 'Math.abs(«value / strength[i]!» - 1)',
    becomes: 'value * strength[i]!',
    reason: 'only ends the rounds early: after all of them the strengths are the same',
  },
  {
    file: 'paired/bradley-terry.ts',
    code: '«round < MOST_ROUNDS»;',
    becomes: 'round <= MOST_ROUNDS',
    reason: 'a round more of thousands moves no strength',
  },
  {
    file: 'planned/frozen-columns.ts',
    code: '«populationVariance(list) > CONSTANT_COLUMN_VARIANCE»',
    becomes: 'populationVariance(list) >= CONSTANT_COLUMN_VARIANCE',
    reason: 'no list has that very variance',
  },
  {
    file: 'planned/text-signals.ts',
    code: 'found += 1;\n      this.#counts[word] = «1»;',
    becomes: '2',
    reason: 'only whether a word was there counts, and then it is cleared',
  },
  {
    file: 'sampling/uncertainty-order.ts',
    code: 'let position = 0; «position < populationSize»; position++',
    becomes: 'position <= populationSize',
    reason: 'what lies behind the end has no key, and comes before nothing',
  },
  {
    file: 'estimate/study-sequence.ts',
    code: 'const ITEMS_PER_TURN = «50_000»;',
    becomes: '50001',
    reason: 'only how often others have their turn',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: 'let t = 0; «t < count»; t++',
    becomes: 't <= count',
    reason: 'a candidate that is through all rounds is through that many, whatever a round more would do',
  },
  {
    file: 'planned/rounded-pool.ts',
    code: '#roundedMean = «0»;',
    becomes: '1',
    reason: 'the predictor is fitted before the first label, which sets it',
  },
  {
    file: 'sequence/uniform-sequence.ts',
    code: 'const lower = «first < 0» ?',
    becomes: 'first <= 0',
    reason: 'a step below 0 is no more than what the labels prove',
  },
  {
    file: 'stats/histogram-pool.ts',
    code: 'while («expected(high) < target»)',
    becomes: 'expected(high) <= target',
    reason: 'one doubling more, which halving takes back',
  },
  {
    file: 'kernel/growing-ridge.ts',
    code: 'const moved = «value < 0» ?',
    becomes: 'value <= 0',
    reason: '0 stays 0 either way',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: "const returning =\n        «from === 'first'» ?",
    becomes: 'false',
    reason: 'only whether there is one counts, whichever is found',
  },
  {
    file: 'kernel/accepted-ends.ts',
    code: "const returning =\n        «from === 'first'» ?",
    becomes: 'true',
    reason: 'only whether there is one counts, whichever is found',
  },
  {
    file: 'kernel/candidate-races.ts',
    code: '«distance > 0» ?',
    becomes: 'distance >= 0',
    reason: 'at a distance of 0 nothing is bet',
  },
  {
    file: 'estimate/ranking.ts',
    code: 'if («live.isSettled») look(study, live);',
    becomes: 'false',
    reason:
      'whoever waits for what is settled looks at once as well: only spares asking for the pass to come',
  },
  {
    file: 'estimate/study-sequence.ts',
    code: '«places.get(levelOf(surrogate)) ?? -1»',
    becomes: 'places.get(levelOf(surrogate))',
    reason: 'no place at all is refused like one before the first',
  },
];

/** Why a fault is accepted; undefined when a test is to find it. */
export function acceptedReason(site: Site, source: string): string | undefined {
  return accepted.find(({ file, code, becomes }) => {
    const [before = '', was = '', after = ''] = code.split(/[«»]/);
    const around = source.slice(site.start - before.length, site.end + after.length);
    return site.file.endsWith(file) && around === before + was + after && site.replacement === becomes;
  })?.reason;
}
