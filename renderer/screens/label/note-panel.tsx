import { Button, Group, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { longestWritten } from '../../../shared/text-limits.ts';
import { DRAFT_DELAY_MS } from '../../label-form/draft-saver.ts';
import { focusReading } from '../../label-form/focus.ts';
import classes from './label.module.css';
import { useLabel, usePanel } from './label-context.ts';

/** A remark on the item. It is saved a moment after the last keystroke, and when the panel closes, however it closes. */
export function NotePanel({ itemRef }: { itemRef: string }) {
  const note = useLabel((state) => state.item?.note ?? '');
  const save = useLabel((state) => state.saveNote);
  const close = usePanel((state) => state.closeSide);
  const [text, setText] = useState(note);
  const loaded = useLabel((state) => state.loadedNote);
  const [failed, setFailed] = useState(false);
  const textRef = useRef(text);
  useEffect(() => {
    textRef.current = text;
  }, [text]);
  useEffect(() => () => void save(itemRef, textRef.current), [save, itemRef]);
  useEffect(() => {
    const timer = setTimeout(() => void save(itemRef, text, true), DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [save, itemRef, text]);

  useEffect(() => {
    if (loaded === null) return;
    textRef.current = loaded;
    setText(loaded);
    setFailed(false);
  }, [loaded]);

  const done = async () => {
    const saved = await save(itemRef, text);
    setFailed(!saved);
    if (!saved) return;
    close();
    focusReading();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
    if (!isDone) return;
    event.preventDefault();
    void done();
  };
  return (
    <section aria-label="Note" className={classes.panel}>
      <Textarea
        label="Note"
        description="For your team; it is not part of the answer."
        autoFocus
        dir="auto"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={longestWritten}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between">
        <Text size="xs" c={failed ? 'red' : 'dimmed'}>
          {failed ? 'Not saved. Your text is still here.' : 'Escape saves and closes'}
        </Text>
        <Button size="compact-sm" onClick={() => void done()}>
          Save note
        </Button>
      </Group>
    </section>
  );
}
