import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { KeyHint } from '../../label-form/key-hint.tsx';

/** The end of a conversation; nothing moves on before the annotator says so, and undo still works. */
export function DonePanel({ onGoOn }: { onGoOn: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        This conversation is done
      </Title>
      <Text size="sm">Every verdict is stored. The last step can still be taken back.</Text>
      <Button ref={button} onClick={onGoOn} rightSection={<KeyHint name="Enter" />}>
        Go on
      </Button>
    </Stack>
  );
}
