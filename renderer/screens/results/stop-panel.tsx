import { Button, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { EstimateReport, Study, StudyAdvice } from '../../../shared/contract/index.ts';
import { hasGoal, lookWords } from '../../../shared/goal-words.ts';
import { useAdvice } from '../../api/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { GoalAdvice, goalFormat } from '../../ui/goal-advice.tsx';
import { GoalEditor } from '../../ui/goal-editor.tsx';
import { OpenedPart } from '../../ui/opened-part.tsx';
import classes from './results.module.css';
import { noForecastWords, stepWords, type WidthStep, widthSteps, widthText } from './stop-advice.ts';

interface StopPanelProps {
  report: EstimateReport;
  study: Study;
}

/** Whether to stop, how sure the number is now, and what more certainty costs. */
export function StopPanel({ report, study }: StopPanelProps) {
  const { data: forecast } = useAdvice(study.id);
  const { halfWidth } = report.plan;
  return (
    <section aria-labelledby="stop-title">
      <h2 id="stop-title" className={classes.heading}>
        When can we stop?
      </h2>
      <Stack gap="sm">
        {forecast && <Goal study={study} forecast={forecast} />}
        <Text>
          {halfWidth === null ? (
            noForecastWords(report, study)
          ) : (
            <>
              Now <b className={classes.numbers}>{widthText(halfWidth, report)}</b> (half the width of the
              interval).
              {forecast && !hasGoal(forecast.goal) && ` ${lookWords(forecast, goalFormat(forecast))}`}
            </>
          )}
        </Text>
        {forecast && <Steps forecast={forecast} />}
      </Stack>
    </section>
  );
}

/** The goal with its advice; where there is none, a way to set one. */
function Goal({ study, forecast }: { study: Study; forecast: StudyAdvice }) {
  const [isOpen, setOpen] = useState(false);
  const isSet = hasGoal(forecast.goal);
  return (
    <>
      {(isSet || forecast.advice.stop) && <GoalAdvice forecast={forecast} />}
      {isOpen ? (
        <OpenedPart>
          <GoalEditor
            studyId={study.id}
            goal={study.goal}
            version={study.version}
            scale={forecast.scale}
            compared={study.comparison && study.scale}
          />
        </OpenedPart>
      ) : (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {isSet ? 'Change the goal…' : 'Set a goal…'}
          </Button>
        </div>
      )}
    </>
  );
}

function Steps({ forecast }: { forecast: StudyAdvice }) {
  const steps = widthSteps(forecast);
  if (steps.length === 0) return null;
  return (
    <div>
      <DataTable
        rows={steps}
        keyOf={(step) => step.halfWidth}
        columns={[
          {
            head: 'Within',
            look: () => ({ className: classes.whole }),
            cell: (step) => widthText(step.halfWidth, forecast),
          },
          { head: 'Labels', isNumber: true, cell: (step) => stepWords(step).labels },
          { head: 'From here', cell: (step) => <StepState step={step} /> },
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        A forecast from the labels so far, usually within a tenth. Stopping as soon as a width is reached
        keeps the interval valid.
      </Text>
    </div>
  );
}

function StepState({ step }: { step: WidthStep }) {
  const { more } = stepWords(step);
  if (step.state === 'ahead') return <span>{more}</span>;
  return step.state === 'reached' ? (
    <span className={classes.reached}>
      <IconCheck size={16} aria-hidden /> {more}
    </span>
  ) : (
    <Text size="sm" c="dimmed">
      {more}
    </Text>
  );
}
