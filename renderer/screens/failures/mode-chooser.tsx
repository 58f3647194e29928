import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FailureName } from '../../../shared/contract/form.ts';
import type { FailureMode } from '../../../shared/contract/index.ts';
import { foundModes, isNamed } from '../../label-form/failure-coding.ts';
import { longest } from '../../ui/number-field.tsx';
import classes from './failures.module.css';

export type Chosen = { readonly id: number; readonly name: string } | { readonly make: string };

interface ModeChooserProps {
  label: string;
  modes: readonly FailureMode[];
  /** Whether a name that does not exist may be made. */
  mayMake: boolean;
  onChoose: (chosen: Chosen) => void;
  onLeave: () => void;
}

const mostOptions = 50;

/** A failure mode by a few letters: Enter takes the first, or makes what does not exist. */
export function ModeChooser({ label, modes, mayMake, onChoose, onLeave }: ModeChooserProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const name = typed.trim();
  const found = useMemo(() => foundModes(modes, typed).slice(0, mostOptions), [modes, typed]);
  const options: Chosen[] = [
    ...found.map((mode) => ({ id: mode.id, name: mode.name })),
    ...(mayMake && name !== '' && !isNamed(modes, name) ? [{ make: name }] : []),
  ];
  const active = Math.min(place, options.length - 1);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter' && options[active]) onChoose(options[active]);
    else if (step !== undefined && options.length > 0)
      setPlace((active + step + options.length) % options.length);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.chooser}>
      <input
        ref={input}
        className={classes.chooserInput}
        role="combobox"
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        {...longest(FailureName)}
        dir="auto"
        placeholder={`${label}…`}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={classes.chooserList}>
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={'make' in option ? 'make' : option.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            className={classes.chooserOption}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            {'make' in option ? (
              <b>
                Make “<bdi>{option.make}</bdi>”
              </b>
            ) : (
              <bdi>{option.name}</bdi>
            )}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p className={classes.hint}>
          {mayMake ? 'Type a name; Enter makes it.' : 'No failure mode of this name.'}
        </p>
      )}
    </div>
  );
}
