import { Button, Group, Text } from '@mantine/core';
import { KeyHint } from '../../label-form/key-hint.tsx';
import { answerWords } from '../../label-form/words.ts';
import classes from './label.module.css';
import { useLabel } from './label-context.ts';

/** Says that the item on screen was answered before, and leads back to the one whose turn it is. */
export function ReviewNote() {
  const current = useLabel((state) => state.item?.current ?? null);
  const takenBack = useLabel((state) => state.takenBack);
  const isElsewhere = useLabel((state) => state.item?.ref !== state.next);
  const hasNext = useLabel((state) => state.next !== null);
  const isPutOff = useLabel(
    (state) => state.items.find((one) => one.ref === state.item?.ref)?.state === 'later',
  );
  const isPractice = useLabel((state) => state.batch?.practiceRound != null);
  const form = useLabel((state) => state.batch?.form);
  const advance = useLabel((state) => state.advance);
  if (!form || (!current && !takenBack && !isElsewhere && !isPutOff)) return null;
  const words = current
    ? `Saved: ${answerWords(current, form)}. Another answer replaces it.`
    : takenBack
      ? `Taken back: ${answerWords(takenBack, form)}.`
      : isPractice
        ? 'Put off earlier.'
        : `${isPutOff ? 'Put off earlier. The' : 'The'} estimate waits for this item.`;
  return (
    <Group justify="space-between" wrap="nowrap" className={classes.review}>
      <Text size="sm" dir="auto">
        {words}
      </Text>
      {isElsewhere && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.fixed}
          onClick={() => void advance()}
          rightSection={<KeyHint name="Enter" />}
        >
          {hasNext ? 'Next' : 'Finish'}
        </Button>
      )}
    </Group>
  );
}
