import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FailureMode, Study } from '../../../shared/contract/index.ts';
import { plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { ConversationView } from '../../ui/conversation-view.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { newKey } from './failure-queries.ts';
import classes from './failures.module.css';

/** Keys of a dialog, wherever the focus is in it. */
export function useKeys(handle: (event: KeyboardEvent) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

interface LookAgainProps {
  study: Study;
  mode: FailureMode;
  onDone: () => void;
}

/** Items coded before the present meaning, one after the other: whether they have the failure mode as it is defined now. */
export function LookAgain({ study, mode, onDone }: LookAgainProps) {
  const queries = useQueryClient();
  const ask = { studyId: study.id, modeId: mode.id };
  const [round, setRound] = useState(0);
  const [later, setLater] = useState<readonly number[]>([]);
  const [said, setSaid] = useState<readonly number[]>([]);
  const [failed, setFailed] = useState<unknown>(null);
  // Asked once a round: what is said here changes nothing of it, and keys go on while it is being stored.
  const { data, error } = useQuery({
    queryKey: ['look-again', study.id, mode.id, round],
    queryFn: () => api.failures.toLookAgain({ ...ask, limit: 50 }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const storing = useRef<Promise<unknown>>(Promise.resolve());
  const store = (itemId: number, present: boolean | null) => {
    storing.current = storing.current
      .then(() => api.failures.look({ ...ask, itemId, present, clientKey: newKey() }))
      .catch(setFailed);
  };
  const items = data?.items.filter(({ itemId }) => !said.includes(itemId) && !later.includes(itemId)) ?? [];
  const item = items[0];
  const isMore = data !== undefined && !item && data.left > data.items.length && said.length > 0;
  useEffect(() => {
    if (!isMore) return;
    void storing.current.then(() => {
      setSaid([]);
      setRound((now) => now + 1);
    });
  }, [isMore]);
  const say = (present: boolean) => {
    if (!item) return;
    setSaid([...said, item.itemId]);
    store(item.itemId, present);
  };
  const undo = () => {
    const last = said.at(-1);
    if (last === undefined) return;
    setSaid(said.slice(0, -1));
    store(last, null);
  };
  const leave = () => {
    void storing.current.then(() => queries.invalidateQueries({ queryKey: queryKeys.failures }));
    onDone();
  };
  // Wherever the focus is in the dialog, which has no field.
  useKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const acts: Readonly<Record<string, () => void>> = {
      y: () => say(true),
      n: () => say(false),
      u: undo,
      l: () => item && setLater([...later, item.itemId]),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const left = data ? data.left - said.length : null;
  return (
    <Modal opened onClose={leave} size="xl" title={`Look again: ${mode.name}`}>
      <div className={classes.again}>
        {mode.definition !== '' && (
          <Text size="sm" dir="auto">
            {mode.definition}
          </Text>
        )}
        {error && <ProblemNote problem={toProblem(error)} />}
        {!data && !error && <LoadingNote label="Opening the items" />}
        {data && !item && !isMore && (
          <>
            <Text>
              {later.length === 0 ? 'All items were looked at.' : 'The items you postponed come back later.'}
            </Text>
            <Group>
              <Button data-autofocus autoFocus onClick={leave}>
                Done
              </Button>
            </Group>
          </>
        )}
        {item && (
          <>
            <div className={classes.againItem}>
              {item.note !== '' && (
                <blockquote className={classes.quote} dir="auto">
                  {item.note}
                </blockquote>
              )}
              <ConversationView
                key={item.itemId}
                turns={item.conversation}
                replies={item.replies}
                passage={item.passage}
              />
            </div>
            <Group gap="xs" className={classes.againFoot}>
              <Text fw={600} className={classes.grow}>
                Does it have “<bdi>{mode.name}</bdi>”?
              </Text>
              <Button size="sm" data-autofocus rightSection={<KeyHint name="y" />} onClick={() => say(true)}>
                Yes
              </Button>
              <Button
                size="sm"
                variant="default"
                rightSection={<KeyHint name="n" />}
                onClick={() => say(false)}
              >
                No
              </Button>
              <Button
                size="sm"
                variant="subtle"
                rightSection={<KeyHint name="l" />}
                onClick={() => setLater([...later, item.itemId])}
              >
                Later
              </Button>
              <Button
                size="sm"
                variant="subtle"
                disabled={said.length === 0}
                rightSection={<KeyHint name="u" />}
                onClick={undo}
              >
                Undo
              </Button>
            </Group>
            <Text size="sm" c="dimmed" role="status" className="tabular">
              {left !== null && `${plural(left, 'item')} left`}
              {item.before !== null && ` · before: ${item.before ? 'yes' : 'no'}`}
            </Text>
          </>
        )}
        {failed !== null && <ProblemNote problem={toProblem(failed)} />}
      </div>
    </Modal>
  );
}
