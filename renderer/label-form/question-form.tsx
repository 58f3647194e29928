import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { LabelItem, Span } from '../../shared/contract/index.ts';
import type { KeyBindings } from '../ui/key-bindings.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { isSendPress, isTextField } from '../ui/key-press.ts';
import { ChoiceGroup, type ChoiceLayout } from './choice-group.tsx';
import { choicesOf } from './choices.ts';
import { type JudgedText, judgedTexts } from './correction.ts';
import { CorrectionQuestion } from './correction-question.tsx';
import { type CodingActions, FailureQuestion } from './failure-question.tsx';
import { focusQuestion } from './focus.ts';
import { type FormState, isComplete, nextOpen } from './form-state.ts';
import classes from './question-form.module.css';
import {
  type AskedForm,
  failuresAt,
  isWritten,
  type Question,
  ratedReply,
  ratesSides,
  waitsForEnter,
} from './questions.ts';
import {
  type DraftStanding,
  groupName,
  isPage,
  numberFieldWords,
  preferenceKeyWords,
  progressWords,
  type SendVerb,
  sendWords,
  sidesWords,
} from './words.ts';
import { NumberQuestion, TextQuestion } from './written-fields.tsx';

/** What a person does to a form. */
export interface FormActions extends CodingActions {
  /** Goes to the passage, to pick the answer to a question there. */
  pick(question: number): void;
}

interface QuestionFormProps {
  asked: AskedForm;
  form: FormState;
  keys: KeyBindings;
  /** What a single question shows as chosen, where that is not what is being filled in. */
  chosen?: string | undefined;
  draft: DraftStanding;
  verb?: SendVerb;
  /** How choices stand; by themselves one under the other, or in a row where they say little. */
  layout?: ChoiceLayout;
  /** Whether it is a part of a larger form, which says how far it is and sends it. */
  isPart?: boolean;
  isSaving: boolean;
  /** Whether the item has a passage to pick from. */
  hasPassage: boolean;
  item?: Pick<LabelItem, 'ref' | 'conversation' | 'replies'> | undefined;
  actions: FormActions;
}

/**
 * All questions of an item: one is answered by one key; several are answered in turn and sent together. It is the same
 * in the app and in a page that was handed out, so it takes nothing from a library of parts.
 */
export function QuestionForm(props: QuestionFormProps) {
  const { asked, form, draft, isSaving, actions } = props;
  const { questions } = form;
  const hasSides = ratesSides(asked);
  const measure = questions.flatMap(({ field }, index) => (field === null ? [index] : []));
  const further = questions.flatMap(({ field }, index) => (field === null ? [] : [index]));
  const isWhole = props.isPart !== true;
  const send = isWhole ? sendWords(asked, form, props.verb) : null;
  const sides = isWhole ? (sidesWords(asked, form) ?? preferenceKeyWords(form)) : null;
  const progress = isWhole ? progressWords(form, draft) : null;
  const formRef = useActiveInView(form.active);
  useLackingInFocus(form.lacking);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendPress(event)) return;
    event.preventDefault();
    actions.send();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter works in every field of it
    <div ref={formRef} className={classes.form} onKeyDown={onKeyDown}>
      {sides !== null && <p className={classes.keysRemark}>{sides}</p>}
      <div className={hasSides ? classes.sides : classes.questions} data-page={isPage(form) || undefined}>
        {measure.map((index) => (
          <QuestionView key={index} {...props} index={index} />
        ))}
      </div>
      {further.map((index) => (
        <QuestionView key={index} {...props} index={index} />
      ))}
      {send !== null && (
        <button
          type="button"
          className={classes.send}
          aria-busy={isSaving || undefined}
          disabled={isSaving || (!isComplete(form) && !waitsForEnter(asked))}
          onClick={() => actions.send()}
        >
          {send.name}
          <KeyHint name={send.key} />
        </button>
      )}
      {progress !== null && (
        <p className={classes.remark} data-failed={draft === 'failed' || undefined}>
          {progress}
        </p>
      )}
    </div>
  );
}

/** Keeps the question that keys answer in sight where the panel that the form stands in scrolls by itself. */
function useActiveInView(active: number) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each question that becomes active
  useEffect(() => {
    const panel = ref.current?.closest('aside');
    const question = ref.current?.querySelector('[data-active]');
    if (!panel || !question || panel.scrollHeight <= panel.clientHeight) return;
    const [box, own] = [panel.getBoundingClientRect(), question.getBoundingClientRect()];
    // The questions beside it are in sight as far as there is room: what was said, and what comes next.
    if (own.top < box.top) panel.scrollTop -= box.top - own.top + own.height;
    else if (own.bottom > box.bottom) panel.scrollTop += own.bottom - box.bottom + own.height;
  }, [active]);
  return ref;
}

/** What keeps a form from being sent is where the next key goes. */
function useLackingInFocus(lacking: FormState['lacking']): void {
  useEffect(() => {
    if (lacking && isTextField(document.activeElement)) focusQuestion(lacking.question);
  }, [lacking]);
}

/** Enter in a field for a number: on to the next question without an answer, and once all have one it sends. */
function goOnFrom(index: number, form: FormState, actions: FormActions): void {
  const open = nextOpen(form, index);
  if (open === undefined || open === index) actions.send();
  else {
    actions.choose(open);
    focusQuestion(open);
  }
}

const noReplies: readonly JudgedText[] = [];

