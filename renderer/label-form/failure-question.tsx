import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { LabelFailures } from '../../shared/contract/index.ts';
import { nameKey, sameName } from '../../shared/person-name.ts';
import { longestFailureName, longestWritten } from '../../shared/text-limits.ts';
import { toProblem } from '../api/to-problem.ts';
import type { KeyBindings } from '../ui/key-bindings.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { isSendPress } from '../ui/key-press.ts';
import { WithLimitNote } from '../ui/limit-note.tsx';
import { ChoiceButton } from './choice-group.tsx';
import {
  type ChosenMode,
  chosenModes,
  codingOf,
  foundModes,
  foundNames,
  isNamed,
  isNothing,
  modeName,
  nothingText,
  placeWords,
  withMode,
  withNote,
  withoutMode,
  withPlace,
} from './failure-coding.ts';
import classes from './failure-question.module.css';
import { focusReading, isInFailures } from './focus.ts';
import { startMarking } from './marking-place.ts';
import formClasses from './question-form.module.css';

/** What a person does to a form in which something went wrong. */
export interface CodingActions {
  /** Answers a question by one key or click. */
  give(question: number, text: string): void;
  /** Changes what is written. */
  write(question: number, text: string): void;
  /** Makes a question the one that keys answer. */
  choose(question: number): void;
  send(): void;
  /** Makes a failure mode where the page has a connection; absent where its name goes with the answer. */
  make?: ((name: string) => Promise<{ id: number; list: number }>) | undefined;
}

interface FailureQuestionProps {
  /** Place of the question in the form. */
  index: number;
  title: string;
  isOptional: boolean;
  isActive: boolean;
  /** The coding as the form holds it. */
  text: string;
  /** What keeps it from being an answer. */
  problem: string | null;
  failures: LabelFailures | undefined;
  /** Names that were made on this page before. */
  madeBefore?: readonly string[] | undefined;
  /** Replies of the item: how a place in them is called. */
  replies: number;
  /** Of the item: what was being typed is not for the next one. */
  itemRef: string;
  keys: KeyBindings;
  actions: CodingActions;
}

