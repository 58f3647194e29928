import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useProject } from '../api/queries.ts';

/** What was changed in a form and is not stored yet. */
interface Kept {
  readonly chosen: object;
  /** The version of the record that the form was first filled from. */
  readonly version: { current: string | undefined };
}

/** By project and form; kept in memory, for as long as the window lives. */
const draftStore = createStore<{ readonly kept: ReadonlyMap<string, Kept> }>()(() => ({
  kept: new Map(),
}));

/** A form as it is filled in: what is usual or stored, with what was changed here. */
export interface Draft<Fields extends object> {
  readonly draft: Fields;
  /** The fields that were changed. */
  readonly chosen: Partial<Fields>;
  change(part: Partial<Fields>): void;
  /** The form is as it was before anything was changed: after it was stored, or as somebody starts over. */
  discard(): void;
  /** Whether any field differs from what is usual or stored. */
  readonly isChanged: boolean;
  /** Whether the changes were there when the form was opened. */
  readonly isFromBefore: boolean;
  readonly version: { current: string | undefined };
}

/**
 * The fields of a form, kept while another screen is open. Passwords and keys do not belong in it.
 *
 * @param form names the form and what it is about, such as `prompt 3`
 * @param usual what its fields hold where nothing was changed
 * @param version of the stored record that `usual` is from
 */
export function useDraft<Fields extends object>(
  form: string,
  usual: Fields,
  version?: string,
): Draft<Fields> {
  const { data: project } = useProject();
  // A project that is made afresh at the same place is another one.
  const name = JSON.stringify([project?.path, project?.createdAt, form]);
  const kept = useStore(draftStore, (state) => state.kept.get(name));
  const [opened, setOpened] = useState({ name, isFromBefore: kept !== undefined });
  if (opened.name !== name) setOpened({ name, isFromBefore: kept !== undefined });
  const chosen = (kept?.chosen ?? {}) as Partial<Fields>;
  return {
    draft: { ...usual, ...chosen },
    chosen,
    change: (part) => keep(name, part, version),
    discard() {
      keep(name, null);
      setOpened({ name, isFromBefore: false });
    },
    isChanged: isOther(usual, chosen),
    isFromBefore: opened.isFromBefore && kept !== undefined,
    version: kept?.version ?? { current: version },
  };
}

/** @param part null for a form that is as it was */
function keep(name: string, part: object | null, version?: string): void {
  draftStore.setState(({ kept: before }) => {
    const kept = new Map(before);
    const one = before.get(name);
    if (part === null) kept.delete(name);
    else
      kept.set(name, { version: one?.version ?? { current: version }, chosen: { ...one?.chosen, ...part } });
    return { kept };
  });
}

const isOther = <Fields extends object>(usual: Fields, chosen: Partial<Fields>): boolean =>
  Object.entries(chosen).some(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(usual[field as keyof Fields]),
  );

/** Above a form that was filled in before and not stored: says so, and starts over. */
export function FromBefore({ of }: { of: Pick<Draft<object>, 'isChanged' | 'isFromBefore' | 'discard'> }) {
  if (!of.isFromBefore || !of.isChanged) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        This is as you left it. It is not stored yet.
      </Text>
      <Button size="compact-sm" variant="default" onClick={of.discard}>
        Start over
      </Button>
    </Group>
  );
}
