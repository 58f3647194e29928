import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import type { Scale, SourceCheck } from '../../../shared/contract/index.ts';
import { SourceQuestionSchema } from '../../../shared/contract/source.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { freshSeed } from '../../parts/study/study-draft.ts';
import { useDraft } from '../../ui/draft.tsx';
import { FirstPhaseOffer } from '../../ui/first-phase-offer.tsx';
import { longest } from '../../ui/number-field.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ScaleFields } from '../../ui/scale-fields.tsx';
import { SourceProgressView } from '../../ui/source-progress-view.tsx';
import type { ColumnRoles } from './column-roles.ts';
import { MappingEditor } from './mapping-editor.tsx';
import { PrintedSource } from './printed-source.tsx';
import { emptyPlace, isPrinted, onlyOneEach, placeMarks, secondsLeft } from './source-draft.ts';
import { ComesIntoView, SourceFound, SourceMarks } from './source-found.tsx';
import { SourcePlace } from './source-place.tsx';
import { SourceStep } from './source-step.tsx';
import { type SourceStudyDraft, SourceStudyFields } from './source-study-fields.tsx';
import { type AskedPlace, type Place, useAskedSource } from './use-asked-source.ts';

const newStudy = (): SourceStudyDraft => ({
  ...{ criterion: 'helpfulness', scale: { min: 1, max: 5, direction: 'higher' } },
  ...{ preset: 'calibrated-hardness', size: 30, ahead: 5000, seed: freshSeed(), name: '' },
});

/** Draws a study of rows that stay where they are: the place, its columns, what they hold, then the draw. */
export function SourceScreen() {
  const { draft: place, change: changePlace } = useDraft('place of a source', emptyPlace, undefined, {
    isOverReload: false,
  });
  const [password, setPassword] = useState('');
  const [usual] = useState(newStudy);
  const { draft: study, change } = useDraft('study of a source', usual);
  const named = useQuery({ queryKey: queryKeys.sources, queryFn: () => api.source.list({}) });
  return (
    <Page>
      <PageHeader
        title="From a warehouse or a folder of files"
        description="For pools that are too large to copy, or must not be. The rows stay where they are. Only counts by score and the rows to label come into the project."
      />
      {named.error && <ProblemNote problem={toProblem(named.error)} />}
      <SourcePlace
        {...{ place, password }}
        named={named.data ?? []}
        onChange={changePlace}
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

interface AskedSourceProps extends AskedPlace {
  onStudy: (part: Partial<SourceStudyDraft>) => void;
}

/** A source that Assay asks itself. */
function AskedSource({ onStudy, ...given }: AskedSourceProps) {
  const { place, study } = given;
  const { stated, patience, columns, isSeen, asked, found, count, draw, next } = useAskedSource(given);
  const { look, roles, setRoles, scale, setScale, where, setWhere } = columns;
  const running = [look, count, draw].find(({ isPending }) => isPending);
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
          <SourceFound check={found} scale={asked.question.score?.scale ?? null} ahead={study.ahead} />
          <SourceStudyFields
            draft={study}
            items={found.rows}
            hasScore={asked.question.score !== null}
            onChange={onStudy}
          />
          <Panel title="Or have a judge score a part of them">
            <FirstPhaseOffer
              from={{ source: asked.question, ...patience }}
              populationSize={found.rows ?? 0}
              onTaken={({ datasetId }) => navigate(paths.newStudyOn(datasetId))}
            />
          </Panel>
        </>
      )}
      <SourceStep
        next={next}
        error={draw.error ?? count.error ?? look.error}
        running={
          running && (
            <SourceProgressView
              key={running === look ? 'look' : running === count ? 'count' : 'draw'}
              label="Asking for the columns"
              expectedSeconds={running === draw && found ? secondsLeft(found) : undefined}
              onStop={running.stop}
            />
          )
        }
      />
    </>
  );
}

/** Keeps the place under a name, for the next study from there. */
function KeepPlace({ place }: { place: Place }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const isNamed = name.trim() !== '';
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
          onKeyDown={onEnter(() => isNamed && !keep.isPending && keep.mutate())}
        />
        <Button variant="default" disabled={!isNamed} loading={keep.isPending} onClick={() => keep.mutate()}>
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

interface SourceColumnsProps {
  check: SourceCheck;
  roles: ColumnRoles;
  scale: Scale;
  where: string;
  onRoles: (roles: ColumnRoles) => void;
  onScale: (scale: Scale) => void;
  onWhere: (where: string) => void;
}

/** What each column holds, with its type and first rows; the range of the score, and which rows are meant. */
function SourceColumns(props: SourceColumnsProps) {
  const { check, roles, scale, where, onRoles, onScale, onWhere } = props;
  const columns = check.columns.map(({ name }) => name);
  const score = columns.find((column) => roles[column]?.role === 'judge');
  return (
    <Panel title="What the columns hold">
      <MappingEditor
        of="source"
        preview={{
          columns,
          rows: check.firstRows.map((row) => row.map((cell) => cell ?? '')),
          readings: [],
        }}
        types={Object.fromEntries(check.columns.map(({ name, type }) => [name, type]))}
        roles={roles}
        onChange={(next) => onRoles(onlyOneEach(roles, next))}
      />
      {score === undefined ? (
        <Text size="sm" c="dimmed">
          Without a score all rows are drawn alike, and the interval is wider.
        </Text>
      ) : (
        <Group gap="sm">
          <Text size="sm">
            Range of <b>{score}</b>
          </Text>
          <ScaleFields name={score} scale={scale} onChange={onScale} />
        </Group>
      )}
      <Stack gap="xs">
        <Textarea
          label="Only rows where"
          description="A condition in the SQL of the engine; left empty, all rows. The report shows it."
          placeholder="day >= '2026-10-01'"
          autosize
          minRows={1}
          maxRows={6}
          {...longest(SourceQuestionSchema.shape.where)}
          spellCheck={false}
          value={where}
          onChange={(event) => onWhere(event.currentTarget.value)}
        />
      </Stack>
    </Panel>
  );
}
