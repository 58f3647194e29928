import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { series } from '../../shared/palette.ts';
import { api, engineGate } from '../api/client.ts';
import { onShellCommand } from '../api/desktop-port.ts';
import { followEvents } from '../api/events.ts';
import { jobStore } from '../api/job-store.ts';
import { useProject, useSettings } from '../api/queries.ts';
import { toProblem } from '../api/to-problem.ts';
import { WithPictures } from '../parts/stored-picture.tsx';
import { WithLimitNote } from '../ui/limit-note.tsx';
import { LoadingNote } from '../ui/loading-note.tsx';
import { runShellCommand } from '../ui/shell-commands.ts';
import { Routes } from './routes.tsx';
import { Shell } from './shell.tsx';

const accent: MantineColorsTuple = [
  '#eaf4fa',
  '#d3e8f4',
  '#a8d2ea',
  '#79bbdf',
  '#56aad8',
  '#2b8fc7',
  series.blue,
  '#00659e',
  '#005788',
  '#004369',
];

const sans = "'Source Sans 3 Variable', system-ui, sans-serif";

const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent },
  fontFamily: sans,
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '13px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.45' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '1.3' },
      h2: { fontSize: '18px', lineHeight: '1.35' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
      h4: { fontSize: '15px', lineHeight: '1.4' },
    },
  },
  components: {
    Tooltip: {
      defaultProps: {
        openDelay: 200,
        withArrow: true,
        multiline: true,
        events: { hover: true, focus: true, touch: true },
      },
    },
    InputWrapper: {
      defaultProps: { inputContainer: (field: ReactNode) => <WithLimitNote>{field}</WithLimitNote> },
    },
    Table: { defaultProps: { verticalSpacing: 6 } },
    Pagination: {
      defaultProps: {
        getControlProps: (control: 'first' | 'previous' | 'next' | 'last') => ({
          'aria-label': `${control[0]!.toUpperCase()}${control.slice(1)} page`,
        }),
      },
    },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Alert: { defaultProps: { variant: 'light' } },
  },
});

/** Text colours that reach 4.5:1 on their ground, where the library's own do not. */
const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1a1d21',
    '--mantine-color-dimmed': '#596067',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-red-text': '#b3261e',
    '--mantine-color-orange-text': '#9a4a00',
    '--mantine-color-orange-light': '#fff3e6',
    '--mantine-color-orange-light-color': '#8a4200',
    '--mantine-color-red-light-color': '#a3211a',
    '--mantine-color-green-text': '#0b7350',
    '--mantine-color-green-light': '#e8f6ef',
    '--mantine-color-green-light-color': '#0a6346',
    '--mantine-color-default-border': '#d3d7dc',
    '--mantine-color-accent-light-hover': '#c5e1f0',
    '--assay-rail': '#f5f6f8',
    '--assay-raised': '#f8f9fa',
  },
  dark: {
    '--mantine-color-body': '#1b1d20',
    '--mantine-color-text': '#e2e4e7',
    '--mantine-color-dimmed': '#a2a8af',
    '--mantine-color-placeholder': '#8d949c',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-red-text': '#ff8a80',
    '--mantine-color-orange-text': '#ffb066',
    '--mantine-color-orange-light': '#3a2a18',
    '--mantine-color-orange-light-color': '#ffc48a',
    '--mantine-color-green-text': '#5fd0a8',
    '--mantine-color-green-light': '#15302a',
    '--mantine-color-green-light-color': '#7fdcba',
    '--mantine-color-accent-text': '#79bbdf',
    '--mantine-color-accent-light-color': '#a8d2ea',
    '--mantine-color-default': '#24272b',
    '--mantine-color-default-hover': '#2d3135',
    '--mantine-color-default-border': '#3d4248',
    '--assay-rail': '#151719',
    '--assay-raised': '#212428',
  },
});

const HandedBatch = lazy(async () => ({
  default: (await import('../screens/label/handed/handed-batch.tsx')).HandedBatch,
}));

/** Asks everything again once the engine is back. */
const followGate = () =>
  engineGate.store.subscribe((now, before) => {
    if (now.returns !== before.returns) void queryClient.invalidateQueries();
  });

export function App({ nonce }: { nonce: string }) {
  useEffect(() => followEvents({ api, queries: queryClient, jobs: jobStore }), []);
  useEffect(followGate, []);
  useEffect(() => onShellCommand(runShellCommand), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Router hook={useHashLocation}>
          <Notifications position="bottom-right" />
          <WithPictures>
            <Screens />
          </WithPictures>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** All screens; in a batch that was handed out only those of labeling it. */
function Screens() {
  const { data: project } = useProject();
  const { data: settings } = useSettings();
  const density = settings?.density ?? 'comfortable';
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  if (project && project.handedStudyId !== null) {
    return (
      <Suspense fallback={<LoadingNote label="Opening the sample" />}>
        <HandedBatch key={project.path} project={project} studyId={project.handedStudyId} />
      </Suspense>
    );
  }
  return (
    <Shell>
      <Routes />
    </Shell>
  );
}

// A button is told that it was pressed before the next press is heard: a key pressed twice does a thing once.
notifyManager.setScheduler(queueMicrotask);

/** The engine is on this machine: whether the network is up does not matter, and events say what changed. */
const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // What is shown meanwhile is from before, so it is asked for until it is read.
    onError(error, { queryKey, state }) {
      if (state.data === undefined || toProblem(error).code !== 'BUSY') return;
      setTimeout(() => void queryClient.invalidateQueries({ queryKey, exact: true }), 2000);
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      staleTime: 60_000,
      retry: (failures, error) => failures < 3 && toProblem(error).code === 'BUSY',
      retryDelay: 400,
    },
    mutations: { networkMode: 'always' },
  },
});
