import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FailureMode, Study } from '../../../shared/contract/index.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { ConversationView } from '../../ui/conversation-view.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { newKey } from './failure-queries.ts';
import classes from './failures.module.css';

/** Keys of a dialog, wherever the focus is in it. */
function useKeys(handle: (event: KeyboardEvent) => void): void {
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

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Keys that answer, wherever the focus is in the dialog but in a field. */
export function useAnswerKeys(acts: Readonly<Record<'y' | 'n' | 'u' | 'l', () => void>>): void {
  useKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || takesText(event.target)) return;
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key as keyof typeof acts]();
  });
}

interface AnswerButtonsProps {
  onSay: (present: boolean) => void;
  onLater: () => void;
  onUndo: () => void;
  canSay?: boolean;
  canUndo: boolean;
}

/** Whether an item has a failure mode, by button or key. The first has the focus, so that keys answer. */
export const AnswerButtons = ({ onSay, onLater, onUndo, canSay = true, canUndo }: AnswerButtonsProps) => (
  <>
    <Button
      size="sm"
      data-autofocus
      autoFocus
      disabled={!canSay}
      rightSection={<KeyHint name="y" />}
      onClick={() => onSay(true)}
    >
      Yes
    </Button>
    <Button
      size="sm"
      variant="default"
      disabled={!canSay}
      rightSection={<KeyHint name="n" />}
      onClick={() => onSay(false)}
    >
      No
    </Button>
    <Button
      size="sm"
      variant="subtle"
      disabled={!canSay}
      rightSection={<KeyHint name="l" />}
      onClick={onLater}
    >
      Later
    </Button>
    <Button
      size="sm"
      variant="subtle"
      disabled={!canUndo}
      rightSection={<KeyHint name="u" />}
      onClick={onUndo}
    >
      Undo
    </Button>
  </>
);

interface LookAgainProps {
  study: Study;
  mode: FailureMode;
  /** Whether it is decided between people who differ. */
  decides?: boolean;
  onDone: () => void;
}

/** The items of a failure mode to look at again or to decide, and what is said of them; it is stored while the next one shows. */
function useLookAgain(studyId: number, modeId: number, decides: boolean) {
  const ask = { studyId, modeId, ...(decides && { decides: true as const }) };
  const [round, setRound] = useState(0);
  const [later, setLater] = useState<readonly number[]>([]);
  const [said, setSaid] = useState<readonly number[]>([]);
  const [failed, setFailed] = useState<unknown>(null);
  // Asked once a round: what is said here changes nothing of it, and keys go on while it is being stored.
  const { data, error } = useQuery({
    queryKey: ['look-again', studyId, modeId, decides, round],
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
  const item = data?.items.find(({ itemId }) => !said.includes(itemId) && !later.includes(itemId));
  const isMore = data !== undefined && !item && data.left > data.items.length && said.length > 0;
  useEffect(() => {
    if (!isMore) return;
    void storing.current.then(() => {
      setSaid([]);
      setRound((now) => now + 1);
    });
  }, [isMore]);
  return {
    item,
    isOver: data !== undefined && !item && !isMore,
    isOpening: !data && !error,
    hasLater: later.length > 0,
    hasSaid: said.length > 0,
    left: data ? data.left - said.length : null,
    error: error ?? failed,
    stored: () => storing.current,
    say(present: boolean) {
      if (!item) return;
      setSaid([...said, item.itemId]);
      store(item.itemId, present);
    },
    postpone() {
      if (item) setLater([...later, item.itemId]);
    },
    undo() {
      const last = said.at(-1);
      if (last === undefined) return;
      setSaid(said.slice(0, -1));
      store(last, null);
    },
  };
}

/**
 * Items coded before the present meaning, or on which people differ, one after the other: whether they have the failure mode as it is
 * defined now.
 */
export function LookAgain({ study, mode, decides = false, onDone }: LookAgainProps) {
  const queries = useQueryClient();
  const again = useLookAgain(study.id, mode.id, decides);
  const { item, say, postpone, undo } = again;
  const leave = () => {
    void again.stored().then(() => queries.invalidateQueries({ queryKey: queryKeys.failures }));
    onDone();
  };
  useAnswerKeys({ y: () => say(true), n: () => say(false), u: undo, l: postpone });
  return (
    <Modal opened onClose={leave} size="xl" title={`${decides ? 'Decide' : 'Look again'}: ${mode.name}`}>
      <div className={classes.again}>
        {mode.definition !== '' && (
          <Text size="sm" dir="auto">
            {mode.definition}
          </Text>
        )}
        {again.isOpening && <LoadingNote label="Opening the items" />}
        {again.isOver && (
          <>
            <Text>{overWords(again, decides)}</Text>
            <Group>
              <Button data-autofocus autoFocus onClick={leave}>
                Done
              </Button>
            </Group>
          </>
        )}
        {item && (
          <>
            <ShownItem item={item} />
            <Group gap="xs" className={classes.againFoot}>
              <Text fw={600} className={classes.grow}>
                Does it have “<bdi>{mode.name}</bdi>”?
              </Text>
              <AnswerButtons onSay={say} onLater={postpone} onUndo={undo} canUndo={again.hasSaid} />
            </Group>
            <Text size="sm" c="dimmed" role="status" className="tabular">
              {again.left !== null && `${plural(again.left, 'item')} left`}
              {item.before !== null && ` · before: ${item.before ? 'yes' : 'no'}`}
              {item.said !== null &&
                ` · ${formatCount(item.said.yes)} of ${formatCount(item.said.of)} say yes`}
            </Text>
          </>
        )}
        {again.error !== null && <ProblemNote problem={toProblem(again.error)} />}
      </div>
    </Modal>
  );
}

/** What stands in place of an item once none is left. Of items that others coded one has nothing to say again. */
function overWords({ hasLater, hasSaid }: { hasLater: boolean; hasSaid: boolean }, decides: boolean): string {
  if (hasLater) return 'The items you postponed come back later.';
  if (decides) return 'All items are decided.';
  return hasSaid
    ? 'All items were looked at.'
    : 'You coded none of these items. The people who did look again, each under their own name.';
}

type Again = NonNullable<ReturnType<typeof useLookAgain>['item']>;

const ShownItem = ({ item }: { item: Again }) => (
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
);
