import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { pageAge } from '../api/page-age.ts';
import classes from './shell.module.css';

/** Stays while the page is older than the Assay that answers it. */
export function PageAgeBanner() {
  const isOlder = useStore(pageAge, (state) => state.isOlder);
  return (
    <div role="status">
      {isOlder && (
        <Group className={classes.banner} gap="sm" wrap="nowrap">
          <IconRefresh size={20} aria-hidden />
          <Text size="sm" fw={600} flex={1}>
            Assay was updated. Load this page again when it suits you; forms that you have begun stay as they
            are.
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
            Load again
          </Button>
        </Group>
      )}
    </div>
  );
}
