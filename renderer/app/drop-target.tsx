import { Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { isDesktop } from '../api/desktop-door.ts';
import { incomingStore } from './incoming.ts';
import classes from './shell.module.css';

/** A browser gives the file's content alone; on the desktop its place comes by way of the shell. */
function take(file: File | undefined): void {
  if (file && !isDesktop()) void incomingStore.getState().take(file);
}

/**
 * The whole window takes a dropped file: a project is opened, of anything else is shown what was understood. For the
 * mouse alone; the same is reached by keyboard on the first page and on the import page.
 */
export function DropTarget() {
  return (
    <div aria-hidden className={classes.drop}>
      <Dropzone.FullScreen
        withinPortal={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        inputProps={{ tabIndex: -1 }}
        multiple={false}
        onDrop={(files: File[]) => take(files[0])}
        onReject={() => undefined}
      >
        <Group justify="center" gap="md" mih="90vh" style={{ pointerEvents: 'none' }}>
          <IconFileImport size={40} stroke={1.5} aria-hidden />
          <div>
            <Text size="xl" fw={600}>
              Drop one file
            </Text>
            <Text c="dimmed">
              You see what is understood of a data file before anything is stored; a project is opened.
            </Text>
          </div>
        </Group>
      </Dropzone.FullScreen>
    </div>
  );
}
