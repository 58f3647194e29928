import { Button, Group, Switch, Table, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { placesChart, placesChartNote } from '../../../shared/charts/places-chart.ts';
import { rankingChart, rankingChartNote } from '../../../shared/charts/ranking-chart.ts';
import {
  correctedWords,
  rankingCountWords,
  standingWords,
  winRateOf,
} from '../../../shared/comparison-words.ts';
import { mostStudies } from '../../../shared/contract/estimate.ts';
import type { RankedPair, Ranking, RankingStudy } from '../../../shared/contract/index.ts';
import { isolated } from '../../../shared/isolated.ts';
import { rankingHeading } from '../../../shared/ranking-words.ts';
import { isDesktop } from '../../api/desktop-port.ts';
import { formatCount, formatPercent, writtenEstimate } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useRanking, useRankingResult, whyUnread } from '../../api/queries.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import folds from '../../ui/for-researchers.module.css';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../../ui/place/paths.ts';
import { RetryButton } from '../../ui/retry-button.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Pairs, RankingPlaces, rankingNote } from './ranking-section.tsx';
import { ReportFiles } from './report-files.tsx';
import { ReportSave } from './report-save.tsx';
import { ReportPreview } from './report-screen.tsx';
import classes from './results.module.css';
import { SignSwitch } from './sign-switch.tsx';

/** What the labels say of all systems so far: the order in a sentence, each difference, and every pair. */
export function RankingResults({ rankingId }: { rankingId: number }) {
  const study = useRanking(rankingId);
  const result = useRankingResult(rankingId);
  const error = whyUnread(study, result);
  if (error) {
    const retry = () => void Promise.all([study.refetch(), result.refetch()]);
    return (
      <Page>
        <ProblemNote problem={toProblem(error)} />
        <RetryButton problem={toProblem(error)} onRetry={retry} />
      </Page>
    );
  }
  if (!study.data || !result.data) return <LoadingNote label="Computing the ranking" />;
  return <Results study={study.data} ranking={result.data} />;
}

/** Those of five systems. */
const mostPairsFirst = 10;

interface RankedProps {
  study: RankingStudy;
  ranking: Ranking;
}

function Results({ study, ranking }: RankedProps) {
  const chart = useMemo(() => rankingChart(ranking), [ranking]);
  const standing = useMemo(() => placesChart(ranking), [ranking]);
  const pairs = ranking.pairs.length;
  // A chart of all pairs is then longer than a screen.
  const isLarge = pairs > mostPairsFirst;
  const apart = (
    <PlotFigure
      title="How far are the systems apart?"
      chart={chart}
      note={rankingChartNote(ranking)}
      table={<Pairs ranking={ranking} />}
    />
  );
  const places = (
    <PlotFigure
      title="Place of each system"
      chart={standing}
      note={placesChartNote()}
      table={<RankingPlaces ranking={ranking} />}
    />
  );
  return (
    <Page>
      <div className={classes.screen}>
        <RankingHero study={study} ranking={ranking} />
        {ranking.preference === undefined ? (
          places
        ) : (
          <PlacesWithScores ranking={ranking}>{places}</PlacesWithScores>
        )}
        {!isLarge && apart}
        <Matrix ranking={ranking} />
        {isLarge && (
          <details className={folds.fold}>
            <summary>All {formatCount(pairs)} pairs</summary>
            <div className={folds.folded}>{apart}</div>
          </details>
        )}
        <Text size="sm" c="dimmed">
          {rankingNote(ranking)}
        </Text>
      </div>
    </Page>
  );
}

/** Beside the chart of places the Bradley-Terry scores, which it does not show. */
function PlacesWithScores({ ranking, children }: { ranking: Ranking; children: ReactNode }) {
  return (
    <div className={classes.grid}>
      <div className={classes.main}>{children}</div>
      <section className={classes.side} aria-labelledby="places-title">
        <div>
          <h2 id="places-title" className={classes.heading}>
            Places
          </h2>
          <RankingPlaces ranking={ranking} />
        </div>
      </section>
    </div>
  );
}

