import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { ProjectInfo } from '../../../shared/contract/index.ts';
import { useStudies } from '../../api/queries.ts';
import { Panel } from '../../ui/panel.tsx';
import { nextStep } from './next-step.ts';

/** The one thing to do next in this project. */
export function NextStep({ project }: { project: ProjectInfo }) {
  const { data: studies } = useStudies();
  const step = nextStep(project, studies ?? []);
  return (
    <Panel title="Next step">
      <Text maw="72ch">{step.words}</Text>
      <div>
        <Button component={Link} href={step.href}>
          {step.button}
        </Button>
      </div>
    </Panel>
  );
}
