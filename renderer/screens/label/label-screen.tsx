import { Title, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Settings } from '../../../shared/contract/index.ts';
import { useMustChoose, useWindowAnnotator } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { useChangeSettings, useProject, useSettings } from '../../api/queries.ts';
import { sessionStore } from '../../api/session-store.ts';
import { createActivityClock } from '../../label-form/activity-clock.ts';
import classes from '../../label-form/work-screen.module.css';
import { fetchPictures } from '../../parts/stored-picture.tsx';
import { ChooseAnnotator } from '../../ui/choose-annotator.tsx';
import { resolveBindings } from '../../ui/key-bindings.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { BreakNote } from './break-note.tsx';
import { EstimateStrip, EstimateSwitch, StandingNote } from './estimate-strip.tsx';
import { KeyHelp } from './key-help.tsx';
import labelClasses from './label.module.css';
import { LabelBody } from './label-body.tsx';
import { KeyBindingsContext, type LabelSession, LabelSessionContext, useLabel } from './label-context.ts';
import { createLabelStore } from './label-store.ts';
import type { LabelSubject } from './labeling-session.ts';
import { createPanelStore } from './panel-store.ts';
import { ProgressBar } from './progress-bar.tsx';
import { hiddenWords } from './standing-words.ts';
import { useLabelKeys } from './use-label-keys.ts';
import { useEditMenu, useFreshModes, useLabelingSession } from './use-labeling-session.ts';
import { useStanding } from './use-standing.ts';

interface LabelScreenProps {
  subject: LabelSubject;
  /** The item to begin with; else the one whose turn it is. */
  firstRef?: string | undefined;
}

interface LabelStartProps {
  subject: LabelSubject;
  /** The item to begin with, where a link names one. */
  firstRef?: string | undefined;
}

/** Labeling begins with who labels, where several people could; another person gets a screen of their own. */
export function LabelStart({ subject, firstRef }: LabelStartProps) {
  const mustChoose = useMustChoose();
  const { data: project } = useProject();
  const turn = useStore(sessionStore, (state) => state.annotatorTurn);
  useEffect(() => {
    if (mustChoose === false && project) sessionStore.getState().beginLabeling(project.path);
  }, [mustChoose, project]);
  if (mustChoose === undefined) return <LoadingNote label="Opening the sample" />;
  if (!mustChoose) return <LabelScreen key={turn} subject={subject} firstRef={firstRef} />;
  return <WhoIsLabeling />;
}

function WhoIsLabeling() {
  const page = useRef<HTMLDivElement>(null);
  // Labeling goes on by Enter for who labeled here before. A screen has the focus itself as it comes.
  useEffect(() => {
    const timer = setTimeout(() => page.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={labelClasses.finished} ref={page}>
      <div style={{ width: 'min(100%, 420px)' }}>
        <Title order={1} size="h2" mb="md">
          Who is labeling?
        </Title>
        <ChooseAnnotator />
      </div>
    </div>
  );
}

/** One item at a time. The screen shows what the question needs; the estimate only to somebody who labels alone. */
export function LabelScreen({ subject, firstRef }: LabelScreenProps) {
  const settings = useSettings();
  if (settings.isPending) return <LoadingNote label="Opening the sample" />;
  return (
    <LabelingSession
      key={JSON.stringify(subject)}
      subject={subject}
      firstRef={firstRef}
      settings={settings.data ?? standardSettings}
    />
  );
}

/** Labeling goes on when the settings cannot be read. */
const standardSettings: Settings = {
  colorScheme: 'auto',
  showEstimateWhileLabeling: false,
  pinPassage: true,
  autoAdvance: true,
  breakAfterMinutes: 45,
  keys: {},
  skipReasons: [],
  projectsFolder: null,
  density: 'comfortable',
};

function LabelingSession({ subject, firstRef, settings }: LabelScreenProps & { settings: Settings }) {
  const annotatorId = useWindowAnnotator();
  const queries = useQueryClient();
  const settingsRef = useRef(settings);
  const inView = useRef(false);
  useEffect(() => {
    settingsRef.current = settings;
  }, [settings]);
  const [session] = useState<LabelSession>(() => {
    const clock = createActivityClock();
    const preferences = () => ({
      autoAdvance: settingsRef.current.autoAdvance,
      estimateVisible: inView.current,
    });
    return {
      subject,
      clock,
      labels: createLabelStore({
        ...{ api, ...subject, annotatorId, firstRef, clock, preferences },
        onFetched: (item) => void fetchPictures(queries, item),
      }),
      panels: createPanelStore(),
    };
  });
  const bindings = useMemo(() => resolveBindings(settings.keys), [settings.keys]);
  const change = useChangeSettings();
  const store = (part: Partial<Settings>) => void change(part).catch(() => undefined);
  useLabelingSession(session);
  useFreshModes(session);
  useLabelKeys(session, bindings);
  useEditMenu(session);
  const standing = useStanding(session);
  const shown = settings.showEstimateWhileLabeling && standing?.kind === 'open' ? standing : null;
  const isShown = shown !== null;
  // What a label is stored with says what was on screen.
  useEffect(() => {
    inView.current = isShown;
  }, [isShown]);
  return (
    <LabelSessionContext value={session}>
      <KeyBindingsContext value={bindings}>
        <div className={classes.screen}>
          <div>
            <ProgressBar
              estimateSwitch={
                <EstimateSwitch
                  standing={standing}
                  isWanted={settings.showEstimateWhileLabeling}
                  onWant={(showEstimateWhileLabeling) => store({ showEstimateWhileLabeling })}
                />
              }
            />
            <StandingNote standing={standing} isShown={isShown} />
            <BreakNote
              afterMinutes={settings.breakAfterMinutes}
              onTurnOff={() => store({ breakAfterMinutes: null })}
            />
          </div>
          <LabelBody
            isPassagePinned={settings.pinPassage}
            onPinPassage={(pinPassage) => store({ pinPassage })}
          />
          {shown && <EstimateStrip standing={shown} />}
          <LiveRegion />
          <KeyHelp
            settings={settings}
            onChange={change}
            estimateLock={standing?.kind === 'hidden' ? hiddenWords[standing.because] : null}
          />
        </div>
      </KeyBindingsContext>
    </LabelSessionContext>
  );
}

/** Tells screen readers what was saved, undone or refused. */
function LiveRegion() {
  const notice = useLabel((state) => state.notice);
  const position = useLabel((state) => state.item?.position ?? null);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      <span key={notice.serial}>
        {notice.text} {position !== null && `Item ${position} is on screen.`}
      </span>
    </VisuallyHidden>
  );
}
