import { useEffect } from 'react';
import { onShellCommand } from '../../api/desktop-door.ts';
import { isTextField } from '../../label-form/key-press.ts';
import type { LabelSession } from './label-context.ts';

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
