import { Badge, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProtocolTurn, QuestionKind, UnresolvedCause } from '../../../shared/contract/index.ts';
import { questionKindWords, unresolvedCauseWords } from '../../../shared/question-kind-words.ts';
import { replyKindWords, replyPartWords, shownAnswer } from '../../../shared/reply-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { protocolKeys, useProtocolRun, useTranscript } from '../../parts/protocol-queries.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './protocols.module.css';

interface Said {
  kind: QuestionKind | null;
  cause: UnresolvedCause | null;
}

interface QuestionKindFieldProps {
  runId: number;
  position: number;
  turn: number;
  /** What the present annotator said; null where nothing. */
  kind: QuestionKind | null;
  /** Why its reference is unresolved; null where that is not said. */
  cause: UnresolvedCause | null;
}

const causes = Object.entries(unresolvedCauseWords) as [UnresolvedCause, string][];
const kinds = Object.entries(questionKindWords) as [QuestionKind, string][];

/** Whether a question fits the history that the model made, and if not why, by the judgment of whoever reads it. */
function QuestionKindField({ runId, position, turn, kind, cause }: QuestionKindFieldProps) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (said: Said) => api.protocol.markQuestion({ runId, position, turn, ...said }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...protocolKeys.runs, runId] }),
  });
  const shown = mark.isPending ? mark.variables : { kind, cause };
  return (
    <>
      <NativeSelect
        size="xs"
        w={220}
        label="Does it fit this history?"
        value={shown.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          mark.mutate({ kind: kinds.find(([one]) => one === value)?.[0] ?? null, cause: null })
        }
        data={[{ value: '', label: 'not judged' }, ...kinds.map(([value, label]) => ({ value, label }))]}
      />
      {shown.kind === 'unresolved' && (
        <NativeSelect
          size="xs"
          w={220}
          label="Why is it unresolved?"
          value={shown.cause ?? ''}
          onChange={({ currentTarget: { value } }) =>
            mark.mutate({ kind: 'unresolved', cause: causes.find(([one]) => one === value)?.[0] ?? null })
          }
          data={[{ value: '', label: 'not said' }, ...causes.map(([value, label]) => ({ value, label }))]}
        />
      )}
      {mark.error && <ProblemNote problem={toProblem(mark.error)} />}
    </>
  );
}

/** One stored conversation, turn by turn, with what was noticed. */
export function TranscriptScreen({ runId, position }: { runId: number; position: number }) {
  const transcript = useTranscript(runId, position);
  const data = transcript.data;
  const { data: run } = useProtocolRun(runId);
  const isJudged = run?.settings.protocol === 'replay' && run.settings.mode !== 'gold';
  return (
    <Page>
      <AlterationsNote />
      {transcript.error && <ProblemNote problem={toProblem(transcript.error)} />}
      {transcript.isPending && <LoadingNote label="Reading the conversation" />}
      {data && (
        <>
          <PageHeader
            above={<TextLink href={paths.protocolRun(runId)}>Run {runId}</TextLink>}
            title={data.brief.externalId}
            description={data.brief.variant}
          />
          <ol className={classes.turns}>
            {data.turns.map((turn, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: turns are never moved
              <TranscriptTurn key={i} turn={turn}>
                {isJudged && (turn.kind === 'question' || turn.kind === 'removed') && (
                  <QuestionKindField
                    {...{ runId, position, turn: i }}
                    kind={data.kinds[i] ?? null}
                    cause={data.causes[i] ?? null}
                  />
                )}
              </TranscriptTurn>
            ))}
          </ol>
          {data.passage !== null && (
            <Panel title="Passage">
              <section
                className={classes.passage}
                aria-label="Passage"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
                tabIndex={0}
              >
                {data.passage}
              </section>
            </Panel>
          )}
        </>
      )}
    </Page>
  );
}

const kindWords: Readonly<Record<ProtocolTurn['kind'], string>> = {
  question: 'Question',
  prompt: 'Follow-up',
  request: 'The played user asks',
  correction: 'The right answer is shown',
  judgment: 'Judge',
  history: 'Earlier in the data',
  removed: 'Left out',
};

function TranscriptTurn({ turn, children }: { turn: ProtocolTurn; children?: ReactNode }) {
  const isUseless = turn.reply !== undefined && turn.reply !== 'refusal';
  const isFlagged = turn.isInvalid || turn.isLeak || isUseless;
  return (
    <li className={classes.turn} data-flagged={isFlagged || undefined}>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {kindWords[turn.kind]}
        </Text>
        {turn.isInvalid && <Badge variant="outline">no longer fits</Badge>}
        {turn.isLeak && <Badge variant="outline">holds a gold answer</Badge>}
        {turn.isRefused && <Badge variant="outline">refusal</Badge>}
        {turn.isRight !== null && <Badge variant="outline">{turn.isRight ? 'right' : 'wrong'}</Badge>}
      </Group>
      <Text fw={600} className={classes.said}>
        {turn.asked}
      </Text>
      {turn.original !== null && (
        <Text size="sm" c="dimmed">
          In the data: {turn.original}
        </Text>
      )}
      <Text className={classes.said} hidden={turn.kind === 'removed'}>
        {shownAnswer(turn)}
      </Text>
      {turn.reply !== undefined && turn.answer !== '' && (
        <Text size="sm" c="dimmed">
          Of this reply: {replyKindWords[turn.reply]}.
        </Text>
      )}
      {(turn.reasoning ?? []).map(({ part, text }) => (
        <details key={`${part} ${text}`}>
          <summary>Reasoning of: {replyPartWords[part]}</summary>
          <Text size="sm" className={classes.said}>
            {text}
          </Text>
        </details>
      ))}
      {turn.goldAnswers.length > 0 && (
        <Text size="sm" c="dimmed">
          {turn.score !== null && `Score ${turn.score.toFixed(2)}. `}
          Gold: {turn.goldAnswers.join(' · ')}
        </Text>
      )}
      {turn.note !== '' && <Text size="sm">{turn.note}</Text>}
      {children}
    </li>
  );
}
