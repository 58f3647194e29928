import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { type ReactNode, type Ref, useId } from 'react';

interface ReasonButtonProps extends ButtonProps {
  children: ReactNode;
  /** Why it cannot be pressed yet, in a sentence; null when it can. */
  lack: string | null;
  onClick?: () => void;
  type?: 'button' | 'submit';
  ref?: Ref<HTMLButtonElement>;
  /** What stands between the button and the reason, such as the way out. */
  beside?: ReactNode;
}

/** A button that says what it waits for, as long as it cannot be pressed. */
export function ReasonButton({ children, lack, beside, ...props }: ReasonButtonProps) {
  const id = useId();
  return (
    <Group gap="sm">
      <Button {...props} disabled={lack !== null} {...(lack !== null && { 'aria-describedby': id })}>
        {children}
      </Button>
      {beside}
      {lack !== null && (
        <Text size="sm" c="dimmed" id={id}>
          {lack}
        </Text>
      )}
    </Group>
  );
}
