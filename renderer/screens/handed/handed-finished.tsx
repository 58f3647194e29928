import { Button, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount } from '../../app/format.ts';
import { EndTitle } from '../../ui/end-title.tsx';
import labelClasses from '../label/label.module.css';
import { useLabel } from '../label/label-context.ts';
import { countLabels } from '../label/label-queue.ts';
import { GiveBack } from './give-back.tsx';

/** The end of a handed-out batch: the file to send back. */
export function HandedFinished() {
  const items = useLabel((state) => state.items);
  const jump = useLabel((state) => state.jump);
  const counts = useMemo(() => countLabels(items), [items]);
  return (
    <div className={labelClasses.finished}>
      <Stack gap="md" align="flex-start" maw={520}>
        <EndTitle>All done</EndTitle>
        <Text>
          {formatCount(counts.labeled)} labeled
          {counts.skipped > 0 && `, ${formatCount(counts.skipped)} skipped`}. Save the labels to a file and
          send it back to whoever gave you these items.
        </Text>
        <GiveBack />
        <Button variant="subtle" onClick={() => void jump(-1)}>
          Review answers
        </Button>
      </Stack>
    </div>
  );
}
