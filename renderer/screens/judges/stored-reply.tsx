import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import classes from './judges.module.css';

/** The reply as the server sent it. It is text of strangers: shown, never run. */
export function StoredReply({ hash }: { hash: string }) {
  const call = useQuery({
    queryKey: ['llm-call', hash],
    queryFn: () => api.run.call({ hash }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (call.error) return <ProblemNote problem={toProblem(call.error)} />;
  if (!call.data) return <LoadingNote label="Reading the reply" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard
    <pre className={classes.message} tabIndex={0}>
      {call.data.reply}
    </pre>
  );
}
