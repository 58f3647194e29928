import type { ReactNode } from 'react';
import { KeyHint } from '../ui/key-hint.tsx';
import type { Choice } from './choices.ts';
import classes from './question-form.module.css';

interface ChoiceButtonProps {
  keyName: string;
  isChosen: boolean;
  isSaving: boolean;
  onChoose: () => void;
  /** What the answer is; left out where the key says it already. */
  children?: ReactNode;
  hint?: string;
  /** Whether the answer is a sentence, not a word. */
  isLong?: boolean;
  /** False where another button of the group takes the focus. */
  isTabStop?: boolean;
}

/** One answer that takes one key or one click. */
export function ChoiceButton({
  keyName,
  isChosen,
  isSaving,
  onChoose,
  children,
  hint,
  isLong = false,
  isTabStop = true,
}: ChoiceButtonProps) {
  return (
    <button
      type="button"
      className={classes.choice}
      data-chosen={isChosen || undefined}
      data-saving={isSaving || undefined}
      data-long={isLong || undefined}
      aria-pressed={isChosen}
      aria-keyshortcuts={keyName || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
    >
      {keyName !== '' && <KeyHint name={keyName} isName={children === undefined} />}
      {children !== undefined && <span className={classes.choiceValue}>{children}</span>}
      {hint && <span className={classes.choiceNote}>{hint}</span>}
    </button>
  );
}

/** One under the other; in a row where they say no more than their key; side by side as far as there is room. */
export type ChoiceLayout = 'list' | 'row' | 'wrap';

interface ChoiceGroupProps {
  choices: readonly Choice[];
  /** What screen readers call the group, or what element names it. */
  name: string;
  /** The one that was chosen, as a draft keeps it. */
  text: string;
  layout: ChoiceLayout;
  isSaving: boolean;
  /** Whether Tab stops at every choice, not once at the group. */
  isTabbedThrough: boolean;
  onFocus?: () => void;
  onChoose: (text: string) => void;
}

/** Choices of a list that fit into one bar where the window is narrow. */
const mostInBar = 7;
const longestInBar = 20;

/** Whether a list becomes a bar in a narrow window; the best of a scale, on top of the list, stands at the end of its bar. */
function barOf(choices: readonly Choice[]): 'forward' | 'reversed' | undefined {
  const isShort = choices.every(({ name }) => name.length <= longestInBar);
  if (choices.length > mostInBar || !isShort) return undefined;
  return Number(choices[0]?.name) > Number(choices.at(-1)?.name) ? 'reversed' : 'forward';
}

const layoutClass = { list: classes.choices, row: classes.choiceRow, wrap: classes.choiceWrap } as const;

/** The choices of a question that is answered by one key or click. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { choices, name, text, layout, isSaving, isTabbedThrough, onFocus, onChoose } = props;
  const stop = choices.find((choice) => choice.text === text) ?? choices[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div
      role="group"
      aria-label={name}
      className={layoutClass[layout]}
      data-bar={layout === 'list' ? barOf(choices) : undefined}
      onFocus={onFocus}
    >
      {choices.map((choice) => (
        <ChoiceButton
          key={choice.text}
          keyName={choice.key}
          isChosen={choice.text === text}
          isSaving={isSaving && choice.text === text}
          isTabStop={isTabbedThrough || choice === stop}
          hint={choice.hint}
          onChoose={() => onChoose(choice.text)}
        >
          {choice.key === choice.name ? undefined : choice.name}
        </ChoiceButton>
      ))}
    </div>
  );
}
