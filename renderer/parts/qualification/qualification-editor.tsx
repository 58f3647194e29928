import { ActionIcon, Button, Fieldset, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import type { Qualification } from '../../../shared/contract/index.ts';
import { QualificationSchema } from '../../../shared/contract/qualification.ts';
import { api } from '../../api/client.ts';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { longest, NumberInput } from '../../ui/number-field.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';
import {
  asQualification,
  draftOf,
  draftProblem,
  emptyQuestion,
  withoutOption,
} from './qualification-draft.ts';
import type { Part } from './qualification-form.tsx';

type Question = Qualification['questions'][number];

interface QuestionFieldsProps {
  number: number;
  question: Question;
  onChange: (question: Question) => void;
  /** Undefined for the only question. */
  onRemove: (() => void) | undefined;
}

const mostOptions = 8;

const questionFields = QualificationSchema.shape.questions.element.shape;

/** One question that people pass, its answers, which of them is right, and what is told of another. */
function QuestionFields({ number, question, onChange, onRemove }: QuestionFieldsProps) {
  const name = useId();
  const { options, right } = question;
  return (
    <Fieldset legend={`Question ${number}`}>
      <Stack gap="xs">
        <TextInput
          label="Question"
          {...longest(questionFields.question)}
          value={question.question}
          onChange={(event) => onChange({ ...question, question: event.currentTarget.value })}
        />
        {options.map((option, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is known by its place
          <Group key={i} gap="xs" wrap="nowrap">
            <Radio
              name={name}
              aria-label={`Answer ${i + 1} is right`}
              checked={right === i + 1}
              onChange={() => onChange({ ...question, right: i + 1 })}
            />
            <TextInput
              aria-label={`Answer ${i + 1}`}
              placeholder={`Answer ${i + 1}`}
              flex={1}
              {...longest(questionFields.options.element)}
              value={option}
              onChange={(event) =>
                onChange({ ...question, options: options.with(i, event.currentTarget.value) })
              }
            />
            {options.length > 2 && (
              <ActionIcon
                variant="subtle"
                aria-label={`Remove answer ${i + 1}`}
                onClick={() => onChange(withoutOption(question, i))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        <TextInput
          label="Shown to those who choose another answer"
          {...longest(questionFields.why)}
          value={question.why}
          onChange={(event) => onChange({ ...question, why: event.currentTarget.value })}
        />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={options.length >= mostOptions}
            onClick={() => onChange({ ...question, options: [...options, ''] })}
          >
            Add an answer
          </Button>
          {onRemove && (
            <Button variant="subtle" size="xs" onClick={onRemove}>
              Remove the question
            </Button>
          )}
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface QualificationEditorProps {
  part: Part;
  asked: Qualification | null;
  /** Of the questions that it begins with. */
  version: string;
  onClose: () => void;
}

const mostQuestions = 50;

const questionWords = (field: string, value: unknown): string | undefined =>
  field === 'questions' && Array.isArray(value)
    ? (value as Qualification['questions']).map(({ question }) => question).join('; ')
    : undefined;

/** Writes the questions that people pass before they take part in a run. */
export function QualificationEditor({ part, asked, version: loaded, onClose }: QualificationEditorProps) {
  const queries = useQueryClient();
  const form = useDraft(`questions before ${part.role} in run ${part.runId}`, draftOf(asked), loaded);
  const { draft, change, version } = form;
  const { questions, pass } = draft;
  const save = useMutation({
    mutationFn: () =>
      api.qualification.set({ ...part, qualification: asQualification(draft), version: version.current }),
    onSuccess: async () => {
      form.discard();
      await queries.invalidateQueries({ queryKey: ['qualification', part.runId, part.role] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const problem = draftProblem(draft);
  return (
    <form onSubmit={submit} aria-label={part.role === 'ask' ? 'Before asking' : 'Before validating'}>
      <Stack gap="sm">
        <FromBefore of={form} />
        {questions.map((question, i) => (
          <QuestionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place
            key={i}
            number={i + 1}
            question={question}
            onChange={(changed) => change({ questions: questions.with(i, changed) })}
            onRemove={
              questions.length > 1 ? () => change({ questions: questions.toSpliced(i, 1) }) : undefined
            }
          />
        ))}
        <Group align="flex-end">
          <Button
            variant="default"
            disabled={questions.length >= mostQuestions}
            onClick={() => change({ questions: [...questions, emptyQuestion] })}
          >
            Add a question
          </Button>
          <NumberInput
            label="Right answers that pass"
            placeholder="All"
            w={190}
            min={1}
            max={questions.length}
            allowDecimal={false}
            value={pass ?? ''}
            onChange={(value) => change({ pass: Number(value) || null })}
          />
        </Group>
        {asked && (
          <Text size="sm">Annotators who passed the old questions answer the changed ones again.</Text>
        )}
        <SaveProblem
          error={save.error}
          version={version}
          words={questionWords}
          onLoad={(theirs) => {
            change(draftOf({ ...asQualification(draft), ...theirs }));
            save.reset();
          }}
          onSave={() => save.mutate()}
        />
        <Group gap="xs">
          <Button type="submit" disabled={problem !== null} loading={save.isPending}>
            Keep the questions
          </Button>
          <Button
            variant="default"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            Close
          </Button>
          {problem !== null && (
            <Text size="sm" c="dimmed">
              {problem}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
