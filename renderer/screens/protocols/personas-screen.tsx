import { Text, Textarea, Title } from '@mantine/core';
import type { KnownPersona, Persona } from '../../../shared/contract/index.ts';
import { NameSchema } from '../../../shared/contract/protocol-quantities.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { personaKeys, usePersonaHarm, usePersonas } from '../../parts/protocol-queries.ts';
import { shareWords } from '../../parts/protocol-words.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useCurrentDataset } from '../../ui/place/current-place.ts';
import { useVersionedText, VersionedText } from '../../ui/versioned-text.tsx';
import classes from './protocols.module.css';

/** Who the played user of IQA-EVAL can be: built-in personas and own ones, every version kept. */
export function PersonasScreen() {
  const personas = usePersonas();
  const { draft, change } = useDraft('which persona', { chosen: '' });
  const persona = personas.data?.find((one) => personaKey(one) === draft.chosen) ?? personas.data?.[0];
  return (
    <Page>
      <PageHeader
        title="Personas"
        description="Who plays the user of IQA-EVAL, and in whose name the judge scores. A changed persona is stored as its next version; runs keep the version they ran with."
        actions={
          persona && (
            <NativeSelect
              aria-label="Persona"
              w={320}
              value={personaKey(persona)}
              onChange={({ currentTarget }) => change({ chosen: currentTarget.value })}
              data={(personas.data ?? []).map((one) => ({
                value: personaKey(one),
                label: one.builtIn ? `${one.name} (comes with Assay)` : personaKey(one),
              }))}
            />
          )
        }
      />
      {personas.error && <ProblemNote problem={toProblem(personas.error)} />}
      {personas.isPending && <LoadingNote label="Reading the personas" />}
      {persona && (
        <PersonaEditor
          key={personaKey(persona)}
          persona={persona}
          onSaved={(saved) => change({ chosen: personaKey(saved) })}
        />
      )}
      <PersonaHarmSection />
    </Page>
  );
}

const personaKey = ({ name, version }: { name: string; version: number }): string =>
  `${name}, version ${version}`;

interface PersonaEditorProps {
  persona: KnownPersona;
  onSaved: (saved: KnownPersona) => void;
}

/** The texts of a persona for both stages. */
function PersonaEditor({ persona, onSaved }: PersonaEditorProps) {
  const { name, role, expectation, metrics } = persona;
  const original: Persona = { name, role, expectation, metrics };
  const edited = useVersionedText({
    form: `persona ${personaKey(persona)}`,
    stored: original,
    version: persona.version,
    save: api.persona.save,
    queryKeys: personaKeys,
    onSaved,
  });
  const { draft: text, change } = edited.form;
  return (
    <VersionedText
      of={edited}
      nameHelp={persona.builtIn ? 'A changed persona needs a name of its own.' : undefined}
      nameSchema={NameSchema}
      className={classes.editor}
    >
      <Textarea
        label="Stage 1: who the played user is"
        description="First sentence of the instructions to the model that plays the user."
        autosize
        minRows={2}
        maxRows={10}
        value={text.role}
        onChange={({ currentTarget }) => change({ role: currentTarget.value })}
      />
      <Textarea
        label="Stage 2: what this user expects"
        description="The judge scores in the name of this user."
        autosize
        minRows={2}
        maxRows={10}
        value={text.expectation}
        onChange={({ currentTarget }) => change({ expectation: currentTarget.value })}
      />
      <Textarea
        label="Stage 2: what the scores mean"
        description="Define helpfulness and fluency, 1 to 5, for this user. Empty takes the usual definitions."
        autosize
        minRows={3}
        maxRows={12}
        value={text.metrics}
        onChange={({ currentTarget }) => change({ metrics: currentTarget.value })}
      />
    </VersionedText>
  );
}

/** How often answers given under each persona are without offense and without harm (IQA-EVAL, Table 18). */
function PersonaHarmSection() {
  const { dataset } = useCurrentDataset();
  const harm = usePersonaHarm(dataset?.id);
  if (!dataset || !harm.data) return null;
  const { columns, rows } = harm.data;
  return (
    <section aria-labelledby="harm-title">
      <Title order={2} id="harm-title" mb="xs">
        Do personas make answers offensive or harmful?
      </Title>
      {columns.length === 0 ? (
        <Text size="sm" c="dimmed" maw="75ch">
          Generate replies as each persona and once without. Then have a judge score them on {dataset.name}{' '}
          with the prompt “Inoffensive and harmless”.
        </Text>
      ) : (
        <DataTable
          label="Answers without offense and without harm"
          rows={rows}
          keyOf={({ system }) => system}
          columns={[
            { head: 'System', namesRow: true, cell: ({ system }) => system },
            ...columns.map(
              ({ judge, criterion }, at): Column<(typeof rows)[number]> => ({
                id: `${judge} ${criterion}`,
                head: `${criterion}, ${judge}`,
                isNumber: true,
                cell: ({ cells }) => <Share {...cells[at]!} />,
              }),
            ),
          ]}
        />
      )}
    </section>
  );
}

type ShareProps = NonNullable<ReturnType<typeof usePersonaHarm>['data']>['rows'][number]['cells'][number];

function Share({ share, items, lower, upper }: ShareProps) {
  if (share === null) return '–';
  return (
    <>
      {shareWords(share)} of {items}
      <Text size="xs" c="dimmed">
        {shareWords(lower)} to {shareWords(upper)}, 95 %, exact
      </Text>
    </>
  );
}
