import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PersonaEditor } from './persona-editor.tsx';
import { usePersonas } from './protocol-queries.ts';
import { ProtocolTabs } from './protocol-tabs.tsx';

/** Who the played user of IQA-EVAL can be: built-in personas and own ones, every version kept. */
export function PersonasScreen() {
  const personas = usePersonas();
  const [chosen, setChosen] = useState('');
  const persona = personas.data?.find((one) => keyOf(one) === chosen) ?? personas.data?.[0];
  return (
    <Page>
      <PageHeader
        title="Protocols"
        description="Who plays the user of IQA-EVAL, and in whose name the judge scores. A changed persona is stored as its next version; runs keep the version they ran with."
        actions={
          persona && (
            <NativeSelect
              aria-label="Persona"
              w={320}
              value={keyOf(persona)}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              data={(personas.data ?? []).map((one) => ({
                value: keyOf(one),
                label: one.builtIn ? `${one.name} (comes with Assay)` : keyOf(one),
              }))}
            />
          )
        }
      />
      <ProtocolTabs />
      {personas.error && <ProblemNote problem={toProblem(personas.error)} />}
      {personas.isPending && <LoadingNote label="Reading the personas" />}
      {persona && (
        <PersonaEditor key={keyOf(persona)} persona={persona} onSaved={(saved) => setChosen(keyOf(saved))} />
      )}
    </Page>
  );
}

const keyOf = ({ name, version }: { name: string; version: number }): string => `${name}, version ${version}`;
