import { Text } from '@mantine/core';
import { useChangeSettings, useProject, useSettings } from '../../api/queries.ts';
import { ColorSchemeToggle } from '../../app/color-scheme.tsx';
import { PresentAnnotator } from '../../app/present-annotator.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SittingSettings } from '../label/sitting-settings.tsx';

/** What this person prefers on this machine, whatever project is open. */
export function SettingsScreen() {
  const { data: project } = useProject();
  return (
    <Page>
      <PageHeader title="Settings" description="They are kept on this machine, for every project." />
      <Panel title="Colors">
        <div>
          <ColorSchemeToggle />
        </div>
      </Panel>
      <Panel title="Labeling">
        {project && (
          <div>
            <Text size="sm" mb={4}>
              Who labels in this window
            </Text>
            <div style={{ display: 'inline-block' }}>
              <PresentAnnotator />
            </div>
          </div>
        )}
        <LabelingSettings />
      </Panel>
    </Page>
  );
}

function LabelingSettings() {
  const { data: settings } = useSettings();
  const change = useChangeSettings();
  if (!settings) return null;
  return <SittingSettings settings={settings} onChange={change} estimateLock={null} />;
}
