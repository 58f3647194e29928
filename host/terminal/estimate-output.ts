import { numberWords, pairedItemsWords, verdictWords, winRateWords } from '../../shared/comparison-words.ts';
import type { EstimateReport, MethodEstimate, Scale, StudyCounts } from '../../shared/contract/index.ts';
import { countWords } from '../../shared/count-words.ts';
import {
  defaultEstimate,
  estimateSentence,
  methodRows,
  noIntervalWords,
  otherDrawsWords,
} from '../../shared/estimate-words.ts';
import { firstPhaseWords } from '../../shared/first-phase-words.ts';
import { inPercent, spacedPercent, writtenEstimate } from '../../shared/number-text.ts';
import {
  approximateWords,
  coverageWords,
  isForOneLook,
  type LabCoverage,
} from '../../shared/one-look-words.ts';
import { onRight, table } from './table.ts';
import { count, counted, figureOn, percent, scaleText } from './words.ts';

/** The estimate for programs: the full evaluation as a plain number, all else as the contract has it. */
export function estimateDocument({ fullEvaluation, isShare: _, ...report }: EstimateReport) {
  return {
    ...report,
    fullEvaluation: fullEvaluation?.value ?? null,
    fullEvaluationItems: fullEvaluation?.items ?? null,
    fullEvaluationComplete: fullEvaluation?.complete ?? null,
  };
}

/**
 * The estimate for people: the answer, then every method on the same labels, the one that answers the study marked.
 *
 * @param shown.measured how often intervals for one look held in the Lab
 * @param shown.isWhole whether methods that need another draw are among them
 */
export function estimateText(shown: {
  report: EstimateReport;
  counts: StudyCounts;
  measured: readonly LabCoverage[];
  isWhole: boolean;
  /** Whose replies a study of one system is of, where its name does not say it. */
  system?: string;
}): string {
  const { counts, measured, isWhole, system } = shown;
  const report = inPercent(shown.report);
  const approximate = approximateWords(report, measured);
  const { study, measureName, scale, alpha, fullEvaluation } = report;
  const { rows: defined, forOtherDraws } = methodRows(report);
  const others = isWhole ? 0 : forOtherDraws.length;
  const rows = [...defined, ...(isWhole ? forOtherDraws : [])].map((estimate) => [
    estimate.method === report.default ? '*' : '',
    estimate.name,
    ...cells(estimate, scale, measured),
  ]);
  if (fullEvaluation) {
    const whose = fullEvaluation.complete
      ? 'all items, imported'
      : `${count(fullEvaluation.items)} items, imported`;
    rows.push(['', 'Full human evaluation', figureOn(scale)(fullEvaluation.value), '', whose]);
  }
  const columns = [
    { title: ' ' },
    { title: 'Method' },
    onRight('Estimate'),
    { title: `${percent(1 - alpha)} interval` },
    { title: 'How sure' },
  ];
  return [
    system === undefined || study.includes(system) ? study : `${study}: ${system}`,
    estimateSentence(report),
    ...(approximate === null ? [] : [approximate]),
    ...comparisonText(report),
    ...firstPhaseWords(report),
    `${measureName}, ${scaleText(scale)}; ${countText(report, counts)}`,
    '',
    table(columns, rows),
    '',
    `* answers the study's question${others === 0 ? '' : `; ${otherDrawsWords(others)}: --all lists ${others === 1 ? 'it' : 'them'}`}`,
  ].join('\n');
}

function comparisonText(report: EstimateReport): string[] {
  const { comparison } = report;
  if (!comparison) return [];
  // What is decided stands in the answer.
  const open = comparison.verdict === 'undecided' ? [verdictWords(comparison)] : [];
  const rate = winRateWords(comparison, report.labeled > 0 ? defaultEstimate(report) : null);
  return [
    ...open,
    ...(rate === null ? [] : [rate]),
    pairedItemsWords(comparison),
    `Numbers are ${numberWords(comparison)}.`,
  ];
}

function cells(estimate: MethodEstimate, scale: Scale, measured: readonly LabCoverage[]): string[] {
  const { value, interval } = writtenEstimate(estimate, scale);
  if (value === null) {
    const reason = estimate.reason ?? 'too few labels';
    return ['-', '', reason.startsWith('not estimable') ? reason : `not estimable: ${reason}`];
  }
  if (interval === null) return [value, '', estimate.interval ?? noIntervalWords(estimate.method)];
  const kind = spacedPercent(estimate.interval ?? '');
  return [
    value,
    interval,
    isForOneLook(estimate) ? `${kind}; ${coverageWords(measured, estimate.method)}` : kind,
  ];
}

/** "20 labels of 400 items", or what the labels that do not count wait for. */
function countText({ labeled, N, skipped }: EstimateReport, counts: StudyCounts): string {
  const left = skipped.count > 0 ? `, ${count(skipped.count)} skipped` : '';
  if (!counts.waitingFor) return `${counted(labeled, 'label')} of ${counted(N, 'item')}${left}`;
  return `of ${counted(N, 'item')} ${countWords(counts, count)}${left}`;
}
