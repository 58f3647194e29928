import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ValidationStep, ValidationView } from '../../../shared/contract/index.ts';
import { ChoiceButton } from '../../label-form/choice-group.tsx';
import { KeyHint } from '../../label-form/key-hint.tsx';
import { PlainText } from '../../ui/plain-text.tsx';
import classes from './validation.module.css';
import { phaseQuestion } from './verdict-words.ts';

/** A step that takes one key. */
interface Choice {
  readonly key: string;
  readonly step: ValidationStep;
  readonly name: string;
  readonly hint: string;
}

const choices: Readonly<Record<'question' | 'answer' | 'span', readonly Choice[]>> = {
  question: [
    { key: '1', step: { say: 'ungrammatical' }, name: 'Ungrammatical', hint: 'makes no sense as a question' },
    { key: '2', step: { say: 'unanswerable' }, name: 'Unanswerable', hint: 'the passage does not say' },
    { key: '3', step: { say: 'answerable' }, name: 'Answerable', hint: 'then the answer is shown' },
  ],
  answer: [
    { key: 'c', step: { say: 'correct' }, name: 'Correct', hint: '' },
    { key: 'i', step: { say: 'incorrect' }, name: 'Incorrect', hint: 'then you select the right answer' },
  ],
  span: [
    {
      key: 'n',
      step: { say: 'no-span' },
      name: 'No single span',
      hint: 'the right answer is not in one piece',
    },
  ],
};

/** The step that a key takes in a phase, or null. */
export function stepOfKey(phase: ValidationView['phase'], key: string): ValidationStep | null {
  if (phase === 'passage' || phase === 'done') return null;
  return choices[phase].find((choice) => choice.key === key.toLowerCase())?.step ?? null;
}

interface QuestionPanelProps {
  view: ValidationView & { current: NonNullable<ValidationView['current']> };
  phase: 'question' | 'answer' | 'span';
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
          <PlainText text={answer || '(nothing)'} />
        </section>
      )}
      <Text fw={600} id="validation-asked">
        {phaseQuestion[phase]}
      </Text>
      {phase === 'span' && (
        <>
          <Text size="sm">
            Drag over the words in the passage, or move with the arrow keys; <KeyHint name="Shift" /> with an
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look of its own */}
      <div role="group" aria-labelledby="validation-asked" className={classes.choices}>
        {choices[phase].map(({ key, step, name, hint }) => (
          <ChoiceButton
            key={key}
            keyName={key}
            isChosen={false}
            isSaving={isSaving}
            onChoose={() => onStep(step)}
            hint={hint}
          >
            {name}
          </ChoiceButton>
        ))}
      </div>
    </Stack>
  );
}