interface QuestionViewProps extends QuestionFormProps {
  index: number;
}

/** One question of the form: framed when it is the one that keys answer, where there are several. */
function QuestionView(props: QuestionViewProps) {
  const { form, keys, index, actions } = props;
  const question = form.questions[index]!;
  const text = form.texts[index] ?? '';
  const problem = form.lacking?.question === index ? form.lacking.problem : null;
  const choices = choicesOf(question.form, keys, failuresAt(form.questions) !== null);
  const field = {
    id: `label-field-${index}`,
    isOptional: !question.required,
    text,
    problem,
    onFocus: () => actions.choose(index),
    onWrite: (written: string) => actions.write(index, written),
  };
  if (choices) return <ChosenQuestion {...props} choices={choices} problem={problem} />;
  if (isWritten(question)) {
    const rows = question.form.kind === 'text' || form.questions.length > 1 ? 2 : 4;
    return <TextQuestion {...field} label={question.title} rows={rows} />;
  }
  if (question.form.kind === 'rating') {
    return (
      <NumberQuestion
        {...field}
        {...numberFieldWords(question.title, question.form)}
        onEnter={() => goOnFrom(index, form, actions)}
      />
    );
  }
  if (question.form.kind === 'failures') {
    return (
      <FailureQuestion
        {...{ index, text, problem, keys, actions }}
        title={question.title}
        isOptional={!question.required}
        isActive={form.active === index}
        failures={props.asked.failures}
        madeBefore={props.asked.madeBefore}
        replies={props.item?.replies.length ?? 1}
        itemRef={props.item?.ref ?? ''}
      />
    );
  }
  if (question.form.kind === 'correction') {
    return (
      <CorrectionQuestion
        key={props.item?.ref}
        {...{ index, text, keys }}
        title={<QuestionTitle question={question} />}
        name={question.title}
        isActive={form.active === index}
        judged={props.item ? judgedTexts(props.item) : noReplies}
        rated={ratedReply(form)}
        onChoose={field.onFocus}
        onWrite={field.onWrite}
      />
    );
  }
  return (
    <section
      className={classes.question}
      aria-label={question.title}
      data-active={form.active === index || undefined}
    >
      <QuestionTitle question={question} />
      <PickedSpan {...props} text={text} title={question.title} />
      <QuestionProblem problem={problem} />
    </section>
  );
}

type ChosenQuestionProps = QuestionViewProps & {
  choices: NonNullable<ReturnType<typeof choicesOf>>;
  problem: string | null;
};

function ChosenQuestion(props: ChosenQuestionProps) {
  const { form, index, chosen, isSaving, choices, problem, actions } = props;
  const question = form.questions[index]!;
  const isSingle = form.questions.length === 1;
  const isTerse = choices.every(({ name, key, hint }) => name === key && hint.length < 8);
  // The two sides stand beside each other, where a row of keys would not fit.
  const hasRoom = !ratesSides(props.asked);
  const layout = props.layout ?? (isTerse && !isSingle && hasRoom ? 'row' : 'list');
  // A scale that does not stand upright rises in the direction of reading.
  const rises = layout !== 'list' && question.form.kind === 'rating';
  const group = (
    <ChoiceGroup
      choices={rises ? choices.toReversed() : choices}
      name={question.title || groupName(question.form)}
      text={(isSingle ? chosen : undefined) ?? form.texts[index] ?? ''}
      layout={layout}
      isSaving={isSaving}
      isTabbedThrough={isSingle}
      onFocus={() => actions.choose(index)}
      onChoose={(text) => {
        actions.choose(index);
        actions.give(index, text);
      }}
    />
  );
  if (isSingle) return group;
  const isActive = form.active === index;
  return (
    <div
      className={classes.question}
      data-active={isActive || undefined}
      aria-current={isActive ? 'step' : undefined}
    >
      <QuestionTitle question={question} />
      {group}
      <QuestionProblem problem={problem} />
    </div>
  );
}

function QuestionTitle({ question: { title, required } }: { question: Question }) {
  if (title === '') return null;
  return (
    <div className={classes.title} dir="auto">
      {title}
      {!required && <span className={classes.optional}> (optional)</span>}
    </div>
  );
}

function QuestionProblem({ problem }: { problem: ReactNode }) {
  if (problem === null) return null;
  return (
    <p className={classes.problem} role="alert">
      {problem}
    </p>
  );
}

/** A question answered by a piece of the passage. */
function PickedSpan({
  index,
  keys,
  hasPassage,
  text,
  title,
  actions,
}: QuestionViewProps & { text: string; title: string }) {
  const picked = text === '' ? null : (JSON.parse(text) as Span);
  return (
    <div>
      {picked ? (
        <blockquote className={classes.picked} dir="auto">
          {picked.text}
        </blockquote>
      ) : (
        <p className={classes.nothing}>{hasPassage ? 'Nothing picked yet.' : 'This item has no passage.'}</p>
      )}
      <div className={classes.buttons}>
        <button
          type="button"
          className={classes.small}
          disabled={!hasPassage}
          aria-keyshortcuts={keys.select}
          onClick={() => actions.pick(index)}
        >
          Pick in the passage<span className={classes.unseen}>: {title}</span>
          <KeyHint name={keys.select} />
        </button>
        {picked && (
          <button type="button" className={classes.plain} onClick={() => actions.write(index, '')}>
            Clear
          </button>
        )}
      </div>
    </div>
  );
}
