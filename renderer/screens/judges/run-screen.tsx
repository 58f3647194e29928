import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import type { Run } from '../../../shared/contract/index.ts';
import { changedModelWords, outcomeWords, unusableWords } from '../../../shared/outcome-words.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import { formatCount, formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { Histogram } from '../../charts/histogram.tsx';
import { useGeneratedReplies, useRun, useRunScores, useVerdicts } from '../../parts/judge-queries.ts';
import { RunPage } from '../../parts/runs/run-page.tsx';
import { stateWordsOf } from '../../parts/runs/run-state.ts';
import { costWords, fileWords, outcomesWords } from '../../parts/runs/run-words.ts';
import { StoredReply } from '../../parts/runs/stored-reply.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ForResearchers } from '../../ui/for-researchers.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Pages } from '../../ui/pages.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { JudgeRunActions } from './judge-run-actions.tsx';
import classes from './judges.module.css';
import { StudyFromRun } from './study-from-run.tsx';

/** One run: what it found, how far it is and what it cost; what it used and each score with its reply are folded. */
export function RunScreen({ runId }: { runId: number }) {
  return (
    <RunPage
      run={useRun(runId)}
      above={<TextLink href={paths.judges}>Judges</TextLink>}
      describe={({ model, endpoint, dataset }) => `${model} at ${endpoint}, on ${dataset}`}
      actions={(run) => (
        <Group gap="xs">
          <StudyFromRun run={run} />
          <JudgeRunActions run={run} />
        </Group>
      )}
      progress={({ callsDone, calls }) => ({ done: callsDone, total: calls, label: 'Requests answered' })}
      saysItself={({ kind, state, outcomes, cutReplies }) =>
        kind === 'judge' && state === 'finished' && !outcomes.failed && cutReplies === 0
      }
    >
      {(run) => (
        <>
          {run.kind === 'judge' && <Scores run={run} />}
          <Facts facts={judgeRunFacts(run)} />
          <ForResearchers
            what={run.kind === 'judge' ? 'usage and every score with its reply' : 'usage and every reply'}
          >
            <Facts facts={usageFacts(run)} />
            {run.kind === 'judge' ? <Verdicts run={run} /> : <Replies run={run} />}
          </ForResearchers>
        </>
      )}
    </RunPage>
  );
}

const judgeRunFacts = (run: Run) => {
  const changed = changedModelWords(Object.keys(run.servedBy));
  return [
    { name: 'State', value: stateWordsOf(run) },
    { name: 'Requests', value: `${formatCount(run.callsDone)} of ${formatCount(run.calls)}` },
    { name: 'Cost', value: costWords(run.cost) },
    { name: 'Possible prompt injections', value: formatCount(run.flagged) },
    { name: 'Started', value: formatInstant(run.createdAt) },
    ...(changed === null ? [] : [{ name: 'Model', value: changed }]),
  ];
};

function usageFacts(run: Run) {
  const served = Object.entries(run.servedBy).map(([name, count]) => `${name} ${formatCount(count)} times`);
  const faults = Object.entries(run.faults).map(([fault, count]) => `${fault} ${formatCount(count)} times`);
  return [
    { name: 'Outcomes', value: outcomesWords(run) },
    { name: 'Stored before, not paid again', value: formatCount(run.callsReused) },
    { name: 'Tokens in, out', value: `${formatCount(run.inputTokens)}, ${formatCount(run.outputTokens)}` },
    { name: 'Answered by', value: served.join(', ') || 'the server does not say' },
    { name: 'Tried again', value: faults.join(', ') || 'nothing' },
    ...(run.files.length > 0 ? [{ name: 'By file', value: run.files.map(fileWords).join('; ') }] : []),
  ];
}

/** What the judge says in all: the mean and the histogram of each criterion, and what could not be used. */
function Scores({ run }: { run: Run }) {
  const scores = useRunScores(run);
  if (whyUnread(scores)) return <ProblemNote problem={toProblem(scores.error)} />;
  if (!scores.data) return <LoadingNote label="Reading the scores" />;
  const { criteria, unusableReplies } = scores.data;
  const unusable = unusableWords(run.outcomes, unusableReplies);
  const isFixed = unusable !== null && run.state === 'finished' && run.askable === 0;
  return (
    <section aria-labelledby="scores-title">
      <Title order={2} id="scores-title" mb="xs">
        Scores
      </Title>
      {criteria.length === 0 && <Text c="dimmed">No score yet.</Text>}
      {unusable !== null && (
        <Alert color="orange" role="status" title="Some replies cannot be used" mb="md">
          {unusable}
          {isFixed &&
            ' The same request would get the same stored reply. Change the judge’s prompt, then run it again.'}
        </Alert>
      )}
      <div className={classes.scores}>
        {criteria.map(({ name, scores: count, mean, bins }) => (
          <section key={name} aria-label={`Scores: ${name}`}>
            <Text c="dimmed">{name}</Text>
            <Text fz={28} fw={600} className="tabular">
              {mean.toFixed(2)}
            </Text>
            <Text size="sm" c="dimmed">
              mean of {plural(count, 'score')}
            </Text>
            <Histogram
              bins={bins}
              title={`How the judge scores: ${name}`}
              xLabel="Score"
              yLabel="Scores"
              height={160}
            />
          </section>
        ))}
      </div>
    </section>
  );
}

