import { Alert, Progress } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Run, RunState } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { reasonWords, stateWordsOf } from './run-state.ts';

interface RunPageProps<R> {
  readonly run: UseQueryResult<R>;
  /** The link to where such runs are listed. */
  readonly above: ReactNode;
  describe(run: R): string;
  actions(run: R): ReactNode;
  /** How far it is; null where that need not show. */
  progress(run: R): { readonly done: number; readonly total: number; readonly label: string } | null;
  /** Whether its page says by itself what its message says. */
  saysItself?(run: R): boolean;
  /** The figures and results of its kind. */
  readonly children: (run: R) => ReactNode;
}

/** One run of any kind: how it stands and how far it is, then what its kind has to show. */
export function RunPage<
  R extends { title: string; state: RunState; message: string; outcomes?: Run['outcomes'] },
>({
  run: { data: run, error, isPending },
  above,
  describe,
  actions,
  progress,
  saysItself = () => false,
  children,
}: RunPageProps<R>) {
  const step = run && progress(run);
  return (
    <Page>
      <AlterationsNote />
      {error && <ProblemNote problem={toProblem(error)} />}
      {isPending && <LoadingNote label="Reading the run" />}
      {run && (
        <>
          <PageHeader above={above} title={run.title} description={describe(run)} actions={actions(run)} />
          {run.message !== '' && !saysItself(run) && (
            <Alert title={stateWordsOf(run)}>{reasonWords(run)}</Alert>
          )}
          {step && <Progress value={(100 * step.done) / Math.max(1, step.total)} aria-label={step.label} />}
          {children(run)}
        </>
      )}
    </Page>
  );
}
