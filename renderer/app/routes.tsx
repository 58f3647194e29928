import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { ErrorBoundary, loadedScreen, ProblemNote, toProblem } from '../api/problem.tsx';
import { useProject } from '../api/queries.ts';
import { DataScreen } from '../screens/data/data-screen.tsx';
import { DatasetScreen } from '../screens/data/dataset-screen.tsx';
import { ImportScreen } from '../screens/data/import-screen.tsx';
import { ItemScreen } from '../screens/data/item-screen.tsx';
import { HomeScreen } from '../screens/home/home-screen.tsx';
import { StudiesScreen } from '../screens/home/studies-screen.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadingNote } from '../ui/loading-note.tsx';
import { Page } from '../ui/page.tsx';
import { useCurrentStudy } from '../ui/place/current-place.ts';
import { idOf, movedTo, paths, type RankingTab, type StudyTab } from '../ui/place/paths.ts';

/** A screen that is loaded when it is first opened. */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadedScreen(load()) }));

const SourceScreen = later(async () => (await import('../screens/data/source-screen.tsx')).SourceScreen);
const NewStudyScreen = later(
  async () => (await import('../screens/study/new-study-screen.tsx')).NewStudyScreen,
);
const FailuresScreen = later(
  async () => (await import('../screens/failures/failures-screen.tsx')).FailuresScreen,
);
const StudyScreen = later(async () => (await import('../screens/study/study-screen.tsx')).StudyScreen);
const LabelStart = later(async () => (await import('../screens/label/label-screen.tsx')).LabelStart);
const TeamScreen = later(async () => (await import('../screens/team/team-screen.tsx')).TeamScreen);
const ReleasesScreen = later(
  async () => (await import('../screens/releases/releases-screen.tsx')).ReleasesScreen,
);
const ResultsScreen = later(
  async () => (await import('../screens/results/results-screen.tsx')).ResultsScreen,
);
const RankingResults = later(
  async () => (await import('../screens/results/ranking-results.tsx')).RankingResults,
);
const RankingReport = later(
  async () => (await import('../screens/results/ranking-results.tsx')).RankingReport,
);
const RankingTeam = later(async () => (await import('../screens/team/ranking-team.tsx')).RankingTeam);
const RankingSetup = later(async () => (await import('../screens/team/ranking-setup.tsx')).RankingSetup);
const ReportScreen = later(async () => (await import('../screens/results/report-screen.tsx')).ReportScreen);

const JudgesScreen = later(async () => (await import('../screens/judges/judges-screen.tsx')).JudgesScreen);
const RunScreen = later(async () => (await import('../screens/judges/run-screen.tsx')).RunScreen);
const AlignmentScreen = later(
  async () => (await import('../screens/judges/alignment-screen.tsx')).AlignmentScreen,
);
const ImproveScreen = later(async () => (await import('../screens/judges/improve-screen.tsx')).ImproveScreen);
const PromptsScreen = later(async () => (await import('../screens/judges/prompts-screen.tsx')).PromptsScreen);
const EndpointsScreen = later(
  async () => (await import('../screens/judges/endpoints-screen.tsx')).EndpointsScreen,
);
const ProtocolsScreen = later(
  async () => (await import('../screens/protocols/protocols-screen.tsx')).ProtocolsScreen,
);
const ProtocolRunScreen = later(
  async () => (await import('../screens/protocols/protocol-run-screen.tsx')).ProtocolRunScreen,
);
const TranscriptScreen = later(
  async () => (await import('../screens/protocols/transcript-screen.tsx')).TranscriptScreen,
);
const ProtocolComparisonScreen = later(
  async () => (await import('../screens/protocols/comparison-screen.tsx')).ProtocolComparisonScreen,
);
const HumanConversationScreen = later(
  async () => (await import('../screens/protocols/human-conversation-screen.tsx')).HumanConversationScreen,
);
const ValidationScreen = later(
  async () => (await import('../screens/validation/validation-screen.tsx')).ValidationScreen,
);
const ValidationReportScreen = later(
  async () => (await import('../screens/validation/validation-report-screen.tsx')).ValidationReportScreen,
);
const ValidateScreen = later(
  async () => (await import('../screens/validation/validate-screen.tsx')).ValidateScreen,
);
const PersonasScreen = later(
  async () => (await import('../screens/protocols/personas-screen.tsx')).PersonasScreen,
);
const ProtocolPromptsScreen = later(
  async () => (await import('../screens/protocols/protocol-prompts-screen.tsx')).ProtocolPromptsScreen,
);
const PapersScreen = later(async () => (await import('../screens/protocols/papers-screen.tsx')).PapersScreen);
const LabScreen = later(async () => (await import('../screens/lab/lab-screen.tsx')).LabScreen);
const LabRunScreen = later(async () => (await import('../screens/lab/lab-run-screen.tsx')).LabRunScreen);
const SettingsScreen = later(
  async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
);
const HelpScreen = later(async () => (await import('../screens/help/help-screen.tsx')).HelpScreen);

