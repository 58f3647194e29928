import { Alert, Checkbox, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { accuracyWords } from '../../../shared/accuracy-words.ts';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { modelsInWords } from '../../../shared/model-words.ts';
import { playedUserRows } from '../../../shared/played-user-words.ts';
import { questionKindLines } from '../../../shared/question-kind-words.ts';
import { replyColumns, replyPartWords } from '../../../shared/reply-words.ts';
import { formatCount, formatInstant } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import {
  usePlayedUser,
  useProtocolRun,
  useQuestionKinds,
  useTranscripts,
} from '../../parts/protocol-queries.ts';
import { numberWords, scoreFacts, shareWords, transcriptStateWords } from '../../parts/protocol-words.ts';
import { QualificationPanel } from '../../parts/qualification/qualification-panel.tsx';
import { RunPage } from '../../parts/runs/run-page.tsx';
import { stateWordsOf } from '../../parts/runs/run-state.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Pages } from '../../ui/pages.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ProtocolRunActions } from './protocol-run-actions.tsx';

/** One run: its figures, how far it is, and its conversations. */
export function ProtocolRunScreen({ runId }: { runId: number }) {
  return (
    <RunPage
      run={useProtocolRun(runId)}
      above={<TextLink href={paths.protocols}>Protocols</TextLink>}
      describe={({ system, dataset, createdAt }) =>
        `${system} on ${dataset}, started ${formatInstant(createdAt)}`
      }
      actions={(run) => <ProtocolRunActions run={run} />}
      progress={({ state, conversationsDone: done, conversations: total }) =>
        state === 'finished' ? null : { done, total, label: 'Conversations done' }
      }
    >
      {(run) => (
        <>
          {run.scores && <Facts facts={scoreFacts(run.scores)} />}
          {run.scores?.protocol === 'iqa-eval' && <IqaTables scores={run.scores} />}
          <QuestionKindFacts run={run} />
          <Facts facts={protocolRunFacts(run)} />
          <ReplyTable run={run} />
          <PlayedUserTable run={run} />
          <QualificationPanel run={run} />
          <Transcripts run={run} />
        </>
      )}
    </RunPage>
  );
}

/** What people say of the questions of a replay, where anybody did. */
function QuestionKindFacts({ run }: { run: ProtocolRun }) {
  const { data } = useQuestionKinds(run);
  const lines = data ? questionKindLines(data) : [];
  if (lines.length === 0) return null;
  return <Facts facts={[{ name: 'Questions, by people', value: lines.join(' ') }]} />;
}

const protocolRunFacts = (run: ProtocolRun) => [
  { name: 'State', value: stateWordsOf(run) },
  {
    name: 'Conversations',
    value: `${formatCount(run.conversationsDone)} of ${formatCount(run.conversations)}, ${formatCount(run.conversationsFailed)} failed`,
  },
  ...modelsInWords(run.model, run.settings).map(({ part, words }) => ({ name: part, value: words })),
  {
    name: 'Replies',
    value: `${formatCount(run.calls)}${run.callsReused > 0 ? `, ${formatCount(run.callsReused)} of them stored before` : ''}`,
  },
  { name: 'Cost', value: run.cost === null ? 'no price known' : run.cost.toFixed(4) },
];

/** How human the played user is: its turns beside people's. */
function PlayedUserTable({ run }: { run: ProtocolRun }) {
  const { data } = usePlayedUser(run);
  if (!data || data.played.talks === 0) return null;
  return (
    <ScrollBox label="The played user beside people">
      <DataTable
        rows={playedUserRows(data)}
        keyOf={([name]) => name}
        columns={[
          { head: 'Turns of the user', cell: ([name]) => name },
          { head: 'Played', isNumber: true, cell: ([, played]) => played },
          { head: 'People', isNumber: true, cell: ([, , people]) => people },
        ]}
      />
      <Text size="sm" c="dimmed">
        {data.reason === null ? data.interval : `Beside people: ${data.reason}.`}
      </Text>
    </ScrollBox>
  );
}

