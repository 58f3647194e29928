import { Alert, Stack, Text, Title } from '@mantine/core';
import { toProblem } from '../../api/problem.tsx';
import { ItemActions } from './item-actions.tsx';
import { ItemForm } from './item-form.tsx';
import classes from './label.module.css';
import { useLabel, usePanel } from './label-context.ts';
import { NotePanel } from './note-panel.tsx';
import { ReviewNote } from './review-note.tsx';
import { SaveFailed } from './save-failed.tsx';
import { SkipPanel } from './skip-panel.tsx';

/** The question, the ways to answer it, and what else can be done with the item. */
export function AnswerPanel() {
  const question = useLabel((state) => state.batch?.question ?? '');
  const practiceRound = useLabel((state) => state.batch?.practiceRound ?? null);
  const ref = useLabel((state) => state.item?.ref);
  const position = useLabel((state) => state.item?.position);
  const total = useLabel((state) => state.items.length);
  const actionError = useLabel((state) => state.actionError);
  const side = usePanel((state) => state.side);
  if (ref === undefined) return null;
  return (
    <aside className={classes.answer} aria-label="Question">
      <Stack gap="md">
        <div>
          {practiceRound !== null && (
            <Text size="xs" fw={600}>
              Practice round {practiceRound}
            </Text>
          )}
          <Text size="xs" c="dimmed" className={classes.numbers}>
            Item {position} of {total}
          </Text>
          <Title order={1} className={classes.question} dir="auto">
            {question}
          </Title>
        </div>
        <ReviewNote />
        {side === 'skip' ? <SkipPanel key={ref} /> : <ItemForm />}
        <SaveFailed />
        {side === 'note' && <NotePanel key={ref} itemRef={ref} />}
        {actionError && (
          <Alert color="orange" role="alert" title={`Could not ${actionError.action}`}>
            {toProblem(actionError.error).message}
          </Alert>
        )}
        {side !== 'skip' && <ItemActions />}
      </Stack>
    </aside>
  );
}