/** The order in a sentence, and what is next. */
function RankingHero({ study, ranking }: RankedProps) {
  const hasLabels = ranking.pairs.some(({ labeled }) => labeled > 0);
  const isOpen = study.left > 0;
  const next = isOpen
    ? study.answered === 0
      ? 'Start labeling'
      : 'Continue labeling'
    : study.mattering > 0 && 'Label more';
  return (
    <section className={classes.hero} aria-label="Ranking">
      <Text c="dimmed">
        {ranking.measureName} of {formatCount(study.systems.length)} systems on {ranking.datasetName}
      </Text>
      <p className={classes.heroSentence} data-weak={!hasLabels || undefined}>
        {rankingHeading(ranking, isolated)}
      </p>
      <Text className={classes.heroCount}>
        {rankingCountWords(study)} All statements together hold with {formatPercent(1 - ranking.alpha)}.
      </Text>
      <Group>
        {next && (
          <Button component={Link} href={paths.ranking(study.id, 'label')}>
            {next}
          </Button>
        )}
        {!isOpen && (
          <Button
            component={Link}
            variant={next ? 'default' : 'filled'}
            href={paths.ranking(study.id, 'report')}
          >
            See the report
          </Button>
        )}
      </Group>
    </section>
  );
}

/** Each system against each: the difference of row minus column, of preferences the win rate, and who is better so far. */
function Matrix({ ranking }: { ranking: Ranking }) {
  const systems = ranking.places.map(({ system }) => system);
  const isPreferred = ranking.preference !== undefined;
  return (
    <section aria-labelledby="matrix-title">
      <h2 id="matrix-title" className={classes.heading}>
        Each against each
      </h2>
      <ScrollBox label="Differences of all pairs" maxHeight={480}>
        <Table verticalSpacing={6} className={classes.matrix} withColumnBorders stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{isPreferred ? 'Win rate of row over column' : 'Row minus column'}</Table.Th>
              {systems.map((system) => (
                <Table.Th key={system}>
                  <bdi>{system}</bdi>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {systems.map((row) => (
              <Table.Tr key={row}>
                <Table.Th scope="row">
                  <bdi>{row}</bdi>
                </Table.Th>
                {systems.map((column) => (
                  <Cell key={column} ranking={ranking} row={row} column={column} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}

function Cell({ ranking, row, column }: { ranking: Ranking; row: string; column: string }) {
  if (row === column) return <Table.Td aria-label="the same system" />;
  const pair = ranking.pairs.find(
    ({ system, against }) => (system === row && against === column) || (system === column && against === row),
  );
  if (!pair) return <Table.Td c="dimmed">no study</Table.Td>;
  const ofRow = pair.system === row ? pair : turned(pair);
  const { value } =
    ranking.preference === undefined
      ? writtenEstimate(ofRow, ranking.scale, { isSigned: true })
      : { value: winRateOf(ofRow) };
  const hasNumber = pair.labeled > 0 || pair.differing === 0;
  return (
    <Table.Td>
      <TextLink href={paths.results(pair.studyId)}>{hasNumber ? value : 'open'}</TextLink>
      <Text size="xs" c="dimmed">
        {standingWords(pair)}
        {pair.afterStopping && `; ${correctedWords(ofRow, ranking)}`}
      </Text>
    </Table.Td>
  );
}

/** The same difference seen from the other system. */
const turned = ({ value, lower, upper, afterStopping }: RankedPair) => ({
  ...{ value: -value, lower: -upper, upper: -lower },
  ...(afterStopping && { afterStopping: { ...afterStopping, value: -afterStopping.value } }),
});

/** The report of a ranking: one document with the order first, and every pair. */
export function RankingReport({ rankingId }: { rankingId: number }) {
  const { data: study, error } = useRanking(rankingId);
  const [sign, setSign] = useState(false);
  const [texts, setTexts] = useState(true);
  if (whyUnread({ data: study, error })) {
    return (
      <Page>
        <ProblemNote problem={toProblem(error)} />
      </Page>
    );
  }
  if (!study) return <LoadingNote label="Reading the ranking" />;
  const [first, ...others] = study.pairs.slice(0, mostStudies).map(({ id }) => id);
  const props = { studyId: first!, also: others, sign, texts };
  return (
    <Page>
      <div className={classes.screen}>
        <div className={classes.grid}>
          <div className={classes.main}>
            <ReportPreview {...props} />
          </div>
          <div className={classes.side}>
            {study.pairs.length > mostStudies && (
              <Text size="sm">
                The ranking has {formatCount(study.pairs.length)} pairs; the first {mostStudies} are shown in
                full, the others in the table alone.
              </Text>
            )}
            <Switch
              label="Show the texts of examples"
              description="Off where the report goes to people who may not read the conversations"
              checked={texts}
              onChange={(event) => setTexts(event.currentTarget.checked)}
            />
            <SignSwitch sign={sign} onChange={setSign} />
            <ReportFiles {...props} isOfAll />
            {!isDesktop() && <ReportSave {...props} isOfAll />}
            <Text size="sm" c="dimmed">
              Figures, and labels to verify by, are files of each pair: they are in its report.
            </Text>
          </div>
        </div>
      </div>
    </Page>
  );
}
