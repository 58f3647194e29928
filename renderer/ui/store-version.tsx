import { Button, Group, Text } from '@mantine/core';

interface StoreVersionProps {
  isChanged: boolean;
  isStoring: boolean;
  onStore(): void;
}

/** Below a text that is kept in versions: stores what was changed as a new one. */
export function StoreVersion({ isChanged, isStoring, onStore }: StoreVersionProps) {
  return (
    <Group gap="sm">
      <Button disabled={!isChanged} loading={isStoring} onClick={onStore}>
        Store as a new version
      </Button>
      {!isChanged && (
        <Text size="sm" c="dimmed">
          Nothing changed.
        </Text>
      )}
    </Group>
  );
}
