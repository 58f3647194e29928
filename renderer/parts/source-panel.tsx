import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Study } from '../../shared/contract/index.ts';
import { api } from '../api/client.ts';
import { formatCount, formatInstant, plural } from '../api/format.ts';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { useStoppable } from '../api/use-stoppable.ts';
import { Facts } from '../ui/facts.tsx';
import { RequiredNumber } from '../ui/number-field.tsx';
import { Panel } from '../ui/panel.tsx';
import { QueryText } from '../ui/query-text.tsx';
import { SourceProgressView } from '../ui/source-progress-view.tsx';

type Source = NonNullable<Study['source']>;

/** Where the pool of a study lies that stays there, and the way to take more of it along. */
export function SourcePanel({ study }: { study: Study }) {
  return study.source === null ? null : (
    <Panel title="The pool stays where it is">
      <SourceFacts study={study} source={study.source} />
      <TakeMore study={study} source={study.source} />
    </Panel>
  );
}

interface SourceProps {
  study: Study;
  source: Source;
}

/** What the pool was when it was read, and which of its texts are here. */
export function SourceFacts({ study, source }: SourceProps) {
  const { place, engine, readAt, fingerprint, missing, taken, query } = source;
  return (
    <>
      <Facts
        facts={[
          { name: 'Place', value: place },
          { name: 'Read by', value: `${engine}, ${formatInstant(readAt)}` },
          { name: 'Rows', value: formatCount(study.populationSize) },
          { name: 'Without a score', value: formatCount(missing) },
          { name: 'Fingerprint', value: fingerprint },
        ]}
      />
      <Text size="sm" c="dimmed" maw="75ch">
        The first {plural(taken, 'row')} of the draw order are copied into the project with their texts. What
        was labeled stays here, even if the source changes. Of the other rows the project keeps counts by
        score.
      </Text>
      <details>
        <summary>The query that they were counted by</summary>
        <QueryText sql={query} />
      </details>
    </>
  );
}

const usualMore = 5000;
const mostTaken = 200_000;

/** More rows of the order, after a look whether the source is still what was drawn from. */
function TakeMore({ study, source: { taken } }: SourceProps) {
  const queries = useQueryClient();
  const most = Math.min(mostTaken, study.populationSize);
  const [more, setMore] = useState(Math.min(usualMore, Math.max(1, most - taken)));
  const take = useStoppable(
    (ahead: number, signal) => api.source.takeMore({ studyId: study.id, ahead }, { signal }),
    (next) => queries.setQueryData(queryKeys.study(study.id), next),
  );
  if (taken >= most) return <Text size="sm">All rows that can be copied are here.</Text>;
  if (take.isPending)
    return <SourceProgressView label="Asking the source whether it is what it was" onStop={take.stop} />;
  return (
    <>
      {take.error && <ProblemNote problem={toProblem(take.error)} />}
      <Group gap="sm" align="flex-end">
        <RequiredNumber
          label="Further rows"
          w={140}
          min={1}
          max={most - taken}
          allowDecimal={false}
          value={more}
          onChange={setMore}
        />
        <Button variant="default" onClick={() => take.mutate(Math.min(most, taken + more))}>
          Copy more rows
        </Button>
        {take.isSuccess && (
          <Text size="sm" role="status">
            The source is what it was; {plural(taken, 'row')} are here now.
          </Text>
        )}
      </Group>
    </>
  );
}
