import { Group, Stack, Text, TextInput } from '@mantine/core';
import { RecordName } from '../../../shared/contract/base.ts';
import type { Scale } from '../../../shared/contract/index.ts';
import { Ahead, RatedName } from '../../../shared/contract/source.ts';
import { SeedField } from '../../parts/study/draw-fields.tsx';
import { ForResearchers } from '../../ui/for-researchers.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { limitsOf, longest, RequiredNumber } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScaleFields } from '../../ui/scale-fields.tsx';
import { Term } from '../../ui/term.tsx';
import { SampleField } from './study-proposal.tsx';

/** A study of rows that stay where they are, as it is being set up. */
export interface SourceStudyDraft {
  readonly criterion: string;
  readonly scale: Scale;
  readonly preset: 'calibrated-hardness' | 'uniform';
  readonly size: number;
  readonly ahead: number;
  readonly seed: number;
  readonly name: string;
}

interface SourceStudyFieldsProps {
  draft: SourceStudyDraft;
  /** Rows in all; null where they are not counted yet. */
  items: number | null;
  hasScore: boolean;
  onChange: (part: Partial<SourceStudyDraft>) => void;
}

/** What people are asked, how many of them, and how many rows come along. */
export function SourceStudyFields({ draft, items, hasScore, onChange }: SourceStudyFieldsProps) {
  const { criterion, scale, size } = draft;
  return (
    <Panel title="The study">
      <Group align="flex-end" gap="md">
        <TextInput
          label="What people rate"
          w={240}
          required
          {...longest(RatedName)}
          value={criterion}
          onChange={(event) => onChange({ criterion: event.currentTarget.value })}
        />
        <Stack gap={4}>
          <Text size="sm" fw={500} aria-hidden>
            Scale
          </Text>
          <ScaleFields name="the rating" scale={scale} onChange={(next) => onChange({ scale: next })} />
        </Stack>
      </Group>
      <Group align="flex-start" gap="md">
        <div style={{ width: 260 }}>
          {items === null ? (
            <RequiredNumber
              label="Sample"
              min={1}
              allowDecimal={false}
              value={size}
              onChange={(next) => onChange({ size: next })}
            />
          ) : (
            <SampleField
              {...{ scale, items, hasSurrogate: hasScore }}
              size={Math.min(size, items)}
              isRating={!(scale.min === 0 && scale.max === 1)}
              onSize={(next) => onChange({ size: next })}
            />
          )}
        </div>
        <RequiredNumber
          label={
            <Term meaning="Rows that people may label are copied into the project. The source itself stays as it is.">
              Rows to copy
            </Term>
          }
          w={170}
          {...limitsOf(Ahead)}
          value={draft.ahead}
          onChange={(ahead) => onChange({ ahead })}
        />
        <TextInput
          label="Name of the study"
          w={260}
          {...longest(RecordName)}
          placeholder="Named after what is rated and the source"
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Group>
      <ForResearchers what="method and seed">
        <Group gap="md">
          <NativeSelect
            label="Method"
            w={300}
            value={draft.preset}
            data={[
              { value: 'calibrated-hardness', label: 'Harder rows more often, weighted' },
              { value: 'uniform', label: 'All rows alike' },
            ]}
            onChange={(event) =>
              onChange({ preset: event.currentTarget.value as SourceStudyDraft['preset'] })
            }
          />
          <SeedField draft={draft} onChange={onChange} />
        </Group>
      </ForResearchers>
    </Panel>
  );
}
