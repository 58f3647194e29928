import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { topWords } from '../../../shared/comparison-words.ts';
import { hasGoal } from '../../../shared/goal-words.ts';
import { drawsLeft } from '../../../shared/presets.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useAdvice, useProject, useRanking, useStudyIf } from '../../api/queries.ts';
import { paths } from '../../ui/place/paths.ts';
import { CountNote } from './count-note.tsx';
import { GiveBack } from './handed/give-back.tsx';
import classes from './label.module.css';
import { subjectPath, useLabel, useLabelSession } from './label-context.ts';
import { countLabels } from './label-queue.ts';
import type { LabelSubject } from './labeling-session.ts';
import { goalMetWords } from './standing-words.ts';

const MORE = 10;

/** The end of a batch: of practice, of a batch that was handed out, or of one's own. */
export function FinishedPage() {
  const { data: project } = useProject();
  const practiceRound = useLabel((state) => state.batch?.practiceRound ?? null);
  if (practiceRound !== null) return <PracticeFinished />;
  return project?.handedStudyId != null ? <HandedFinished /> : <BatchFinished />;
}

/** The quiet end of a batch. */
function BatchFinished() {
  const { subject } = useLabelSession();
  const items = useLabel((state) => state.items);
  const open = useLabel((state) => state.open);
  const jump = useLabel((state) => state.jump);
  const [problem, setProblem] = useState<unknown>(null);
  const [isGrowing, setGrowing] = useState(false);
  const counts = useMemo(() => countLabels(items), [items]);
  const { data: study } = useStudyIf('studyId' in subject ? subject.studyId : null);
  const more = study ? Math.min(MORE, drawsLeft(study)) : MORE;
  const labelMore = async () => {
    setGrowing(true);
    setProblem(null);
    try {
      await drawMore(subject, more);
      await open();
    } catch (error) {
      setProblem(error);
    } finally {
      setGrowing(false);
    }
  };
  if (items.length === 0) return <NothingAssigned subject={subject} />;
  return (
    <div className={classes.finished}>
      <Stack gap="md" align="flex-start" maw={520}>
        <EndTitle>Sample finished</EndTitle>
        <Text>
          {formatCount(counts.labeled)} labeled
          {counts.skipped > 0 && `, ${formatCount(counts.skipped)} skipped`}. Every answer is on disk.
          {more === 0 && ' Every item of the data is in the sample.'}
        </Text>
        <Text className={classes.numbers}>
          <CountNote />
        </Text>
        {'studyId' in subject ? (
          <GoalNote studyId={subject.studyId} />
        ) : (
          <RankingNote rankingId={subject.rankingId} />
        )}
        <Group gap="sm">
          <Button component={Link} href={subjectPath(subject, 'results')}>
            See the results
          </Button>
          {more > 0 && (
            <Button variant="default" loading={isGrowing} onClick={() => void labelMore()}>
              Label {more} more{'rankingId' in subject && ' of each pair that matters'}
            </Button>
          )}
          <Button variant="subtle" onClick={() => void jump(-1)}>
            Review answers
          </Button>
        </Group>
        {problem !== null && <ProblemNote problem={toProblem(problem)} />}
      </Stack>
    </div>
  );
}

/** Rows of a pool that stays where it is which are taken along beyond those that are drawn. */
const ROWS_IN_HAND = 5000;

async function drawMore(subject: LabelSubject, more: number): Promise<void> {
  if ('rankingId' in subject) {
    await api.ranking.grow({ ...subject, by: more });
    return;
  }
  const { drawCount, source } = await api.study.get(subject);
  const size = drawCount + more;
  if (source && size > source.taken) await api.source.takeMore({ ...subject, ahead: size + ROWS_IN_HAND });
  await api.sample.grow({ ...subject, size });
}

/** The batch is shared out among others. */
function NothingAssigned({ subject }: { subject: LabelSubject }) {
  const name = useLabel((state) => state.batch?.annotator.name);
  return (
    <div className={classes.finished}>
      <Stack gap="md" align="flex-start" maw={520}>
        <Title order={1} size="h2">
          Nothing here is assigned to {name ?? 'you'}
        </Title>
        <Text>
          The items of this study are shared out among its members. Choose another annotator above, or change
          the members.
        </Text>
        <Button component={Link} href={subjectPath(subject, 'team')}>
          See the members
        </Button>
      </Stack>
    </div>
  );
}

/** Whether more labels are wanted. It tells no score: whoever labels may go on. */
function GoalNote({ studyId }: { studyId: number }) {
  const { data: forecast } = useAdvice(studyId);
  if (!forecast || !hasGoal(forecast.goal)) return null;
  const met = goalMetWords(forecast);
  if (met !== null) return <Text>{met}</Text>;
  const { remainingLabels } = forecast.advice;
  if (remainingLabels === null) return null;
  return <Text>The goal of this study takes about {plural(remainingLabels, 'label')} more.</Text>;
}

/** Whether what the ranking is to find is found. It tells no system: whoever labels may go on. */
function RankingNote({ rankingId }: { rankingId: number }) {
  const { data: ranking } = useRanking(rankingId);
  if (!ranking) return null;
  return (
    <Text>
      {ranking.mattering === 0
        ? `What this ranking is to find, ${topWords(ranking.top)}, is decided: no further label is needed.`
        : `${plural(ranking.mattering, 'pair')} of ${formatCount(ranking.pairs.length)} still to be decided for ${topWords(ranking.top)}.`}
    </Text>
  );
}

/** The end of a practice round, as long as the batch is closed. */
function PracticeFinished() {
  const { subject } = useLabelSession();
  const round = useLabel((state) => state.batch?.practiceRound);
  const open = useLabel((state) => state.open);
  const jump = useLabel((state) => state.jump);
  return (
    <div className={classes.finished}>
      <Stack gap="md" align="flex-start" maw={520}>
        <EndTitle>Practice round {round} finished</EndTitle>
        <Text>
          Labeling opens when everybody is through this round and the answers agree far enough. If they do
          not, discuss the items that differ and practice once more.
        </Text>
        <Group gap="sm">
          <Button onClick={() => void open()}>See whether labeling is open</Button>
          {'studyId' in subject && (
            <Button variant="default" component={Link} href={paths.team(subject.studyId, 'practice')}>
              How far we agree
            </Button>
          )}
          <Button variant="subtle" onClick={() => void jump(-1)}>
            Review answers
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

/** The end of a handed-out batch: the file to send back. */
function HandedFinished() {
  const items = useLabel((state) => state.items);
  const jump = useLabel((state) => state.jump);
  const counts = useMemo(() => countLabels(items), [items]);
  return (
    <div className={classes.finished}>
      <Stack gap="md" align="flex-start" maw={520}>
        <EndTitle>All done</EndTitle>
        <Text>
          {formatCount(counts.labeled)} labeled
          {counts.skipped > 0 && `, ${formatCount(counts.skipped)} skipped`}. Save the labels to a file and
          send it back to the person who gave you these items.
        </Text>
        <GiveBack />
        <Button variant="subtle" onClick={() => void jump(-1)}>
          Review answers
        </Button>
      </Stack>
    </div>
  );
}

/** The heading of what stands in place of the last item: the focus, which was in the item, goes on from here. */
function EndTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title ref={title} order={1} size="h2" tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
