import { type Command, Option } from 'commander';
import type { Client } from '../../core/engine.ts';
import {
  chainWords,
  correctedWords,
  goalWords,
  matterWords,
  placeScore,
  placeWords,
  scoreWords,
  standingWords,
  topWords,
  winRateOf,
  withinWords,
} from '../../shared/comparison-words.ts';
import { ErrorLevel } from '../../shared/contract/base.ts';
import type { Ranking, RankingStudy } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { writtenEstimate } from '../../shared/number-text.ts';
import { rankingSentence } from '../../shared/ranking-words.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { withMatters } from '../terminal/goal-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { onRight, table } from '../terminal/table.ts';
import { count, percent } from '../terminal/words.ts';

interface RankOptions extends ProjectOptions {
  study?: string;
  alpha: number;
}

interface GatherOptions extends RankOptions {
  name?: string;
}

export function addRank(program: Command): void {
  const command = program.command('rank');
  onOpenProject(command, rank, rankText)
    .option('--study <name>', 'the ranking, or one of the comparisons (not needed when there is one ranking)')
    .addOption(
      fieldOption('alpha', ErrorLevel, {
        hasDefault: true,
        says: 'error level of comparisons that belong to no ranking',
      }),
    );
  onOpenProject(command.command('gather'), gather, gatheredText)
    .description('make one ranking of comparisons that belong to none, with one queue and one report')
    .option('--study <name>', 'one of the comparisons (not needed when all are of one measure)')
    .option('--name <name>', 'what the ranking is called')
    .addOption(
      fieldOption('alpha', ErrorLevel, { hasDefault: true, says: 'error level of the whole ranking' }),
    );
  const find = onOpenProject(command.command('find'), aimAt, aimedText)
    .description(
      'set what a ranking is to find and which differences matter. Its queue takes only items that still matter',
    )
    .option('--study <name>', 'the ranking (not needed when there is one)')
    .addOption(findOption());
  withMatters(find);
}

/** What a ranking is to find: `best`, a number of best ones, or `order`. */
export const findOption = (): Option =>
  new Option('--find <what>', 'what to find: best, a number such as 3 (the best 3), or order').argParser(
    (text) => (text === 'best' || text === 'order' ? text : positiveNumber(text)),
  );

/** Number of systems to find; null for the whole order, undefined where nothing was said. */
export const topOf = (find: FindOptions['find']): number | null | undefined =>
  find === 'best' ? 1 : find === 'order' ? null : find;

async function aimAt(client: Client, { study, find, matters }: FindOptions): Promise<RankingStudy> {
  const { id: rankingId } = pick(await client.ranking.list({}), study, 'ranking', '--study');
  const top = topOf(find);
  if (top === undefined && matters === undefined) {
    throw new AppError('INVALID_INPUT', 'Say what the ranking is to find.', {
      remedy: 'Say --find best, --find 3, --find order, or --matters with a number.',
    });
  }
  return client.ranking.edit({
    rankingId,
    ...(top !== undefined && { top }),
    ...(matters !== undefined && { leastDifference: matters }),
  });
}

function aimedText({ name, top, leastDifference, mattering, pairs, left }: RankingStudy): string {
  const margin =
    leastDifference === null
      ? ''
      : ` Differences of less than ${matterWords(leastDifference)} do not matter.`;
  return `"${name}" is to find ${topWords(top)}.${margin} ${count(mattering)} of ${count(pairs.length)} pairs are undecided. ${count(left)} items of the sample are left to label.`;
}

interface FindOptions extends ProjectOptions {
  study?: string;
  find?: 'best' | 'order' | number;
  matters?: number;
}

/** A ranking, or the newest of the comparisons of one measure that belong to none. */
interface Choice {
  name: string;
  /** Of a comparison. */
  id?: number;
  /** Of a pair of a ranking. */
  rankingId?: number | null;
  ranking?: RankingStudy;
}

