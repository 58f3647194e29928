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

/** The same where a ranking is one study: of a ranking that is named, or is all there is, one of its pairs. */
export async function findLinkedStudy(
  { client }: Engine,
  project: string,
  asked: string | undefined,
): Promise<{ id: number }> {
  await client.project.open({ path: project });
  const found = await findSubject(client, asked);
  return 'pairs' in found ? found.pairs[0]! : found;
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
