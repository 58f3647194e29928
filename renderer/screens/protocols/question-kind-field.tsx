import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QuestionKind } from '../../../shared/contract/index.ts';
import { questionKindWords } from '../../../shared/question-kind-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { protocolKeys } from './protocol-queries.ts';

interface QuestionKindFieldProps {
  runId: number;
  position: number;
  turn: number;
  /** What the present annotator said; null where nothing. */
  kind: QuestionKind | null;
}

const kinds = Object.entries(questionKindWords) as [QuestionKind, string][];

/** Whether a question fits the history that the model made, and if not why, by the judgment of whoever reads it. */
export function QuestionKindField({ runId, position, turn, kind }: QuestionKindFieldProps) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (said: QuestionKind | null) =>
      api.protocol.markQuestion({ runId, position, turn, kind: said }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...protocolKeys.runs, runId] }),
  });
  return (
    <>
      <NativeSelect
        size="xs"
        w={220}
        label="Does it fit this history?"
        value={(mark.isPending ? mark.variables : kind) ?? ''}
        onChange={({ currentTarget: { value } }) =>
          mark.mutate(kinds.find(([one]) => one === value)?.[0] ?? null)
        }
        data={[{ value: '', label: 'not judged' }, ...kinds.map(([value, label]) => ({ value, label }))]}
      />
      {mark.error && <ProblemNote problem={toProblem(mark.error)} />}
    </>
  );
}
