import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { LabelForm, LabelItem, StudyField } from '../../../shared/contract/index.ts';
import { createActivityClock } from '../label/activity-clock.ts';
import { defaultBindings } from '../label/key-bindings.ts';
import { KeyBindingsContext, type LabelSession, LabelSessionContext } from '../label/label-context.ts';
import { createLabelStore, type LabelStoreParts } from '../label/label-store.ts';
import { createPanelStore } from '../label/panel-store.ts';
import { QuestionForm } from '../label/question-form.tsx';

interface FormPreviewProps {
  form: LabelForm;
  fields: readonly StudyField[];
  isComparison: boolean;
}

/** The form as whoever labels will see it. What is answered here goes nowhere. */
export function FormPreview({ form, fields, isComparison }: FormPreviewProps) {
  const [session] = useState<LabelSession>(() => previewSession({ form, fields, isComparison }));
  useEffect(() => void session.labels.getState().open(), [session]);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => session.labels.subscribe(({ item }) => setOpen(item !== null)), [session]);
  return (
    <section aria-label="Preview of the form">
      <Text size="sm" c="dimmed" mb={6}>
        How it will look; try it, nothing is stored.
      </Text>
      <LabelSessionContext value={session}>
        <KeyBindingsContext value={defaultBindings}>{isOpen && <QuestionForm />}</KeyBindingsContext>
      </LabelSessionContext>
    </section>
  );
}

/** A sitting over one made-up item, whose answers are dropped. */
function previewSession({ form, fields, isComparison }: FormPreviewProps): LabelSession {
  const ref = 'preview';
  const refs = [{ ref, state: 'open' as const, flagged: false, hasNote: false }];
  const perTurn = (form.kind === 'rating' || form.kind === 'binary') && form.perTurn === true;
  const reply = { prompt: '', text: '' };
  const item: LabelItem = {
    ref,
    position: 1,
    conversation: [],
    replies: perTurn ? [reply, reply] : [reply],
    rightReplies: isComparison ? [reply] : null,
    passage: null,
    current: null,
    draft: null,
    note: '',
    flagged: false,
  };
  const change = { ref, item: refs[0], next: ref, undoable: false, redoable: false };
  const label = {
    open: async () => ({
      batch: ref,
      title: '',
      question: '',
      guidelines: '',
      form,
      fields,
      sideBySide: isComparison,
      practiceRound: null,
      items: refs,
      ...change,
    }),
    item: async () => item,
    submit: async () => change,
    draft: async () => ({}),
  };
  const clock = createActivityClock();
  const api = { label } as unknown as LabelStoreParts['api'];
  const preferences = () => ({ autoAdvance: false, estimateVisible: false });
  return {
    studyId: 0,
    clock,
    labels: createLabelStore({ api, studyId: 0, clock, preferences }),
    panels: createPanelStore(),
  };
}
