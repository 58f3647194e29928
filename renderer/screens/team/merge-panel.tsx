import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { uploadFile } from '../../api/upload.ts';
import { mergeWords } from '../../app/merge-words.ts';
import { Panel } from '../../ui/panel.tsx';

/** Takes back a returned file. */
export function MergePanel() {
  const forget = useRef<() => void>(null);
  const merge = useMutation({
    mutationFn: async (file: File) => {
      const { path } = await uploadFile(api, file, () => undefined);
      return mergeWords(await api.batch.merge({ path, name: file.name }));
    },
  });
  return (
    <Panel title="Merge what came back">
      <Group gap="md">
        <FileButton
          accept=".assay-labels,application/json,.json"
          resetRef={forget}
          onChange={(file) => {
            if (file) merge.mutate(file);
            // The same file may be chosen again.
            forget.current?.();
          }}
        >
          {(props) => (
            <Button variant="default" loading={merge.isPending} {...props}>
              Choose a returned file…
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          Or drop it on the window.
        </Text>
      </Group>
      {merge.data && (
        <Alert color="blue" role="status" title={merge.data.title}>
          {merge.data.words}
        </Alert>
      )}
      {merge.error && <ProblemNote problem={toProblem(merge.error)} />}
    </Panel>
  );
}
