import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Study } from '../../../shared/contract/index.ts';
import { failureSentence, noShareSentence } from '../../../shared/failure-words.ts';
import { failureTableQuery } from '../../api/failures.ts';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './results.module.css';

const mostShown = 3;

/** The largest failures of a study that asks what went wrong, and the way to all of them. */
export function FailuresSection({ study }: { study: Study }) {
  const isAsked = study.fields.some(({ form }) => form.kind === 'failures');
  const { data } = useQuery({ ...failureTableQuery(study.id), enabled: isAsked });
  if (!isAsked || !data) return null;
  const known = data.modes.flatMap(({ mode, share, examples }) =>
    share === null || share.value === null ? [] : [{ mode, share, example: examples[0] }],
  );
  return (
    <section aria-labelledby="failures-title">
      <h2 id="failures-title" className={classes.heading}>
        What went wrong
      </h2>
      {known.length === 0 && (
        <Text c="dimmed">
          {data.because ??
            noShareSentence(
              data.modes.map(({ mode, clock }) => ({ name: mode.name, clock })),
              data.coded,
            )}
        </Text>
      )}
      <ol className={classes.items}>
        {known.slice(0, mostShown).map(({ mode, share, example }) => (
          <li key={mode.id} className={classes.item}>
            <Text className="tabular">{failureSentence({ name: mode.name, ...share })}</Text>
            {example && (
              <Text size="sm" c="dimmed" dir="auto">
                Such as{' '}
                <TextLink href={paths.item(study.datasetId, example.itemId)} isAmongWords>
                  <bdi>{example.externalId}</bdi>
                </TextLink>
                {example.note !== '' && `: ${example.note.slice(0, 160)}`}
              </Text>
            )}
          </li>
        ))}
      </ol>
      <Text mt="sm">
        <TextLink href={paths.failures(study.id)}>Open the failures</TextLink>
      </Text>
    </section>
  );
}
