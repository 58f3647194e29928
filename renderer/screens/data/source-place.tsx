import { Button, Checkbox, Group, PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NamedSource } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Term } from '../../ui/term.tsx';
import {
  askedEngines,
  engineNames,
  isPrinted,
  isServerEngine,
  type PasswordSource,
  type PlaceDraft,
  printedEngines,
} from './source-draft.ts';

interface SourcePlaceProps {
  place: PlaceDraft;
  named: readonly NamedSource[];
  password: string;
  onChange: (part: Partial<PlaceDraft>) => void;
  onPassword: (password: string) => void;
}

const choice = (value: PlaceDraft['engine']) => ({
  value,
  label: value === 'named' ? '' : engineNames[value],
});

/** Which engine has the rows, and where. */
export function SourcePlace({ place, named, password, onChange, onPassword }: SourcePlaceProps) {
  const { engine } = place;
  return (
    <Panel title="Where the rows are">
      <NativeSelect
        label="Engine"
        maw={460}
        value={engine === 'named' ? `named ${place.name}` : engine}
        data={[
          ...(named.length === 0
            ? []
            : [
                {
                  group: 'Places of this project',
                  items: named.map(({ name }) => ({ value: `named ${name}`, label: name })),
                },
              ]),
          { group: 'Asked by Assay', items: askedEngines.map(choice) },
          { group: 'You run the queries that Assay prints', items: printedEngines.map(choice) },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(
            value.startsWith('named ')
              ? { engine: 'named', name: value.slice('named '.length), table: '', passwordFrom: 'none' }
              : { engine: value as PlaceDraft['engine'], name: '' },
          );
        }}
      />
      {engine === 'files' && <FilePlace files={place.files} onChange={(files) => onChange({ files })} />}
      {isServerEngine(engine) && <ServerPlace place={place} onChange={onChange} />}
      {isServerEngine(engine) && <PasswordFields {...{ place, password, onChange, onPassword }} />}
      {engine === 'named' && (
        <NamedPlace
          known={named.find(({ name }) => name === place.name)}
          {...{ place, password, onChange, onPassword }}
        />
      )}
      {isPrinted(engine) && (
        <Text size="sm" c="dimmed" maw="75ch">
          Assay does not reach {engineNames[engine]} itself. It prints two queries; you run them there and
          give back what they say. Every hash is computed again here. These queries were never run by us.
        </Text>
      )}
    </Panel>
  );
}

/** Files and folders of this machine, typed or picked. */
function FilePlace({ files, onChange }: { files: string; onChange: (files: string) => void }) {
  const [isPicking, setPicking] = useState(false);
  const add = (path: string) => {
    onChange([files.trimEnd(), path].filter((one) => one !== '').join('\n'));
    setPicking(false);
  };
  return (
    <Stack gap="xs">
      <Textarea
        label="Files or folders"
        description="One per line; folders are searched. All of one kind: Parquet, CSV or TSV, or JSON lines."
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        placeholder="/data/logs/2026-10"
        value={files}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isPicking ? (
        <FilePicker
          kind="data"
          onPick={({ path }) => add(path)}
          onCancel={() => setPicking(false)}
          footer={(dir) => (
            <Group>
              <Button variant="default" onClick={() => add(dir)}>
                Read this whole folder
              </Button>
            </Group>
          )}
        />
      ) : (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setPicking(true)}>
            Choose a file or folder…
          </Button>
        </div>
      )}
    </Stack>
  );
}

type PartProps = Pick<SourcePlaceProps, 'place' | 'onChange'>;

const usualPorts = { clickhouse: ['8443', '8123'], postgres: ['5432', '5432'] } as const;

function ServerPlace({ place, onChange }: PartProps) {
  const [encrypted, plain] = usualPorts[place.engine as keyof typeof usualPorts];
  const field = (part: 'host' | 'port' | 'user' | 'database' | 'table') => ({
    value: place[part],
    spellCheck: false,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [part]: event.currentTarget.value }),
  });
  const isClickhouse = place.engine === 'clickhouse';
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="sm">
        <TextInput label="Server" w={240} required placeholder="db.example" {...field('host')} />
        <TextInput
          label="Port"
          w={88}
          placeholder={place.isEncrypted ? encrypted : plain}
          {...field('port')}
        />
        <TextInput
          label="User"
          w={150}
          placeholder={isClickhouse ? 'default' : 'postgres'}
          {...field('user')}
        />
        <TextInput label="Database" w={150} placeholder="the user's own" {...field('database')} />
        <TextInput
          label="Table"
          w={220}
          required
          placeholder={isClickhouse ? 'prod.chats' : 'public.chats'}
          {...field('table')}
        />
      </Group>
      <Group gap="lg" align="flex-end">
        <MinutesField {...{ place, onChange }} />
        <Checkbox
          mb={8}
          label="Encrypt the connection (not needed on this same computer)"
          checked={place.isEncrypted}
          onChange={(event) => onChange({ isEncrypted: event.currentTarget.checked })}
        />
      </Group>
    </Stack>
  );
}

