import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { DecisionNote } from '../../../shared/contract/agreement.ts';
import type { AdjudicationItem, LabelAnswer, SpokenLabel } from '../../../shared/contract/index.ts';
import { formatDuration, formatInstant } from '../../api/format.ts';
import { QuestionForm } from '../../label-form/question-form.tsx';
import { answerWords } from '../../label-form/words.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { defaultBindings } from '../../ui/key-bindings.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { longest } from '../../ui/number-field.tsx';
import { PlainText } from '../../ui/plain-text.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';
import classes from './agreement.module.css';
import { askedDecision, withTaken, withTyped } from './decision-draft.ts';
import { type AdjudicationFormProps, type DecisionMade, useDecision } from './use-decision.ts';

/** The labels of an item and the decision on it: a value, a reason, Enter. */
export function AdjudicationForm(props: AdjudicationFormProps) {
  const { item } = props;
  const decision = useDecision(props);
  const { draft, decide, undo, change, takeBack, version, loadTheirs, send } = decision;
  return (
    <Stack gap="md">
      {item.isOwn && (
        <Alert color="orange">
          You labeled this item yourself. You can decide it; the audit trail says so. Better let someone
          decide who did not label it.
        </Alert>
      )}
      <AdjudicationLabels item={item} onTake={({ answer }) => change(withTaken(draft, answer, item), true)} />
      {item.decision && (
        <DecisionTaken
          decision={item.decision}
          form={item.form}
          isUndoing={undo.isPending}
          onTakeBack={takeBack}
        />
      )}
      <DecisionForm item={item} {...decision} />
      <SaveProblem
        error={decide.error ?? undo.error}
        version={version}
        onLoad={loadTheirs}
        onSave={() => (decide.error ? send() : takeBack())}
        words={(_, value) => decisionWords(value, item.form)}
      />
      <Text size="xs" c="dimmed">
        Keys: a value, then the reason, then Enter. S cannot be labeled, J next, K back, U undo, Esc leaves
        the reason.
      </Text>
    </Stack>
  );
}

/** A decision of either window, with its reason. */
function decisionWords(value: unknown, form: AdjudicationItem['form']): string {
  const decision = value as { answer: LabelAnswer; note: string } | null;
  return decision ? `${answerWords(decision.answer, form)} (${decision.note})` : 'no decision';
}

interface DecisionTakenProps {
  decision: NonNullable<AdjudicationItem['decision']>;
  form: AdjudicationItem['form'];
  isUndoing: boolean;
  onTakeBack: () => void;
}

/** What was decided before. */
function DecisionTaken({ decision, form, isUndoing, onTakeBack }: DecisionTakenProps) {
  return (
    <Alert
      color={decision.isOutdated ? 'orange' : 'green'}
      title={`Decided: ${answerWords(decision.answer, form)}`}
    >
      <Text size="sm">
        {decision.by && `${decision.by.name}, `}
        {formatInstant(decision.decidedAt)}: <bdi>{decision.note}</bdi>
      </Text>
      {decision.isOutdated && (
        <Text size="sm">
          Outdated: a label of this item was given, changed or taken back since. The decision holds until you
          decide again or withdraw it.
        </Text>
      )}
      <Button size="compact-sm" variant="default" mt="xs" loading={isUndoing} onClick={onTakeBack}>
        Take it back
      </Button>
    </Alert>
  );
}

/** The questions of the item, then the reason. */
function DecisionForm(props: DecisionMade & { item: AdjudicationItem }) {
  const { item, draft, problem, reasonRef, decide, change, skip, give, choose, send } = props;
  return (
    <form
      noValidate
      aria-label="Decision"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="sm">
        <QuestionForm
          asked={askedDecision(item)}
          form={draft.filled}
          chosen={draft.isSkip ? '' : draft.filled.texts[0]}
          keys={defaultBindings}
          draft="none"
          layout="wrap"
          isPart
          isSaving={false}
          hasPassage={false}
          actions={{
            ...{ give, choose, send },
            write: (question, text) => change(withTyped(draft, question, text), false),
            pick: () => undefined,
          }}
        />
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant={draft.isSkip ? 'filled' : 'default'}
            aria-pressed={draft.isSkip}
            aria-keyshortcuts="s"
            onClick={skip}
            rightSection={<KeyHint name="s" />}
          >
            Cannot be labeled
          </Button>
        </Group>
        <Group align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            ref={reasonRef}
            flex={1}
            label="Reason"
            description="Required; Enter stores the decision."
            autoComplete="off"
            {...longest(DecisionNote)}
            value={draft.note}
            error={problem}
            onChange={(event) => change({ ...draft, note: event.currentTarget.value }, false)}
          />
          <Button type="submit" mt={42} loading={decide.isPending}>
            {item.decision ? 'Decide again' : 'Decide'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AdjudicationLabelsProps {
  item: AdjudicationItem;
  onTake: (label: SpokenLabel) => void;
}

/** What an answer is called whose annotator is not named. */
const answerName = (at: number): string => `Answer ${at + 1}`;

/** What each annotator said, side by side, with all they wrote beside it. */
function AdjudicationLabels({ item, onTake }: AdjudicationLabelsProps) {
  return (
    <section aria-label="What annotators said" className={classes.labels}>
      {item.labels.map((label, at) => (
        <article
          key={label.annotator?.id ?? answerName(at)}
          className={classes.label}
          aria-label={label.annotator?.name ?? answerName(at)}
        >
          {label.annotator ? (
            <AnnotatorMark annotator={label.annotator} isNamed />
          ) : (
            <Text size="sm" c="dimmed">
              {answerName(at)}
            </Text>
          )}
          <SpokenAnswer label={label} item={item} />
          {label.fields.map(({ name, words }) => (
            <Text key={name} size="sm">
              {name}: <bdi>{words}</bdi>
            </Text>
          ))}
          {label.note !== '' && (
            <Text size="sm">
              Note: <bdi>{label.note}</bdi>
            </Text>
          )}
          {label.labeledAt !== null && (
            <Text size="xs" c="dimmed">
              {label.durationMs !== null && label.durationMs > 0 && `${formatDuration(label.durationMs)}, `}
              {formatInstant(label.labeledAt)}
            </Text>
          )}
          <Button
            size="compact-sm"
            variant="default"
            mt={6}
            onClick={() => onTake(label)}
            aria-label={
              label.annotator
                ? `Take this, the answer of ${label.annotator.name}`
                : `Take this, ${answerName(at)}`
            }
          >
            Take this
          </Button>
        </article>
      ))}
    </section>
  );
}

function SpokenAnswer({ label: { answer }, item }: { label: SpokenLabel; item: AdjudicationItem }) {
  if (answer.kind === 'answer') {
    return (
      <>
        {answer.answers.map((text, turn) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is its turn
          <div key={turn} className={classes.labelText}>
            <PlainText text={text} />
          </div>
        ))}
      </>
    );
  }
  return (
    <div className={answer.kind === 'skip' ? classes.labelText : classes.labelValue}>
      <bdi>{answerWords(answer, item.form)}</bdi>
    </div>
  );
}
