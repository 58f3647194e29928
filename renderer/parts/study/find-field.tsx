import { NativeSelect } from '../../ui/native-select.tsx';

interface FindFieldProps {
  /** Systems that are ranked. */
  systems: number;
  /** How many of the best are to be found; null for the whole order. */
  top: number | null;
  onChange: (top: number | null) => void;
}

/** What a ranking is to find: labels go to the pairs that still matter for it. */
export function FindField({ systems, top, onChange }: FindFieldProps) {
  const choices = [null, ...Array.from({ length: systems - 1 }, (_, i) => i + 1)];
  return (
    <NativeSelect
      label="What to find"
      description="Labels go to pairs that still matter. Systems that cannot win get no more."
      value={String(top)}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange(value === 'null' ? null : Number(value));
      }}
      data={choices.map((choice) => ({ value: String(choice), label: labelOf(choice) }))}
    />
  );
}

function labelOf(top: number | null): string {
  if (top === null) return 'The whole order';
  return top === 1 ? 'The best' : `The best ${top}`;
}
