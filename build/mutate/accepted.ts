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
    file: 'db/first-phase-items.ts',
    code: 'FROM system WHERE «EXISTS (SELECT 1 FROM machine_score WHERE signal_id = ? AND system_id = system.id)» ORDER',
    becomes: '(EXISTS (SELECT 1 FROM machine_score WHERE signal_id = ? AND system_id = system.id) OR 1)',
    reason: 'a system without scores has none to copy: only spares looking for them',
  },
  {
    file: 'db/lock.ts',
    code: 'new Database(path, { timeout: «0» });',
    becomes: '1',
    reason: 'waits a millisecond for what does not come free',
  },
  {
    file: 'db/open-to-read.ts',
    code: '«version < latestVersion»\n            ?',
    becomes: 'version <= latestVersion',
    reason: 'the same version is let through before',
  },
  {
    file: 'db/dealing.ts',
    code: 'annotator_id = ? AND until« > »?',
    becomes: ' >= ',
    reason: 'sets the very instant that it has',
  },
  {
    file: 'db/lock.ts',
    code: "if («process.platform === 'win32'») remove();",
    becomes: 'false',
    reason: 'on Windows alone a file that is open is removed once it is closed',
  },
  {
    file: 'db/lock.ts',
    code: "if («process.platform === 'win32'») remove();",
    becomes: 'true',
    reason: 'elsewhere the file is gone by then',
  },
  {
    file: 'db/draws.ts',
    code: '{ offset = 0, limit = -«1» }',
    becomes: '2',
    reason: 'any number below 0 is no limit',
  },
  {
    file: 'db/study-sources.ts',
    code: '{ offset = 0, limit = -«1» }',
    becomes: '2',
    reason: 'any number below 0 is no limit',
  },
  {
    file: 'db/validations.ts',
    code: "const inPassage = «span?.kind === 'passage'» ?",
    becomes: 'true',
    reason: 'a span of no passage has no start, end or text either',
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
