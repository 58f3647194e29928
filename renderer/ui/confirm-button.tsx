import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface ConfirmButtonProps extends ButtonProps {
  children: ReactNode;
  /** What is asked before it happens, in place of the button. */
  question: string;
  confirm: string;
  isBusy?: boolean;
  onConfirm: () => void;
}

/** A button that asks where it stands before doing what cannot be taken back. */
export function ConfirmButton({
  children,
  question,
  confirm,
  isBusy = false,
  onConfirm,
  ...props
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="default" {...props} onClick={() => setAsking(true)}>
        {children}
      </Button>
    );
  }
  return (
    <Group
      gap="xs"
      role="group"
      aria-label={question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setAsking(false);
      }}
    >
      <Text size="sm" maw="60ch">
        {question}
      </Text>
      <Button
        color="red"
        variant="light"
        loading={isBusy}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {confirm}
      </Button>
      {/* A key that is held, or pressed once too often, changes nothing. */}
      <Button variant="subtle" autoFocus onClick={() => setAsking(false)}>
        Cancel
      </Button>
    </Group>
  );
}
