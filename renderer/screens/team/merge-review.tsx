import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wholeAnswerWords } from '../../../shared/answer-words.ts';
import type {
  MergeConflict,
  MergedBatch,
  MergePreview,
  Take,
  WhoseLabels as Whose,
} from '../../../shared/contract/index.ts';
import { reasonWords, signatureWords, whoseQuestion } from '../../../shared/merge-words.ts';
import { nameProblem, sameName, tidyName } from '../../../shared/person-name.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { moveWords } from '../../parts/merge-words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';

const shownAtFirst = 50;

interface MergeConflictsProps {
  preview: Pick<MergePreview, 'conflicts' | 'form'>;
  choices: Readonly<Record<string, Take>>;
  onChoose: (choices: Record<string, Take>) => void;
}

/** Answers that would replace a label or are dated wrongly: both values, both times, and a choice for each or for all. */
function MergeConflicts({ preview: { conflicts, form }, choices, onChoose }: MergeConflictsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? conflicts : conflicts.slice(0, shownAtFirst);
  const chooseAll = (take: Take) => onChoose(Object.fromEntries(conflicts.map(({ ref }) => [ref, take])));
  const option = (conflict: MergeConflict, take: Take) => (
    <ConflictOption
      conflict={conflict}
      form={form}
      take={take}
      isChosen={choices[conflict.ref] === take}
      onChoose={() => onChoose({ [conflict.ref]: take })}
    />
  );
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {plural(conflicts.length, 'conflict')}
      </Title>
      <Text size="sm" c="dimmed" maw="75ch">
        Choose what holds. The audit trail of the report keeps both answers and your choice.
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => chooseAll('project')}>
          Keep the project’s in all
        </Button>
        <Button variant="default" size="xs" onClick={() => chooseAll('file')}>
          Take the file’s in all
        </Button>
      </Group>
      <DataTable
        label="Conflicts"
        rows={shown}
        keyOf={({ ref }) => ref}
        alignTop
        columns={[
          { head: 'Item', cell: ({ draw }) => (draw === null ? 'of an earlier sample' : formatCount(draw)) },
          { head: 'Why', cell: reasonWords },
          { head: 'The project has', cell: (conflict) => option(conflict, 'project') },
          { head: 'The file says', cell: (conflict) => option(conflict, 'file') },
        ]}
      />
      {shown.length < conflicts.length && (
        <Button variant="subtle" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => setWhole(true)}>
          Show all {formatCount(conflicts.length)}
        </Button>
      )}
    </Stack>
  );
}

interface ConflictOptionProps {
  conflict: MergeConflict;
  form: MergePreview['form'];
  take: Take;
  isChosen: boolean;
  onChoose: () => void;
}

function ConflictOption({ conflict, form, take, isChosen, onChoose }: ConflictOptionProps) {
  const { ref, draw } = conflict;
  const said = conflict[take];
  const item = draw === null ? 'An item of an earlier sample' : `Item ${formatCount(draw)}`;
  const words =
    said === null ? 'no label' : said.answer === null ? 'taken back' : wholeAnswerWords(said.answer, form);
  return (
    <Radio
      name={`conflict-${ref}`}
      checked={isChosen}
      onChange={onChoose}
      aria-label={`${item}: ${take === 'project' ? 'keep' : 'take'} ${words}`}
      label={<bdi>{words}</bdi>}
      description={said && formatInstant(said.at)}
      styles={{ label: { overflowWrap: 'anywhere' } }}
    />
  );
}

interface MergeReviewProps {
  file: { path: string; name: string };
  /** The merge, or null when nothing was merged. */
  onDone: (merged: MergedBatch | null) => void;
}

