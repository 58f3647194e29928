import { Box, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { HumanConversation, HumanConversationToMark } from '../../../shared/contract/index.ts';
import { shownAnswer } from '../../../shared/reply-words.ts';
import { useWindowAnnotator } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { protocolKeys } from '../../parts/protocol-queries.ts';
import { QualificationForm, useQualification } from '../../parts/qualification/qualification-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { PresentAnnotator } from '../../ui/present-annotator.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './protocols.module.css';

type MarkChoice = 'correct' | 'incorrect' | 'refused-rightly' | 'unanswerable';

const markChoices: readonly { value: MarkChoice; label: string }[] = [
  { value: 'correct', label: 'Right' },
  { value: 'incorrect', label: 'Wrong' },
  { value: 'refused-rightly', label: 'The text does not say, and the model says so' },
  { value: 'unanswerable', label: 'The text does not say, but the model answers' },
];

const markOf = (choice: MarkChoice) => ({
  isCorrect: choice === 'correct' || choice === 'refused-rightly',
  isAnswerable: choice === 'correct' || choice === 'incorrect',
});

interface MarkFormProps {
  humanConversation: HumanConversationToMark;
  /** Names whose marks they are. */
  as: string;
  onMarked: () => void;
}

/** The text, and one mark for each answer. */
function MarkForm({ humanConversation, as, onMarked }: MarkFormProps) {
  const [chosen, setChosen] = useState<readonly (MarkChoice | null)[]>(
    humanConversation.exchanges.map(() => null),
  );
  const given = chosen.filter((choice) => choice !== null);
  const isDone = given.length === chosen.length;
  const { runId, position } = humanConversation;
  const send = useMutation({
    mutationFn: () => api.humanConversation.mark({ runId, position, as, marks: given.map(markOf) }),
    onSuccess: onMarked,
  });
  return (
    <>
      <Panel title="The text">
        <section
          className={classes.passage}
          aria-label="The text"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          {humanConversation.passage ?? 'The data hold no text for this conversation.'}
        </section>
      </Panel>
      <Stack>
        {humanConversation.exchanges.map((exchange, i) => (
          <Radio.Group
            // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are never moved
            key={i}
            label={exchange.question}
            description={<Text component="span">{shownAnswer(exchange)}</Text>}
            value={chosen[i] ?? ''}
            onChange={(value) =>
              setChosen(chosen.map((before, at) => (at === i ? (value as MarkChoice) : before)))
            }
          >
            <Stack gap={4} mt={4}>
              {markChoices.map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
      {send.error && <ProblemNote problem={toProblem(send.error)} />}
      <div>
        <ReasonButton
          lack={isDone ? null : `${plural(chosen.length - given.length, 'answer')} without a mark.`}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          Keep the marks
        </ReasonButton>
      </div>
    </>
  );
}

/** A person asks a model about a text that only the model sees, then marks its answers with the text. */
export function HumanConversationScreen({ runId }: { runId: number }) {
  const { data: asked, error } = useQualification({ runId, role: 'ask' });
  if (asked === null || asked?.passed) return <HumanConversations runId={runId} />;
  return (
    <Page>
      {error && <ProblemNote problem={toProblem(error)} />}
      {asked && <QualificationForm before={{ runId, role: 'ask' }} asked={asked} onPassed={() => {}} />}
    </Page>
  );
}

function HumanConversations({ runId }: { runId: number }) {
  const queries = useQueryClient();
  const [toMark, setToMark] = useState<HumanConversationToMark | null>(null);
  const annotatorId = useWindowAnnotator();
  const humanConversation = useQuery({
    queryKey: [...protocolKeys.runs, runId, 'talk', annotatorId],
    queryFn: () => api.humanConversation.next({ runId, annotatorId }),
  });
  const marked = async () => {
    setToMark(null);
    await queries.invalidateQueries({ queryKey: protocolKeys.runs });
  };
  const data = humanConversation.data;
  return (
    <Page>
      <PageHeader
        above={<TextLink href={paths.protocolRun(runId)}>Run {runId}</TextLink>}
        title="Talk to the model"
        description={data ? `${plural(data.open, 'conversation')} left` : undefined}
      />
      {humanConversation.error && <ProblemNote problem={toProblem(humanConversation.error)} />}
      {humanConversation.isPending && <LoadingNote label="Reading the conversation" />}
      {data === null && (
        <EmptyState order={2} title="Every conversation is marked">
          The run has its scores now.
        </EmptyState>
      )}
      {data && toMark && (
        <MarkForm key={toMark.position} humanConversation={toMark} as={data.as} onMarked={marked} />
      )}
      {data && !toMark && (
        <>
          <Group gap="xs">
            <Text size="sm">
              Your marks are kept under the name <b>{data.annotator}</b>.
            </Text>
            <PresentAnnotator />
          </Group>
          <HumanConversationView key={data.position} humanConversation={data} onReveal={setToMark} />
        </>
      )}
    </Page>
  );
}

interface HumanConversationViewProps {
  humanConversation: HumanConversation;
  onReveal: (toMark: HumanConversationToMark) => void;
}

function HumanConversationView({ humanConversation, onReveal }: HumanConversationViewProps) {
  const queries = useQueryClient();
  const annotatorId = useWindowAnnotator();
  const { runId, position, as, exchanges, fewestQuestions, mostQuestions } = humanConversation;
  const [question, setQuestion] = useState(exchanges.length === 0 ? humanConversation.firstQuestion : '');
  const ask = useMutation({
    mutationFn: () => api.humanConversation.ask({ runId, position, as, question }),
    onSuccess: (next) => {
      setQuestion('');
      queries.setQueryData([...protocolKeys.runs, runId, 'talk', annotatorId], next);
    },
  });
  const reveal = useMutation({
    mutationFn: () => api.humanConversation.reveal({ runId, position }),
    onSuccess: onReveal,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== '') ask.mutate();
  };
  const missing = fewestQuestions - exchanges.length;
  return (
    <>
      <Panel
        title={[humanConversation.title, humanConversation.section].filter(Boolean).join(': ') || 'The text'}
      >
        {humanConversation.background !== '' && <Text maw="75ch">{humanConversation.background}</Text>}
        <Text size="sm" c="dimmed">
          The model sees the text; you see it at the end. Ask {fewestQuestions} to {mostQuestions} questions.
        </Text>
      </Panel>
      <ol className={classes.turns} aria-label="Questions and answers">
        {exchanges.map((exchange, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are never moved
          <li key={i} className={classes.turn}>
            <Text fw={600} className={classes.said}>
              {exchange.question}
            </Text>
            <Text className={classes.said}>{shownAnswer(exchange)}</Text>
          </li>
        ))}
      </ol>
      {exchanges.length < mostQuestions && (
        <form onSubmit={submit}>
          <Textarea
            label={`Question ${exchanges.length + 1}`}
            autosize
            minRows={2}
            maw="75ch"
            value={question}
            onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
          <Box mt="xs">
            <ReasonButton
              type="submit"
              loading={ask.isPending}
              lack={question.trim() === '' ? 'Write a question first.' : null}
            >
              Ask
            </ReasonButton>
          </Box>
        </form>
      )}
      <ReasonButton
        variant="default"
        lack={missing > 0 ? `${plural(missing, 'question')} to go.` : null}
        loading={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        See the text and mark the answers
      </ReasonButton>
      {(ask.error ?? reveal.error) && <ProblemNote problem={toProblem(ask.error ?? reveal.error)} />}
    </>
  );
}
