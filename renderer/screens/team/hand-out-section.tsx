import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { HandedBatch, MergedBatch } from '../../../shared/contract/index.ts';
import { useRefreshAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionStore } from '../../api/session-store.ts';
import { uploadFile } from '../../api/upload.ts';
import { mergeWords } from '../../parts/merge-words.ts';
import { askedOf, type TeamSubject } from '../../parts/team/team-subject.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Term } from '../../ui/term.tsx';
import { HandOutForm } from './hand-out-form.tsx';
import { MergeReview } from './merge-review.tsx';

/** Sends items to somebody who labels elsewhere, and takes back what they return. */
export function HandOutSection({ subject }: { subject: TeamSubject }) {
  const { studyId } = askedOf(subject);
  const study = useStudy(studyId);
  const handed = useQuery({
    queryKey: [...queryKeys.study(studyId), 'handed-batches', askedOf(subject)],
    queryFn: () => api.batch.list(askedOf(subject)),
  });
  const error = study.error ?? handed.error;
  return (
    <Stack gap="lg">
      <Text c="dimmed" maw="75ch">
        The <Term word="sample">sample</Term> goes out as one file: the conversations, the question and the
        guidelines, under anonymous ids. It names no system, score or other answer, and is signed by your key.
        Returned files are checked and shown before merging. The same file twice changes nothing; an altered
        one is refused.
      </Text>
      {error && <ProblemNote problem={toProblem(error)} />}
      {study.data && (
        <HandOutForm
          subject={subject}
          items={'ranking' in subject ? subject.ranking.items : study.data.itemsDrawn}
        />
      )}
      <MergePanel />
      {handed.data && handed.data.length > 0 && <HandedTable batches={handed.data} />}
    </Stack>
  );
}

/** Which items of the batch a hand-out holds. */
const rangeWords = ({ from, items }: HandedBatch): string =>
  items === 1 ? formatCount(from) : `${formatCount(from)} to ${formatCount(from + items - 1)}`;

function HandedTable({ batches }: { batches: readonly HandedBatch[] }) {
  return (
    <Panel title="Sent">
      <DataTable
        label="Sent files"
        rows={batches}
        keyOf={({ batchId }) => batchId}
        alignTop
        columns={[
          { head: 'File', cell: ({ batchId }) => batchId.slice(0, 6) },
          { head: 'When', cell: ({ at }) => formatInstant(at) },
          {
            head: 'Items',
            cell: (batch) => (
              <>
                {rangeWords(batch)}
                {batch.assignedTo !== null && (
                  <Text size="sm" c="dimmed">
                    for <bdi>{batch.assignedTo}</bdi>
                  </Text>
                )}
              </>
            ),
          },
          { head: 'Came back', cell: ({ returns }) => <Returned returns={returns} /> },
        ]}
      />
    </Panel>
  );
}

function Returned({ returns }: Pick<HandedBatch, 'returns'>) {
  if (returns.length === 0) return <Text c="dimmed">Nothing yet</Text>;
  return returns.map(({ at, annotator, answers }) => (
    <Text key={`${at} ${annotator}`} size="sm">
      <bdi>{annotator}</bdi>: {plural(answers, 'answer')}, {formatInstant(at)}
    </Text>
  ));
}

/** Takes back a returned file: chosen here, dropped on the window or opened from the menu. */
function MergePanel() {
  const forget = useRef<() => void>(null);
  const file = useStore(sessionStore, (state) => state.returnedFile);
  const choose = useStore(sessionStore, (state) => state.chooseReturned);
  const [merged, setMerged] = useState<MergedBatch | null>(null);
  const refreshAnnotators = useRefreshAnnotators();
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      const { path } = await uploadFile(api, chosen, () => undefined);
      const returned = { path, name: chosen.name };
      // A file that cannot be merged at all is refused here, where another one can be chosen.
      await api.batch.preview(returned);
      return returned;
    },
    onMutate: () => {
      setMerged(null);
      choose(null);
    },
    onSuccess: choose,
  });
  const finish = (result: MergedBatch | null) => {
    setMerged(result);
    choose(null);
    refreshAnnotators();
  };
  const done = merged && mergeWords(merged);
  return (
    <Panel title="Merge what came back">
      {file ? (
        <MergeReview key={file.path} file={file} onDone={finish} />
      ) : (
        <Group gap="md">
          <FileButton
            accept=".assay-labels,application/json,.json"
            resetRef={forget}
            onChange={(chosen) => {
              if (chosen) upload.mutate(chosen);
              // The same file may be chosen again.
              forget.current?.();
            }}
          >
            {(props) => (
              <Button variant="default" loading={upload.isPending} {...props}>
                Choose a returned file…
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Or drop it on the window. You see what it would change before anything is merged.
          </Text>
        </Group>
      )}
      {done && (
        <Alert color="blue" role="status" title={done.title}>
          {done.words}
        </Alert>
      )}
      {upload.error && <ProblemNote problem={toProblem(upload.error)} />}
    </Panel>
  );
}
