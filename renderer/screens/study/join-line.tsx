import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Study } from '../../../shared/contract/index.ts';
import { hasInterval } from '../../../shared/presets.ts';
import { formatCount } from '../../api/format.ts';
import { JoinPanel } from '../../parts/study/join-panel.tsx';
import { OpenedPart } from '../../ui/opened-part.tsx';

/** What joined a study while it was labeled, and what may join it now. */
export function JoinLine({ study }: { study: Study }) {
  const [isOpen, setOpen] = useState(false);
  if (!hasInterval(study.preset) || study.bettingRule === 2) return null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {study.joins.length > 0 && (
          <Text size="sm" c="dimmed">
            {study.joins
              .map(({ name, drawsBefore }) => `${name} joined after draw ${formatCount(drawsBefore)}.`)
              .join(' ')}
          </Text>
        )}
        {!isOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            Use another judge or score…
          </Button>
        )}
      </Group>
      {isOpen && (
        <OpenedPart>
          <JoinPanel study={study} onDone={() => setOpen(false)} />
        </OpenedPart>
      )}
    </Stack>
  );
}
