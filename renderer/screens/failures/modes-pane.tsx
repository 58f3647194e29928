import { Button, Group, Text } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { FailureMode, Study } from '../../../shared/contract/index.ts';
import { seenWords, shareTexts } from '../../../shared/failure-words.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import type { FailureRow, FailureTable } from '../../api/failures.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { type Note, newKey, useAct } from './failure-queries.ts';
import classes from './failures.module.css';
import { ModeDetail, type ModeTask } from './mode-detail.tsx';
import { NewMode } from './mode-editor.tsx';
import { noteDragType, useNaming } from './notes-pane.tsx';

interface ModesPaneProps {
  study: Study;
  table: FailureTable;
  modes: readonly FailureMode[];
}

/** What keys do to the failure mode that has the focus. */
const taskKeys: Readonly<Record<string, ModeTask>> = {
  e: 'edit',
  g: 'merge',
  p: 'split',
  l: 'look',
  c: 'decide',
  f: 'hunt',
  d: 'judge',
};

/** The failure modes, the most frequent first; one opens to what is known of it and what can be done with it. */
export function ModesPane({ study, table, modes }: ModesPaneProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [task, setTask] = useState<ModeTask | null>(null);
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const rows = new Map(table.modes.map((row) => [row.mode.id, row]));
  const open = modes.filter(({ retired }) => !retired);
  const ordered = [...table.modes.map(({ mode }) => mode), ...open.filter(({ id }) => !rows.has(id))];
  const retired = modes.filter((mode) => mode.retired);
  const most = Math.max(0.05, ...table.modes.map(({ share }) => share?.upper ?? 0));
  const heads = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])];
  const show = (id: number | null, what: ModeTask | null = null) => {
    setOpenId(id);
    setTask(what);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = heads().indexOf(event.target as HTMLElement);
    const mode = ordered[at];
    if (!mode) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
    const step = steps[event.key];
    const what = taskKeys[event.key];
    if (step !== undefined) heads()[at + step]?.focus();
    else if (what !== undefined) show(mode.id, what);
    else if (event.key === 'Escape' && openId !== null) show(null);
    else return;
    event.preventDefault();
  };
  return (
    <section className={classes.pane} aria-labelledby="modes-title">
      <div className={classes.paneHead}>
        <h2 id="modes-title" className={classes.heading}>
          Failure modes <span className={classes.count}>{formatCount(open.length)}</span>
        </h2>
        <Button size="compact-sm" variant="default" onClick={() => setAdding(!isAdding)}>
          Add failure mode
        </Button>
      </div>
      {isAdding && <NewMode onDone={() => setAdding(false)} />}
      {open.length === 0 && !isAdding && (
        <Text c="dimmed">None yet. Name a note, or add those you know from before.</Text>
      )}
      <ul ref={list} className={classes.modes} onKeyDown={onKeyDown}>
        {ordered.map((mode) => (
          <ModeItem
            key={mode.id}
            {...{ study, mode, most, modes: open }}
            row={rows.get(mode.id)}
            isOpen={openId === mode.id}
            task={openId === mode.id ? task : null}
            onToggle={() => show(openId === mode.id ? null : mode.id)}
            onTask={(next) => setTask(next)}
            onLeave={() => {
              setTask(null);
              heads()[ordered.indexOf(mode)]?.focus();
            }}
          />
        ))}
      </ul>
      {retired.length > 0 && <Retired modes={retired} all={modes} />}
    </section>
  );
}

interface ModeItemProps {
  study: Study;
  mode: FailureMode;
  row: FailureRow | undefined;
  /** The end of the scale of all bars. */
  most: number;
  modes: readonly FailureMode[];
  isOpen: boolean;
  task: ModeTask | null;
  onToggle: () => void;
  onTask: (task: ModeTask | null) => void;
  onLeave: () => void;
}

