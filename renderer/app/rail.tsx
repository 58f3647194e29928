import { Kbd, Tooltip, UnstyledButton } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import {
  IconChartDots,
  IconDatabase,
  IconFileText,
  IconFlask,
  IconHelp,
  IconHome,
  IconMessages,
  IconMicroscope,
  IconScale,
  IconSearch,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { jobStore, runningJob } from '../api/job-store.ts';
import { useProject } from '../api/queries.ts';
import { JobProgress } from '../ui/job-progress.tsx';
import { ColorSchemeToggle } from './color-scheme.tsx';
import { paths } from './paths.ts';
import { PresentAnnotator } from './present-annotator.tsx';
import { sessionStore, studyIn } from './session-store.ts';
import classes from './shell.module.css';

const entries = [
  { name: 'Home', root: '/', Icon: IconHome, ofStudy: false },
  { name: 'Data', root: '/data', Icon: IconDatabase, ofStudy: false },
  { name: 'Study', root: '/study', Icon: IconFlask, ofStudy: false },
  { name: 'Label', root: '/label', Icon: IconTags, ofStudy: true },
  { name: 'Team', root: '/team', Icon: IconUsers, ofStudy: true },
  { name: 'Results', root: '/results', Icon: IconChartDots, ofStudy: true },
  { name: 'Report', root: '/report', Icon: IconFileText, ofStudy: true },
  { name: 'Judges', root: '/judges', Icon: IconScale, ofStudy: false },
  { name: 'Protocols', root: '/protocols', Icon: IconMessages, ofStudy: false },
  { name: 'Lab', root: '/lab', Icon: IconMicroscope, ofStudy: false },
] as const;

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Rail({ isCompact }: { isCompact: boolean }) {
  const [path] = useLocation();
  const { data: project } = useProject();
  const studyId = useStore(sessionStore, (state) => studyIn(state, project));
  return (
    <nav className={classes.rail} data-compact={isCompact || undefined} aria-label="Screens">
      <Link href={paths.home} className={classes.project} title={project?.path}>
        <span className={classes.brand}>Assay</span>
        <span className={classes.projectName}>{project?.name ?? 'No project open'}</span>
      </Link>
      <ul className={classes.entries}>
        {entries.map(({ name, root, Icon, ofStudy }) => {
          const isActive = root === '/' ? path === '/' : path === root || path.startsWith(`${root}/`);
          return (
            <li key={name}>
              <Link
                href={ofStudy && studyId !== null ? `${root}/${studyId}` : root}
                className={classes.entry}
                aria-current={isActive ? 'page' : undefined}
              >
                <Icon size={20} stroke={1.6} aria-hidden />
                <span>{name}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <div className={classes.railEnd}>
        <JobIndicator />
        {/* Where one labels, the bar above the item has it. */}
        {project && !isCompact && <PresentAnnotator />}
        <Tooltip label="Find any screen or action" position="right">
          <UnstyledButton className={classes.find} onClick={() => spotlight.open()}>
            <IconSearch size={16} stroke={1.75} aria-hidden />
            <span>Find</span>
            <Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
          </UnstyledButton>
        </Tooltip>
        <Link href={paths.help('methods')} className={classes.find}>
          <IconHelp size={16} stroke={1.75} aria-hidden />
          <span>Help</span>
        </Link>
        <ColorSchemeToggle />
      </div>
    </nav>
  );
}

/** The work that runs in the background. Leaving the page while it runs asks first, unless it goes on where it stopped. */
function JobIndicator() {
  const job = useStore(jobStore, runningJob);
  const isRunning = job !== null && job.kind !== 'index';
  useEffect(() => {
    if (!isRunning) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [isRunning]);
  const [path] = useLocation();
  const isImporting = useStore(sessionStore, (state) => state.importFile !== null);
  const isShownInPage =
    (job?.kind === 'import' && path === paths.importData && isImporting) ||
    (job?.kind === 'score' && path.startsWith(paths.newStudy));
  if (!job || isShownInPage) return null;
  return (
    <section className={classes.job} aria-label="Running job">
      <JobProgress job={job} key={job.id} />
    </section>
  );
}
