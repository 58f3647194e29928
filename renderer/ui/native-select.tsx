import { NativeSelect as MantineSelect, type NativeSelectProps } from '@mantine/core';

type Choices = NonNullable<NativeSelectProps['data']>;
type Choice = Choices[number];

/**
 * A select that never shows a choice that is not made: a browser draws the first one where a value is none of them, and so what is
 * stored would be another than what stands there. Such a value is a choice of its own here, at the top.
 */
export function NativeSelect({ data, value, children, ...props }: NativeSelectProps) {
  if (data === undefined || value === undefined) {
    return (
      <MantineSelect {...props} {...(data && { data })} {...(value !== undefined && { value })}>
        {children}
      </MantineSelect>
    );
  }
  return <MantineSelect {...props} value={value} data={withStored(data, String(value))} />;
}

/** The choices with the value that is stored among them. */
export function withStored(data: Choices, value: string): Choices {
  const isThere = data.some((one) => valuesOf(one).includes(value));
  if (isThere) return data;
  const stored = { value, label: value === '' ? 'Choose…' : `${value} (no longer offered)` };
  return [stored, ...data] as Choices;
}

function valuesOf(choice: Choice): string[] {
  if (typeof choice !== 'object' || choice === null) return [String(choice)];
  if ('group' in choice) return choice.items.flatMap((one) => valuesOf(one as Choice));
  return [String(choice.value)];
}
