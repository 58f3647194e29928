import { Text } from '@mantine/core';
import { addedSinceWords } from '../../shared/addition-words.ts';
import type { Study } from '../../shared/contract/index.ts';

/** Says that the data set of a study has grown, and that the study stays on its pool. */
export function AddedSinceNote({ study }: { study: Study }) {
  const words = addedSinceWords(study);
  if (words === null) return null;
  return (
    <Text size="sm" maw="75ch">
      {words}
    </Text>
  );
}
