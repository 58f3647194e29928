import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { fieldFacts, numberRange } from '../../shared/field-facts.ts';
import { Term } from './term.tsx';

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
  const [isCleared, setCleared] = useState(false);
  const { usual, description } = fieldFacts(field);
  const limits = limitsOf(field, times);
  const mayBeEmpty = input.placeholder !== undefined;
  const change = (typed: string | number) => {
    setCleared(typed === '');
    if (typed !== '') return onChange(taken(Number(typed), times, field));
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
      value={isCleared || typeof shown !== 'number' ? '' : rounded(shown * times)}
      onChange={change}
      onBlur={() => setCleared(false)}
      {...input}
    />
  );
}

type RequiredNumberProps = Omit<NumberInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
};

/**
 * A number that a form cannot be without. Where nothing is typed, or a number out of range on the way to another one, the number
 * before stands, and is shown again when the field is left.
 */
export function RequiredNumber({ value, onChange, ...input }: RequiredNumberProps) {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = input;
  const [typed, setTyped] = useState<string | number | null>(null);
  const change = (next: string | number) => {
    const number = next === '' ? Number.NaN : Number(next);
    const isTaken = number >= min && number <= max;
    setTyped(isTaken && typeof next === 'number' ? null : next);
    if (isTaken) onChange(number);
  };
  return <NumberInput {...input} value={typed ?? value} onChange={change} onBlur={() => setTyped(null)} />;
}

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
