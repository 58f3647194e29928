import { Button, FileButton, Group, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { isDesktop } from '../../api/desktop-door.ts';
import { incomingStore } from '../../app/incoming.ts';
import { sessionStore } from '../../app/session-store.ts';
import { chooseFile } from '../../app/shell-commands.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ImportFile } from './import-file.tsx';

export function ImportScreen() {
  const file = useStore(sessionStore, (state) => state.importFile);
  const choose = useStore(sessionStore, (state) => state.chooseImport);
  if (file) return <ImportFile key={file.path} file={file} onOther={() => choose(null)} />;
  return (
    <Page>
      <PageHeader
        title="Import data"
        description="JSON lines, OpenAI chat lines, CSV or TSV with one item a line, or labels by item id. Choose a file to see what would be stored; nothing is stored yet."
      />
      {!isDesktop() && <FilePicker kind="data" onPick={choose} />}
      <Group gap="sm">
        {isDesktop() ? (
          <Button onClick={() => void chooseFile('import')}>Choose a file…</Button>
        ) : (
          <FileButton onChange={(picked) => picked && void incomingStore.getState().take(picked)}>
            {(props) => (
              <Button variant="default" {...props}>
                Choose through the browser…
              </Button>
            )}
          </FileButton>
        )}
        <Text size="sm" c="dimmed">
          or drop a file anywhere on this window
        </Text>
      </Group>
    </Page>
  );
}
