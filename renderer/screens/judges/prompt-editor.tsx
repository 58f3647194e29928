import { Alert, Button, Checkbox, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Prompt, PromptText } from '../../../shared/contract/index.ts';
import {
  type PromptCriterion,
  PromptCriterionSchema,
  PromptTextSchema,
} from '../../../shared/contract/judge.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { judgeKeys } from '../../parts/judge-queries.ts';
import { longest } from '../../ui/number-field.tsx';
import { ScaleFields } from '../../ui/scale-fields.tsx';
import { useVersionedText, VersionedText } from '../../ui/versioned-text.tsx';
import classes from './judges.module.css';

interface PromptEditorProps {
  prompt: Prompt;
  onSaved: (promptId: number) => void;
}

/** The text of a prompt on the left, what a model would read on the right. */
export function PromptEditor({ prompt, onSaved }: PromptEditorProps) {
  const { name, kind, instructions, item, criteria, examples } = prompt;
  const original: PromptText = { name, kind, instructions, item, criteria, examples };
  const edited = useVersionedText({
    form: `prompt ${prompt.id}`,
    stored: original,
    version: prompt.version,
    save: api.prompt.save,
    queryKeys: [judgeKeys.prompts],
    onSaved: (saved) => onSaved(saved.id),
  });
  const { draft: text, change } = edited.form;
  return (
    <div className={classes.two}>
      <VersionedText
        of={edited}
        nameHelp={prompt.builtIn ? 'A changed text needs a name of its own.' : undefined}
        nameSchema={PromptTextSchema.shape.name}
        lack={disabledReason(text)}
      >
        <Textarea
          label="What the judge is to do"
          description="{{criteria}} stands for the definitions, {{examples}} for the worked examples."
          autosize
          minRows={6}
          maxRows={20}
          {...longest(PromptTextSchema.shape.instructions)}
          value={text.instructions}
          onChange={(event) => change({ instructions: event.currentTarget.value })}
        />
        <Textarea
          label="How one item is shown"
          description={
            kind === 'pair'
              ? 'Variables: {{question}}, {{conversation}}, {{passage}}, {{reference}}, {{response_a}}, {{response_b}}.'
              : 'Variables: {{question}}, {{conversation}}, {{response}}, {{passage}}, {{reference}}.'
          }
          autosize
          minRows={4}
          maxRows={14}
          {...longest(PromptTextSchema.shape.item)}
          value={text.item}
          onChange={(event) => change({ item: event.currentTarget.value })}
        />
        {text.criteria.map((criterion, index) => (
          <CriterionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the criteria of a prompt keep their places
            key={index}
            criterion={criterion}
            isFirst={index === 0}
            isOfPair={kind === 'pair'}
            onChange={(part) => change({ criteria: text.criteria.with(index, { ...criterion, ...part }) })}
            onRemove={
              text.criteria.length > 1
                ? () => change({ criteria: text.criteria.toSpliced(index, 1) })
                : undefined
            }
          />
        ))}
        {kind === 'rating' && (
          <Button
            size="compact-sm"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => change({ criteria: [...text.criteria, { ...newCriterion }] })}
          >
            Add a criterion
          </Button>
        )}
        <Textarea
          label="Worked examples"
          autosize
          minRows={3}
          maxRows={14}
          {...longest(PromptTextSchema.shape.examples)}
          value={text.examples}
          onChange={(event) => change({ examples: event.currentTarget.value })}
        />
      </VersionedText>
      <PromptPreview text={text} />
    </div>
  );
}

const newCriterion: PromptCriterion = {
  ...{ name: '', integer: true, definition: '' },
  scale: { min: 1, max: 5, direction: 'higher' },
};

interface CriterionFieldsProps {
  criterion: PromptCriterion;
  isFirst: boolean;
  /** Which reply is better has a range of its own. */
  isOfPair: boolean;
  onChange: (part: Partial<PromptCriterion>) => void;
  /** Undefined of the only one. */
  onRemove: (() => void) | undefined;
}

/** What a judge scores: its name, its range and what it means. */
function CriterionFields({ criterion, isFirst, isOfPair, onChange, onRemove }: CriterionFieldsProps) {
  const { name, scale, integer, definition } = criterion;
  return (
    <Stack gap={4}>
      <TextInput
        label="Criterion"
        description={isFirst ? 'Scores are stored under this name.' : undefined}
        {...longest(PromptCriterionSchema.shape.name)}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {!isOfPair && (
        <Group gap="sm">
          <ScaleFields name={name} scale={scale} onChange={(next) => onChange({ scale: next })} />
          <Checkbox
            size="xs"
            label="Whole numbers only"
            aria-label={`Whole numbers only: ${name}`}
            checked={integer}
            onChange={(event) => onChange({ integer: event.currentTarget.checked })}
          />
          {onRemove && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Remove the criterion ${name}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </Group>
      )}
      <Textarea
        aria-label={`Definition of ${name}`}
        autosize
        minRows={2}
        maxRows={12}
        value={definition}
        onChange={(event) => onChange({ definition: event.currentTarget.value })}
      />
    </Stack>
  );
}

/** What a prompt lacks before it can be stored; null where nothing does. */
function disabledReason({ name, instructions, item, criteria }: PromptText): string | null {
  if (name.trim() === '') return 'Give it a name.';
  const names = criteria.map((one) => one.name.trim().toLowerCase());
  if (names.includes('')) return 'Give each criterion a name.';
  if (new Set(names).size < names.length) return 'Two criteria have the same name. Rename one of them.';
  const empty = criteria.find(({ scale }) => !(scale.min < scale.max));
  if (empty) return `The lowest value of ${empty.name} has to be below the highest.`;
  if (instructions === '') return 'Say what the judge is to do.';
  return item === '' ? 'Say how one item is shown.' : null;
}

const typingPauseMs = 300;

/** The messages as a model would get them, for an example of ours. */
export function PromptPreview({ text }: { text: PromptText }) {
  const [prompt] = useDebouncedValue(text, typingPauseMs);
  const preview = useQuery({
    queryKey: ['prompt-preview', prompt],
    queryFn: () => api.prompt.preview({ prompt }),
    enabled: disabledReason(prompt) === null,
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
