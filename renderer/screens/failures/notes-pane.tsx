import { Button, Group, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { FailureMode } from '../../../shared/contract/index.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useEndpoints } from '../../parts/judge-queries.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Pages } from '../../ui/pages.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { type Note, newKey, notesPerPage, notesQuery, type ShownNotes, useAct } from './failure-queries.ts';
import classes from './failures.module.css';
import { type Chosen, ModeChooser } from './mode-chooser.tsx';
import { SuggestGroups } from './suggest-groups.tsx';

interface NotesPaneProps {
  studyId: number;
  datasetId: number;
  modes: readonly FailureMode[];
  onDrag: (isDragged: boolean) => void;
}

/** What was named last, so that it can be taken back. */
interface Named {
  readonly notes: readonly Note[];
  readonly mode: { readonly id: number; readonly name: string };
}

/** What drags notes to a failure mode. */
export const noteDragType = 'application/x-assay-notes';

interface NameInput {
  notes: readonly Note[];
  chosen: Chosen;
}

/** Says of notes whether they have a failure mode; null takes back what was said. */
async function lookAt(studyId: number, notes: readonly Note[], modeId: number, present: true | null) {
  for (const { itemId, labelId } of notes) {
    await api.failures.look({ studyId, itemId, labelId, modeId, present, clientKey: newKey() });
  }
}

/** Gives notes a failure mode, which is made where it does not exist. */
export function useNaming(studyId: number) {
  return useAct(async ({ notes, chosen }: NameInput): Promise<Named> => {
    const mode =
      'make' in chosen ? (await api.failures.make({ name: chosen.make, clientKey: newKey() })).mode : chosen;
    await lookAt(studyId, notes, mode.id, true);
    return { notes, mode: { id: mode.id, name: mode.name } };
  });
}

/** Notes that are chosen, by their label. */
function usePicked() {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const toggle = (labelId: number) => {
    const next = new Set(picked);
    if (!next.delete(labelId)) next.add(labelId);
    setPicked(next);
  };
  return { picked, setPicked, toggle };
}

interface NoteActs {
  name: (at: number) => void;
  takeBack: () => void;
  open: (at: number) => void;
}

/** Keys on the boxes of the notes: up and down the list, and what is done with the one that has the focus. */
const onNoteKey =
  (boxes: () => HTMLInputElement[], acts: NoteActs) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = boxes().indexOf(event.target as HTMLInputElement);
    if (at < 0) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
    const step = steps[event.key];
    if (step !== undefined) boxes()[at + step]?.focus();
    else if (event.key === 'm') acts.name(at);
    else if (event.key === 'u') acts.takeBack();
    else if (event.key === 'Enter') acts.open(at);
    else return;
    event.preventDefault();
  };

/** Notes without a failure mode: choose some, then give them one by key, by button, or by dragging them onto it. */
export function NotesPane({ studyId, datasetId, modes, onDrag }: NotesPaneProps) {
  const [show, setShow] = useState<ShownNotes>('unnamed');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const { picked, setPicked, toggle } = usePicked();
  const [isChoosing, setChoosing] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { data, error } = useQuery({
    ...notesQuery(studyId, show, search.trim(), page),
    placeholderData: keepPreviousData,
  });
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / notesPerPage));
  // The last page may have become empty by naming its notes.
  if (data && page > pages) setPage(pages);
  const endpoints = useEndpoints().data ?? [];
  const naming = useNaming(studyId);
  const undo = useAct((last: Named) => lookAt(studyId, last.notes, last.mode.id, null));
  const open = modes.filter(({ retired }) => !retired);
  const notes = data?.notes ?? [];
  const chosen = notes.filter(({ labelId }) => picked.has(labelId));
  const named = naming.data;
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])];
  const leave = () => {
    setChoosing(false);
    requestAnimationFrame(() => boxes()[0]?.focus());
  };
  const name = (one: Chosen) => {
    naming.mutate({ notes: chosen, chosen: one });
    setPicked(new Set());
    leave();
  };
  const takeBack = () => {
    if (!named || undo.isPending) return;
    undo.mutate(named, { onSuccess: () => naming.reset() });
  };
  const onKeyDown = onNoteKey(boxes, {
    name(at) {
      // With nothing chosen it is about the note that has the focus.
      if (chosen.length === 0 && notes[at]) setPicked(new Set([notes[at].labelId]));
      setChoosing(true);
    },
    takeBack,
    open(at) {
      location.hash = paths.item(datasetId, notes[at]!.itemId);
    },
  });
  return (
    <section className={classes.pane} aria-labelledby="notes-title">
      <NotesHead
        {...{ show, search }}
        total={data?.total}
        hasSearch={notes.length > 8 || search !== ''}
        onShow={(next) => {
          setShow(next);
          setPage(1);
        }}
        onSearch={(next) => {
          setSearch(next);
          setPage(1);
        }}
      />
      {endpoints.length > 0 && show === 'unnamed' && (data?.total ?? 0) > 1 && (
        <SuggestGroups studyId={studyId} endpoints={endpoints} notes={notes} />
      )}
      {error && <ProblemNote problem={toProblem(error)} />}
      {isChoosing && chosen.length > 0 ? (
        <ModeChooser
          label={`Failure mode of ${plural(chosen.length, 'note')}`}
          modes={open}
          mayMake
          onChoose={name}
          onLeave={leave}
        />
      ) : (
        notes.length > 0 && (
          <NotesTools
            chosen={chosen.length}
            onName={() => setChoosing(true)}
            onClear={() => setPicked(new Set())}
          />
        )
      )}
      <div role="status" className={classes.said}>
        {named && <JustNamed named={named} isUndoing={undo.isPending} onUndo={takeBack} />}
      </div>
      {(naming.error ?? undo.error) && <ProblemNote problem={toProblem(naming.error ?? undo.error)} />}
      {data && notes.length === 0 && <Text c="dimmed">{noNotesWords(show, search)}</Text>}
      <ul ref={list} className={classes.notes} onKeyDown={onKeyDown}>
        {notes.map((note) => (
          <NoteRow
            key={note.labelId}
            {...{ note, datasetId, onDrag }}
            isPicked={picked.has(note.labelId)}
            dragged={picked.has(note.labelId) ? chosen : [note]}
            names={open.filter(({ id }) => note.modes.includes(id)).map((mode) => mode.name)}
            onToggle={() => toggle(note.labelId)}
          />
        ))}
      </ul>
      {data && <Pages rows={data.total} perPage={notesPerPage} page={page} onPage={setPage} size="sm" />}
    </section>
  );
}

