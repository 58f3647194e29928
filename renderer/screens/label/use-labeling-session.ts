import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { onShellCommand } from '../../api/desktop-port.ts';
import { modesQuery } from '../../api/failures.ts';
import { followActivity } from '../../label-form/activity-clock.ts';
import { isTextField } from '../../ui/key-press.ts';
import type { LabelSession } from './label-context.ts';

/** Opens the batch, keeps the clock honest, and saves what is being written when the screen is left. */
export function useLabelingSession({ labels, clock }: LabelSession): void {
  useEffect(() => {
    void labels.getState().open();
    return () => void labels.getState().flush();
  }, [labels]);

  useEffect(() => followActivity(clock), [clock]);

  useEffect(() => {
    const onVisibility = () => {
      if (document.hidden) void labels.getState().flush();
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      const { failed, saving, draft } = labels.getState();
      void labels.getState().flush();
      if (failed || saving || draft === 'unsaved' || draft === 'failed') event.preventDefault();
    };
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [labels]);
}

/** Shows the failure modes as they are now: others make and change them while one labels. */
export function useFreshModes({ labels }: LabelSession): void {
  const asks = useStore(labels, ({ batch }) => batch?.failures !== undefined);
  const { data } = useQuery({ ...modesQuery, enabled: asks });
  useEffect(() => {
    if (data) labels.getState().takeModes(data);
  }, [labels, data]);
}

/** Undo and Redo of the desktop's Edit menu: the text being written where there is one, else the last label. */
export function useEditMenu({ labels }: LabelSession): void {
  useEffect(
    () =>
      onShellCommand((command) => {
        if (command.do !== 'undo' && command.do !== 'redo') return;
        // No other call reaches the history that the browser keeps of a text field.
        if (isTextField(document.activeElement)) document.execCommand(command.do);
        else void labels.getState()[command.do]();
      }),
    [labels],
  );
}
