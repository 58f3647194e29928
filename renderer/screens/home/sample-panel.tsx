import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

interface SamplePanelProps {
  /** The sample is the project that is open. */
  isOpen: boolean;
  /** Opens the sample; `reset` starts from a fresh copy. */
  onOpen: (reset: boolean) => void;
}

/** Opens the sample; where it is open, makes it afresh. */
export function SamplePanel({ isOpen, onOpen }: SamplePanelProps) {
  if (isOpen) {
    return (
      <ConfirmButton
        question="A fresh sample replaces this one; the labels you gave in it are dropped."
        confirm="Start afresh"
        onConfirm={() => onOpen(true)}
      >
        Start the sample afresh…
      </ConfirmButton>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconSparkles size={18} stroke={1.75} aria-hidden />}
      onClick={() => onOpen(false)}
    >
      Sample project
    </Button>
  );
}
