import { useEffect, useRef } from 'react';
import type { ValidationView } from '../../shared/contract/index.ts';
import { ChoiceGroup } from '../label-form/choice-group.tsx';
import { focusPassage } from '../label-form/focus.ts';
import { PassageText } from '../label-form/passage-text.tsx';
import { type AskingPhase, stepChoices } from '../screens/validation/validation-keys.ts';
import { askedBefore, ownVerdictWords, phaseQuestion } from '../screens/validation/verdict-words.ts';
import { ReadText } from '../ui/markdown.tsx';
import type { VisitState } from './visit-state.ts';
import type { VisitStore } from './visit-store.ts';

interface ValidateProps {
  visit: VisitStore;
  validation: NonNullable<VisitState['validation']>;
}

/** Answers of a recorded conversation, judged one after the other beside its passage. */
export function Validate({ visit, validation: { view, open } }: ValidateProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const ref = view?.ref;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus comes here for each new conversation
  useEffect(() => title.current?.focus(), [ref]);
  const isPicking = view?.phase === 'span';
  useEffect(() => {
    if (isPicking) focusPassage();
  }, [isPicking]);
  if (!view) {
    return (
      <div className="sheet">
        <h1 ref={title} tabIndex={-1}>
          Nothing is left to validate
        </h1>
        <div className="buttons">
          <button type="button" className="button" onClick={visit.closeValidation}>
            Back to the items
          </button>
        </div>
      </div>
    );
  }
  const { phase } = view;
  return (
    <div className="sheet">
      <h1 ref={title} tabIndex={-1} dir="auto">
        {view.title || 'A conversation'}
      </h1>
      <p className="soft">{`${open} ${open === 1 ? 'conversation' : 'conversations'} to validate.`}</p>
      <section aria-label="Passage" className="passage" tabIndex={isPicking ? undefined : 0}>
        {isPicking ? (
          <PassageText
            key={view.ref}
            passage={view.passage}
            onTake={({ start, end }) => void visit.stepOf({ say: 'span', start, end })}
            onTaken={() => title.current?.focus()}
            announce={visit.announce}
          />
        ) : (
          <ReadText text={view.passage} />
        )}
      </section>
      {phase === 'passage' && view.history.length > 0 && <p>The next question has another passage.</p>}
      {phase === 'passage' && (
        <div className="buttons">
          <button type="button" className="button" data-main onClick={() => void visit.readPassage()}>
            I have read the passage
          </button>
        </div>
      )}
      <ol className="talk">
        {view.history.map(({ question, answer, verdict }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns only ever come behind those before
          <li key={i}>
            <b dir="auto">{question}</b>
            <p dir="auto">{answer}</p>
            {verdict && <p className="soft">{ownVerdictWords(verdict)}</p>}
          </li>
        ))}
      </ol>
      {phase !== 'passage' && phase !== 'done' && view.current && (
        <Asked visit={visit} view={view} phase={phase} current={view.current} />
      )}
      {view.undoable && (
        <div className="buttons">
          <button type="button" className="button" onClick={() => void visit.stepBack()}>
            Take back
          </button>
        </div>
      )}
    </div>
  );
}

interface AskedProps {
  visit: VisitStore;
  view: ValidationView;
  phase: AskingPhase;
  current: NonNullable<ValidationView['current']>;
}

function Asked({ visit, view, phase, current }: AskedProps) {
  return (
    <section aria-label="Question">
      <p className="soft">{`Question ${askedBefore(view.history) + 1} of ${view.questions}`}</p>
      <h2 dir="auto">{current.question}</h2>
      {current.answer !== null && <p dir="auto">{`Answer: ${current.answer}`}</p>}
      <p>
        <b>{phaseQuestion[phase]}</b>
      </p>
      {phase === 'span' && <p className="soft">Mark the words in the passage above.</p>}
      <ChoiceGroup
        choices={stepChoices[phase].map((choice) => ({ ...choice, key: '' }))}
        name={phaseQuestion[phase]}
        text=""
        layout="list"
        isSaving={false}
        isTabbedThrough
        onChoose={(say) => {
          const chosen = stepChoices[phase].find(({ text }) => text === say);
          if (chosen) void visit.stepOf(chosen.step);
        }}
      />
    </section>
  );
}
