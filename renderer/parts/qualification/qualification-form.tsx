import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AskedQualification, QualifiedRole } from '../../../shared/contract/index.ts';
import { useWindowAnnotator } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';

export interface Part {
  runId: number;
  role: QualifiedRole;
}

/** What stands before a run for whoever works in this window; null where nothing does, or they are through. */
export function useQualification({ runId, role }: Part) {
  const annotatorId = useWindowAnnotator();
  return useQuery({
    queryKey: ['qualification', runId, role, annotatorId],
    queryFn: () => api.qualification.get({ runId, role, annotatorId }),
  });
}

interface QualificationFormProps {
  before: Part;
  asked: AskedQualification;
  /** Once they are passed. */
  onPassed: () => void;
}

/** Questions on the guidelines that somebody answers before they take part. */
export function QualificationForm({ before: { runId, role }, asked, onPassed }: QualificationFormProps) {
  const queries = useQueryClient();
  const annotatorId = useWindowAnnotator();
  const { questions, pass } = asked;
  const [chosen, setChosen] = useState<(number | null)[]>(questions.map(() => null));
  const all = chosen.filter((one) => one !== null);
  const answer = useMutation({
    mutationFn: () => api.qualification.answer({ runId, role, annotatorId, chosen: all }),
    onSuccess: async ({ passed }) => {
      if (!passed) return;
      await queries.invalidateQueries({ queryKey: ['qualification', runId, role] });
      onPassed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate();
  };
  const found = answer.data;
  return (
    <>
      <PageHeader
        title="Before you begin"
        description={`${plural(questions.length, 'question')} on the guidelines; right answers needed: ${formatCount(pass)}.`}
      />
      <form onSubmit={submit}>
        <Stack gap="md">
          {questions.map(({ question, options }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: questions are never moved
            <Panel key={i}>
              <Radio.Group
                label={`${i + 1}. ${question}`}
                value={chosen[i] === null ? '' : String(chosen[i])}
                onChange={(value) => setChosen(chosen.with(i, Number(value)))}
              >
                <Stack gap="xs" mt={6}>
                  {options.map((option, k) => (
                    <Radio key={option} value={String(k + 1)} label={option} />
                  ))}
                </Stack>
              </Radio.Group>
              {found && !found.passed && <WrongNote wrong={found.wrong} number={i + 1} />}
            </Panel>
          ))}
          {found && !found.passed && (
            <Alert color="orange" title={`${found.right} of ${found.of} right`} role="status">
              Not passed yet. Read the guidelines again, then answer again.
            </Alert>
          )}
          {answer.error && <ProblemNote problem={toProblem(answer.error)} />}
          <Group>
            <Button type="submit" disabled={all.length < questions.length} loading={answer.isPending}>
              Answer
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}

function WrongNote({ wrong, number }: { wrong: { question: number; why: string }[]; number: number }) {
  const found = wrong.find(({ question }) => question === number);
  if (!found) return null;
  return <Text size="sm">{['The answer is another one.', found.why].filter(Boolean).join(' ')}</Text>;
}
