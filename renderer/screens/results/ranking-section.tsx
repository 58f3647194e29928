import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  chainWords,
  correctedWords,
  goalWords,
  placeScore,
  placeWords,
  scoreWords,
  standingWords,
  winRateOf,
  withinWords,
} from '../../../shared/comparison-words.ts';
import type { RankedPair, Ranking } from '../../../shared/contract/index.ts';
import { isolated } from '../../../shared/isolated.ts';
import { rankingSentence } from '../../../shared/ranking-words.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatPercent, writtenEstimate } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { rankingQuery } from './result-queries.ts';
import classes from './results.module.css';

/** How all compared systems stand, as far as their pairs are decided. Shown once there are three systems. */
export function RankingSection({ studyId }: { studyId: number }) {
  const ranking = useQuery(rankingQuery(studyId)).data;
  if (!ranking || ranking.places.length < 3) return null;
  return (
    <section aria-labelledby="ranking-title">
      <h2 id="ranking-title" className={classes.heading}>
        How do the {ranking.places.length} systems rank?
      </h2>
      <Text mb="xs">{rankingSentence(ranking, isolated)}</Text>
      <div className={classes.ranking}>
        <RankingPlaces ranking={ranking} />
        <Pairs ranking={ranking} />
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {rankingNote(ranking)}
      </Text>
      {ranking.name === undefined && ranking.missing.length === 0 && <GatherButton studyId={studyId} />}
    </section>
  );
}

/** Makes one study of comparisons that stand by themselves; labels, draws and intervals stay as they are. */
function GatherButton({ studyId }: { studyId: number }) {
  const [, go] = useLocation();
  const queries = useQueryClient();
  const gather = useMutation({
    mutationFn: () => api.ranking.gather({ studyId }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: queryKeys.studies });
      go(paths.ranking(id));
    },
  });
  return (
    <>
      {gather.error && <ProblemNote problem={toProblem(gather.error)} />}
      <Group mt="sm">
        <Button variant="default" loading={gather.isPending} onClick={() => gather.mutate()}>
          Gather into one ranking
        </Button>
        <Text size="sm" c="dimmed">
          One queue, one progress and one report for all pairs; labels and intervals stay as they are.
        </Text>
      </Group>
    </>
  );
}

/** The place of each system, as far as it is decided. */
export function RankingPlaces({ ranking }: { ranking: Ranking }) {
  const hasScores = ranking.preference !== undefined;
  return (
    <DataTable
      rows={ranking.places}
      keyOf={(place) => place.system}
      columns={[
        { head: 'System', cell: (place) => place.system },
        { head: 'Place', look: () => ({ className: classes.whole }), cell: (place) => placeWords(place) },
        ...(hasScores ? [{ head: 'Bradley-Terry', isNumber: true, cell: placeScore }] : []),
      ]}
    />
  );
}

/** Every pair with its difference and its own results. */
export function Pairs({ ranking }: { ranking: Ranking }) {
  const { pairs, missing, scale, preference } = ranking;
  const isPreferred = preference !== undefined;
  const whole = () => ({ className: classes.whole });
  const written = (pair: RankedPair) => writtenEstimate(pair, scale, { isSigned: true });
  return (
    <DataTable<RankedPair | MissingPair>
      label="Pairs of systems"
      maxHeight={420}
      rows={[...pairs, ...missing]}
      keyOf={({ system, against }) => JSON.stringify([system, against])}
      columns={[
        { head: 'Pair', cell: (pair) => <PairName pair={pair} /> },
        {
          head: isPreferred ? 'Net win rate' : 'Difference',
          isNumber: true,
          sortBy: (pair) => (isStudied(pair) && isKnown(pair) ? pair.value : null),
          cell: (pair) => isStudied(pair) && isKnown(pair) && written(pair).value,
        },
        { head: 'Interval', look: whole, cell: (pair) => isStudied(pair) && written(pair).interval },
        isPreferred && {
          head: 'Win rate',
          isNumber: true,
          cell: (pair) => isStudied(pair) && isKnown(pair) && winRateOf(pair),
        },
        {
          head: 'Counted',
          isNumber: true,
          look: whole,
          sortBy: (pair) => (isStudied(pair) ? pair.labeled : null),
          cell: (pair) => isStudied(pair) && `${formatCount(pair.labeled)} of ${formatCount(pair.differing)}`,
        },
        {
          head: 'So far',
          cell: (pair) =>
            isStudied(pair) ? <Standing pair={pair} ranking={ranking} /> : 'no study of this pair yet',
        },
      ]}
    />
  );
}

type MissingPair = Ranking['missing'][number];

const isStudied = (pair: RankedPair | MissingPair): pair is RankedPair => 'studyId' in pair;
const isKnown = ({ labeled, differing }: RankedPair): boolean => labeled > 0 || differing === 0;

function PairName({ pair }: { pair: RankedPair | MissingPair }) {
  const name = (
    <>
      <bdi>{pair.system}</bdi> − <bdi>{pair.against}</bdi>
    </>
  );
  if (!isStudied(pair)) return name;
  return (
    <>
      <TextLink href={paths.results(pair.studyId)}>{name}</TextLink>
      {pair.studies > 1 && (
        <Text size="xs" c="dimmed">
          the newest of {pair.studies} studies; the interval allows for the others
        </Text>
      )}
    </>
  );
}

const Standing = ({ pair, ranking }: { pair: RankedPair; ranking: Ranking }) => (
  <>
    {standingWords(pair)}
    {pair.afterStopping && (
      <Text size="xs" c="dimmed">
        {correctedWords(pair, ranking)}
      </Text>
    )}
  </>
);

/** How far the statements of a ranking hold. */
export const rankingNote = (ranking: Ranking): string =>
  `All statements together hold with ${formatPercent(1 - ranking.alpha)}: each pair uses its share of the error. Its interval may be wider than on the pair\u2019s own page. Undecided is not equal.${withinWords(ranking)}${goalWords(ranking)}${chainWords(ranking)}${scoreWords(ranking)}`;
