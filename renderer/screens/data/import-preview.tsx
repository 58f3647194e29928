import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ImportFormat, ImportPreview, Scale } from '../../../shared/contract/index.ts';
import { formatIds, formatName, isLabelFormat } from '../../../shared/import-formats.ts';
import { formatCount, plural } from '../../app/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type ColumnRoles, rolesOf } from './column-roles.ts';
import { MappingEditor } from './mapping-editor.tsx';
import { PreviewItems } from './preview-items.tsx';
import { PreviewScales } from './preview-scales.tsx';
import { ProblemTable } from './problem-table.tsx';
import { declaredScales } from './scale-keys.ts';
import { StartImport } from './start-import.tsx';

const formatChoices = formatIds.map((value) => ({ value, label: formatName(value) }));

interface ImportPreviewViewProps {
  preview: ImportPreview;
  /** A newer reading is on its way. */
  isStale: boolean;
  roles: ColumnRoles | null;
  format: ImportFormat | null;
  onFormat: (format: ImportFormat) => void;
  onRoles: (roles: ColumnRoles) => void;
  onStarted: (jobId: number) => void;
}

export function ImportPreviewView({
  preview,
  isStale,
  roles,
  format,
  onFormat,
  onRoles,
  onStarted,
}: ImportPreviewViewProps) {
  const [changed, setChanged] = useState<Record<string, Scale>>({});
  const isLabels = isLabelFormat(preview.format);
  const read = preview.wholeFileRead ? 'the whole file' : `the first ${formatCount(preview.linesRead)} lines`;
  const shownRoles = roles ?? (preview.mapping && rolesOf(preview.mapping, preview.columns));
  return (
    <Stack gap="lg" aria-busy={isStale}>
      <ProblemTable problems={preview.problems} problemCount={preview.problemCount} />
      <Facts
        facts={[
          {
            name: 'Format',
            value: (
              <NativeSelect
                aria-label="Format"
                size="xs"
                data={formatChoices}
                value={preview.format}
                onChange={(event) => onFormat(event.currentTarget.value as ImportFormat)}
              />
            ),
          },
          { name: 'Read for this preview', value: read },
          ...(isLabels ? [] : [{ name: 'Systems', value: systemWords(preview.systems) }]),
          {
            name: 'Problems',
            value: preview.problemCount === 0 ? 'none' : formatCount(preview.problemCount),
          },
        ]}
      />
      {shownRoles && preview.columns.length > 0 && (
        <Panel title="What the columns hold">
          <MappingEditor preview={preview} roles={shownRoles} isLabels={isLabels} onChange={onRoles} />
        </Panel>
      )}
      {preview.scales.length > 0 && (
        <Panel title="Scores in the file">
          <PreviewScales
            scales={preview.scales}
            changed={changed}
            onChange={(key, scale) => setChanged({ ...changed, [key]: scale })}
          />
        </Panel>
      )}
      {!isLabels && preview.items.length > 0 && (
        <Panel title={`First ${plural(preview.items.length, 'item')}`}>
          <PreviewItems items={preview.items} />
        </Panel>
      )}
      {isLabels && (
        <Text c="dimmed" maw="72ch">
          {formatName(preview.format)}: each line gives one person’s value for one item. Items are found by
          their id in the data already imported.
        </Text>
      )}
      <StartImport
        preview={preview}
        format={format}
        mapping={roles}
        scales={declaredScales(preview.scales, changed)}
        onStarted={onStarted}
      />
    </Stack>
  );
}

const systemWords = (systems: readonly string[]) =>
  systems.length === 0
    ? 'none found'
    : systems.length > 4
      ? `${formatCount(systems.length)}: ${systems.slice(0, 3).join(', ')}, …`
      : systems.join(', ');
