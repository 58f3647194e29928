import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JudgeImprovement, JudgeVersion } from '../../../shared/contract/index.ts';
import { useStudiesAlone } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { JoinPanel } from '../../parts/study/join-panel.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { HowItWent, useRunPart } from './run-part.tsx';

interface UseInStudyProps {
  readonly improvement: JudgeImprovement;
  readonly version: JudgeVersion;
}

/** The last step of the loop: a version that was checked scores every item, and joins a study that asks for the same. */
export function UseInStudy({ improvement, version }: UseInStudyProps) {
  const queries = useQueryClient();
  const { datasetId, system, criterion } = improvement;
  const { data = [] } = useStudiesAlone();
  const studies = data.filter(
    (one) =>
      one.datasetId === datasetId &&
      one.system === system &&
      one.comparison === null &&
      one.measure.kind === 'criterion' &&
      one.measure.criterion === criterion,
  );
  const [chosen, setChosen] = useState(improvement.studyId);
  const study = studies.find(({ id }) => id === chosen) ?? studies.at(-1);
  const [isOpen, setOpen] = useState(false);
  const run = useRunPart({
    ...{ improvement, judgeId: version.judgeId, part: 'all' },
    onEnd: () => {
      setOpen(true);
      return study && queries.invalidateQueries({ queryKey: queryKeys.study(study.id) });
    },
  });
  if (!study) return null;
  return (
    <Stack gap="xs" mt="md">
      <Title order={3}>Use {version.judge} in the study</Title>
      {studies.length > 1 && (
        <NativeSelect
          label="Study"
          value={study.id}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={studies.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <Text size="sm">It scores every item first. Stored replies are not asked again.</Text>
      <Text size="sm" className="tabular">
        {run.cost}
      </Text>
      <Button variant="default" disabled={run.isBusy} loading={run.isRunning} onClick={() => run.start()}>
        Run {version.judge} on every item
      </Button>
      <HowItWent run={run} />
      {isOpen ? (
        <JoinPanel key={study.id} study={study} onDone={() => setOpen(false)} />
      ) : (
        <Button variant="subtle" onClick={() => setOpen(true)}>
          Choose what joins {study.name}…
        </Button>
      )}
    </Stack>
  );
}
