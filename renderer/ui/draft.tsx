import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useProject } from '../api/queries.ts';
import { createDraftStore, stillFitting } from './draft-store.ts';

const draftStore = createDraftStore(
  globalThis.sessionStorage,
  globalThis.document?.querySelector<HTMLScriptElement>('script[src]')?.src,
);

/** A form of a project. A project that is made afresh at the same place is another one. */
const keyOf = (project: { path: string; createdAt: string } | null | undefined, form: string): string =>
  JSON.stringify([project?.path, project?.createdAt, form]);

/** Fills in a form before it is opened, with what was chosen on another screen. */
export function fillDraft(project: { path: string; createdAt: string }, form: string, chosen: object): void {
  draftStore.keep(keyOf(project, form), chosen, { isOverReload: true });
}

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
 * The fields of a form, kept while another screen is open and over a reload. Passwords and keys do not belong in it.
 *
 * @param form names the form and what it is about, such as `prompt 3`
 * @param usual what its fields hold where nothing was changed
 * @param version of the stored record that `usual` is from
 * @param isOverReload false where people may type a key or password into a field that is for something else
 */
export function useDraft<Fields extends object>(
  form: string,
  usual: Fields,
  version?: string,
  { isOverReload = true }: { isOverReload?: boolean } = {},
): Draft<Fields> {
  const { data: project } = useProject();
  const name = keyOf(project, form);
  const kept = useStore(draftStore, (state) => state.kept.get(name));
  const [opened, setOpened] = useState({ name, isFromBefore: kept !== undefined });
  if (opened.name !== name) setOpened({ name, isFromBefore: kept !== undefined });
  const chosen = (
    kept?.isOfOther ? stillFitting(usual, kept.chosen) : (kept?.chosen ?? {})
  ) as Partial<Fields>;
  return {
    draft: { ...usual, ...chosen },
    chosen,
    change: (part) => draftStore.keep(name, part, { version, isOverReload }),
    discard() {
      draftStore.keep(name, null, { isOverReload });
      setOpened({ name, isFromBefore: false });
    },
    isChanged: isOther(usual, chosen),
    isFromBefore: opened.isFromBefore && kept !== undefined,
    version: kept?.version ?? { current: version },
  };
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