const mostMinutes = 10_080;

/** After what time a query is ended at the server. */
function MinutesField({ place, onChange }: PartProps) {
  return (
    <NumberInput
      label={
        <Term meaning="A query that takes longer is ended, at the server too. Each pass over the rows is one query.">
          Minutes a query may take
        </Term>
      }
      w={200}
      min={1}
      max={mostMinutes}
      placeholder="60"
      value={place.minutes ?? ''}
      onChange={(value) => onChange({ minutes: Number(value) > 0 ? Number(value) : null })}
    />
  );
}

const passwordSources: { value: PasswordSource; label: string }[] = [
  { value: 'none', label: 'no password' },
  { value: 'keychain', label: "this system's keychain" },
  { value: 'environment', label: 'an environment variable' },
  { value: 'typed', label: 'typed, kept until Assay ends' },
];

type PasswordProps = PartProps & Pick<SourcePlaceProps, 'password' | 'onPassword'>;

/** Where the password comes from; it stands in no project. */
function PasswordFields({ place, password, onChange, onPassword }: PasswordProps) {
  const { passwordFrom } = place;
  return (
    <Group align="flex-start" gap="sm">
      <NativeSelect
        label="Password from"
        w={240}
        data={passwordSources}
        value={passwordFrom}
        onChange={(event) => onChange({ passwordFrom: event.currentTarget.value as PasswordSource })}
      />
      {passwordFrom === 'environment' && (
        <TextInput
          label="Variable"
          w={240}
          required
          placeholder="CH_PASSWORD"
          spellCheck={false}
          value={place.variable}
          onChange={(event) => onChange({ variable: event.currentTarget.value })}
        />
      )}
      {(passwordFrom === 'typed' || passwordFrom === 'keychain') && (
        <PasswordInput
          label="Password"
          w={260}
          autoComplete="off"
          placeholder={passwordFrom === 'keychain' ? 'empty: the current one' : 'never in the project file'}
          value={password}
          onChange={(event) => onPassword(event.currentTarget.value)}
        />
      )}
    </Group>
  );
}

/** A place that the project has by a name. Its variable is sent only where somebody here agrees. */
function NamedPlace({ known, ...props }: PasswordProps & { known: NamedSource | undefined }) {
  if (!known) return null;
  const { place, onChange } = props;
  const isServer = known.paths.some((path) => path.includes('://'));
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {known.paths.join(', ')}
        {known.table !== null && `, table ${known.table}`}
      </Text>
      {isServer && (
        <TextInput
          label="Table"
          w={260}
          placeholder={known.table ?? 'prod.chats'}
          spellCheck={false}
          value={place.table}
          onChange={(event) => onChange({ table: event.currentTarget.value })}
        />
      )}
      {isServer && known.passwordEnv !== null && (
        <Checkbox
          label={`Send the environment variable ${known.passwordEnv} to this server`}
          description="Agree once on this computer. A project from elsewhere cannot agree for you."
          checked={place.passwordFrom === 'environment'}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? { passwordFrom: 'environment', variable: known.passwordEnv! }
                : { passwordFrom: 'none' },
            )
          }
        />
      )}
      {isServer && known.passwordEnv === null && <PasswordFields {...props} />}
      {isServer && <MinutesField {...props} />}
      <ForgetPlace name={known.name} onForgotten={() => onChange({ engine: 'files', name: '' })} />
    </Stack>
  );
}

/** Takes a name from the project; the rows lie where they did, and studies of them keep what they have. */
function ForgetPlace({ name, onForgotten }: { name: string; onForgotten: () => void }) {
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: () => api.source.remove({ name }),
    onSuccess: async () => {
      onForgotten();
      await queries.invalidateQueries({ queryKey: queryKeys.sources });
    },
  });
  return (
    <div>
      {forget.error && <ProblemNote problem={toProblem(forget.error)} />}
      <ConfirmButton
        size="compact-sm"
        question={`Forget ${name}? Studies that were drawn from there keep what they have.`}
        confirm="Forget"
        isBusy={forget.isPending}
        onConfirm={() => forget.mutate()}
      >
        Forget this place
      </ConfirmButton>
    </div>
  );
}