interface NotesHeadProps {
  show: ShownNotes;
  search: string;
  total: number | undefined;
  hasSearch: boolean;
  onShow: (show: ShownNotes) => void;
  onSearch: (search: string) => void;
}

/** Which notes are shown, and how many there are. */
const NotesHead = ({ show, search, total, hasSearch, onShow, onSearch }: NotesHeadProps) => (
  <>
    <div className={classes.paneHead}>
      <h2 id="notes-title" className={classes.heading}>
        {noteTitles[show]}{' '}
        {total !== undefined && <span className={classes.count}>{formatCount(total)}</span>}
      </h2>
      <NativeSelect
        size="xs"
        aria-label="Notes shown"
        value={show}
        onChange={(event) => onShow(event.currentTarget.value as ShownNotes)}
        data={[
          { value: 'unnamed', label: 'without a failure mode' },
          { value: 'named', label: 'with one' },
          { value: 'all', label: 'all notes' },
        ]}
      />
    </div>
    {hasSearch && (
      <TextInput
        size="xs"
        aria-label="Find in notes"
        placeholder="Find in notes"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
    )}
  </>
);

interface NotesToolsProps {
  chosen: number;
  onName: () => void;
  onClear: () => void;
}

const NotesTools = ({ chosen, onName, onClear }: NotesToolsProps) => (
  <Group gap="xs" className={classes.tools}>
    <Button size="compact-sm" disabled={chosen === 0} rightSection={<KeyHint name="m" />} onClick={onName}>
      {chosen === 0 ? 'Choose notes first' : `Name ${plural(chosen, 'note')}`}
    </Button>
    {chosen > 0 && (
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Clear
      </Button>
    )}
  </Group>
);

interface JustNamedProps {
  named: Named;
  isUndoing: boolean;
  onUndo: () => void;
}

const JustNamed = ({ named, isUndoing, onUndo }: JustNamedProps) => (
  <>
    {plural(named.notes.length, 'note')} named <bdi>{named.mode.name}</bdi>.{' '}
    <Button
      size="compact-xs"
      variant="subtle"
      loading={isUndoing}
      rightSection={<KeyHint name="u" />}
      onClick={onUndo}
    >
      Undo
    </Button>
  </>
);

const noteTitles: Readonly<Record<ShownNotes, string>> = {
  unnamed: 'Notes to name',
  named: 'Named notes',
  all: 'Notes',
};

const noNotesWords = (show: ShownNotes, search: string): string => {
  if (search.trim() !== '') return 'No note has these words.';
  return show === 'unnamed' ? 'No note is left to name.' : 'No notes yet.';
};

interface NoteRowProps {
  note: Note;
  datasetId: number;
  isPicked: boolean;
  /** What goes along when it is dragged. */
  dragged: readonly Note[];
  names: readonly string[];
  onToggle: () => void;
  onDrag: (isDragged: boolean) => void;
}

function NoteRow({ note, datasetId, isPicked, dragged, names, onToggle, onDrag }: NoteRowProps) {
  const { annotator, at, draw, externalId, itemId } = note;
  return (
    <li
      className={classes.note}
      data-picked={isPicked || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(noteDragType, JSON.stringify(dragged));
        event.dataTransfer.effectAllowed = 'link';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <label className={classes.noteLabel}>
        <input type="checkbox" checked={isPicked} onChange={onToggle} />
        <span className={classes.noteText} dir="auto">
          {note.note}
        </span>
      </label>
      {at?.kind === 'words' && (
        <blockquote className={classes.quote} dir="auto">
          {at.text}
        </blockquote>
      )}
      <div className={classes.meta}>
        <AnnotatorMark annotator={annotator} />
        <TextLink href={paths.item(datasetId, itemId)}>
          {draw === null ? 'Item' : `Label ${formatCount(draw)}`} <bdi>{externalId}</bdi>
        </TextLink>
        {at?.kind === 'step' && <span>step {at.step + 1}</span>}
        {names.map((one) => (
          <bdi key={one} className={classes.tag}>
            {one}
          </bdi>
        ))}
      </div>
    </li>
  );
}
