import { useQuery } from '@tanstack/react-query';
import type { ReplyPart } from '../../../shared/contract/index.ts';
import { replyPartWords } from '../../../shared/reply-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import classes from './stored-reply.module.css';

interface StoredReplyProps {
  hash: string;
  /** Whose reply it is. */
  part: ReplyPart;
}

/** What a reply answers, with its reasoning and the whole reply folded. It is text of strangers: shown, never run. */
export function StoredReply({ hash, part }: StoredReplyProps) {
  const call = useQuery({
    queryKey: ['llm-call', hash],
    queryFn: () => api.run.call({ hash }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (whyUnread(call)) return <ProblemNote problem={toProblem(call.error)} />;
  if (!call.data) return <LoadingNote label="Reading the reply" />;
  const { answer, reasoning, reply } = call.data;
  return (
    <>
      {answer !== null && <Message text={answer} />}
      {reasoning !== null && (
        <details>
          <summary>Reasoning of: {replyPartWords[part]}</summary>
          <Message text={reasoning} />
        </details>
      )}
      <details open={answer === null}>
        <summary>As the server sent it</summary>
        <Message text={reply} />
      </details>
    </>
  );
}

const Message = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard
  <pre className={classes.message} tabIndex={0}>
    {text}
  </pre>
);
