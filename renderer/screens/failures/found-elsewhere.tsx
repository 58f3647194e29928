import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { foundQuery, newKey, useAct } from './failure-queries.ts';
import classes from './failures.module.css';

/** Failure modes and notes that came with the data: they can become modes of the project, and are in no share. */
export function FoundElsewhere({ studyId, datasetId }: { studyId: number; datasetId: number }) {
  const found = useQuery(foundQuery(studyId));
  const make = useAct((name: string) => api.failures.make({ name, clientKey: newKey() }));
  if (found.error) return <ProblemNote problem={toProblem(found.error)} />;
  if (!found.data || (found.data.modes.length === 0 && found.data.noteCount === 0)) return null;
  const { modes, notes, noteCount } = found.data;
  return (
    <Panel title="Found elsewhere">
      <Text size="sm" c="dimmed" mb="sm">
        This came with the data. Nobody drew these items for it, so it enters no share.
      </Text>
      {make.error && <ProblemNote problem={toProblem(make.error)} />}
      {modes.length > 0 && (
        <ul className={classes.found} aria-label="Failure modes that came with the data">
          {modes.map(({ name, items, modeId }) => (
            <li key={name}>
              <span>{name}</span>
              <Text size="sm" c="dimmed" component="span" className="tabular">
                {plural(items, 'item')}
              </Text>
              {modeId === null ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={make.isPending && make.variables === name}
                  onClick={() => make.mutate(name)}
                  aria-label={`Add as a failure mode: ${name}`}
                >
                  Add as a failure mode
                </Button>
              ) : (
                <Text size="sm" c="dimmed" component="span">
                  is a failure mode
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className={classes.found} aria-label="Notes that came with the data">
          {notes.map(({ itemId, externalId, note }) => (
            <li key={`${itemId} ${note}`}>
              <span>{note}</span>
              <TextLink href={paths.item(datasetId, itemId)}>{externalId}</TextLink>
            </li>
          ))}
        </ul>
      )}
      {noteCount > notes.length && (
        <Text size="sm" c="dimmed">
          {formatCount(noteCount - notes.length)} more notes are not shown.
        </Text>
      )}
    </Panel>
  );
}
