import { Text } from '@mantine/core';
import type { ImportPreview, Scale } from '../../../shared/contract/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ScaleFields } from '../../ui/scale-fields.tsx';
import { Term } from '../../ui/term.tsx';
import { scaleKey, scaleKindNames } from './scale-keys.ts';

interface PreviewScalesProps {
  scales: ImportPreview['scales'];
  changed: Readonly<Record<string, Scale>>;
  onChange: (key: string, scale: Scale) => void;
}

/** The scores found in the file and the range each is taken to have. */
export function PreviewScales({ scales, changed, onChange }: PreviewScalesProps) {
  return (
    <>
      <Text size="sm" c="dimmed" maw="80ch">
        The interval of every result rests on the{' '}
        <Term meaning="The lowest and highest value the scale allows, whether or not the file happens to contain them.">
          range
        </Term>
        . Widen a scale here if it allows more than the file contains.
      </Text>
      <DataTable
        label="Scores and their ranges"
        miw={760}
        rows={scales.map((one) => ({
          ...one,
          key: scaleKey(one),
          title: one.criterion ? `${one.name}: ${one.criterion}` : one.name,
        }))}
        keyOf={({ key }) => key}
        columns={[
          { head: 'Score', look: () => ({ fw: 600 }), cell: ({ title }) => title },
          { head: 'Kind', cell: ({ kind }) => scaleKindNames[kind] },
          {
            head: 'Range and good end',
            width: 420,
            cell: ({ key, title, scale }) => (
              <ScaleFields
                name={title}
                scale={changed[key] ?? scale}
                onChange={(next) => onChange(key, next)}
              />
            ),
          },
          {
            head: 'Source',
            width: 140,
            cell: ({ key, observed, constant }) =>
              changed[key] ? 'set by you' : sourceOf(observed, constant),
          },
        ]}
      />
    </>
  );
}

/** Where a range comes from; of one value alone no range is known. */
const sourceOf = (observed: boolean, constant: number | undefined): string => {
  if (!observed) return 'from the file';
  return constant === undefined ? 'seen so far' : `all are ${constant} so far: say the range`;
};
