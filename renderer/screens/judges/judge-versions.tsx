import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  JudgeCheck,
  JudgeFigure,
  JudgeImprovement,
  JudgeVersion,
} from '../../../shared/contract/index.ts';
import {
  judgeFigureRows,
  judgeFigureWords,
  judgeVersionWords,
  unscoredWords,
} from '../../../shared/judge-figure-words.ts';
import { changedModelWords } from '../../../shared/outcome-words.ts';
import { api } from '../../api/client.ts';
import { formatFixed, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { improvementKey } from '../../parts/judge-queries.ts';
import { Facts } from '../../ui/facts.tsx';
import classes from './judges.module.css';
import { PromptDiff } from './prompt-diff.tsx';
import { HowItWent, useRunPart } from './run-part.tsx';
import { UseInStudy } from './use-in-study.tsx';

interface VersionsProps {
  readonly improvement: JudgeImprovement;
  readonly chosen: number;
  readonly onChoose: (judgeId: number) => void;
}

/** The versions of the judges of a criterion, what they are on practice labels, and their checks. */
export function JudgeVersions({ improvement, chosen, onChoose }: VersionsProps) {
  const { versions, ceiling } = improvement;
  const version = versions.find(({ judgeId }) => judgeId === chosen)!;
  const changed = changedModelWords(version.servedBy);
  const [other, setOther] = useState<number | null>(null);
  return (
    <section aria-labelledby="versions-title">
      <Title order={2} id="versions-title" mb="xs">
        Versions
      </Title>
      <Radio.Group aria-label="Version" value={String(chosen)} onChange={(value) => onChoose(Number(value))}>
        <Stack gap="xs">
          {versions.map((one) => (
            <Radio
              key={one.judgeId}
              value={String(one.judgeId)}
              label={one.judge}
              description={judgeVersionWords(one, formatFixed)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {changed !== null && (
        <Text size="sm" mt="sm">
          {changed}
        </Text>
      )}
      <Text size="sm" mt="sm">
        People with each other:{' '}
        {ceiling.value === null
          ? ceiling.reason
          : `${formatFixed(ceiling.value)} on ${plural(ceiling.items, 'item')}`}
      </Text>
      <CheckPart improvement={improvement} version={version} />
      {version.checks.length > 0 && (
        <UseInStudy key={version.judgeId} improvement={improvement} version={version} />
      )}
      {versions.length > 1 && (
        <Stack gap="xs" mt="md">
          <Group gap="xs">
            {versions
              .filter(({ judgeId }) => judgeId !== chosen)
              .slice(0, 4)
              .map(({ judgeId, judge, promptId }) => (
                <Button
                  key={judgeId}
                  size="compact-sm"
                  variant={other === promptId ? 'filled' : 'default'}
                  aria-pressed={other === promptId}
                  onClick={() => setOther(other === promptId ? null : promptId)}
                >
                  What changed since {judge}
                </Button>
              ))}
          </Group>
          {other !== null && <PromptDiff before={other} after={version.promptId} />}
        </Stack>
      )}
    </section>
  );
}

const figureWords = (figure: JudgeFigure): string => judgeFigureWords(figure, formatFixed);

/** Checks a version; it runs on the check items first where that is missing. */
function CheckPart({ improvement, version }: { improvement: JudgeImprovement; version: JudgeVersion }) {
  const queries = useQueryClient();
  const { checks, nextLevel, id } = improvement;
  const { judgeId, checkLeft: left } = version;
  const run = useRunPart({ improvement, judgeId, part: 'check', left });
  const check = useMutation({
    mutationFn: () => api.improvement.check({ improvementId: id, judgeId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: improvementKey }),
  });
  const isRun = left === 0;
  return (
    <Stack gap="xs" mt="md" className={classes.check}>
      <Title order={3}>Check {version.judge}</Title>
      <Text size="sm">
        {plural(checks, 'check')} so far. The next one has error level {nextLevel.toPrecision(2)}, so that all
        hold together.
      </Text>
      {!isRun && (
        <>
          <Text size="sm" className="tabular">
            {run.cost}
          </Text>
          <Button variant="default" disabled={run.isBusy} loading={run.isRunning} onClick={() => run.start()}>
            Run on {plural(left, 'check item')}
          </Button>
        </>
      )}
      <Button
        variant={version.checks.length > 0 ? 'default' : 'filled'}
        disabled={!isRun}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        Check
      </Button>
      {check.error && <ProblemNote problem={toProblem(check.error)} />}
      <HowItWent run={run} />
      {version.checks.toReversed().map((one) => (
        <OneCheck key={one.number} check={one} />
      ))}
    </Stack>
  );
}

function OneCheck({ check: { number, level, figures } }: { check: JudgeCheck }) {
  return (
    <div>
      <Text fw={600} size="sm">
        Check {number}, on {plural(figures.items, 'check label')}
        {unscoredWords(figures)}
      </Text>
      <Facts
        facts={judgeFigureRows(figures).map(([name, figure]) => ({ name, value: figureWords(figure) }))}
      />
      <Text size="xs" c="dimmed">
        Intervals at error level {level.toPrecision(2)}.
      </Text>
    </div>
  );
}
