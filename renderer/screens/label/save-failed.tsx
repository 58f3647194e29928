import { Button, Group, Stack, Text } from '@mantine/core';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { KeyHint } from '../../label-form/key-hint.tsx';
import { answerWords } from '../../label-form/words.ts';
import { useLabel } from './label-context.ts';

/** An answer that did not reach the disk. It stays until it is saved or given up. */
export function SaveFailed() {
  const failed = useLabel((state) => state.failed);
  const form = useLabel((state) => state.batch?.form);
  const retry = useLabel((state) => state.retry);
  const discard = useLabel((state) => state.discardFailed);
  if (!failed || !form) return null;
  const keptWords =
    failed.answer.kind === 'answer'
      ? 'Not saved yet. What you wrote is kept here.'
      : `Not saved yet. Your answer (${answerWords(failed.answer, form)}) is kept here.`;
  return (
    <Stack gap="xs">
      <ProblemNote problem={toProblem(failed.error)} />
      <Text size="sm">{keptWords}</Text>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => void retry()} rightSection={<KeyHint name="Enter" />}>
          Try again
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={discard}>
          Give this answer up
        </Button>
      </Group>
    </Stack>
  );
}
