import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import type { StudyOptions } from '../../../shared/contract/index.ts';
import { formatPercent, plural } from '../../api/format.ts';
import { FindField } from '../../parts/study/find-field.tsx';
import {
  type Compare,
  goalFor,
  isPreferred,
  pageProblem,
  type StudyDraft,
} from '../../parts/study/study-draft.ts';
import { NativeSelect } from '../../ui/native-select.tsx';

interface SystemsFieldProps {
  options: StudyOptions;
  draft: StudyDraft;
  onChange: (change: Partial<StudyDraft>) => void;
}

/** Which system is judged, or which ones are compared. */
export function SystemsField({ options, draft, onChange }: SystemsFieldProps) {
  const { systems } = options;
  const { compare, system, against } = draft;
  const choices = (names: StudyOptions['systems']) =>
    names.map(({ name, items }) => ({ value: name, label: `${name} (${plural(items, 'item')})` }));
  return (
    <Stack gap="md">
      {systems.length > 1 && (
        <SegmentedControl
          aria-label="What the study is of"
          value={compare}
          onChange={(value) => {
            const chosen = value as Compare;
            onChange({ compare: chosen, goal: goalFor(chosen, draft.goal) });
          }}
          data={[
            { value: 'one', label: 'One system' },
            { value: 'two', label: 'Compare two systems' },
            ...(systems.length > 2 ? [{ value: 'all', label: `Rank all ${systems.length}` }] : []),
          ]}
        />
      )}
      {compare !== 'all' && (
        <NativeSelect
          label={compare === 'one' ? 'System to judge' : 'First system'}
          value={system ?? ''}
          onChange={(event) => onChange({ system: event.currentTarget.value })}
          data={choices(systems)}
        />
      )}
      {compare === 'two' && (
        <NativeSelect
          label="Second system"
          description="The number is the first minus the second, over the items that both answered. Items whose replies are equal need no label."
          value={against ?? ''}
          onChange={(event) => onChange({ against: event.currentTarget.value })}
          data={choices(systems.filter(({ name }) => name !== system))}
        />
      )}
      {compare === 'all' && (
        <>
          <Text size="sm" c="dimmed">
            {rankingWords(systems.length, draft.alpha)}
          </Text>
          <FindField systems={systems.length} top={draft.top} onChange={(top) => onChange({ top })} />
          <PageField
            onePage={draft.onePage}
            isOrder={
              draft.form
                ? draft.form.kind === 'preference'
                : draft.measure !== null && isPreferred(draft.measure)
            }
            problem={pageProblem(draft, options)}
            onChange={(onePage) => onChange({ onePage })}
          />
        </>
      )}
    </Stack>
  );
}

/** What ranking k systems takes, in words. */
export function rankingWords(systems: number, alpha: number): string {
  const pairs = (systems * (systems - 1)) / 2;
  return `All ${pairs} pairs of ${systems} systems are compared. The whole ranking holds with ${formatPercent(1 - alpha)}, each interval with ${formatPercent(1 - alpha / pairs)}. Each pair takes more labels than a single comparison.`;
}

interface PageFieldProps {
  onePage: boolean;
  /** Whether people put replies in order; else they rate them. */
  isOrder: boolean;
  /** Why replies cannot stand on one page; null when they can. */
  problem: string | null;
  onChange: (onePage: boolean) => void;
}

/** How the replies of several systems are shown to people. */
function PageField({ onePage, isOrder, problem, onChange }: PageFieldProps) {
  return (
    <Radio.Group
      label="What people see"
      value={onePage ? 'page' : 'pairs'}
      onChange={(value) => onChange(value === 'page')}
    >
      <Stack gap="sm" mt={6}>
        <Radio
          value="page"
          label="All replies of an item on one page"
          disabled={problem !== null}
          description={
            problem ??
            `${isOrder ? 'People put the replies in order, ties allowed, which answers every pair.' : 'Each reply is rated once and counts for all its pairs.'} Equal replies are shown once and say nothing of their pair. So all pairs take more items than one. Every item has the same chance to be in the sample.`
          }
        />
        <Radio value="pairs" label="Two replies at a time" description="Each pair has its own items." />
      </Stack>
    </Radio.Group>
  );
}