/** What went wrong: failure modes by a few letters, a note, the place; or that nothing is wrong, by one key. */
export function FailureQuestion(props: FailureQuestionProps) {
  const { index, title, isOptional, isActive, text, problem, failures, replies, keys, actions } = props;
  const id = useId();
  const coding = codingOf(text);
  const list = failures?.list ?? 0;
  const write = (next: string) => actions.write(index, next);
  const at = coding?.at ?? null;
  const place = at && placeWords(at, replies);
  return (
    <section
      className={formClasses.question}
      data-active={isActive || undefined}
      aria-labelledby={`${id}-title`}
      onFocus={() => actions.choose(index)}
    >
      <div id={`${id}-title`} className={formClasses.title} dir="auto">
        {title}
        {isOptional && <span className={formClasses.optional}> (optional)</span>}
      </div>
      <div className={classes.parts}>
        <ModeField {...props} />
        <div>
          <label className={classes.label} htmlFor={`${id}-note`}>
            What happened, in your words
          </label>
          <WithLimitNote>
            <textarea
              id={`${id}-note`}
              className={formClasses.input}
              dir="auto"
              rows={2}
              maxLength={longestWritten}
              value={coding?.note ?? ''}
              onChange={(event) => write(withNote(text, list, event.currentTarget.value))}
            />
          </WithLimitNote>
        </div>
        {place && (
          <blockquote className={formClasses.picked} dir="auto">
            <b className={classes.where}>{place.where}</b> {place.text}
          </blockquote>
        )}
        <div className={classes.line}>
          <button
            type="button"
            className={formClasses.small}
            aria-keyshortcuts={keys.place}
            onClick={() => markPlace(props)}
          >
            {place ? 'Mark another place' : 'Mark the place'}
            <KeyHint name={keys.place} />
          </button>
          {place && (
            <button
              type="button"
              className={formClasses.plain}
              onClick={() => write(withPlace(text, list, null))}
            >
              Clear<span className={formClasses.unseen}> the place</span>
            </button>
          )}
        </div>
        <ChoiceButton
          keyName={keys.nothing}
          isChosen={isNothing(coding)}
          isSaving={false}
          onChoose={() => actions.give(index, nothingText(failures, text))}
        >
          Nothing wrong
        </ChoiceButton>
        {problem !== null && (
          <p className={formClasses.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </section>
  );
}

/** Lets the person mark where it first went wrong. */
export function markPlace({
  index,
  text,
  failures,
  actions,
}: Pick<FailureQuestionProps, 'index' | 'text' | 'failures'> & {
  actions: Pick<CodingActions, 'write'>;
}): void {
  startMarking((at) => {
    if (at) actions.write(index, withPlace(text, failures?.list ?? 0, at));
  });
}

type Option = LabelFailures['modes'][number] | { readonly make: string; readonly isNew: boolean };

const mostOptions = 30;
const noModes: LabelFailures['modes'] = [];
const noNames: readonly string[] = [];

/** What fits the letters typed: names made before on this page, modes of the project, and what is typed as a new one. */
function useOptions({ text, failures, madeBefore = noNames }: FailureQuestionProps, typed: string) {
  const modes = failures?.modes ?? noModes;
  const chosen = chosenModes(text, failures);
  const has = new Set(chosen.map((mode) => ('id' in mode ? mode.id : nameKey(mode.made))));
  const found = useMemo(() => foundModes(modes, typed), [modes, typed]);
  const open = found.filter((mode) => !has.has(mode.id));
  const name = typed.trim();
  const before = foundNames(madeBefore, typed).filter((one) => !has.has(nameKey(one)));
  const isKnown =
    isNamed(modes, name) || [...madeBefore, ...chosen.map(modeName)].some((one) => sameName(one, name));
  const makes = failures?.mayMake === true && name !== '' && !isKnown;
  const shown: Option[] = [
    ...before.map((make) => ({ make, isNew: false })),
    ...open.slice(0, mostOptions),
    ...(makes ? [{ make: name, isNew: true }] : []),
  ];
  return { chosen, name, shown, more: open.length - Math.min(open.length, mostOptions) };
}

/** Adds modes to the answer and takes them away. @param onFailed called with a name that could not be made */
function useChoosing(
  { index, text, failures, actions }: FailureQuestionProps,
  onFailed: (message: string, made: string) => void,
) {
  const [said, setSaid] = useState('');
  const making = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef({ text, list: failures?.list ?? 0 });
  useEffect(() => {
    latest.current = { text, list: failures?.list ?? 0 };
  }, [text, failures]);
  const write = (next: string) => {
    latest.current = { ...latest.current, text: next };
    actions.write(index, next);
  };
  const add = (mode: ChosenMode, list = latest.current.list) => {
    write(withMode(latest.current.text, list, mode));
    setSaid(`${modeName(mode)} chosen.`);
  };
  const make = (made: string) => {
    if (!actions.make) return add({ made });
    const make = actions.make;
    making.current = making.current.then(async () => {
      try {
        const { id: madeId, list } = await make(made);
        add({ id: madeId, name: made }, list);
      } catch (error) {
        onFailed(toProblem(error).message, made);
      }
    });
  };
  return {
    said,
    addOption(option: Option) {
      if (!('make' in option)) add(option);
      else if (option.isNew) make(option.make);
      else add({ made: option.make });
    },
    remove(mode: ChosenMode) {
      write(withoutMode(latest.current.text, latest.current.list, mode));
      setSaid(`${modeName(mode)} removed.`);
    },
    /** Writes words on a line of the note. @returns whether they fit there */
    note(words: string): boolean {
      const { text: before, list } = latest.current;
      const note = [codingOf(before)?.note, words].filter(Boolean).join('\n');
      if (note.length > longestWritten) return false;
      write(withNote(before, list, note));
      setSaid(`${words} written as a note.`);
      return true;
    },
    /** Ends when all that is being made is there. */
    whenMade: () => making.current,
  };
}

/** Failure modes as a person chooses or makes them: ARIA's combobox with a list, the chosen ones before it. */
function ModeField(props: FailureQuestionProps) {
  const { failures, itemRef, title, keys, actions } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(0);
  const [failed, setFailed] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { said, addOption, remove, note, whenMade } = useChoosing(props, (message, made) => {
    setFailed(message);
    setTyped(made);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each item
  useEffect(() => {
    if (!isInFailures()) setTyped('');
  }, [itemRef]);
  const { chosen, name, shown, more } = useOptions(props, typed);
  const active = Math.min(place, shown.length - 1);
  const isListed = isOpen && shown.length > 0;
  const fitsNothing = name !== '' && shown.length === 0;
  const isChosen = failures?.mayMake === true || chosen.some((mode) => sameName(modeName(mode), name));
  const noMatch = isChosen
    ? 'It is chosen already.'
    : 'No failure mode of this name. Enter writes it as a note.';

  const type = (next: string) => {
    setTyped(next);
    setPlace(0);
    setOpen(true);
    setFailed('');
  };
  const choose = (option: Option | undefined) => {
    if (!option && name === '') return;
    if (option) addOption(option);
    else if (isChosen || !note(name)) return setFailed(isChosen ? noMatch : 'The note is full.');
    setTyped('');
    setPlace(0);
  };
  const takeAway = (mode: ChosenMode) => {
    remove(mode);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const taken = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (name !== '' || (isListed && place > 0))) {
      taken();
      choose(shown[active]);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      // An empty field has nothing to add: what is filled in goes, once what is being made is there.
      taken();
      focusReading();
      void whenMade().then(() => actions.send());
    } else if (isSendPress(event)) {
      taken();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      taken();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const from = isListed ? active + step : 0;
      setPlace((from + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Escape' && (typed !== '' || isListed)) {
      // The next one leaves the field.
      if (typed !== '') taken();
      setTyped('');
      setOpen(false);
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) {
      taken();
      takeAway(chosen.at(-1)!);
    }
  };
  return (
    <div className={classes.field}>
      <WithLimitNote>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the words goes to the field */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the field itself */}
        <div className={classes.box} onClick={() => input.current?.focus()}>
          {chosen.map((mode) => (
            <Chip
              key={'id' in mode ? mode.id : `made ${mode.made}`}
              name={modeName(mode)}
              onRemove={() => takeAway(mode)}
            />
          ))}
          <input
            ref={input}
            id="label-failures"
            className={classes.input}
            role="combobox"
            aria-label={`Failure modes: ${title}`}
            aria-expanded={isListed}
            aria-controls={isListed ? `${id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isListed ? `${id}-${active}` : undefined}
            aria-keyshortcuts={keys.failures}
            aria-describedby={failed === '' ? undefined : `${id}-failed`}
            autoComplete="off"
            spellCheck={false}
            maxLength={longestFailureName}
            dir="auto"
            placeholder={chosen.length === 0 ? 'Failure mode' : ''}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
          {chosen.length === 0 && typed === '' && <KeyHint name={keys.failures} />}
        </div>
      </WithLimitNote>
      {isListed && <ModeList id={id} options={shown} active={active} more={more} onChoose={choose} />}
      {failed !== '' && (
        <p id={`${id}-failed`} className={formClasses.problem} role="alert">
          {failed}
        </p>
      )}
      {failed === '' && fitsNothing && (
        <p className={classes.more} role="status">
          {noMatch}
        </p>
      )}
      <p className={formClasses.unseen} role="status">
        {said}
      </p>
    </div>
  );
}

/** A chosen mode, which a press takes away. */
const Chip = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <button
    type="button"
    className={classes.chip}
    aria-label={`Remove ${name}`}
    onClick={(event) => {
      event.stopPropagation();
      onRemove();
    }}
  >
    <bdi>{name}</bdi>
    <span aria-hidden>×</span>
  </button>
);

interface ModeListProps {
  id: string;
  options: readonly Option[];
  active: number;
  /** How many more fit what was typed. */
  more: number;
  onChoose: (option: Option) => void;
}

function ModeList({ id, options, active, more, onChoose }: ModeListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className={classes.list}>
      {/* The focus stays in the field: what moves is the active descendant. */}
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Failure modes" className={classes.options}>
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={'make' in option ? `${option.isNew} ${option.make}` : option.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            className={classes.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            {'make' in option && !option.isNew ? (
              <bdi>{option.make}</bdi>
            ) : 'make' in option ? (
              <span className={classes.make}>
                Make “<bdi>{option.make}</bdi>”
              </span>
            ) : (
              <>
                <bdi>{option.name}</bdi>
                {at === active && option.definition !== '' && (
                  <span className={classes.definition} dir="auto">
                    {option.definition}
                  </span>
                )}
              </>
            )}
          </div>
        ))}
      </div>
      {more > 0 && <p className={classes.more}>{more} more; type to find them.</p>}
    </div>
  );
}
