import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  Judge,
  JudgeImprovement,
  JudgeVersion,
  Prompt,
  PromptText,
} from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { scaleEnds } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { improvementKey, judgeKeys, usePrompts } from '../../parts/judge-queries.ts';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { PromptPreview } from './prompt-editor.tsx';

interface ImprovePromptProps {
  readonly judge: Judge;
  readonly improvement: JudgeImprovement;
  readonly version: JudgeVersion;
  /** The example that was last taken. */
  readonly example: string | null;
  readonly onStored: (judgeId: number) => void;
}

/** The prompt of a version, to be changed into the next one, and its run on the practice labels. */
export function ImprovePrompt(props: ImprovePromptProps) {
  const prompts = usePrompts();
  const prompt = prompts.data?.find(({ id }) => id === props.version.promptId);
  if (!prompt) return <LoadingNote label="Reading the prompt" />;
  return <PromptOfVersion prompt={prompt} {...props} />;
}

const textOf = ({ name, kind, instructions, item, criteria, examples }: Prompt): PromptText => ({
  ...{ name, kind, instructions, item, criteria, examples },
});

/** Stores a changed prompt, and the judge that has it as its next version. */
function useStored(prompt: Prompt, judge: Judge, onStored: ImprovePromptProps['onStored']) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (text: PromptText) => {
      // What comes with Assay stays as it is; a changed one is a prompt of one's own.
      const saved = prompt.builtIn ? `${text.name}, improved` : text.name;
      const { id: promptId } = await api.prompt.save({ ...text, name: saved });
      const { name, endpointId, model, temperature, maxOutputTokens, seed, repeats, itemsPerCall } = judge;
      return api.judge.save({
        ...{ name, endpointId, model, temperature, maxOutputTokens, seed, repeats, itemsPerCall },
        promptId,
      });
    },
    onSuccess: async ({ id }) => {
      for (const queryKey of [judgeKeys.prompts, judgeKeys.judges, improvementKey]) {
        await queries.invalidateQueries({ queryKey });
      }
      onStored(id);
    },
  });
}

function PromptOfVersion({
  prompt,
  judge,
  improvement,
  version,
  example,
  onStored,
}: ImprovePromptProps & { prompt: Prompt }) {
  const original = textOf(prompt);
  const form = useDraft(`prompt ${prompt.id} in improvement ${improvement.id}`, original);
  const { draft: text, change, isChanged } = form;
  // What was proposed, and the instructions in whose place it stands.
  const [proposed, setProposed] = useState<{ words: string; before: string } | null>(null);
  const [isPreviewed, setIsPreviewed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an example is added once, when it is taken
  useEffect(() => {
    if (example === null || text.examples.includes(example)) return;
    change({ examples: [text.examples, example].filter((part) => part !== '').join('\n\n') });
  }, [example]);
  const store = useStored(prompt, judge, (id) => {
    form.discard();
    onStored(id);
  });
  const propose = useMutation({
    mutationFn: () => api.improvement.propose({ improvementId: improvement.id, judgeId: version.judgeId }),
    onSuccess: ({ prompt: { instructions }, why, cost }) => {
      const spent = cost === null ? '' : ` (cost ${cost.toPrecision(2)})`;
      setProposed({ words: `Proposed${spent}: ${why}`, before: text.instructions });
      change({ instructions });
    },
  });
  const error = store.error ?? propose.error;
  return (
    <section aria-labelledby="improve-prompt-title">
      <Title order={2} id="improve-prompt-title" mb="xs">
        Prompt
      </Title>
      <Stack gap="sm">
        <FromBefore of={form} />
        <PromptFields text={text} change={change} />
        {proposed && (
          <Group gap="xs">
            <Text size="sm" role="status">
              {proposed.words}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                change({ instructions: proposed.before });
                setProposed(null);
              }}
            >
              Back to mine
            </Button>
          </Group>
        )}
        <Group gap="xs">
          <Button disabled={!isChanged} loading={store.isPending} onClick={() => store.mutate(text)}>
            Store as a new version
          </Button>
          <Button variant="default" loading={propose.isPending} onClick={() => propose.mutate()}>
            Propose a prompt
          </Button>
          <Button variant="default" aria-expanded={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
            Preview
          </Button>
        </Group>
        {error && <ProblemNote problem={toProblem(error)} />}
        {isPreviewed && <PromptPreview text={text} />}
      </Stack>
    </section>
  );
}

interface PromptFieldsProps {
  text: PromptText;
  change: (part: Partial<PromptText>) => void;
}

const PromptFields = ({ text, change }: PromptFieldsProps) => (
  <>
    <Textarea
      label="What the judge is to do"
      autosize
      minRows={6}
      maxRows={16}
      value={text.instructions}
      onChange={(event) => change({ instructions: event.currentTarget.value })}
    />
    {text.criteria.map((criterion, index) => (
      <Textarea
        // biome-ignore lint/suspicious/noArrayIndexKey: the criteria of a prompt keep their places
        key={index}
        label={`${criterion.name} (${scaleEnds(criterion.scale)})`}
        autosize
        minRows={2}
        maxRows={8}
        value={criterion.definition}
        onChange={(event) =>
          change({
            criteria: text.criteria.with(index, { ...criterion, definition: event.currentTarget.value }),
          })
        }
      />
    ))}
    <Textarea
      label="Worked examples"
      description="From practice items alone."
      autosize
      minRows={3}
      maxRows={12}
      value={text.examples}
      onChange={(event) => change({ examples: event.currentTarget.value })}
    />
  </>
);