/** What merging a returned file would do; nothing is merged before everything open is decided. */
export function MergeReview({ file, onDone }: MergeReviewProps) {
  const [as, setAs] = useState<string | undefined>();
  const [choices, setChoices] = useState<Record<string, Take>>({});
  const request = { ...file, as, choices };
  const { data: preview, error } = useQuery({
    queryKey: ['merge-preview', request],
    queryFn: () => api.batch.preview(request),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const merge = useMutation({ mutationFn: () => api.batch.merge(request), onSuccess: onDone });
  const problem = merge.error ?? error;
  const open = preview?.conflicts.filter(({ ref }) => choices[ref] === undefined).length ?? 0;
  const isReady = !error && preview?.whose.person && open === 0;
  return (
    <Stack gap="md" role="region" aria-label={`What ${file.name} would change`}>
      {!preview && !error && <LoadingNote label={`Reading ${file.name}`} />}
      {preview && (
        <>
          <MergeFacts file={file.name} preview={preview} />
          <WhoseLabels whose={preview.whose} onChoose={setAs} />
          {preview.whose.person && <MergeCounts preview={preview} />}
          {preview.conflicts.length > 0 && (
            <MergeConflicts
              preview={preview}
              choices={choices}
              onChoose={(more) => setChoices((before) => ({ ...before, ...more }))}
            />
          )}
          {preview.whose.person && (
            <Text>
              {moveWords(preview, 'would be')}
              {open > 0 && ' Where nothing is chosen yet, this uses the project’s answers.'}
            </Text>
          )}
        </>
      )}
      {problem && <ProblemNote problem={toProblem(problem)} />}
      <Group gap="md">
        <Button disabled={!isReady} loading={merge.isPending} onClick={() => merge.mutate()}>
          Merge
        </Button>
        <Button variant="default" onClick={() => onDone(null)}>
          Do not merge
        </Button>
        {open > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {plural(open, 'conflict')} to decide first.
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function MergeFacts({ file, preview }: { file: string; preview: MergePreview }) {
  const { study, handedOutAt, whose } = preview;
  return (
    <Stack gap={4}>
      <Facts
        facts={[
          { name: 'File', value: file },
          { name: 'Study', value: <bdi>{study}</bdi> },
          { name: 'Sent', value: formatInstant(handedOutAt) },
          { name: 'To', value: whose.handedTo === null ? 'anyone' : <bdi>{whose.handedTo}</bdi> },
        ]}
      />
      <Text size="sm" c="dimmed">
        {signatureWords(preview)}
      </Text>
    </Stack>
  );
}

function MergeCounts({ preview: { added, changed, known, conflicts } }: { preview: MergePreview }) {
  return (
    <Facts
      facts={[
        { name: 'New', value: added },
        { name: 'Changed by the same copy', value: changed },
        { name: 'There already', value: known },
        { name: 'In conflict', value: conflicts.length },
      ]}
    />
  );
}

interface WhoseLabelsProps {
  whose: Whose;
  onChoose: (name: string | undefined) => void;
}

/** Whose labels a file brings; asked where the file does not say it, or says somebody whom nobody knows. */
function WhoseLabels({ whose, onChoose }: WhoseLabelsProps) {
  const { said, people, person, handedTo } = whose;
  const [isAsking, setAsking] = useState(person === null);
  if (!isAsking && person) {
    return (
      <Group gap="sm">
        <Text>
          Labels of <b dir="auto">{person.name}</b>
          {!sameName(said, person.name) && (
            <>
              , though the file says <bdi>{said}</bdi>
            </>
          )}
          .
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
          They are somebody else’s
        </Button>
      </Group>
    );
  }
  const isNewPossible = nameProblem(said) === null && !people.some((name) => sameName(name, said));
  return (
    <NativeSelect
      label={whoseQuestion({ ...whose, handedTo })}
      description="Labels stay with the name under which they are merged."
      inputWrapperOrder={['label', 'input', 'description']}
      maw={520}
      value={person?.name ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
      data={[
        ...(person ? [] : [{ value: '', label: 'Choose a person…' }]),
        ...people,
        ...(isNewPossible ? [{ value: tidyName(said), label: `${tidyName(said)}, a new person` }] : []),
      ]}
    />
  );
}
