import { Redirect } from 'wouter';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject } from '../../api/queries.ts';
import { paths } from '../../app/paths.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { SampleOpening, useOpenSample } from './sample-panel.tsx';
import { StartScreen } from './start-screen.tsx';

/** Where the app begins: at the studies of the open project, or with a file, the sample or a project to open. */
export function HomeScreen() {
  const project = useProject();
  const sample = useOpenSample();
  if (sample.isPending) return <SampleOpening />;
  if (project.isPending) return <LoadingNote label="Looking for the open project" />;
  if (project.data) return <Redirect to={paths.studies} replace />;
  return (
    <Page>
      {project.error && <ProblemNote problem={toProblem(project.error)} />}
      <StartScreen sample={sample} />
    </Page>
  );
}
