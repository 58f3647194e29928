import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldFacts, numberRange } from '../../shared/field-facts.ts';
import { Term } from './term.tsx';
import { rangeProblem, typedNumber } from './typed-number.ts';

export interface NumberInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'inputMode'> {
  value: number | string | null;
  onChange: (value: number | '') => void;
  min?: number;
  max?: number;
  /** What the arrow keys add and take. */
  step?: number;
  allowDecimal?: boolean;
  /** Whether people read it in percent, so that 5% is 5. */
  isPercent?: boolean;
}

/**
 * A field for a number. What is typed or pasted stays as it is: it is the number that it says, or the field says why it is none, and
 * the number before stands.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min, max, step = 1, allowDecimal = true, isPercent = false, ...input } = props;
  const { lowest, highest } = {
    lowest: min ?? Number.NEGATIVE_INFINITY,
    highest: max ?? Number.POSITIVE_INFINITY,
  };
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const before = useRef<number | ''>('');
  const [known, setKnown] = useState(value);
  const isOwnChange = useRef(false);
  // A form that sets another number shows that one.
  if (value !== known) {
    setKnown(value);
    if (!isOwnChange.current) {
      setTyped(null);
      setProblem(null);
    }
    isOwnChange.current = false;
  }
  const standing = typeof value === 'number' ? value : '';
  const read = (text: string) => {
    const found = typedNumber(isPercent ? text.replace(/\s?%\s{0,9}$/, '') : text, !allowDecimal);
    const outside =
      'value' in found && found.value !== null ? rangeProblem(found.value, lowest, highest) : null;
    return outside === null ? found : { problem: outside };
  };
  const change = (text: string) => {
    // Where the text was cleared another number begins.
    if (typed === null || typed.trim() === '') before.current = standing;
    const found = read(text);
    const isEmpty = text.trim() === '';
    const isNumber = 'value' in found && found.value !== null;
    const next = isEmpty ? '' : isNumber ? found.value! : before.current;
    setTyped(text);
    setProblem('problem' in found ? found.problem : null);
    if (next === standing && !isEmpty) return;
    isOwnChange.current = true;
    onChange(next);
  };
  const leave = () => {
    if (typed === null) return;
    setTyped(null);
    if (problem !== null)
      setProblem(`${problem} ${standing === '' ? 'The field stays empty.' : `It stays ${standing}.`}`);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event);
    // What is not taken is not sent.
    if (event.key === 'Enter' && typed !== null && problem !== null) {
      event.preventDefault();
      event.stopPropagation();
    }
    const steps = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (steps === 0 || input.readOnly) return;
    event.preventDefault();
    const from = standing === '' ? (min ?? 0) - steps * step : standing;
    change(String(rounded(Math.min(highest, Math.max(lowest, from + steps * step)))));
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...input}
      {...((problem ?? input.error) && { error: problem ?? input.error, errorProps: { role: 'alert' } })}
      value={typed ?? value ?? ''}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={(event) => {
        leave();
        input.onBlur?.(event);
      }}
    />
  );
}

type OwnProps = 'value' | 'onChange' | 'min' | 'max' | 'allowDecimal' | 'label' | 'placeholder';

type NumberFieldProps = Omit<NumberInputProps, OwnProps> & {
  /** The field of the contract that the number is for. */
  field: z.ZodType;
  /** Text has the field's description as its meaning. */
  label: ReactNode;
  value: number | null | undefined;
  /** What is shown for 1: 100 where the contract has a share and people read percent. */
  times?: number;
} & (
    | { placeholder: string; onChange: (value: number | null) => void }
    | { placeholder?: undefined; onChange: (value: number) => void }
  );

/**
 * A number of a form, with range, default and help of its field in the contract. With a placeholder it may be left empty, which is
 * null; without, an empty one stands for the default.
 */
export function NumberField({ field, label, value, times = 1, onChange, ...input }: NumberFieldProps) {
  const { usual, description } = fieldFacts(field);
  const limits = limitsOf(field, times);
  const mayBeEmpty = input.placeholder !== undefined;
  const change = (typed: number | '') => {
    if (typed !== '') return onChange(taken(typed, times, field));
    if (mayBeEmpty) (onChange as (none: null) => void)(null);
    else onChange(typeof usual === 'number' ? usual : (limits.min ?? 0) / times);
  };
  const shown = value ?? (mayBeEmpty ? null : (usual as number | null | undefined));
  return (
    <NumberInput
      {...limits}
      label={
        typeof label === 'string' && description !== '' ? (
          <Term meaning={`${description[0]!.toUpperCase()}${description.slice(1)}.`}>{label}</Term>
        ) : (
          label
        )
      }
      isPercent={times === 100}
      value={typeof shown !== 'number' ? '' : rounded(shown * times)}
      onChange={change}
      {...input}
    />
  );
}

type RequiredNumberProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number;
  onChange: (value: number) => void;
};

/** A number that a form cannot be without: where nothing is typed, the number before stands, and is shown when the field is left. */
export const RequiredNumber = ({ onChange, ...input }: RequiredNumberProps) => (
  <NumberInput {...input} onChange={(number) => number !== '' && onChange(number)} />
);

const ranges = new WeakMap<z.ZodType, ReturnType<typeof numberRange>>();

/** The range of a field, read from its schema once. */
function rangeOf(field: z.ZodType): ReturnType<typeof numberRange> {
  const range = ranges.get(field) ?? numberRange(field);
  ranges.set(field, range);
  return range;
}

/** Which numbers can be typed, as they are shown; a bound that is not in the range itself is passed by a hundredth. */
export function limitsOf(field: z.ZodType, times = 1): Pick<NumberInputProps, 'allowDecimal'> & Ends {
  const { isWhole, minimum, maximum, above, below } = rangeOf(field);
  const step = isWhole && times === 1 ? 1 : 0.01;
  const min = minimum !== undefined ? minimum * times : above !== undefined && above * times + step;
  const max = maximum !== undefined ? maximum * times : below !== undefined && below * times - step;
  return {
    allowDecimal: !(isWhole && times === 1),
    ...(min !== false && { min: rounded(min) }),
    ...(max !== false && { max: rounded(max) }),
  };
}

interface Ends {
  min?: number;
  max?: number;
}

/** How long a text of a field may be. */
export function longest(field: z.ZodType): { maxLength?: number } {
  const { maxLength } = fieldFacts(field).plain as z.ZodString;
  return typeof maxLength === 'number' ? { maxLength } : {};
}

/** Without what binary fractions add: 0.07 is 7 %. */
const rounded = (value: number): number => Number(value.toPrecision(12));

const taken = (typed: number, times: number, field: z.ZodType): number =>
  rangeOf(field).isWhole ? Math.round(typed / times) : rounded(typed / times);
