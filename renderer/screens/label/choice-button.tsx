import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { KeyHint } from './key-hint.tsx';
import classes from './label.module.css';

interface ChoiceButtonProps {
  keyName: string;
  isChosen: boolean;
  isSaving: boolean;
  onChoose: () => void;
  /** What the answer is; left out where the key says it already. */
  children?: ReactNode;
  hint?: string;
  /** False where another button of the group takes the focus. */
  isTabStop?: boolean;
}

/** One answer that takes one key or one click. */
export function ChoiceButton({
  keyName,
  isChosen,
  isSaving,
  onChoose,
  children,
  hint,
  isTabStop = true,
}: ChoiceButtonProps) {
  return (
    <UnstyledButton
      className={classes.choice}
      data-chosen={isChosen || undefined}
      data-saving={isSaving || undefined}
      aria-pressed={isChosen}
      aria-keyshortcuts={keyName || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
    >
      {keyName !== '' && <KeyHint name={keyName} isName={children === undefined} />}
      {children !== undefined && <span className={classes.choiceValue}>{children}</span>}
      {hint && <span className={classes.choiceNote}>{hint}</span>}
    </UnstyledButton>
  );
}
