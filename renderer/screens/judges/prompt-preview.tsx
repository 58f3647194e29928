import { Alert, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PromptText } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatCount } from '../../app/format.ts';
import classes from './judges.module.css';

const pauseMs = 300;

/** The messages as a model would get them, for an example of ours. */
export function PromptPreview({ text }: { text: PromptText }) {
  const [prompt] = useDebouncedValue(text, pauseMs);
  const preview = useQuery({
    queryKey: ['prompt-preview', prompt],
    queryFn: () => api.prompt.preview({ prompt }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="preview-title">
      <Title order={2} id="preview-title" mb="xs">
        What the model reads
      </Title>
      {preview.error && <ProblemNote problem={toProblem(preview.error)} />}
      {preview.data && (
        <Stack gap="sm">
          {preview.data.unknownVariables.length > 0 && (
            <Alert color="orange" title="Unknown variables">
              {preview.data.unknownVariables.join(', ')}
            </Alert>
          )}
          {preview.data.messages.map(({ role, content }) => (
            <div key={role + content.length}>
              <Text size="sm" c="dimmed">
                {role === 'system' ? 'Instructions' : 'Message'}
              </Text>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
              <pre className={classes.message} tabIndex={0}>
                {content}
              </pre>
            </div>
          ))}
          <Text size="sm" c="dimmed" className="tabular">
            About {formatCount(preview.data.inputTokens)} tokens
          </Text>
        </Stack>
      )}
    </section>
  );
}
