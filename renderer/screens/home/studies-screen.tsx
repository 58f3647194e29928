import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { EstimateReport, ProjectInfo, RankingStudy, Study } from '../../../shared/contract/index.ts';
import { defaultEstimate, estimateSentence } from '../../../shared/estimate-words.ts';
import { isolated } from '../../../shared/isolated.ts';
import { formatPercent, inPercent } from '../../../shared/number-text.ts';
import { rankingHeading } from '../../../shared/ranking-words.ts';
import { useAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural, scaleEnd } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject, useRankingResult, useRankings, useStudies } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { StudyLabelCounts } from '../../parts/label-counts.tsx';
import classes from '../../parts/study/study.module.css';
import { systemsName } from '../../parts/study/systems-name.ts';
import { linksQuery, portalQuery } from '../../parts/team/link-queries.ts';
import { blindName, blindRankingName } from '../../ui/blind-name.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { ProjectFile, ProjectHeader } from './current-project.tsx';
import { nextStep, shutOut, studyStep } from './next-step.ts';
import { OtherProjects } from './other-projects.tsx';
import { SampleOpening, useOpenSample } from './sample-panel.tsx';

interface StudyCardProps {
  study: Study;
  /** Whether its next step is the one of the project. */
  isNext: boolean;
  /** Several people label: neither estimate nor system may sway them on the way to their items. */
  isBlind: boolean;
}

/** A study at a glance: what it says, how far it is, what comes next. */
function StudyCard({ study, isNext, isBlind }: StudyCardProps) {
  const name = isBlind ? blindName(study) : study.name;
  const { button, href } = studyStep(study);
  const answered = study.labeled + study.skipped;
  return (
    <li className={classes.card}>
      <div>
        <Title order={2} className={classes.cardName}>
          <TextLink href={isBlind ? paths.setup(study.id) : paths.results(study.id)}>
            <bdi>{name}</bdi>
          </TextLink>
        </Title>
        <Text size="sm" c="dimmed">
          {isBlind ? `${study.measureName} on ${study.datasetName}` : systemsName(study)}
        </Text>
      </div>
      {isBlind ? <HiddenEstimate /> : <CardEstimate study={study} />}
      {isBlind && href === paths.label(study.id) && <ShutOutNote studyId={study.id} />}
      <div className={classes.cardFoot}>
        <div className={classes.cardProgress}>
          <Text size="sm" mb={4} className="tabular">
            {study.counts.waitingFor ? (
              <StudyLabelCounts studyId={study.id} counts={study.counts} />
            ) : (
              `${formatCount(answered)} of ${formatCount(study.itemsDrawn)} answered`
            )}
          </Text>
          <Progress
            size="sm"
            value={(100 * answered) / Math.max(1, study.itemsDrawn)}
            aria-label={`Answered share of ${name}`}
          />
        </div>
        <Button component={Link} href={href} variant={isNext ? 'filled' : 'default'}>
          {button}
        </Button>
      </div>
    </li>
  );
}

/** That the portal closed under annotators, as when Assay was started again: they see no more than that nothing answers. */
function ShutOutNote({ studyId }: { studyId: number }) {
  const { data: portal } = useQuery(portalQuery);
  const { data: links } = useQuery({ ...linksQuery(studyId), enabled: portal?.isOpen === false });
  const waiting = portal && links ? shutOut(portal, links, Date.now()) : 0;
  if (waiting === 0) return null;
  return (
    <Text size="sm" role="note">
      The annotators’ portal is closed, so {plural(waiting, 'annotator')} cannot go on.{' '}
      <TextLink href={paths.team(studyId, 'links')}>Open it</TextLink>
    </Text>
  );
}

const HiddenEstimate = () => (
  <Text size="sm" c="dimmed">
    Several people label, so the estimate is shown in Results only.
  </Text>
);

/** The answer so far; asked for when the card is in view, as a large study takes a moment. */
function CardEstimate({ study }: { study: Study }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const hasLabels = study.counts.labeled > 0;
  const { data: report, error } = useQuery({
    queryKey: queryKeys.estimate(study.id),
    queryFn: () => api.estimate.current({ studyId: study.id }),
    select: inPercent,
    enabled: inViewport && hasLabels,
  });
  if (report && report.overlap > 1) return <HiddenEstimate />;
  const instead = error ? toProblem(error).message : 'Computing the estimate…';
  return (
    <div ref={ref} className={classes.cardEstimate}>
      {report ? (
        <Text fw={600}>{estimateSentence(report)}</Text>
      ) : (
        <Text c="dimmed">{hasLabels ? instead : 'No human label yet.'}</Text>
      )}
      {report && <IntervalBar report={report} />}
    </div>
  );
}

/** Where the interval lies on the scale; the sentence above says the same. */
function IntervalBar({ report }: { report: EstimateReport }) {
  const estimate = report.labeled > 0 ? defaultEstimate(report) : null;
  if (!estimate || estimate.value === null || estimate.lower === null || estimate.upper === null) return null;
  const { min, max } = report.scale;
  const endOf = (end: number) => (report.isShare ? formatPercent(end) : scaleEnd(end));
  const share = (value: number) => `${(100 * (Math.min(max, Math.max(min, value)) - min)) / (max - min)}%`;
  return (
    <div className={classes.interval} aria-hidden>
      <span>{endOf(min)}</span>
      <div className={classes.track}>
        <div
          className={classes.band}
          style={{ left: share(estimate.lower), right: `calc(100% - ${share(estimate.upper)})` }}
        />
        <div className={classes.point} style={{ left: share(estimate.value) }} />
      </div>
      <span>{endOf(max)}</span>
    </div>
  );
}

