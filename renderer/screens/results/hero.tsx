import { Stack, Text } from '@mantine/core';
import { surrogateOnly } from '../../../shared/charts/estimate-lines.ts';
import type { EstimateReport, Study } from '../../../shared/contract/index.ts';
import { formatCount, formatScore } from '../../app/format.ts';
import { DifferenceHero } from './difference-hero.tsx';
import { HeroNotes, IntervalKind } from './hero-notes.tsx';
import { boundsOf, defaultEstimate, intervalWords, plainWords, scaleWords } from './plain-words.ts';
import classes from './results.module.css';

interface HeroProps {
  report: EstimateReport;
  study: Study;
}

/** The number, its interval in the same glance, and what both mean. */
export function Hero({ report, study }: HeroProps) {
  if (report.comparison)
    return <DifferenceHero report={report} comparison={report.comparison} study={study} />;
  return (
    <section className={classes.hero} aria-label="Estimate">
      <Text size="sm" c="dimmed">
        <bdi>{report.measureName}</bdi>, <bdi>{study.system}</bdi> · {scaleWords(report.scale)}
      </Text>
      <HeroNumber report={report} isWaiting={study.counts.waitingFor !== null} />
      <Stack gap={4} maw={760}>
        <Text size="md">{plainWords(report, study)}</Text>
        <HeroNotes report={report} study={study} />
      </Stack>
    </section>
  );
}

function HeroNumber({ report, isWaiting }: { report: EstimateReport; isWaiting: boolean }) {
  const estimate = defaultEstimate(report);
  const hasEvidence = report.labeled > 0;
  const value = hasEvidence ? (estimate?.value ?? null) : surrogateOnly(report);
  const bounds = estimate ? boundsOf(estimate) : null;
  return (
    <div className={classes.heroLine}>
      <span className={classes.heroValue} data-weak={!hasEvidence || value === null || undefined}>
        {value === null ? 'Not estimable yet' : formatScore(value, report.scale)}
      </span>
      <div className={classes.heroInterval}>
        {bounds && hasEvidence ? (
          <>
            <span className={classes.heroBounds}>
              {formatScore(bounds.lower, report.scale)} to {formatScore(bounds.upper, report.scale)}
            </span>
            <IntervalKind estimate={estimate} words={intervalWords(report)} />
          </>
        ) : (
          <span className={classes.heroBounds} data-weak>
            {!hasEvidence ? 'surrogate only, no human evidence' : value === null ? '' : 'no interval'}
          </span>
        )}
      </div>
      <span className={classes.heroCount}>
        <b>{formatCount(report.labeled)}</b> of {formatCount(report.N)} {isWaiting ? 'counted' : 'labeled'}
      </span>
    </div>
  );
}
