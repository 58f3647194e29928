import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { Persona } from '../../../shared/contract/index.ts';
import classes from './protocols.module.css';
import type { RunDraft } from './run-draft.ts';

interface SettingsProps {
  draft: RunDraft;
  change: (part: Partial<RunDraft>) => void;
  metrics: readonly { id: string; name: string }[];
  personas: readonly Persona[];
}

const orNull = (value: string | number): number | null => (typeof value === 'number' ? value : null);

/** The settings of the chosen protocol. */
export function ProtocolSettingsFields({ draft, change, metrics, personas }: SettingsProps) {
  const window = (
    <NumberInput
      label="History shown"
      description="Question-answer pairs; empty shows all"
      placeholder={draft.choice === 'interview' ? '2' : 'all'}
      min={0}
      max={100}
      allowDecimal={false}
      value={draft.window ?? ''}
      onChange={(value) => change({ window: orNull(value) })}
    />
  );
  if (draft.choice === 'conversation') return <div className={classes.fields}>{window}</div>;
  if (draft.choice === 'interview') {
    return (
      <div className={classes.fields}>
        {window}
        <NumberInput
          label="Follow-up questions at most"
          min={1}
          max={20}
          allowDecimal={false}
          value={draft.mostPrompts}
          onChange={(value) => change({ mostPrompts: orNull(value) ?? 3 })}
        />
        <NumberInput
          label="Right above a word F1 of"
          min={0}
          max={0.99}
          step={0.05}
          value={draft.threshold}
          onChange={(value) => change({ threshold: orNull(value) ?? 0.3 })}
        />
        <Checkbox
          mt={28}
          label="Golden history: people's answers between the questions"
          checked={draft.golden}
          onChange={({ currentTarget }) => change({ golden: currentTarget.checked })}
        />
      </div>
    );
  }
  if (draft.choice === 'iqa-eval') {
    return (
      <div className={classes.fields}>
        {personas.map(({ name }) => (
          <NumberInput
            key={name}
            label={`Share of ${name}`}
            suffix=" %"
            min={0}
            max={100}
            value={draft.shares[name] ?? 0}
            onChange={(value) => change({ shares: { ...draft.shares, [name]: orNull(value) ?? 0 } })}
          />
        ))}
        <NumberInput
          label="Repetitions"
          min={1}
          max={50}
          allowDecimal={false}
          value={draft.runs}
          onChange={(value) => change({ runs: orNull(value) ?? 1 })}
        />
        <Checkbox
          mt={28}
          label="Play the user too; else score the conversations of the data"
          checked={draft.playsUser}
          onChange={({ currentTarget }) => change({ playsUser: currentTarget.checked })}
        />
        <Checkbox
          mt={28}
          label="Tell the judge not to favor length, order or its own kind"
          checked={draft.debias}
          onChange={({ currentTarget }) => change({ debias: currentTarget.checked })}
        />
      </div>
    );
  }
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Metric"
        value={draft.metric}
        data={metrics.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => change({ metric: currentTarget.value })}
      />
      {window}
      {draft.choice === 'replace' && (
        <TextInput
          label="Field with questions that need no history"
          value={draft.twinField}
          onChange={({ currentTarget }) => change({ twinField: currentTarget.value })}
        />
      )}
    </div>
  );
}