async function rank(client: Client, { study, alpha }: RankOptions): Promise<Ranking> {
  const rankings = (await client.ranking.list({})).map(
    (ranking): Choice => ({ name: ranking.name, ranking }),
  );
  const flat = await flatComparisons(client);
  if (rankings.length + flat.length === 0) {
    throw new AppError('NOT_FOUND', 'There is no study of two systems in this project.', {
      remedy: 'Make them with: assay study pairs',
    });
  }
  const chosen: Choice =
    study === undefined && (rankings.length || questionsOf(flat).size) === 1
      ? (rankings[0] ?? flat[0]!)
      : pick<Choice>([...rankings, ...flat, ...(await pairsOf(client))], study, 'ranking', '--study');
  if (chosen.ranking) return client.ranking.result({ rankingId: chosen.ranking.id });
  return (await client.estimate.ranking({ studyId: chosen.id!, alpha }))!;
}

const comparisonsOf = async (client: Client) =>
  (await client.study.list({})).filter(({ comparison }) => comparison !== null);

/** Comparisons that belong to no ranking. */
const flatComparisons = async (client: Client) =>
  (await comparisonsOf(client)).filter(({ rankingId }) => rankingId === null);

/** Comparisons that belong to one: their names lead to it. */
const pairsOf = async (client: Client): Promise<Choice[]> =>
  (await comparisonsOf(client)).flatMap(({ id, name, rankingId }) =>
    rankingId === null ? [] : [{ id, name, rankingId }],
  );

const questionsOf = (studies: Awaited<ReturnType<typeof flatComparisons>>) =>
  new Set(studies.map(({ datasetId, measure }) => JSON.stringify([datasetId, measure])));

async function gather(client: Client, { study, name, alpha }: GatherOptions): Promise<RankingStudy> {
  const flat = await flatComparisons(client);
  const isOne = study === undefined && questionsOf(flat).size === 1;
  const { id: studyId } = isOne ? flat[0]! : pick(flat, study, 'comparison', '--study');
  return client.ranking.gather({ studyId, alpha, ...(name !== undefined && { name }) });
}

const gatheredText = ({ name, systems, pairs, alpha }: RankingStudy): string =>
  `"${name}" ranks ${systems.join(', ')} by ${pairs.length} pairs; all its statements hold together with ${percent(1 - alpha)}.`;

function scored(place: Ranking['places'][number]): string[] {
  const score = placeScore(place);
  return [place.system, placeWords(place), ...(score === undefined ? [] : [score])];
}

export function rankText(ranking: Ranking): string {
  return [
    ...(ranking.name === undefined ? [] : [ranking.name]),
    `${ranking.measureName} on ${ranking.datasetName}${ranking.top === undefined ? '' : `, to find ${topWords(ranking.top)}`}`,
    rankingSentence(ranking),
    '',
    table(
      [
        { title: 'System' },
        { title: 'Place' },
        ...(ranking.preference === undefined ? [] : [onRight('Bradley-Terry')]),
      ],
      ranking.places.map((place) => scored(place)),
    ),
    '',
    table(
      [
        { title: 'Pair' },
        onRight(ranking.preference === undefined ? 'Difference' : 'Net win rate'),
        { title: 'Interval' },
        ...(ranking.preference === undefined ? [] : [onRight('Win rate')]),
        onRight('Labeled'),
        { title: 'So far' },
      ],
      ranking.pairs.map((pair) => [
        `${pair.system} - ${pair.against}`,
        ...Object.values(writtenEstimate(pair, ranking.scale)).map((text) => text ?? ''),
        ...(ranking.preference === undefined ? [] : [winRateOf(pair)]),
        `${count(pair.labeled)} of ${count(pair.differing)}`,
        [standingWords(pair), correctedWords(pair, ranking)].filter(Boolean).join('; '),
      ]),
    ),
    ...ranking.missing.map(({ system, against }) => `${system} - ${against}: no study of this pair`),
    '',
    `All statements together hold with ${percent(1 - ranking.alpha)}. Undecided is not equal.${withinWords(ranking)}${goalWords(ranking)}${chainWords(ranking)}${scoreWords(ranking)}`,
  ].join('\n');
}
