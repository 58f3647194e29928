import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ValidationStep, ValidationView } from '../../../shared/contract/index.ts';
import { ChoiceGroup } from '../../label-form/choice-group.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ReadText } from '../../ui/markdown.tsx';
import { PlainText } from '../../ui/plain-text.tsx';
import classes from './validation.module.css';
import { type AskingPhase, stepChoices } from './validation-keys.ts';
import { phaseQuestion } from './verdict-words.ts';

interface QuestionPanelProps {
  view: ValidationView & { current: NonNullable<ValidationView['current']> };
  phase: AskingPhase;
  isSaving: boolean;
  /** What is selected in the passage at present. */
  selected: string;
  onStep: (step: ValidationStep) => void;
  onTake: () => void;
}

/** The question at hand, its answer where it may be seen, and the choices of the moment. */
export function QuestionPanel({ view, phase, isSaving, selected, onStep, onTake }: QuestionPanelProps) {
  const { question, answer, turn } = view.current;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus comes here for each new question and phase
  useEffect(() => {
    if (phase !== 'span') heading.current?.focus({ preventScroll: true });
  }, [turn, phase]);
  return (
    <Stack gap="md">
      <div>
        <Text size="xs" c="dimmed">
          Question
        </Text>
        <Title order={1} className={classes.question} dir="auto" ref={heading} tabIndex={-1}>
          {question}
        </Title>
      </div>
      {answer !== null && (
        <section className={classes.answer} aria-label="The answer">
          <Text size="xs" c="dimmed">
            Answer
          </Text>
          <ReadText text={answer} />
        </section>
      )}
      <Text fw={600}>{phaseQuestion[phase]}</Text>
      {phase === 'span' && (
        <>
          <Text size="sm">
            Drag over the words in the passage, or move with the arrow keys. <KeyHint name="Shift" /> with an
            arrow extends the selection.
          </Text>
          <section className={classes.answer} aria-label="Selected">
            <Text size="xs" c="dimmed">
              Selected
            </Text>
            <PlainText text={selected} />
          </section>
          <Button onClick={onTake} loading={isSaving} rightSection={<KeyHint name="Enter" />}>
            Take the selection
          </Button>
        </>
      )}
      <ChoiceGroup
        choices={stepChoices[phase]}
        name={phaseQuestion[phase]}
        text=""
        layout="list"
        isSaving={isSaving}
        isTabbedThrough
        onChoose={(say) => {
          const chosen = stepChoices[phase].find(({ text }) => text === say);
          if (chosen) onStep(chosen.step);
        }}
      />
    </Stack>
  );
}
