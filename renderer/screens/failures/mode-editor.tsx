import { Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { ReleaseName } from '../../../shared/contract/failure-mode.ts';
import { Sentences } from '../../../shared/contract/failures.ts';
import { FailureName } from '../../../shared/contract/form.ts';
import type { FailureMode, Study } from '../../../shared/contract/index.ts';
import { meaningWords, shareTexts } from '../../../shared/failure-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest } from '../../ui/number-field.tsx';
import { newKey, useAct } from './failure-queries.ts';
import classes from './failures.module.css';
import { ModeChooser } from './mode-chooser.tsx';

/** Escape leaves a form from any of its fields. */
const leavesOnEscape = (onDone: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  onDone();
};

const unknown = { value: null, lower: null, upper: null };

/** What another meaning from now on, or another mode merged into it, would make of the interval. */
const useChange = (studyId: number, modeId: number, isAsked: boolean, mergedId?: number) =>
  useQuery({
    queryKey: [...queryKeys.failureTable(studyId), 'change', modeId, mergedId],
    queryFn: () => api.failures.change({ studyId, modeId, ...(mergedId !== undefined && { mergedId }) }),
    enabled: isAsked,
  }).data;

type Severity = FailureMode['severity'];

interface Defined {
  name: string;
  definition: string;
  example: string;
  counterexample: string;
  severity: Severity;
  release: string;
}

const severities = [
  { value: '', label: 'not said' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

function Fields({ value, onChange }: { value: Defined; onChange: (part: Partial<Defined>) => void }) {
  const text = (key: 'definition' | 'example' | 'counterexample', label: string, placeholder: string) => (
    <Textarea
      label={label}
      placeholder={placeholder}
      autosize
      minRows={1}
      maxRows={8}
      {...longest(Sentences)}
      dir="auto"
      value={value[key]}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        autoFocus
        {...longest(FailureName)}
        dir="auto"
        value={value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {text('definition', 'Definition', 'What counts, in one sentence')}
      {text('example', 'An example that counts', '')}
      {text('counterexample', 'One that does not', '')}
      <NativeSelect
        label="Severity"
        data={severities}
        value={value.severity ?? ''}
        onChange={(event) => onChange({ severity: (event.currentTarget.value || null) as Severity })}
      />
    </>
  );
}

const emptyMode: Defined = {
  name: '',
  definition: '',
  example: '',
  counterexample: '',
  severity: null,
  release: '',
};

/** A failure mode that is known before anybody found it; it counts from the label after. */
export function NewMode({ onDone }: { onDone: () => void }) {
  const [value, setValue] = useState(emptyMode);
  const make = useAct(({ release: _, ...given }: Defined) =>
    api.failures.make({ ...given, clientKey: newKey() }),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (value.name.trim() !== '') make.mutate(value, { onSuccess: onDone });
  };
  return (
    <form className={classes.editor} onSubmit={send} onKeyDown={leavesOnEscape(onDone)}>
      <Fields value={value} onChange={(part) => setValue({ ...value, ...part })} />
      {make.error && <ProblemNote problem={toProblem(make.error)} />}
      <FormButtons
        name="Add"
        isPending={make.isPending}
        isDisabled={value.name.trim() === ''}
        onDone={onDone}
      />
    </form>
  );
}

interface FormButtonsProps {
  name: string;
  isPending: boolean;
  isDisabled: boolean;
  onDone: () => void;
}

function FormButtons({ name, isPending, isDisabled, onDone }: FormButtonsProps) {
  return (
    <Group gap="xs">
      <Button type="submit" size="xs" loading={isPending} disabled={isDisabled}>
        {name}
      </Button>
      <Button size="xs" variant="subtle" onClick={onDone}>
        Cancel
      </Button>
    </Group>
  );
}

interface EditModeProps {
  study: Study;
  mode: FailureMode;
  onDone: () => void;
}

/** Renames and defines. A change of name or definition asks whether the meaning stays, as its clock follows from that. */
export function EditMode({ study, mode, onDone }: EditModeProps) {
  const [value, setValue] = useState<Defined>({
    ...mode,
    release: mode.state.kind === 'fixed' ? mode.state.release : '',
  });
  const [meaning, setMeaning] = useState<'same' | 'changed' | null>(null);
  const isOther = value.name.trim() !== mode.name || value.definition.trim() !== mode.definition;
  const change = useChange(study.id, mode.id, isOther);
  const words = meaningWords(change?.before ?? unknown, change?.after ?? unknown);
  const define = useAct(() => {
    const { name, definition, example, counterexample, severity, release } = value;
    const fixed = release.trim();
    return api.failures.define({
      modeId: mode.id,
      event: mode.event,
      name,
      definition,
      example,
      counterexample,
      severity,
      state: fixed === '' ? { kind: 'open' } : { kind: 'fixed', release: fixed },
      ...(isOther && meaning && { meaning }),
      clientKey: newKey(),
    });
  });
  const isReady = value.name.trim() !== '' && (!isOther || meaning !== null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) define.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form
      className={classes.editor}
      aria-label={`Define ${mode.name}`}
      onSubmit={send}
      onKeyDown={leavesOnEscape(onDone)}
    >
      <Fields value={value} onChange={(part) => setValue({ ...value, ...part })} />
      <TextInput
        label="Fixed in release"
        description="Empty while it is open."
        {...longest(ReleaseName)}
        value={value.release}
        onChange={(event) => setValue({ ...value, release: event.currentTarget.value })}
      />
      {isOther && (
        <Radio.Group
          label="Does the meaning stay the same?"
          value={meaning}
          onChange={(next) => setMeaning(next as 'same' | 'changed')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="same" label="Yes, the same conversations count" description={words.same} />
            <Radio value="changed" label="No, other conversations count now" description={words.changed} />
          </Stack>
        </Radio.Group>
      )}
      {define.error && <ProblemNote problem={toProblem(define.error)} />}
      <FormButtons name="Save" isPending={define.isPending} isDisabled={!isReady} onDone={onDone} />
    </form>
  );
}

const intervalOf = (share: Parameters<typeof shareTexts>[0] | null | undefined): string =>
  (share && shareTexts(share)?.interval) ?? 'not estimable';

/** Makes one of two. Which two are one was decided now, so that the clock starts anew. */
export function MergeMode({ study, mode, modes, onDone }: EditModeProps & { modes: readonly FailureMode[] }) {
  const [into, setInto] = useState<{ id: number; name: string } | null>(null);
  const change = useChange(study.id, into?.id ?? mode.id, into !== null, mode.id);
  const merge = useAct((intoId: number) =>
    api.failures.merge({ modeId: mode.id, intoId, clientKey: newKey() }),
  );
  const others = modes.filter(({ id }) => id !== mode.id);
  if (!into) {
    return (
      <div className={classes.editor}>
        <ModeChooser
          label={`Merge “${mode.name}” into`}
          modes={others}
          mayMake={false}
          onChoose={(chosen) => 'id' in chosen && setInto(chosen)}
          onLeave={onDone}
        />
      </div>
    );
  }
  return (
    <form
      className={classes.editor}
      onKeyDown={leavesOnEscape(onDone)}
      onSubmit={(event) => {
        event.preventDefault();
        merge.mutate(into.id, { onSuccess: onDone });
      }}
    >
      <p className={classes.hint}>
        <bdi>{mode.name}</bdi> becomes <bdi>{into.name}</bdi>. Who said what stays known.
      </p>
      <p className={classes.hint}>
        Counting starts again: {intervalOf(change?.before)} before, {intervalOf(change?.after)} after.
      </p>
      {merge.error && <ProblemNote problem={toProblem(merge.error)} />}
      <Group gap="xs">
        <Button type="submit" size="xs" autoFocus loading={merge.isPending}>
          Merge
        </Button>
        <Button size="xs" variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** Makes several of one; each counts from now on, and what had the old one is looked at again. */
export function SplitMode({ mode, onDone }: Pick<EditModeProps, 'mode' | 'onDone'>) {
  const [names, setNames] = useState(['', '']);
  const split = useAct(() =>
    api.failures.split({
      modeId: mode.id,
      into: names.filter((name) => name.trim() !== '').map((name) => ({ name })),
      clientKey: newKey(),
    }),
  );
  const isReady = names.filter((name) => name.trim() !== '').length >= 2;
  return (
    <form
      className={classes.editor}
      aria-label={`Split ${mode.name}`}
      onKeyDown={leavesOnEscape(onDone)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) split.mutate(undefined, { onSuccess: onDone });
      }}
    >
      {names.map((name, at) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is its place
          key={at}
          label={
            at === 0 ? 'First failure mode' : at === 1 ? 'Second failure mode' : `Failure mode ${at + 1}`
          }
          autoFocus={at === 0}
          {...longest(FailureName)}
          value={name}
          onChange={(event) => setNames(names.map((one, i) => (i === at ? event.currentTarget.value : one)))}
        />
      ))}
      <p className={classes.hint}>The old one is retired. The new ones count from the next label on.</p>
      {split.error && <ProblemNote problem={toProblem(split.error)} />}
      <Group gap="xs">
        <Button type="submit" size="xs" loading={split.isPending} disabled={!isReady}>
          Split
        </Button>
        {names.length < 10 && (
          <Button size="xs" variant="default" onClick={() => setNames([...names, ''])}>
            One more
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