/** What the replies of each part are, kind by kind. */
function ReplyTable({ run: { replies } }: { run: ProtocolRun }) {
  if (replies.length === 0) return null;
  const columns = replyColumns.filter(([name]) => replies.some((counts) => counts[name] > 0));
  return (
    <DataTable
      label="Replies by kind"
      rows={replies}
      keyOf={({ part }) => part}
      columns={[
        { head: 'Replies of', cell: ({ part }) => replyPartWords[part] },
        ...columns.map(
          ([name, words]): Column<(typeof replies)[number]> => ({
            id: name,
            head: words,
            isNumber: true,
            cell: (counts) => formatCount(counts[name]),
          }),
        ),
      ]}
    />
  );
}

type IqaScores = Extract<NonNullable<ProtocolRun['scores']>, { protocol: 'iqa-eval' }>;

function IqaTables({ scores }: { scores: IqaScores }) {
  return (
    <>
      {scores.sameFamily.length > 0 && (
        <Alert color="orange" title="Judge and model are of one family">
          {scores.sameFamily.join(', ')}: models favor their own kind. Add a judge of another family.
        </Alert>
      )}
      <IqaJudges scores={scores} />
      <DataTable
        label="Scores by persona"
        rows={scores.personas}
        keyOf={(one) => one.persona}
        columns={[
          { head: 'Persona', cell: (one) => one.persona },
          { head: 'Share', isNumber: true, cell: (one) => shareWords(one.share) },
          { head: 'Helpfulness', isNumber: true, cell: (one) => numberWords(one.helpfulness) },
          { head: 'Fluency', isNumber: true, cell: (one) => numberWords(one.fluency) },
          { head: 'Queries', isNumber: true, cell: (one) => numberWords(one.queries) },
          { head: 'Accuracy', isNumber: true, cell: (one) => accuracyWords(one, scores.unanswered) },
        ]}
      />
    </>
  );
}

/** What each judge says; the mean over them counts. */
function IqaJudges({ scores: { judges } }: { scores: IqaScores }) {
  if (judges.length < 2) return null;
  return (
    <DataTable
      label="Scores by judge"
      rows={judges}
      keyOf={(_, i) => i}
      columns={[
        { head: 'Judge', cell: (one) => one.judge },
        { head: 'Helpfulness', isNumber: true, cell: (one) => numberWords(one.helpfulness) },
        { head: 'Fluency', isNumber: true, cell: (one) => numberWords(one.fluency) },
      ]}
    />
  );
}

const conversationsPerPage = 50;

function Transcripts({ run }: { run: ProtocolRun }) {
  const [page, setPage] = useState(1);
  const [flagged, setFlagged] = useState(false);
  const transcripts = useTranscripts(run, {
    offset: (page - 1) * conversationsPerPage,
    limit: conversationsPerPage,
    flagged,
  });
  if (whyUnread(transcripts)) return <ProblemNote problem={toProblem(transcripts.error)} />;
  if (!transcripts.data) return <LoadingNote label="Reading the conversations" />;
  const { total, rows } = transcripts.data;
  return (
    <section aria-labelledby="conversations-title">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="conversations-title">
          Conversations
        </Title>
        <Checkbox
          label="Only those with something noticed"
          checked={flagged}
          onChange={({ currentTarget }) => {
            setFlagged(currentTarget.checked);
            setPage(1);
          }}
        />
      </Group>
      <DataTable
        label="Conversations"
        rows={rows}
        keyOf={({ position }) => position}
        columns={[
          {
            head: 'Conversation',
            cell: (row) => (
              <>
                <TextLink href={paths.transcript(run.id, row.position)}>{row.externalId}</TextLink>
                <Beside text={row.variant} />
              </>
            ),
          },
          {
            head: 'State',
            cell: (row) => (
              <>
                {transcriptStateWords(row, run.settings.protocol === 'iqa-eval')}
                <Beside text={row.message} />
              </>
            ),
          },
          { head: 'Turns', isNumber: true, cell: ({ turns }) => formatCount(turns) },
          { head: 'Noticed', isNumber: true, cell: (row) => formatCount(row.flagged) },
          { head: 'Score', isNumber: true, cell: ({ score }) => (score === null ? '–' : score.toFixed(2)) },
        ]}
      />
      <Pages mt="sm" rows={total} perPage={conversationsPerPage} page={page} onPage={setPage} />
      {total === 0 && <Text c="dimmed">Nothing was noticed in any conversation.</Text>}
    </section>
  );
}

const Beside = ({ text }: { text: string }) =>
  text !== '' && (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  );