function ModeItem(props: ModeItemProps) {
  const { study, mode, row, most, isOpen, onToggle } = props;
  const [isOver, setOver] = useState(false);
  const naming = useNaming(study.id);
  const texts = row?.share ? shareTexts(row.share) : null;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const notes = JSON.parse(event.dataTransfer.getData(noteDragType) || '[]') as Note[];
    if (notes.length > 0) naming.mutate({ notes, chosen: mode });
  };
  const isNoteOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(noteDragType)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <li
      className={classes.mode}
      data-over={isOver || undefined}
      data-open={isOpen || undefined}
      onDragOver={isNoteOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <button type="button" data-head className={classes.modeHead} aria-expanded={isOpen} onClick={onToggle}>
        <span className={classes.modeLine}>
          <bdi className={classes.modeName}>{mode.name}</bdi>
          <ModeMarks mode={mode} />
          {row?.undecided ? (
            <span className={classes.tag}>{formatCount(row.undecided)} to decide</span>
          ) : null}
          <span className={classes.share}>
            {texts ? (
              <>
                <b>{texts.value}</b> <span className={classes.interval}>{texts.interval}</span>
              </>
            ) : (
              <span className={classes.interval}>
                {row?.because ?? (row && row.found.items > 0 ? 'no share yet' : 'not coded yet')}
              </span>
            )}
          </span>
        </span>
        <span className={classes.modeLine}>
          <ShareBar share={row?.share ?? null} most={most} />
          <span className={classes.facts}>{row && seenWords(row)}</span>
        </span>
      </button>
      {naming.error && <ProblemNote problem={toProblem(naming.error)} />}
      {naming.data && (
        <p className={classes.said} role="status">
          {plural(naming.data.notes.length, 'note')} named.
        </p>
      )}
      {isOpen && <ModeDetail {...props} />}
    </li>
  );
}

const severityNames = { low: 'Low', medium: 'Medium', high: 'High' } as const;

function ModeMarks({ mode: { severity, state } }: { mode: FailureMode }) {
  return (
    <>
      {severity !== null && (
        <span className={classes.tag} data-severity={severity}>
          {severityNames[severity]}
        </span>
      )}
      {state.kind === 'fixed' && (
        <span className={classes.tag}>
          fixed in <bdi>{state.release}</bdi>
        </span>
      )}
    </>
  );
}

/** The share as a bar, its interval as a line over it; said in words beside it. */
function ShareBar({ share, most }: { share: FailureRow['share']; most: number }) {
  const at = (value: number) => `${(100 * Math.min(value, most)) / most}%`;
  return (
    <span className={classes.track} aria-hidden>
      {share?.value != null && (
        <>
          <span className={classes.bar} style={{ width: at(share.value) }} />
          <span
            className={classes.range}
            style={{ insetInlineStart: at(share.lower), width: at(share.upper - share.lower) }}
          />
        </>
      )}
    </span>
  );
}

/** What is offered no longer: it stays known, and can come back. */
function Retired({ modes, all }: { modes: readonly FailureMode[]; all: readonly FailureMode[] }) {
  const restore = useAct((modeId: number) => api.failures.restore({ modeId, clientKey: newKey() }));
  const nameOf = (id: number) => all.find((mode) => mode.id === id)?.name ?? '';
  return (
    <details className={classes.retired}>
      <summary>{plural(modes.length, 'retired failure mode')}</summary>
      <ul className={classes.plainList}>
        {modes.map((mode) => (
          <li key={mode.id}>
            <Group gap="xs">
              <bdi>{mode.name}</bdi>
              {mode.into !== null && (
                <Text size="sm" c="dimmed">
                  merged into <bdi>{nameOf(mode.into)}</bdi>
                </Text>
              )}
              <Button size="compact-xs" variant="subtle" onClick={() => restore.mutate(mode.id)}>
                Restore<span className={classes.unseen}> {mode.name}</span>
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {restore.error && <ProblemNote problem={toProblem(restore.error)} />}
    </details>
  );
}
