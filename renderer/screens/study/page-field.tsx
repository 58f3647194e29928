import { Radio, Stack } from '@mantine/core';

interface PageFieldProps {
  onePage: boolean;
  /** Why replies cannot stand on one page; null when they can. */
  problem: string | null;
  onChange: (onePage: boolean) => void;
}

/** How the replies of several systems are shown to people. */
export function PageField({ onePage, problem, onChange }: PageFieldProps) {
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
            'Each reply is rated once and counts for every pair that it is in; equal replies are shown once. Every item has the same chance to be in the sample.'
          }
        />
        <Radio value="pairs" label="Two replies at a time" description="Each pair has its own items." />
      </Stack>
    </Radio.Group>
  );
}
