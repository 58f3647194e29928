import type { Command } from 'commander';
import { checksCaveat } from '../../shared/checks-words.ts';
import { bothBadWords, lengthWords } from '../../shared/comparison-words.ts';
import type {
  Checks,
  Claim,
  EstimateReport,
  GoalForecast,
  LabelSpread,
  OtherCriterion,
  Ranking,
  StudyCounts,
  Subgroups,
} from '../../shared/contract/index.ts';
import { inPercent } from '../../shared/number-text.ts';
import { type LabCoverage, oneLookCoverage } from '../../shared/one-look-words.ts';
import { unnamedSystem } from '../../shared/study-choices.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import { checksText } from '../terminal/checks-output.ts';
import { claimsText, criteriaText, subgroupsText } from '../terminal/claims-output.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { estimateDocument, estimateText } from '../terminal/estimate-output.ts';
import { findRanking, findStudy } from '../terminal/find-study.ts';
import { goalText } from '../terminal/goal-output.ts';
import { rankText } from './rank.ts';

interface EstimateOptions extends ProjectOptions {
  study?: string;
  by?: string;
  all?: boolean;
  checks?: boolean;
}

interface Found {
  /** Of a study of one system that has a name. */
  system?: string;
  report: EstimateReport;
  /** How often intervals for one look held in the Lab. */
  measured: LabCoverage[];
  counts: StudyCounts;
  forecast: GoalForecast;
  claims: Claim[];
  criteria: OtherCriterion[];
  subgroups: Subgroups | null;
  length?: LabelSpread['length'];
  bothBad?: LabelSpread['bothBad'];
}

export function addEstimate(program: Command): void {
  withProject(program.command('estimate'))
    .argument('[project]', 'the project file')
    .option(
      '--study <name>',
      'the study, by name or number, or a ranking by its name (not needed when there is one)',
    )
    .option('--by <field>', 'split the labels by a field: group, turns, meta:NAME, judge:NAME/CRITERION ...')
    .option('--checks', 'say what checks and judges alone say, and how far repeats of a judge agree')
    .option('--all', 'list the methods that need another draw, too, with what they need')
    .action((file: string | undefined, options: EstimateOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return guarded(options, async () => {
        const found = await estimate(project, options);
        if ('checks' in found) print(options, found, (one) => checksText(one, project));
        else if ('ranking' in found) print(options, found.ranking, rankText);
        else printEstimate(options, found);
      });
    });
}

/** What is said where there is no study yet. */
interface ChecksFound {
  basis: 'checks';
  note: string;
  checks: Checks[];
}

const estimate = (
  project: string,
  options: EstimateOptions,
): Promise<Found | ChecksFound | { ranking: Ranking }> =>
  withEngine(options, async (engine) => {
    const { client } = engine;
    await client.project.open({ path: project });
    const isFirst = options.study === undefined && (await client.study.list({})).length === 0;
    if (isFirst || options.checks) {
      const checks = await client.estimate.checks({ withEvidence: options.json === true });
      if (checks.length > 0 || options.checks) return { basis: 'checks', note: checksCaveat, checks };
    }
    const ranking = await findRanking(client, options.study);
    if (ranking) return { ranking: await client.ranking.result({ rankingId: ranking.id }) };
    const { id: studyId } = await findStudy(engine, project, options.study);
    const report = await client.estimate.current({ studyId });
    const isPreferred = report.comparison?.preference !== undefined;
    const { length, bothBad } = isPreferred ? await client.estimate.reading({ studyId }) : {};
    const study = await client.study.get({ studyId });
    return {
      report,
      measured: await oneLookCoverage(client.lab, study, report),
      ...(length && { length }),
      ...(bothBad !== undefined && { bothBad }),
      counts: study.counts,
      ...(study.comparison === null && study.system !== unnamedSystem && { system: study.system }),
      forecast: await client.plan.advice({ studyId }),
      claims: await client.claim.list({ studyId }),
      criteria: await client.claim.criteria({ studyId }),
      subgroups:
        options.by === undefined ? null : await client.claim.subgroups({ studyId, field: options.by }),
    };
  });

function printEstimate(options: EstimateOptions, { report, counts, measured, system, ...rest }: Found): void {
  if (options.json)
    print(
      options,
      { ...estimateDocument(report), counts, ...(measured.length > 0 && { measured }), ...rest },
      String,
    );
  else
    print(
      options,
      [
        estimateText({
          report,
          counts,
          measured,
          isWhole: options.all ?? false,
          ...(system !== undefined && { system }),
        }),
        ...bothBadWords(rest),
        ...lengthWords(report.comparison, rest.length),
        ...restText(rest, inPercent(report)),
      ].join('\n'),
      String,
    );
}

const restText = (
  { forecast, claims, criteria, subgroups }: Omit<Found, 'report' | 'counts' | 'measured'>,
  { scale, isShare }: EstimateReport,
): string[] => [
  ...(subgroups ? subgroupsText(inPercent({ ...subgroups, isShare })) : []),
  ...criteriaText(criteria, scale),
  ...claimsText(claims, scale),
  '',
  ...goalText(forecast),
];
