import { Button, Group, Text } from '@mantine/core';
import type { FailureMode, Study } from '../../../shared/contract/index.ts';
import {
  clockWords,
  decideWords,
  failureSentence,
  foundWords,
  lookAgainWords,
  modeAgreementWords,
  modeJoinWords,
  restsOnWords,
  shareTexts,
  whyAwaited,
  whyDecide,
  whyLookAgain,
  withOtherWords,
} from '../../../shared/failure-words.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import type { FailureRow } from '../../api/failures.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { newKey, useAct } from './failure-queries.ts';
import classes from './failures.module.css';
import { HuntItems } from './hunt-items.tsx';
import { JudgeMode } from './judge-mode.tsx';
import { LookAgain } from './look-again.tsx';
import { EditMode, MergeMode, SplitMode } from './mode-editor.tsx';

/** What is being done with a failure mode. */
export type ModeTask = 'edit' | 'merge' | 'split' | 'look' | 'decide' | 'hunt' | 'judge';

interface ModeDetailProps {
  study: Study;
  mode: FailureMode;
  row: FailureRow | undefined;
  modes: readonly FailureMode[];
  task: ModeTask | null;
  onTask: (task: ModeTask | null) => void;
  onLeave: () => void;
}

/** All that is known of a failure mode, and what can be done with it. */
export function ModeDetail(props: ModeDetailProps) {
  const { study, mode, row, modes, task, onTask, onLeave } = props;
  if (task === 'edit') return <EditMode {...{ study, mode }} onDone={onLeave} />;
  if (task === 'merge') return <MergeMode {...{ study, mode, modes }} onDone={onLeave} />;
  if (task === 'split') return <SplitMode mode={mode} onDone={onLeave} />;
  return (
    <div className={classes.detail}>
      <Definition mode={mode} />
      {row && <Known {...{ study, mode, row, modes, onTask }} />}
      <ModeActions mode={mode} onTask={onTask} />
      {task === 'hunt' && <HuntItems {...{ study, mode }} onDone={onLeave} />}
      {task === 'judge' && <JudgeMode {...{ study, mode }} onDone={onLeave} />}
      {(task === 'look' || task === 'decide') && (
        <LookAgain {...{ study, mode }} decides={task === 'decide'} onDone={onLeave} />
      )}
    </div>
  );
}

function Definition({ mode: { definition, example, counterexample } }: { mode: FailureMode }) {
  if (definition === '' && example === '' && counterexample === '') {
    return (
      <Text size="sm" c="dimmed">
        No definition yet. A sentence and two examples make people code alike.
      </Text>
    );
  }
  return (
    <dl className={classes.definition}>
      {definition !== '' && (
        <>
          <dt>Definition</dt>
          <dd dir="auto">{definition}</dd>
        </>
      )}
      {example !== '' && (
        <>
          <dt>Counts</dt>
          <dd dir="auto">{example}</dd>
        </>
      )}
      {counterexample !== '' && (
        <>
          <dt>Does not count</dt>
          <dd dir="auto">{counterexample}</dd>
        </>
      )}
    </dl>
  );
}

type KnownProps = Pick<ModeDetailProps, 'study' | 'mode' | 'modes' | 'onTask'> & { row: FailureRow };

