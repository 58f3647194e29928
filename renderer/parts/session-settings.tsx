import { Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { SettingsSchema } from '../../shared/contract/app.ts';
import type { Settings } from '../../shared/contract/index.ts';
import { limitsOf, NumberInput } from '../ui/number-field.tsx';

interface LabelingSessionSettingsProps {
  settings: Settings;
  onChange: (part: Partial<Settings>) => Promise<unknown>;
  /** Why the estimate stays hidden whatever is chosen; null where the choice counts. */
  estimateLock: string | null;
}

const usualMinutes = 45;

/** How a labeling session goes on: by itself after an answer, with a break now and then, and with the estimate in view or not. */
export function LabelingSessionSettings({ settings, onChange, estimateLock }: LabelingSessionSettingsProps) {
  const { autoAdvance, breakAfterMinutes, showEstimateWhileLabeling } = settings;
  const [minutes, setMinutes] = useState<number | string>(breakAfterMinutes ?? usualMinutes);
  const store = (part: Partial<Settings>) => void onChange(part).catch(() => undefined);
  const asked = Math.min(480, Math.max(1, Math.round(Number(minutes)) || usualMinutes));
  return (
    <Group gap="lg" align="center">
      <Checkbox
        label="Go on to the next item after an answer"
        checked={autoAdvance}
        onChange={(event) => store({ autoAdvance: event.currentTarget.checked })}
      />
      <Checkbox
        label="Show the estimate while labeling"
        description={estimateLock}
        disabled={estimateLock !== null}
        checked={showEstimateWhileLabeling && estimateLock === null}
        onChange={(event) => store({ showEstimateWhileLabeling: event.currentTarget.checked })}
      />
      <Group gap="xs">
        <Checkbox
          label="Propose a break, after minutes of work:"
          checked={breakAfterMinutes !== null}
          onChange={(event) => store({ breakAfterMinutes: event.currentTarget.checked ? asked : null })}
        />
        <NumberInput
          aria-label="Minutes of work before a break"
          size="xs"
          w={64}
          {...limitsOf(SettingsSchema.shape.breakAfterMinutes)}
          disabled={breakAfterMinutes === null}
          value={minutes}
          onChange={setMinutes}
          onBlur={() => store({ breakAfterMinutes: asked })}
        />
      </Group>
    </Group>
  );
}
