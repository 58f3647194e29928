import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Run } from '../../../shared/contract/index.ts';
import { outcomeWords } from '../../../shared/outcome-words.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { judgeKeys, useRuns } from '../../parts/judge-queries.ts';
import { StoredReply } from '../../parts/runs/stored-reply.tsx';
import { Fold } from '../../ui/for-researchers.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';

interface ShownReply {
  readonly name: string;
  /** Null where none is stored. */
  readonly hash: string | null;
}

/** What models of this project wrote of an item, run by run, with their reasoning; each is read when it is opened. */
export function RepliesOfItem({ datasetId, itemId }: { datasetId: number; itemId: number }) {
  const runs = (useRuns().data ?? []).filter((run) => run.datasetId === datasetId && run.callsDone > 0);
  return runs.map((run) => (
    <Fold key={run.id} summary={`Replies and reasoning: ${run.title}`}>
      <RepliesOfRun run={run} itemId={itemId} />
      <TextLink href={paths.run(run.id)}>The whole run</TextLink>
    </Fold>
  ));
}

function RepliesOfRun({ run, itemId }: { run: Run; itemId: number }) {
  const replies = useQuery({
    queryKey: [...judgeKeys.runs, run.id, 'item', itemId, run.callsDone],
    queryFn: () => (run.kind === 'judge' ? verdictReplies(run.id, itemId) : generatedReplies(run.id, itemId)),
  });
  if (whyUnread(replies)) return <ProblemNote problem={toProblem(replies.error)} />;
  if (!replies.data) return <LoadingNote label="Reading the replies" />;
  if (replies.data.length === 0) return <Text c="dimmed">The run has no reply about this item.</Text>;
  return replies.data.map(({ name, hash }) => (
    <section key={name} aria-label={name}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      {hash !== null && <StoredReply hash={hash} part={run.kind === 'judge' ? 'judge' : 'system'} />}
    </section>
  ));
}

/** One reply may hold the scores of several criteria. */
async function verdictReplies(runId: number, itemId: number): Promise<ShownReply[]> {
  const { rows } = await api.run.verdicts({ runId, itemId, limit: 500 });
  const byReply = Map.groupBy(rows, ({ callHash, repeat, swapped }) => `${repeat} ${swapped} ${callHash}`);
  return [...byReply.values()].map((own) => {
    const said = own.map(
      ({ criterion, value, outcome }) => `${criterion}: ${value ?? outcomeWords[outcome]}`,
    );
    const { callHash, repeat, swapped } = own[0]!;
    const which = `${repeat > 0 ? `, repeat ${repeat + 1}` : ''}${swapped ? ', order swapped' : ''}`;
    return { name: `${said.join(', ')}${which}`, hash: callHash || null };
  });
}

async function generatedReplies(runId: number, itemId: number): Promise<ShownReply[]> {
  const { rows } = await api.generation.replies({ runId, itemId });
  return rows.map(({ turn, kind, callHash }) => ({
    name: `Turn ${turn + 1}: ${kind === null ? 'no reply is stored' : replyKindWords[kind]}`,
    hash: callHash,
  }));
}
