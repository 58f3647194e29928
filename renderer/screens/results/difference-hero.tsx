import { Stack, Text } from '@mantine/core';
import { measureLabel } from '../../../shared/charts/estimate-chart.ts';
import { surrogateOnly } from '../../../shared/charts/estimate-lines.ts';
import { pairedItemsWords, verdictWords } from '../../../shared/comparison-words.ts';
import type { Comparison, EstimateReport, Study } from '../../../shared/contract/index.ts';
import { formatCount } from '../../app/format.ts';
import { comparisonWords, signedScore, stillCloseWords } from './difference-words.ts';
import { HeroNotes, IntervalKind } from './hero-notes.tsx';
import { boundsOf, defaultEstimate, intervalWords } from './plain-words.ts';
import classes from './results.module.css';

interface DifferenceHeroProps {
  report: EstimateReport;
  comparison: Comparison;
  study: Study;
}

/** The difference of two systems with its interval, and whether that names a winner. */
export function DifferenceHero({ report, comparison, study }: DifferenceHeroProps) {
  const isKnown = report.labeled > 0 || report.N === 0;
  return (
    <section className={classes.hero} aria-label="Estimate">
      <Text size="sm" c="dimmed">
        {measureLabel(report)} ·{' '}
        {report.scale.direction === 'higher' ? 'higher is better' : 'lower is better'}
      </Text>
      <DifferenceNumber report={report} isKnown={isKnown} isWaiting={study.counts.waitingFor !== null} />
      <Stack gap={4} maw={760}>
        {isKnown && (
          <Text fz={20} fw={650} className={classes.verdict} data-verdict={comparison.verdict}>
            {verdictWords(comparison)}
          </Text>
        )}
        <Text size="md">{comparisonWords(report, comparison)}</Text>
        <Text size="sm" c="dimmed">
          {pairedItemsWords(comparison)}
        </Text>
        <HeroNotes report={report} study={study} more={stillCloseWords(report)} />
      </Stack>
    </section>
  );
}

interface DifferenceNumberProps {
  report: EstimateReport;
  isKnown: boolean;
  isWaiting: boolean;
}

function DifferenceNumber({ report, isKnown, isWaiting }: DifferenceNumberProps) {
  const { scale, labeled, N } = report;
  const estimate = defaultEstimate(report);
  const value = isKnown ? (estimate?.value ?? null) : surrogateOnly(report);
  const bounds = isKnown && estimate ? boundsOf(estimate) : null;
  return (
    <div className={classes.heroLine}>
      <span className={classes.heroValue} data-weak={!isKnown || value === null || undefined}>
        {value === null ? 'Not estimable yet' : signedScore(value, scale)}
      </span>
      <div className={classes.heroInterval}>
        {bounds ? (
          <>
            <span className={classes.heroBounds}>
              {signedScore(bounds.lower, scale)} to {signedScore(bounds.upper, scale)}
            </span>
            <IntervalKind
              estimate={estimate}
              words={N === 0 ? 'exact: no response differs' : intervalWords(report)}
            />
          </>
        ) : (
          <span className={classes.heroBounds} data-weak>
            {isKnown ? 'no interval' : 'surrogate only, no human evidence'}
          </span>
        )}
      </div>
      <span className={classes.heroCount}>
        <b>{formatCount(labeled)}</b> of {formatCount(N)} that differ {isWaiting ? 'counted' : 'labeled'}
      </span>
    </div>
  );
}
