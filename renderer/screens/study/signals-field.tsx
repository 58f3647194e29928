import { Button, Checkbox, Collapse, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { StudyQuestion } from '../../../shared/contract/index.ts';
import { signalGroups, signalsWords } from '../../../shared/signal-words.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Term } from '../../ui/term.tsx';
import { useStudyPreview } from './use-study-preview.ts';

interface SignalsFieldProps {
  /** The question with every signal. */
  question: StudyQuestion;
  leftOut: readonly string[];
  onChange: (leftOut: string[]) => void;
}

/** What sharpens the estimate beside the surrogate: one line, and the list where it is asked for. */
export function SignalsField({ question, leftOut, onChange }: SignalsFieldProps) {
  const [isOpen, setOpen] = useState(leftOut.length > 0);
  const listId = useId();
  const preview = useStudyPreview(question, isOpen);
  const signals = preview.data?.signals.map((one) => ({ ...one, leftOut: leftOut.includes(one.id) }));
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm">
          <Term meaning="Numbers known for every item before labeling. Examples are judge scores, metrics, text length and labels of other systems. The study learns from labels how useful each one is. A useless one costs almost nothing.">
            {signals ? signalsWords(signals) : 'Other scores in the data sharpen the estimate.'}
          </Term>
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the signals' : 'Show the signals'}
        </Button>
      </Group>
      <Collapse expanded={isOpen} id={listId}>
        {isOpen && preview.error && <ProblemNote problem={toProblem(preview.error)} />}
        {isOpen && preview.isFetching && <LoadingNote label="Gathering the signals" />}
        <Stack gap="sm">
          {signalGroups(signals ?? []).map(([of, inGroup]) => (
            <Checkbox.Group
              key={of}
              label={of}
              value={inGroup.filter((one) => !one.leftOut).map(({ id }) => id)}
              onChange={(kept) => {
                const others = leftOut.filter((id) => inGroup.every((one) => one.id !== id));
                onChange([...others, ...inGroup.map(({ id }) => id).filter((id) => !kept.includes(id))]);
              }}
            >
              <Stack gap={4} mt={4}>
                {inGroup.map(({ id, name }) => (
                  <Checkbox key={id} size="sm" value={id} label={name} />
                ))}
              </Stack>
            </Checkbox.Group>
          ))}
        </Stack>
      </Collapse>
    </Stack>
  );
}
