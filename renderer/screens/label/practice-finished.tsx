import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import classes from './label.module.css';
import { useLabel, useLabelSession } from './label-context.ts';

/** The end of a practice round, as long as the batch is closed. */
export function PracticeFinished() {
  const { studyId } = useLabelSession();
  const round = useLabel((state) => state.batch?.practiceRound);
  const open = useLabel((state) => state.open);
  const jump = useLabel((state) => state.jump);
  return (
    <div className={classes.finished}>
      <Stack gap="md" align="flex-start" maw={520}>
        <Title order={1} size="h2">
          Practice round {round} finished
        </Title>
        <Text>
          The batch opens when everybody is through this round and the answers agree far enough. If they do
          not, talk over the items that differ and practice once more.
        </Text>
        <Group gap="sm">
          <Button onClick={() => void open()}>See whether the batch is open</Button>
          <Button variant="default" component={Link} href={paths.team(studyId, 'practice')}>
            How far we agree
          </Button>
          <Button variant="subtle" onClick={() => void jump(-1)}>
            Review answers
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
