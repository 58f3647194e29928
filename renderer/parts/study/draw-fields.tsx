import { ActionIcon, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { QuestionText, RecordName, Seed } from '../../../shared/contract/base.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { limitsOf, longest, RequiredNumber } from '../../ui/number-field.tsx';
import { OpenedPart } from '../../ui/opened-part.tsx';
import { Term } from '../../ui/term.tsx';
import { GuidelinesField } from './guidelines-field.tsx';
import { freshSeed, type StudyDraft } from './study-draft.ts';

interface DrawFieldsProps {
  draft: StudyDraft;
  poolSize: number;
  onChange: (change: Partial<StudyDraft>) => void;
}

const alphas = [
  { value: '0.1', label: '90 %' },
  { value: '0.05', label: '95 %' },
  { value: '0.01', label: '99 %' },
];

/** How many items, how sure the interval, and the words that go with them. */
export function DrawFields({ draft, poolSize, onChange }: DrawFieldsProps) {
  // What was written before is in sight.
  const [wasWritten] = useState(`${draft.name}${draft.question}${draft.guidelines}` !== '');
  const [hasText, setHasText] = useState(wasWritten);
  return (
    <Stack gap="md">
      <Group align="flex-start" gap="sm">
        <RequiredNumber
          label="Sample size"
          w={112}
          min={1}
          max={poolSize}
          allowDecimal={false}
          value={draft.size}
          onChange={(size) => onChange({ size })}
        />
        <NativeSelect
          label={
            <Term meaning="How often the interval should contain the true score. At 95 %, at most 1 study in 20 misses.">
              Interval
            </Term>
          }
          w={96}
          data={alphas}
          value={String(draft.alpha)}
          onChange={(event) => onChange({ alpha: Number(event.currentTarget.value) })}
        />
      </Group>
      {hasText ? (
        <OpenedPart isPresent={wasWritten}>
          <Stack gap="xs">
            <TextInput
              label="Name"
              placeholder="Named after the measure and the data"
              {...longest(RecordName)}
              value={draft.name}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
            <TextInput
              label="Question shown with each item"
              placeholder="Written from the measure if left empty"
              {...longest(QuestionText)}
              value={draft.question}
              onChange={(event) => onChange({ question: event.currentTarget.value })}
            />
            <GuidelinesField value={draft.guidelines} onChange={(guidelines) => onChange({ guidelines })} />
          </Stack>
        </OpenedPart>
      ) : (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setHasText(true)}>
            Name, question and guidelines…
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** What a second run needs to pick the same items. */
export function SeedField({
  draft,
  onChange,
}: {
  draft: { seed: number };
  onChange: (change: { seed: number }) => void;
}) {
  return (
    <RequiredNumber
      label={
        <Term meaning="The same seed on the same data picks the same items, on every machine.">Seed</Term>
      }
      w={170}
      {...limitsOf(Seed)}
      value={draft.seed}
      onChange={(seed) => onChange({ seed })}
      rightSection={
        <Tooltip label="Another seed">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Another seed"
            onClick={() => onChange({ seed: freshSeed() })}
          >
            <IconRefresh size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
