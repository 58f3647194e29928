import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import type { SourceCheck, SourceQuestion } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useStoppable } from '../../api/use-stoppable.ts';
import { plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { FirstPhaseOffer } from '../../ui/first-phase-offer.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SourceProgressView } from '../../ui/source-progress-view.tsx';
import { freshSeed } from '../study/study-draft.ts';
import type { ColumnRoles } from './column-roles.ts';
import { keepPassword } from './keep-password.ts';
import { PrintedSource } from './printed-source.tsx';
import { SourceColumns } from './source-columns.tsx';
import {
  emptyPlace,
  guessedRoles,
  guessScale,
  isPrinted,
  type PlaceDraft,
  placeMarks,
  placeOf,
  questionOf,
  secondsLeft,
  timeoutOf,
} from './source-draft.ts';
import { ComesIntoView, SourceFound, SourceMarks } from './source-found.tsx';
import { SourcePlace } from './source-place.tsx';
import { type NextStep, SourceStep } from './source-step.tsx';
import { type SourceStudyDraft, SourceStudyFields } from './source-study-fields.tsx';

const newStudy = (): SourceStudyDraft => ({
  ...{ criterion: 'helpfulness', scale: { min: 1, max: 5, direction: 'higher' } },
  ...{ preset: 'calibrated-hardness', size: 30, ahead: 5000, seed: freshSeed(), name: '' },
});

/** Draws a study of rows that stay where they are: the place, its columns, what they hold, then the draw. */
export function SourceScreen() {
  const [place, setPlace] = useState(emptyPlace);
  const [password, setPassword] = useState('');
  const [study, setStudy] = useState(newStudy);
  const named = useQuery({ queryKey: queryKeys.sources, queryFn: () => api.source.list({}) });
  const change = (part: Partial<SourceStudyDraft>) => setStudy({ ...study, ...part });
  return (
    <Page>
      <PageHeader
        title="From a warehouse or a folder of files"
        description="For pools that are too large to copy, or must not be. The rows stay where they are: their number by score comes into the project, and the rows that people may label."
      />
      {named.error && <ProblemNote problem={toProblem(named.error)} />}
      <SourcePlace
        {...{ place, password }}
        named={named.data ?? []}
        onChange={(part) => setPlace({ ...place, ...part })}
        onPassword={setPassword}
      />
      {isPrinted(place.engine) ? (
        <PrintedSource key={place.engine} dialect={place.engine} study={study} onStudy={change} />
      ) : (
        <AskedSource {...{ place, password, study }} named={named.data ?? []} onStudy={change} />
      )}
    </Page>
  );
}

interface AskedSourceProps {
  place: PlaceDraft;
  password: string;
  named: Parameters<typeof placeOf>[1];
  study: SourceStudyDraft;
  onStudy: (part: Partial<SourceStudyDraft>) => void;
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

/** A count of all rows, and what was counted. */
interface Counted {
  readonly asked: string;
  readonly check: SourceCheck;
}

/** A source that Assay asks itself. */
function AskedSource({ place, password, named = [], study, onStudy }: AskedSourceProps) {
  const stated = placeOf(place, named);
  const patience = timeoutOf(place);
  const [roles, setRoles] = useState<ColumnRoles>({});
  const [scale, setScale] = useState(() => guessScale([]));
  const [where, setWhere] = useState('');
  const [counted, setCounted] = useState<Counted | null>(null);
  const look = useStoppable(
    async (at: Place, signal) => {
      await keepPassword(place, named, password);
      return api.source.check({ ...at, ...patience }, { signal });
    },
    (check) => {
      const guessed = guessedRoles(check);
      const score = check.columns.findIndex(({ name }) => guessed[name]?.role === 'judge');
      setRoles(guessed);
      setScale(guessScale(check.firstRows.map((row) => row[score] ?? null)));
    },
  );
  const isSeen = look.data !== undefined && JSON.stringify(look.variables) === JSON.stringify(stated);
  const asked = stated && questionOf(stated, { roles, scale, where });
  const { seed, preset, ahead } = study;
  const request = asked?.question ? { ...asked.question, seed, preset } : null;
  const countKey = JSON.stringify(request);
  const count = useStoppable(
    (input: NonNullable<typeof request>, signal) => api.source.check({ ...input, ...patience }, { signal }),
    (check, input) => setCounted({ asked: JSON.stringify(input), check }),
  );
  const found = counted !== null && counted.asked === countKey && isSeen ? counted : null;
  const draw = useStoppable(
    (source: SourceQuestion, signal) => {
      const { criterion, scale: rated, size, name } = study;
      const wanted = { criterion: { name: criterion.trim(), scale: rated }, seed, preset, ahead };
      const most = Math.min(size, found?.check.rows ?? size);
      const named = name.trim() === '' ? {} : { name: name.trim() };
      return api.source.createStudy({ source, ...wanted, ...named, ...patience, size: most }, { signal });
    },
    ({ id }) => navigate(paths.label(id)),
  );
  const running = [look, count, draw].find(({ isPending }) => isPending);
  const error = draw.error ?? count.error ?? look.error;
  const next = nextStep();

  /** A fault of before is forgotten with the next step. */
  function nextStep(): NextStep {
    const step = stepNow();
    const go = () => {
      for (const { reset } of [count, draw]) reset();
      step.go();
    };
    return { ...step, go };
  }

  function stepNow(): NextStep {
    if (!isSeen || !asked) {
      const lacks = stated ? null : 'Say where the rows lie.';
      return { words: 'Look at the columns', lacks, go: () => stated && look.mutate(stated) };
    }
    const { question } = asked;
    if (!found)
      return {
        words: 'Count the rows',
        lacks: asked.lacks,
        go: () => request && count.mutate(request),
      };
    const size = Math.min(study.size, found.check.rows ?? 0);
    const lacks = lacking(study, found.check);
    return {
      words: `Draw ${plural(size, 'row')} and start labeling`,
      lacks,
      go: () => question && draw.mutate(question),
    };
  }

  return (
    <>
      {isSeen && look.data && (
        <>
          <ComesIntoView>
            <Panel title="What answered">
              <SourceMarks marks={placeMarks(look.data)} />
              {place.engine !== 'named' && stated && <KeepPlace place={stated} />}
            </Panel>
          </ComesIntoView>
          <SourceColumns
            check={look.data}
            {...{ roles, scale, where }}
            onRoles={setRoles}
            onScale={setScale}
            onWhere={setWhere}
          />
        </>
      )}
      {found && asked?.question && (
        <>
          <SourceFound check={found.check} scale={asked.question.score?.scale ?? null} ahead={ahead} />
          <SourceStudyFields
            draft={study}
            items={found.check.rows}
            hasScore={asked.question.score !== null}
            onChange={onStudy}
          />
          <Panel title="Or have a judge score a part of them">
            <FirstPhaseOffer
              from={{ source: asked.question, ...patience }}
              populationSize={found.check.rows ?? 0}
              onTaken={({ datasetId }) => navigate(paths.newStudyOn(datasetId))}
            />
          </Panel>
        </>
      )}
      <SourceStep
        next={next}
        error={error}
        running={
          running && (
            <SourceProgressView
              key={running === look ? 'look' : running === count ? 'count' : 'draw'}
              label="Asking for the columns"
              expectedSeconds={running === draw && found ? secondsLeft(found.check) : undefined}
              onStop={running.stop}
            />
          )
        }
      />
    </>
  );
}

/** Why nothing can be drawn yet; null when it can. */
function lacking({ criterion, scale }: SourceStudyDraft, { repeatedIds }: SourceCheck): string | null {
  if ((repeatedIds ?? 0) > 0) return 'Ids stand twice: choose another column for them, or leave rows out.';
  if (criterion.trim() === '') return 'Say what people rate.';
  return scale.max > scale.min ? null : 'The scale needs two ends.';
}

/** Keeps the place under a name, for the next study from there. */
function KeepPlace({ place }: { place: Place }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const keep = useMutation({
    mutationFn: () => api.source.add({ ...place, name: name.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.sources }),
  });
  return (
    <>
      {keep.error && <ProblemNote problem={toProblem(keep.error)} />}
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Keep this place under a name"
          w={260}
          maxLength={100}
          placeholder="warehouse"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={name.trim() === ''}
          loading={keep.isPending}
          onClick={() => keep.mutate()}
        >
          Keep
        </Button>
        {keep.isSuccess && (
          <Text size="sm" role="status">
            Kept, without a password.
          </Text>
        )}
      </Group>
    </>
  );
}
