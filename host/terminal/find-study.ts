import { Option } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import type { RankingStudy, Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { pick } from './pick.ts';
import { counted } from './words.ts';

/**
 * Opens the project and finds the study that was named, or its only one.
 *
 * @throws AppError INVALID_INPUT when it is a ranking, which has no single number
 */
export async function findStudy(
  { client }: Engine,
  project: string,
  asked: string | undefined,
): Promise<Study> {
  await client.project.open({ path: project });
  const found = await findSubject(client, asked);
  if ('pairs' in found) throw isRanking(found);
  return found;
}

/** The study or ranking of this name; with no name the only one. @throws AppError as `pick` */
export async function findSubject(client: Client, asked: string | undefined): Promise<Study | RankingStudy> {
  const ranking = await findRanking(client, asked);
  if (ranking) return ranking;
  // A ranking is found by its name alone: its number may be a study's, too.
  const rankings = (await client.ranking.list({})).map((one) => ({ name: one.name, ranking: one }));
  const found = pick([...(await client.study.list({})), ...rankings], asked, 'study', '--study');
  return 'ranking' in found ? found.ranking : found;
}

function isRanking({ name, pairs }: Pick<RankingStudy, 'name' | 'pairs'>): AppError {
  return new AppError('INVALID_INPUT', `"${name}" is a ranking of ${counted(pairs.length, 'pair')}.`, {
    field: '--study',
    remedy: `See its order with "assay rank". For one pair, name it: "${pairs[0]!.name}"`,
  });
}

/** Of a pair that is named: all pairs of its ranking. Naming the ranking says the same, so the help is silent of it. */
export const wholeRankingOption = (): Option => new Option('--whole-ranking').hideHelp();

/** Whether an act is for a ranking as a whole: it was named, or one of its pairs with that option. */
export const isOfWholeRanking = (
  { wholeRanking = false }: { wholeRanking?: boolean | undefined },
  ranking: RankingStudy | null,
): boolean => wholeRanking || ranking !== null;

/** A study, or a ranking by one of its pairs: what is said of that is said of all of them. */
interface WholeStudy {
  readonly id: number;
  readonly name: string;
  /** Null for a study alone, which a pair is that is named. */
  readonly ranking: RankingStudy | null;
}

/** The same where a ranking is one study. */
export async function findWholeStudy(
  { client }: Engine,
  project: string,
  asked: string | undefined,
): Promise<WholeStudy> {
  await client.project.open({ path: project });
  const found = await findSubject(client, asked);
  if ('pairs' in found) return { id: found.pairs[0]!.id, name: found.name, ranking: found };
  return { id: found.id, name: found.name, ranking: null };
}

/** The ranking of this name; with no name that which all studies of the project are pairs of. Undefined where it is of none. */
export async function findRanking(
  client: Client,
  asked: string | undefined,
): Promise<RankingStudy | undefined> {
  const rankings = await client.ranking.list({});
  if (asked !== undefined) return rankings.find(({ name }) => name === asked);
  const [only, ...others] = rankings;
  if (!only || others.length > 0) return undefined;
  return (await client.study.list({})).every(({ rankingId }) => rankingId === only.id) ? only : undefined;
}
