import { Text } from '@mantine/core';
import { useState } from 'react';
import type { LabelForm, StudyField } from '../../../shared/contract/index.ts';
import { completed, formOf, withChoice, withText } from '../../label-form/form-state.ts';
import { defaultBindings } from '../../label-form/key-bindings.ts';
import { QuestionForm } from '../../label-form/question-form.tsx';

interface FormPreviewProps {
  form: LabelForm;
  fields: readonly StudyField[];
  isComparison: boolean;
}

/** The form as whoever labels will see it. What is answered here goes nowhere. */
export function FormPreview({ form, fields, isComparison }: FormPreviewProps) {
  const asked = { form, fields: [...fields], sideBySide: isComparison };
  const [filled, setFilled] = useState(() => {
    const perTurn = (form.kind === 'rating' || form.kind === 'binary') && form.perTurn === true;
    const reply = { prompt: '', text: '' };
    return formOf(asked, { replies: perTurn ? [reply, reply] : [reply] }, { answer: null, draft: null });
  });
  const send = () => {
    const made = completed(asked, filled);
    setFilled('form' in made ? made.form : { ...filled, lacking: null });
  };
  return (
    <section aria-label="Preview of the form">
      <Text size="sm" c="dimmed" mb={6}>
        How it will look; try it, nothing is stored.
      </Text>
      <QuestionForm
        asked={asked}
        form={filled}
        keys={defaultBindings}
        draft="none"
        isSaving={false}
        hasPassage={false}
        actions={{
          give: (question, text) => setFilled((now) => withChoice(asked, now, question, text).form),
          write: (question, text) => setFilled((now) => withText(now, question, text)),
          choose: (active) => setFilled((now) => ({ ...now, active })),
          pick: () => undefined,
          send,
        }}
      />
    </section>
  );
}
