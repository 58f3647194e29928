import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useChangeSettings, useSettings } from '../../api/queries.ts';
import { ChoiceButton } from '../../label-form/choice-group.tsx';
import formClasses from '../../label-form/question-form.module.css';
import classes from './label.module.css';
import { useLabel, usePanel } from './label-context.ts';
import { standardReasons, withReason } from './skip-reasons.ts';
import { focusReading } from './use-label-keys.ts';

const none: readonly string[] = [];

/** Why an item cannot be labeled. The reason is reported, and the interval makes room for the skipped item. */
export function SkipPanel() {
  const submit = useLabel((state) => state.submit);
  const current = useLabel((state) =>
    state.item?.current?.kind === 'skip' ? state.item.current.reason : null,
  );
  const close = usePanel((state) => state.closeSide);
  const own = useSettings().data?.skipReasons ?? none;
  const changeSettings = useChangeSettings();
  const reasons = useMemo(() => [...standardReasons, ...own], [own]);
  const [typed, setTyped] = useState('');
  const panelRef = useRef<HTMLElement>(null);

  const skip = (reason: string) => {
    void changeSettings({ skipReasons: withReason(own, reason) });
    close();
    focusReading();
    void submit({ kind: 'skip', reason });
  };
  const skipRef = useRef(skip);
  useEffect(() => {
    skipRef.current = skip;
  });
  useEffect(() => {
    panelRef.current?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
      if (reason === undefined) return;
      event.preventDefault();
      skipRef.current(reason);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [reasons]);

  const sendOwn = (event: FormEvent) => {
    event.preventDefault();
    const reason = typed.trim();
    if (reason) skip(reason);
  };
  return (
    <section ref={panelRef} tabIndex={-1} aria-label="Why skip this item?" className={classes.panel}>
      <Group justify="space-between">
        <Text fw={600}>Why skip this item?</Text>
        <Button variant="subtle" size="compact-sm" onClick={close}>
          Do not skip
        </Button>
      </Group>
      <div className={formClasses.choices}>
        {reasons.map((reason, index) => (
          <ChoiceButton
            key={reason}
            keyName={String(index + 1)}
            isChosen={current === reason}
            isSaving={false}
            isLong
            onChoose={() => skip(reason)}
          >
            {reason}
          </ChoiceButton>
        ))}
      </div>
      <form onSubmit={sendOwn}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label="Another reason"
            maxLength={500}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={typed.trim() === ''}>
            Skip
          </Button>
        </Group>
      </form>
    </section>
  );
}