function Known({ study, mode, row, modes, onTask }: KnownProps) {
  const nameOf = (id: number) => modes.find((one) => one.id === id)?.name ?? '';
  const kappa = row.agreement.find(({ value }) => value !== null) ?? row.agreement[0] ?? null;
  return (
    <>
      <Text className="tabular">
        {row.share ? failureSentence({ name: mode.name, ...row.share }) : (row.because ?? 'Not estimable.')}
      </Text>
      <Trend trend={row.trend} />
      {row.undecided !== null && row.undecided > 0 && (
        <Lack
          name={decideWords(row.undecided)}
          keyName="c"
          why={whyDecide(row.undecided)}
          onOpen={() => onTask('decide')}
        />
      )}
      {row.lookAgain !== null && row.lookAgain > 0 && (
        <Lack
          name={lookAgainWords(row.lookAgain)}
          keyName="l"
          why={whyLookAgain(row.lookAgain)}
          onOpen={() => onTask('look')}
        />
      )}
      {row.awaited !== null && row.awaited > 0 && (
        <Text size="sm" c="dimmed">
          {whyAwaited(row.awaited)}
        </Text>
      )}
      {row.examples.length > 0 && (
        <ul className={classes.plainList} aria-label="Examples">
          {row.examples.map(({ itemId, externalId, draw, note }) => (
            <li key={itemId}>
              <TextLink href={paths.item(study.datasetId, itemId)}>
                Label {formatCount(draw)} <bdi>{externalId}</bdi>
              </TextLink>
              {note !== '' && (
                <Text span size="sm" c="dimmed" dir="auto">
                  {' '}
                  {note.slice(0, 160)}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      <ul className={classes.factList}>
        <li>
          Counted {clockWords(row.clock)}. {restsOnWords(row)}
        </li>
        {row.joins.map((join) => (
          <li key={join.sha256}>{modeJoinWords(join)}</li>
        ))}
        <li>Where it was found: {foundWords({ count: row.found.items, of: row.found.of })}</li>
        {row.together.map(({ modeId, items }) => (
          <li key={modeId}>{withOtherWords(nameOf(modeId), items, row.found.items)}</li>
        ))}
        <li>{modeAgreementWords(kappa && { kappa: kappa.value, items: kappa.items })}</li>
      </ul>
    </>
  );
}

/** What is missing for items to be known, and the way to it. */
function Lack({
  name,
  keyName,
  why,
  onOpen,
}: {
  name: string;
  keyName: string;
  why: string;
  onOpen: () => void;
}) {
  return (
    <Group gap="sm">
      <Button size="compact-sm" rightSection={<KeyHint name={keyName} />} onClick={onOpen}>
        {name}
      </Button>
      <Text size="sm" c="dimmed">
        {why}
      </Text>
    </Group>
  );
}

const trendSize = { width: 240, height: 44 };

/** How the share and its interval came to be while people read. */
function Trend({ trend }: { trend: FailureRow['trend'] }) {
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last || trend.length < 2) return null;
  const most = Math.max(...trend.map(({ upper }) => upper));
  const x = (draws: number) =>
    (trendSize.width * (draws - first.draws)) / Math.max(1, last.draws - first.draws);
  const y = (share: number) => trendSize.height * (1 - share / most);
  const line = (end: 'value' | 'lower' | 'upper') =>
    trend.flatMap((one) => (one[end] === null ? [] : [`${x(one.draws)},${y(one[end])}`]));
  const words = (one: (typeof trend)[number]) => shareTexts(one)?.interval ?? '';
  return (
    <figure className={classes.trend}>
      <svg
        viewBox={`0 0 ${trendSize.width} ${trendSize.height}`}
        {...trendSize}
        role="img"
        aria-label={`The interval went from ${words(first)} to ${words(last)}.`}
      >
        <polygon
          points={[...line('upper'), ...line('lower').reverse()].join(' ')}
          className={classes.trendBand}
        />
        <polyline points={line('value').join(' ')} className={classes.trendLine} />
      </svg>
      <figcaption>
        From label {formatCount(first.draws)} to {formatCount(last.draws)}
      </figcaption>
    </figure>
  );
}

function ModeActions({ mode, onTask }: Pick<ModeDetailProps, 'mode' | 'onTask'>) {
  const retire = useAct(() => api.failures.retire({ modeId: mode.id, clientKey: newKey() }));
  const acts = [
    { task: 'edit', name: 'Rename or define', key: 'e' },
    { task: 'merge', name: 'Merge into…', key: 'g' },
    { task: 'split', name: 'Split…', key: 'p' },
    { task: 'hunt', name: 'Find more…', key: 'f' },
    { task: 'judge', name: 'Let a judge narrow it…', key: 'd' },
  ] as const;
  return (
    <Group gap="xs">
      {acts.map(({ task, name, key }) => (
        <Button
          key={task}
          size="compact-sm"
          variant="default"
          rightSection={<KeyHint name={key} />}
          onClick={() => onTask(task)}
        >
          {name}
        </Button>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        loading={retire.isPending}
        onClick={() => retire.mutate(undefined)}
      >
        Retire
      </Button>
      {retire.error && <ProblemNote problem={toProblem(retire.error)} />}
    </Group>
  );
}
