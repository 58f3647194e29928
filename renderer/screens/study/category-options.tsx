import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { RequiredNumber } from '../../ui/number-field.tsx';

type Options = Extract<LabelForm, { kind: 'category' }>['options'];

interface CategoryOptionsProps {
  options: Options;
  onChange: (options: Options) => void;
}

/** The options of a category: what each is called, what it counts, and its key. */
export function CategoryOptions({ options, onChange }: CategoryOptionsProps) {
  const change = (at: number, part: Partial<Options[number]>) =>
    onChange(options.map((option, i) => (i === at ? { ...option, ...part } : option)));
  return (
    <Stack gap={6}>
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
        <Group key={at} gap={6} wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            size="xs"
            label={at === 0 ? 'Option' : undefined}
            aria-label={`Option ${at + 1}`}
            // One that was just added is named next.
            autoFocus={option.label === ''}
            value={option.label}
            onChange={(event) => change(at, { label: event.currentTarget.value })}
          />
          <RequiredNumber
            w={76}
            size="xs"
            label={at === 0 ? 'Counts' : undefined}
            aria-label={`Option ${at + 1} counts`}
            value={option.value}
            onChange={(value) => change(at, { value })}
          />
          <TextInput
            w={48}
            size="xs"
            label={at === 0 ? 'Key' : undefined}
            aria-label={`Key of option ${at + 1}`}
            maxLength={1}
            placeholder={String((at + 1) % 10)}
            value={option.key ?? ''}
            onChange={(event) => {
              const key = event.currentTarget.value.toLowerCase();
              change(at, { key: /^[a-z0-9]$/.test(key) ? key : undefined });
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={`Remove option ${at + 1}`}
            disabled={options.length <= 2}
            onClick={() => onChange(options.filter((_, i) => i !== at))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={options.length >= 30}
          onClick={() => onChange([...options, { label: '', value: options.at(-1)?.value ?? 0 }])}
        >
          Add an option
        </Button>
      </div>
    </Stack>
  );
}
