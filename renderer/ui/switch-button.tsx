import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { defaultBindings } from './key-bindings.ts';
import { KeyHint } from './key-hint.tsx';
import { keyName, keyPlace } from './key-press.ts';
import { toggleRawTexts, useRawTexts } from './text-switches.ts';

interface SwitchButtonProps {
  name: string;
  keyName: string;
  isOn: boolean;
  onSwitch: () => void;
}

/** Shows something or hides it; its key does the same while the button is in view, where nothing else takes the key. */
export function SwitchButton({ name, keyName: key, isOn, onSwitch }: SwitchButtonProps) {
  const latest = useRef(onSwitch);
  useEffect(() => {
    latest.current = onSwitch;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || keyName(event) !== key) return;
      if (['text', 'dialog'].includes(keyPlace(event.target))) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [key]);
  return (
    <Button
      size="compact-sm"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      aria-keyshortcuts={key}
      rightSection={<KeyHint name={key} />}
      onClick={onSwitch}
    >
      {name}
    </Button>
  );
}

/** Shows the texts of a screen as they were written, or laid out. */
export function RawTextsButton() {
  return (
    <SwitchButton
      name="Raw texts"
      keyName={defaultBindings.raw}
      isOn={useRawTexts()}
      onSwitch={toggleRawTexts}
    />
  );
}
