import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { useWindowAnnotator } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { useChangeSettings, useEstimate, useSettings } from '../../api/queries.ts';
import { writtenEstimate } from '../../app/format.ts';
import { createActivityClock } from '../../label-form/activity-clock.ts';
import { resolveBindings } from '../../label-form/key-bindings.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { BreakNote } from './break-note.tsx';
import { KeyHelp } from './key-help.tsx';
import classes from './label.module.css';
import { LabelBody } from './label-body.tsx';
import { KeyBindingsContext, type LabelSession, LabelSessionContext, useLabel } from './label-context.ts';
import { createLabelStore } from './label-store.ts';
import { createPanelStore } from './panel-store.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useLabelKeys } from './use-label-keys.ts';
import { useEditMenu, useSitting } from './use-sitting.ts';

interface LabelScreenProps {
  studyId: number;
  /** The item to begin with; else the one whose turn it is. */
  firstRef?: string | undefined;
}

/** One item at a time. The screen shows what the question needs, and no number that could sway the answer. */
export function LabelScreen({ studyId, firstRef }: LabelScreenProps) {
  const settings = useSettings();
  if (settings.isPending) return <LoadingNote label="Opening the batch" />;
  return (
    <LabelSitting
      key={studyId}
      studyId={studyId}
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
};

function LabelSitting({ studyId, firstRef, settings }: LabelScreenProps & { settings: Settings }) {
  const annotatorId = useWindowAnnotator();
  const settingsRef = useRef(settings);
  useEffect(() => {
    settingsRef.current = settings;
  }, [settings]);
  const [session] = useState<LabelSession>(() => {
    const clock = createActivityClock();
    const preferences = () => ({
      autoAdvance: settingsRef.current.autoAdvance,
      estimateVisible: settingsRef.current.showEstimateWhileLabeling,
    });
    return {
      studyId,
      clock,
      labels: createLabelStore({ api, studyId, annotatorId, firstRef, clock, preferences }),
      panels: createPanelStore(),
    };
  });
  const bindings = useMemo(() => resolveBindings(settings.keys), [settings.keys]);
  const change = useChangeSettings();
  useSitting(session);
  useLabelKeys(session, bindings);
  useEditMenu(session);
  return (
    <LabelSessionContext value={session}>
      <KeyBindingsContext value={bindings}>
        <div className={classes.screen}>
          <div>
            <ProgressBar />
            <BreakNote
              afterMinutes={settings.breakAfterMinutes}
              onTurnOff={() => void change({ breakAfterMinutes: null }).catch(() => undefined)}
            />
          </div>
          <LabelBody
            isPassagePinned={settings.pinPassage}
            onPinPassage={(pinPassage) => void change({ pinPassage }).catch(() => undefined)}
          />
          {settings.showEstimateWhileLabeling && <EstimateStrip studyId={studyId} />}
          <LiveRegion />
          <KeyHelp settings={settings} onChange={change} />
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

/** The live estimate for those who chose to see it; their labels are stored as given with the estimate in view. */
function EstimateStrip({ studyId }: { studyId: number }) {
  const { data: report } = useEstimate(studyId);
  const estimate = report?.estimates.find((one) => one.method === report.default);
  if (!report || !estimate) return null;
  const { value, interval } = writtenEstimate(estimate, report.scale);
  const words =
    report.labeled === 0 || value === null
      ? 'No estimate yet'
      : `Estimate ${value}, ${interval === null ? 'no interval' : `interval ${interval}`}`;
  return (
    <footer className={classes.estimate}>
      <Text size="sm" className={classes.numbers}>
        {words}
      </Text>
      <Text size="xs" c="dimmed">
        In view by your choice; the report says so.
      </Text>
    </footer>
  );
}
