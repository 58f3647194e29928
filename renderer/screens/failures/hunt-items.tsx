import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FailureMode, HuntedItem, Study } from '../../../shared/contract/index.ts';
import { huntedSentence } from '../../../shared/failure-words.ts';
import { plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDataset } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ConversationView } from '../../ui/conversation-view.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { newKey } from './failure-queries.ts';
import classes from './failures.module.css';
import { AnswerButtons, useAnswerKeys } from './look-again.tsx';

interface HuntItemsProps {
  study: Study;
  mode: FailureMode;
  onDone: () => void;
}

interface Wanted {
  readonly search: string;
  readonly signalId: number | null;
}

/** Items of one search. */
const mostShown = 50;

/** Looks outside of the sample for more examples of a failure mode; what is found never enters a share. */
export function HuntItems({ study, mode, onDone }: HuntItemsProps) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const leave = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.failures });
    onDone();
  };
  return (
    <Modal opened onClose={leave} size="xl" title={`Find more: ${mode.name}`}>
      <div className={classes.again}>
        <Text size="sm" c="dimmed">
          {huntedSentence} Use them as examples.
        </Text>
        <HuntForm study={study} onFind={setWanted} />
        {wanted && <Found key={JSON.stringify(wanted)} {...{ study, mode, wanted }} />}
        <Group>
          <Button variant="default" onClick={leave}>
            Done
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

function HuntForm({ study, onFind }: { study: Study; onFind: (wanted: Wanted) => void }) {
  const dataset = useDataset(study.datasetId);
  const [search, setSearch] = useState('');
  const [signal, setSignal] = useState('');
  const signals = dataset.data?.signals.filter(({ coverage }) =>
    coverage.some(({ system }) => system === study.system),
  );
  const signalId = signal === '' ? null : Number(signal);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (search.trim() !== '' || signalId !== null) onFind({ search: search.trim(), signalId });
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Words in the conversation"
          className={classes.grow}
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {signals && signals.length > 0 && (
          <NativeSelect
            label="Worst first by"
            value={signal}
            onChange={(event) => setSignal(event.currentTarget.value)}
            data={[
              { value: '', label: 'no score' },
              ...signals.map(({ id, name, criterion }) => ({
                value: String(id),
                label: criterion ? `${name}, ${criterion}` : name,
              })),
            ]}
          />
        )}
        <Button type="submit" disabled={search.trim() === '' && signalId === null}>
          Find
        </Button>
      </Group>
    </form>
  );
}

/** The items that a search found, and what is said of them; it is stored while the next one shows. */
function useHunt(studyId: number, modeId: number, wanted: Wanted) {
  const ask = { studyId, modeId };
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [failed, setFailed] = useState<unknown>(null);
  const storing = useRef<Promise<unknown>>(Promise.resolve());
  const { data, error } = useQuery({
    queryKey: ['hunt', studyId, modeId, wanted],
    queryFn: () =>
      api.failures.hunt({
        ...{ ...ask, search: wanted.search, limit: mostShown },
        ...(wanted.signalId !== null && { signalId: wanted.signalId }),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const items = data?.items ?? [];
  const item = items[at];
  const store = (itemId: number, present: boolean | null) => {
    storing.current = storing.current
      .then(() => api.failures.look({ ...ask, itemId, present, clientKey: newKey() }))
      .catch(setFailed);
  };
  return {
    ...{ items, item, at, failed, error },
    isLooking: !data,
    yes: [...said.values()].filter(Boolean).length,
    say(present: boolean) {
      if (!item) return;
      setSaid(new Map(said).set(item.itemId, present));
      store(item.itemId, present);
      setAt(at + 1);
    },
    back() {
      const before = items[at - 1];
      if (!before) return;
      if (said.has(before.itemId)) {
        const rest = new Map(said);
        rest.delete(before.itemId);
        setSaid(rest);
        store(before.itemId, before.said);
      }
      setAt(at - 1);
    },
    next() {
      if (item) setAt(at + 1);
    },
  };
}

/** One item after the other: does it have the failure mode? */
function Found({ study, mode, wanted }: { study: Study; mode: FailureMode; wanted: Wanted }) {
  const { items, item, at, failed, error, isLooking, yes, say, back, next } = useHunt(
    study.id,
    mode.id,
    wanted,
  );
  useAnswerKeys({ y: () => say(true), n: () => say(false), u: back, l: next });
  if (error) return <ProblemNote problem={toProblem(error)} />;
  if (isLooking) return <LoadingNote label="Looking" />;
  if (items.length === 0) return <Text>No item outside the sample fits.</Text>;
  return (
    <>
      {item ? (
        <HuntedItemView key={item.itemId} {...{ item, mode }} />
      ) : (
        <Text>That was the last one. Search for something else, or close.</Text>
      )}
      <Group gap="xs">
        <AnswerButtons
          onSay={say}
          onLater={next}
          onUndo={back}
          canSay={item !== undefined}
          canUndo={at > 0}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {item && `${at + 1} of ${plural(items.length, 'item')} · `}
        {plural(yes, 'example')} found
      </Text>
      {failed !== null && <ProblemNote problem={toProblem(failed)} />}
    </>
  );
}

function HuntedItemView({ item, mode }: { item: HuntedItem; mode: FailureMode }) {
  return (
    <div className={classes.againItem}>
      <Text fw={600}>
        Does it have “<bdi>{mode.name}</bdi>”?
      </Text>
      <Text size="xs" c="dimmed">
        Hunted, not drawn: <bdi>{item.externalId}</bdi>
        {item.score !== null && ` · score ${Number(item.score.toPrecision(3))}`}
        {item.said !== null && ` · you said ${item.said ? 'yes' : 'no'}`}
      </Text>
      <ConversationView turns={item.conversation} replies={item.replies} passage={item.passage} />
    </div>
  );
}
