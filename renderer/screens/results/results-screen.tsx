import { Text } from '@mantine/core';
import type { EstimatePoint, EstimateReport, Study } from '../../../shared/contract/index.ts';
import { approximateWords } from '../../../shared/one-look-words.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useEstimate, useHistory, useStudy, whyUnread } from '../../api/queries.ts';
import { EstimateChart } from '../../charts/estimate-chart.tsx';
import { SourceFacts } from '../../parts/source-panel.tsx';
import { AddedSinceNote } from '../../ui/added-since-note.tsx';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { ForResearchers } from '../../ui/for-researchers.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Beside } from './beside.tsx';
import { DrawsTable } from './draws-table.tsx';
import { FailuresSection } from './failures-section.tsx';
import { EstimateHero } from './hero.tsx';
import { InfluenceTable } from './influence-table.tsx';
import { MethodsTable } from './methods-table.tsx';
import { OtherClaims, OtherCriteria } from './other-claims.tsx';
import { bandWords, bettingWords } from './plain-words.ts';
import { RankingSection } from './ranking-section.tsx';
import { ReadingSections } from './reading-sections.tsx';
import { useOneLook } from './result-queries.ts';
import classes from './results.module.css';
import { RulesSection } from './rules-section.tsx';
import { StopPanel } from './stop-panel.tsx';
import { SubgroupsSection } from './subgroups.tsx';

/** What the labels say so far, and how sure that is. */
export function ResultsScreen({ studyId }: { studyId: number }) {
  const study = useStudy(studyId);
  const report = useEstimate(studyId);
  const history = useHistory(studyId);
  const error = whyUnread(study, report, history);
  if (error) {
    const retry = () => void Promise.all([study.refetch(), report.refetch(), history.refetch()]);
    return (
      <Page>
        <ProblemNote problem={toProblem(error)} />
        <RetryButton problem={toProblem(error)} onRetry={retry} />
      </Page>
    );
  }
  if (!study.data || !report.data || !history.data) return <LoadingNote label="Computing the estimate" />;
  return <Results study={study.data} report={report.data} history={history.data} />;
}

interface ResultsProps {
  study: Study;
  report: EstimateReport;
  history: EstimatePoint[];
}

function Results({ study, report, history }: ResultsProps) {
  const isLabeled = report.labeled > 0;
  return (
    <Page>
      <AlterationsNote />
      <AddedSinceNote study={study} />
      <div className={classes.screen}>
        <EstimateHero report={report} study={study} />
        <ApproximateNote report={report} study={study} />
        <div className={classes.grid}>
          <div className={classes.main}>
            <EstimateChart report={report} points={history} note={bandWords(report)} />
          </div>
          <div className={classes.side}>
            <StopPanel report={report} study={study} />
            <Beside report={report} />
          </div>
        </div>
        <FailuresSection study={study} />
        {report.comparison && <RankingSection studyId={study.id} />}
        {isLabeled && <ReadingSections report={report} datasetId={study.datasetId} />}
        {isLabeled && !study.comparison && <SubgroupsSection report={report} />}
        <OtherCriteria report={report} />
        <ForResearchers what="methods, influence of single labels, draws with their weights">
          <BettingWords report={report} />
          {study.source && (
            <Panel title="The pool stays where it is">
              <SourceFacts study={study} source={study.source} />
            </Panel>
          )}
          <MethodsTable report={report} study={study} />
          <OtherClaims report={report} />
          {(report.overlap > 1 || report.finalRule !== 'mean') && <RulesSection report={report} />}
          {isLabeled && <InfluenceTable report={report} study={study} />}
          <DrawsTable report={report} study={study} />
        </ForResearchers>
      </div>
    </Page>
  );
}

/** The approximate interval that was declared with the one look, beside the one that bets. */
function ApproximateNote({ report, study }: Pick<ResultsProps, 'report' | 'study'>) {
  const measured = useOneLook(report, study);
  const words = approximateWords(report, measured);
  return words === null ? null : <Text>{words}</Text>;
}

/** By which rule the interval bets, and where it is planned to be narrow. */
function BettingWords({ report }: { report: EstimateReport }) {
  const words = bettingWords(report);
  return words === null ? null : <Text>{words}</Text>;
}
