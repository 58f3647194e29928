import { useMemo } from 'react';
import { type FormActions, QuestionForm } from '../../label-form/question-form.tsx';
import { textsOf } from '../../label-form/questions.ts';
import { useKeyBindings, useLabel, useLabelSession } from './label-context.ts';
import type { LabelState } from './label-state.ts';
import { openPassage } from './use-label-keys.ts';

/** What a single question shows as given: the answer on its way, the one that failed, else the stored one. */
function chosenText({ saving, failed, item, filled }: LabelState): string {
  const answer = saving?.answer ?? failed?.answer ?? item?.current ?? null;
  return textsOf(filled.questions, answer)[0] ?? '';
}

/** The form of the item on screen. */
export function ItemForm() {
  const { labels, panels } = useLabelSession();
  const asked = useLabel((state) => state.batch);
  const form = useLabel((state) => state.filled);
  const chosen = useLabel(chosenText);
  const draft = useLabel((state) => state.draft);
  const isSaving = useLabel((state) => state.saving !== null && state.saving.answer.kind !== 'skip');
  const hasPassage = useLabel((state) => state.item?.passage != null);
  const keys = useKeyBindings();
  const actions = useMemo((): FormActions => {
    const { give, write, choose, submitForm } = labels.getState();
    return {
      give: (question, text) => void give(question, text),
      write,
      choose,
      send: () => void submitForm(),
      pick(question) {
        choose(question);
        openPassage(panels);
      },
    };
  }, [labels, panels]);
  if (!asked) return null;
  return <QuestionForm {...{ asked, form, keys, chosen, draft, isSaving, hasPassage, actions }} />;
}