const verdictsPerPage = 50;

function Verdicts({ run }: { run: Run }) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<string | null>(null);
  const verdicts = useVerdicts(run, { offset: (page - 1) * verdictsPerPage, limit: verdictsPerPage });
  if (whyUnread(verdicts)) return <ProblemNote problem={toProblem(verdicts.error)} />;
  if (!verdicts.data) return <LoadingNote label="Reading the scores" />;
  const { total, rows } = verdicts.data;
  return (
    <section aria-labelledby="verdicts-title">
      <Title order={2} id="verdicts-title" mb="xs">
        Every score
      </Title>
      {total > 0 && (
        <DataTable
          label="Every score"
          rows={rows}
          keyOf={scoreKey}
          columns={[
            {
              head: 'Item',
              cell: (row) => (
                <>
                  <TextLink href={paths.item(run.datasetId, row.itemId)}>{row.externalId}</TextLink>
                  {row.flag !== null && (
                    <Text size="xs" c="orange">
                      gives orders: {row.flag}
                    </Text>
                  )}
                </>
              ),
            },
            { head: 'Criterion', cell: (row) => `${row.criterion}${row.swapped ? ' (order swapped)' : ''}` },
            { head: 'Score', isNumber: true, cell: (row) => row.value ?? outcomeWords[row.outcome] },
            {
              head: 'Reason given',
              cell: (row) => (
                <Text size="sm" lineClamp={2}>
                  {row.reason}
                </Text>
              ),
            },
            {
              head: 'Reply',
              cell: (row) => (
                <ReplyToggle
                  of={`${row.externalId}, ${row.criterion}`}
                  hash={row.callHash}
                  part="judge"
                  isOpen={shown === scoreKey(row)}
                  onOpen={(isOpen) => setShown(isOpen ? scoreKey(row) : null)}
                />
              ),
            },
          ]}
        />
      )}
      {total > verdictsPerPage && (
        <Group mt="sm">
          <Pages rows={total} perPage={verdictsPerPage} page={page} onPage={setPage} />
          <Text size="sm" c="dimmed" className="tabular">
            {formatCount(total)} scores
          </Text>
        </Group>
      )}
    </section>
  );
}

type ShownScore = NonNullable<ReturnType<typeof useVerdicts>['data']>['rows'][number];

const scoreKey = (row: ShownScore): string => `${row.itemId}/${row.criterion}/${row.repeat}/${row.swapped}`;

interface ReplyToggleProps {
  of: string;
  hash: string;
  part: ComponentProps<typeof StoredReply>['part'];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The stored reply that a row was read from, behind a button. */
const ReplyToggle = ({ of, hash, part, isOpen, onOpen }: ReplyToggleProps) => (
  <>
    <Button
      size="compact-xs"
      variant="default"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Hide' : 'Show'} the reply for ${of}`}
      onClick={() => onOpen(!isOpen)}
    >
      {isOpen ? 'Hide' : 'Show'}
    </Button>
    {isOpen && hash !== '' && <StoredReply hash={hash} part={part} />}
  </>
);

const itemsPerPage = 50;

/** The replies that a generation was made of, also those that could not be used, with their reasoning. */
function Replies({ run }: { run: Run }) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<string | null>(null);
  const replies = useGeneratedReplies(run, { offset: (page - 1) * itemsPerPage, limit: itemsPerPage });
  if (whyUnread(replies)) return <ProblemNote problem={toProblem(replies.error)} />;
  if (!replies.data) return <LoadingNote label="Reading the replies" />;
  const { items, rows } = replies.data;
  return (
    <section aria-labelledby="replies-title">
      <Title order={2} id="replies-title" mb="xs">
        Every reply
      </Title>
      {items > 0 && (
        <DataTable
          label="Every reply"
          rows={rows}
          keyOf={({ itemId, turn }) => `${itemId}/${turn}`}
          columns={[
            {
              head: 'Item',
              cell: ({ itemId, externalId }) => (
                <TextLink href={paths.item(run.datasetId, itemId)}>{externalId}</TextLink>
              ),
            },
            { head: 'Turn', cell: ({ turn }) => turn + 1 },
            {
              head: 'What it is',
              cell: ({ kind, reasoning }) =>
                `${kind === null ? 'no reply is stored' : replyKindWords[kind]}${reasoning === null ? '' : ', with reasoning'}`,
            },
            {
              head: 'Reply',
              cell: ({ itemId, externalId, turn, callHash }) =>
                callHash !== null && (
                  <ReplyToggle
                    of={`${externalId}, turn ${turn + 1}`}
                    hash={callHash}
                    part="system"
                    isOpen={shown === `${itemId}/${turn}`}
                    onOpen={(isOpen) => setShown(isOpen ? `${itemId}/${turn}` : null)}
                  />
                ),
            },
          ]}
        />
      )}
      {items > itemsPerPage && <Pages rows={items} perPage={itemsPerPage} page={page} onPage={setPage} />}
    </section>
  );
}