/** The home of an open project: its studies, each with what it says and what comes next. */
export function StudiesScreen() {
  const { data: project } = useProject();
  const studies = useStudies();
  const sample = useOpenSample();
  if (sample.isPending) return <SampleOpening />;
  if (!project) return null;
  return (
    <Page>
      <ProjectHeader
        key={project.path}
        project={project}
        actions={
          project.datasetCount > 0 && (
            <Group gap="xs">
              <Button component={Link} href={paths.importData} variant="default">
                Import data
              </Button>
              <Button component={Link} href={paths.releases} variant="default">
                Releases
              </Button>
              <Button component={Link} href={paths.newStudy} variant="default">
                New study
              </Button>
            </Group>
          )
        }
      />
      {studies.error && <ProblemNote problem={toProblem(studies.error)} />}
      {studies.isPending && <LoadingNote label="Reading the studies" />}
      {studies.data && <Studies project={project} studies={studies.data} />}
      <section className={classes.quiet} aria-labelledby="project-title">
        <Title order={2} id="project-title">
          This project
        </Title>
        <ProjectFile project={project} />
      </section>
      <section className={classes.quiet} aria-labelledby="others-title">
        <Title order={2} id="others-title">
          Another project
        </Title>
        <OtherProjects project={project} sample={sample} />
      </section>
    </Page>
  );
}

function Studies({ project, studies }: { project: ProjectInfo; studies: readonly Study[] }) {
  const { people } = useAnnotators();
  const rankings = useRankings().data;
  const step = nextStep(project, studies);
  // The pairs of a ranking are inside of it.
  const single = studies.filter(({ rankingId }) => rankingId === null);
  if (!people || !rankings) return <LoadingNote label="Reading the studies" />;
  return (
    <>
      {step.isFirstMinute && <Text>{step.words}</Text>}
      {studies.length === 0 && (
        <Panel title="Next step">
          <Text maw="72ch">{step.words}</Text>
          <div>
            <Button component={Link} href={step.href}>
              {step.button}
            </Button>
          </div>
        </Panel>
      )}
      <ul className={classes.cards} aria-label="Studies">
        {rankings.map((ranking) => (
          <RankingCard key={`ranking-${ranking.id}`} ranking={ranking} isBlind={people.length > 1} />
        ))}
        {single.map((study) => (
          <StudyCard
            key={study.id}
            study={study}
            isNext={study.id === step.studyId}
            isBlind={people.length > 1}
          />
        ))}
      </ul>
    </>
  );
}

/** Systems that a card names; of more it says how many. */
const mostNamed = 4;

interface RankingCardProps {
  ranking: RankingStudy;
  /** Several people label: neither the order nor a system may sway them on the way to their items. */
  isBlind: boolean;
}

/** A ranking at a glance: its order so far, how far it is, what comes next. */
function RankingCard({ ranking, isBlind }: RankingCardProps) {
  const { id, answered, items, left } = ranking;
  const name = isBlind ? blindRankingName(ranking) : ranking.name;
  const isOpen = left > 0;
  return (
    <li className={classes.card}>
      <div>
        <Title order={2} className={classes.cardName}>
          <TextLink href={paths.ranking(id, isBlind ? 'setup' : 'results')}>
            <bdi>{name}</bdi>
          </TextLink>
        </Title>
        <Text size="sm" c="dimmed">
          {isBlind || ranking.systems.length > mostNamed
            ? `${ranking.measureName} of ${formatCount(ranking.systems.length)} systems on ${ranking.datasetName}`
            : ranking.systems.map(isolated).join(', ')}
        </Text>
      </div>
      <div className={classes.cardEstimate}>
        {isBlind ? (
          <Text size="sm" c="dimmed">
            Several people label, so the order is shown in Results only.
          </Text>
        ) : (
          <CardOrder ranking={ranking} />
        )}
      </div>
      <div className={classes.cardFoot}>
        <div className={classes.cardProgress}>
          <Text size="sm" mb={4} className="tabular">
            {formatCount(answered)} of {formatCount(items)} answered
          </Text>
          <Progress
            size="sm"
            value={(100 * answered) / Math.max(1, items)}
            aria-label={`Answered share of ${name}`}
          />
        </div>
        <Button component={Link} href={paths.ranking(id, isOpen ? 'label' : 'results')} variant="default">
          {isOpen ? (answered === 0 ? 'Start labeling' : 'Continue labeling') : 'See the results'}
        </Button>
      </div>
    </li>
  );
}

function CardOrder({ ranking: { id, answered } }: { ranking: RankingStudy }) {
  const { data, error } = useRankingResult(id);
  if (answered === 0) return <Text c="dimmed">No human label yet.</Text>;
  return (
    <Text fw={data ? 600 : 400} {...(!data && { c: 'dimmed' })}>
      {error ? toProblem(error).message : data ? rankingHeading(data, isolated) : 'Computing the ranking…'}
    </Text>
  );
}
