import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { defaultBindings } from '../label-form/key-bindings.ts';
import { KeyHint } from '../label-form/key-hint.tsx';
import { keyName, keyPlace } from '../label-form/key-press.ts';
import { toggleRawTexts, useRawTexts } from './raw-texts.ts';

const key = defaultBindings.raw;

/** Shows the texts of a screen as they were written, or laid out; its key does the same while it is in view. */
export function RawTextsButton() {
  const isRaw = useRawTexts();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || keyName(event) !== key) return;
      if (['text', 'dialog'].includes(keyPlace(event.target))) return;
      event.preventDefault();
      toggleRawTexts();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Button
      size="compact-sm"
      variant={isRaw ? 'light' : 'default'}
      aria-pressed={isRaw}
      aria-keyshortcuts={key}
      rightSection={<KeyHint name={key} />}
      onClick={toggleRawTexts}
    >
      Raw texts
    </Button>
  );
}