export function Routes() {
  const [path] = useLocation();
  const moved = movedTo(path);
  if (moved !== null) return <Redirect to={moved} replace />;
  return (
    <ErrorBoundary key={path.split('/rows/')[0]}>
      <Suspense fallback={<LoadingNote label="Opening the screen" />}>
        <Switch>
          <Route path="/" component={HomeScreen} />
          <Route path="/data/import" component={ImportScreen} />
          <Route path="/settings" component={SettingsScreen} />
          <Route path="/help/:page/:section?">
            {({ page, section }) => <HelpScreen page={page} section={section} />}
          </Route>
          <Route>
            <WithProject>
              <ProjectRoutes />
            </WithProject>
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

function ProjectRoutes() {
  return (
    <Switch>
      <Route path="/data" component={DataScreen} />
      <Route path="/data/source" component={SourceScreen} />
      <Route path="/data/:id/item/:itemId/:cell?">
        {({ id, itemId, cell }) =>
          withId(id, (datasetId) =>
            withId(itemId, (item) => <ItemScreen datasetId={datasetId} itemId={item} cell={cell} />),
          )
        }
      </Route>
      <Route path="/data/:id">
        {({ id }) => withId(id, (datasetId) => <DatasetScreen datasetId={datasetId} />)}
      </Route>
      <Route path="/data/:id/rows/:view">
        {({ id, view }) => withId(id, (datasetId) => <DatasetScreen datasetId={datasetId} view={view} />)}
      </Route>
      <Route path="/studies" component={StudiesScreen} />
      <Route path="/studies/new">
        <NewStudyScreen datasetId={null} />
      </Route>
      <Route path="/studies/new/:id">
        {({ id }) => withId(id, (datasetId) => <NewStudyScreen datasetId={datasetId} />)}
      </Route>
      <Route path="/studies/new/:id/:run">
        {({ id, run }) =>
          withId(id, (datasetId) =>
            withId(run, (runId) => <NewStudyScreen datasetId={datasetId} runId={runId} />),
          )
        }
      </Route>
      <Route path="/studies/releases" component={ReleasesScreen} />
      <Route path="/studies/current/:tab/:part?">
        {({ tab, part }) => <CurrentStudy tab={tab} part={part} />}
      </Route>
      <Route path="/studies/ranking/:id/:tab/:part?">
        {({ id, tab, part }) => withId(id, (rankingId) => <RankingTabScreen {...{ rankingId, tab, part }} />)}
      </Route>
      <Route path="/studies/:id/:tab/:part?">
        {({ id, tab, part }) => withId(id, (studyId) => <StudyTabScreen {...{ studyId, tab, part }} />)}
      </Route>
      <Route path="/judges" component={JudgesScreen} />
      <Route path="/judges/alignment" component={AlignmentScreen} />
      <Route path="/judges/prompts" component={PromptsScreen} />
      <Route path="/judges/endpoints" component={EndpointsScreen} />
      <Route path="/judges/improve/:id">
        {({ id }) => withId(id, (judgeId) => <ImproveScreen key={judgeId} judgeId={judgeId} />)}
      </Route>
      <Route path="/judges/run/:id">{({ id }) => withId(id, (runId) => <RunScreen runId={runId} />)}</Route>
      <Route path="/research/lab" component={LabScreen} />
      <Route path="/research/lab/:id">
        {({ id }) => withId(id, (runId) => <LabRunScreen runId={runId} />)}
      </Route>
      <Route path="/research/protocols" component={ProtocolsScreen} />
      <Route path="/research/protocols/talk/:id">
        {({ id }) => withId(id, (runId) => <HumanConversationScreen runId={runId} />)}
      </Route>
      <Route path="/research/protocols/run/:id">
        {({ id }) => withId(id, (runId) => <ProtocolRunScreen runId={runId} />)}
      </Route>
      <Route path="/research/protocols/run/:id/:number">
        {({ id, number }) =>
          withId(id, (runId) =>
            withId(number, (one) => <TranscriptScreen runId={runId} position={one - 1} />),
          )
        }
      </Route>
      <Route path="/research/personas" component={PersonasScreen} />
      <Route path="/research/prompts" component={ProtocolPromptsScreen} />
      <Route path="/research/validation" component={ValidationScreen} />
      <Route path="/research/validation/open">
        <ValidateScreen runId={null} />
      </Route>
      <Route path="/research/validation/open/:id">
        {({ id }) => withId(id, (runId) => <ValidateScreen runId={runId} />)}
      </Route>
      <Route path="/research/validation/:id">
        {({ id }) => withId(id, (runId) => <ValidationReportScreen runId={runId} />)}
      </Route>
      <Route path="/research/comparison" component={ProtocolComparisonScreen} />
      <Route path="/research/papers" component={PapersScreen} />
      <Route>
        <Nowhere />
      </Route>
    </Switch>
  );
}

const studyTabs: Record<StudyTab, ComponentType<{ studyId: number; part?: string | undefined }>> = {
  results: ResultsScreen,
  failures: FailuresScreen,
  label: ({ studyId, part }) => <LabelStart subject={{ studyId }} firstRef={part} />,
  team: ({ studyId, part }) => <TeamScreen studyId={studyId} section={part} />,
  report: ReportScreen,
  setup: StudyScreen,
};

const isRankingTab = (tab: string): tab is RankingTab => Object.hasOwn(rankingTabs, tab);
const isStudyTab = (tab: string): tab is StudyTab => Object.hasOwn(studyTabs, tab);

interface StudyTabScreenProps {
  studyId: number;
  tab: string;
  /** What the tab is to begin with: an item to label, a part of Team. */
  part?: string | undefined;
}

/** A study is one place: the same header over each of its tabs. */
function StudyTabScreen({ studyId, tab, part }: StudyTabScreenProps) {
  if (!isStudyTab(tab)) return <Nowhere />;
  const Tab = studyTabs[tab];
  return <Tab studyId={studyId} part={part} />;
}

const rankingTabs: Record<RankingTab, ComponentType<{ rankingId: number; part?: string | undefined }>> = {
  results: RankingResults,
  label: ({ rankingId, part }) => <LabelStart subject={{ rankingId }} firstRef={part} />,
  team: RankingTeam,
  report: RankingReport,
  setup: RankingSetup,
};

/** A ranking has the tabs of a study. */
function RankingTabScreen({
  rankingId,
  tab,
  part,
}: Omit<StudyTabScreenProps, 'studyId'> & { rankingId: number }) {
  if (!isRankingTab(tab)) return <Nowhere />;
  const Tab = rankingTabs[tab];
  return <Tab rankingId={rankingId} part={part} />;
}

/** An address of the current study becomes that of the study by its number; without any, the list says what to do. */
function CurrentStudy({ tab, part }: { tab: string; part?: string | undefined }) {
  const { study, isPending } = useCurrentStudy();
  if (!isStudyTab(tab)) return <Nowhere />;
  if (isPending) return <LoadingNote label="Reading the studies" />;
  if (!study) return <Redirect to={paths.studies} replace />;
  const { id, rankingId } = study;
  const here =
    rankingId === null ? paths[tab](id) : paths.ranking(rankingId, isRankingTab(tab) ? tab : 'results');
  return <Redirect to={part === undefined ? here : `${here}/${part}`} replace />;
}

function withId(text: string | undefined, show: (id: number) => ReactNode): ReactNode {
  const id = idOf(text);
  return id === null ? <Nowhere /> : show(id);
}

function WithProject({ children }: { children: ReactNode }) {
  const project = useProject();
  const [path] = useLocation();
  if (project.data) return children;
  if (project.data === null && path === paths.studies) return <Redirect to={paths.home} replace />;
  return (
    <>
      {project.isPending && <LoadingNote label="Looking for the open project" />}
      {!project.isPending && (
        <Page>
          {project.error ? (
            <ProblemNote problem={toProblem(project.error)} />
          ) : (
            <EmptyState
              title="No project is open"
              icon={<IconFolderOpen size={32} stroke={1.5} aria-hidden />}
              action={
                <Button component={Link} href={paths.home}>
                  Go to Studies
                </Button>
              }
            >
              A project is one file that holds your data, studies and labels. Open one or make a new one under
              Studies.
            </EmptyState>
          )}
        </Page>
      )}
    </>
  );
}

function Nowhere() {
  return (
    <Page>
      <EmptyState
        title="There is nothing at this address"
        action={
          <Button component={Link} href={paths.home}>
            Go to Studies
          </Button>
        }
      >
        What it pointed to may have been removed, or belongs to another project.
      </EmptyState>
    </Page>
  );
}
