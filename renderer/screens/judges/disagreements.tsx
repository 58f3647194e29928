import { Button, Group, Stack, Switch, Table, Text, TextInput, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JudgeDisagreement, JudgeImprovement, JudgeVersion } from '../../../shared/contract/index.ts';
import { FindingText } from '../../../shared/contract/judge-improve.ts';
import { useAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { formatFixed, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { improvementKey } from '../../parts/judge-queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { longest } from '../../ui/number-field.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './judges.module.css';
import { HowItWent, useRunPart } from './run-part.tsx';

interface DisagreementsProps {
  readonly improvement: JudgeImprovement;
  readonly version: JudgeVersion;
  readonly onExample: (text: string) => void;
}

interface Cell {
  readonly people: number;
  readonly judge: number;
}

type Asking = 'rule-missing' | 'failure' | null;

/** Practice items on which a version differs from people, one after the other, the largest difference first. */
export function Disagreements({ improvement, version, onExample }: DisagreementsProps) {
  const [cell, setCell] = useState<Cell | null>(null);
  const [all, setAll] = useState(false);
  const [at, setAt] = useState(0);
  const of = { improvementId: improvement.id, judgeId: version.judgeId };
  const asked = { ...of, ...cell, all: all || cell !== null, offset: 0, limit: 200 };
  const found = useQuery({
    queryKey: [...improvementKey, 'disagreements', asked, version.practiceLeft],
    queryFn: () => api.improvement.disagreements(asked),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.rows ?? [];
  const row = rows[Math.min(at, rows.length - 1)];
  // A count of none would say that there is no disagreement.
  const isUnknown = version.practiceLeft > 0 && rows.length === 0;
  const move = (by: number) => setAt((now) => Math.max(0, Math.min(rows.length - 1, now + by)));
  const choose = (next: Cell | null) => {
    setCell(next);
    setAt(0);
  };
  return (
    <section aria-labelledby="disagreements-title">
      <Title order={2} id="disagreements-title" mb="xs">
        Disagreements
      </Title>
      {found.error && <ProblemNote problem={toProblem(found.error)} />}
      {version.practiceLeft > 0 && <PracticeRun improvement={improvement} version={version} />}
      {found.data && !isUnknown && (
        <>
          <Text size="sm" mb="xs">
            {plural(found.data.total, all || cell ? 'practice item' : 'disagreement')}
            {cell && ` where people say ${cell.people} and the judge ${cell.judge}`}. Only practice items are
            shown.
          </Text>
          <Group gap="sm" mb="xs">
            <Switch
              label="Also where both agree"
              checked={all}
              onChange={(event) => {
                setAll(event.currentTarget.checked);
                setAt(0);
              }}
            />
            {cell && (
              <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
                Show all cells
              </Button>
            )}
          </Group>
        </>
      )}
      {found.data && rows.length === 0 && version.practiceLeft === 0 && (
        <Text c="dimmed">
          {version.practice?.items === 0
            ? 'It has a score for no practice item. Its runs say why.'
            : 'Judge and people agree on every practice item here.'}
        </Text>
      )}
      {row && (
        <OneDisagreement
          key={row.itemId}
          row={row}
          place={`${Math.min(at, rows.length - 1) + 1} of ${rows.length}`}
          onMove={move}
          {...{ improvement, version, onExample }}
        />
      )}
      {found.data?.confusion && <CellTable {...found.data.confusion} chosen={cell} onChoose={choose} />}
      {found.data && <Leanings byLevel={found.data.byLevel} byLength={found.data.byLength} />}
    </section>
  );
}

/** What it costs to run a version on the practice labels that it has not scored, and the button to do so. */
function PracticeRun({ improvement, version }: Pick<DisagreementsProps, 'improvement' | 'version'>) {
  const { judgeId, judge, practiceLeft: left } = version;
  const run = useRunPart({ improvement, judgeId, part: 'practice', left });
  return (
    <Stack gap="xs" align="flex-start" mb="md">
      <Text size="sm">
        Run this version on the practice labels first, to see where it differs from people.
      </Text>
      <Text size="sm" c="dimmed" className="tabular">
        {run.cost}
      </Text>
      <Button disabled={run.isBusy} loading={run.isRunning} onClick={() => run.start()}>
        Run {judge} on {plural(left, 'practice item')}
      </Button>
      <HowItWent run={run} />
    </Stack>
  );
}

interface OneProps extends DisagreementsProps {
  readonly row: JudgeDisagreement;
  readonly place: string;
  readonly onMove: (by: number) => void;
}

/** What somebody finds of an item where people and judge disagree, and what was stored last. */
function useFinding({ row, improvement, version, onExample }: Omit<OneProps, 'place' | 'onMove'>) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const [notice, setNotice] = useState('');
  const of = { improvementId: improvement.id, judgeId: version.judgeId, itemId: row.itemId };
  const find = useMutation({
    mutationFn: (said: { kind: 'judge-right' | 'rule-missing' | 'failure'; text: string }) =>
      api.improvement.find({ ...of, ...said }),
    onSuccess: async (_, { kind }) => {
      setAsking(null);
      setNotice(
        kind === 'judge-right' ? 'Noted: the judge is right. The label stays until people decide.' : 'Noted.',
      );
      await queries.invalidateQueries({ queryKey: improvementKey });
    },
  });
  const example = useMutation({
    mutationFn: () => api.improvement.example(of),
    onSuccess: ({ text }) => {
      onExample(text);
      setNotice('Added to the examples of the prompt.');
    },
  });
  const judgeIsRight = () => find.mutate({ kind: 'judge-right', text: '' });
  return { asking, setAsking, notice, find, example, judgeIsRight, error: find.error ?? example.error };
}

function OneDisagreement({ place, onMove, ...props }: OneProps) {
  const { row } = props;
  const { asking, setAsking, notice, find, example, judgeIsRight, error } = useFinding(props);
  useHotkeys([
    ['n', () => onMove(1)],
    ['p', () => onMove(-1)],
    ['r', judgeIsRight],
    ['m', () => setAsking('rule-missing')],
    ['e', () => example.mutate()],
    ['f', () => setAsking('failure')],
  ]);
  const action = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>
          {row.externalId}{' '}
          <Text span size="sm" c="dimmed">
            {place}
          </Text>
        </Text>
        <Group gap="xs">
          <Button {...action} onClick={() => onMove(-1)}>
            Previous (P)
          </Button>
          <Button {...action} onClick={() => onMove(1)}>
            Next (N)
          </Button>
        </Group>
      </Group>
      <WhatWasSaid row={row} />
      <BothScores row={row} />
      <Group gap="xs">
        <Button {...action} onClick={judgeIsRight}>
          The judge is right (R)
        </Button>
        <Button {...action} onClick={() => setAsking('rule-missing')}>
          A rule is missing (M)
        </Button>
        <Button {...action} loading={example.isPending} onClick={() => example.mutate()}>
          Use as example (E)
        </Button>
        <Button {...action} onClick={() => setAsking('failure')}>
          How it fails (F)
        </Button>
      </Group>
      {asking && (
        <FindingForm
          label={asking === 'failure' ? 'How does the judge fail?' : 'Which rule is missing?'}
          isPending={find.isPending}
          onNote={(text) => find.mutate({ kind: asking, text })}
          onCancel={() => setAsking(null)}
        />
      )}
      {error && <ProblemNote problem={toProblem(error)} />}
      <Text size="sm" role="status">
        {notice}
      </Text>
      <Findings row={row} />
    </Stack>
  );
}

const WhatWasSaid = ({ row }: { row: JudgeDisagreement }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard
  <section className={classes.talk} tabIndex={0} aria-label="What was said">
    {row.passage && <Text size="sm">{row.passage}</Text>}
    {row.conversation.map(({ role, content }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: turns never move
      <Text key={i} size="sm">
        <strong>{role === 'user' ? 'Person' : 'Assistant'}:</strong> {content}
      </Text>
    ))}
    {row.responses.map((reply, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: turns never move
      <Text key={`reply ${i}`} size="sm">
        <strong>Reply:</strong> {reply}
      </Text>
    ))}
    {row.references.length > 0 && (
      <Text size="sm" c="dimmed">
        Right: {row.references.join(' / ')}
      </Text>
    )}
  </section>
);

/** A value on people's scale as it is said: whole where it is whole. */
const shortValue = (value: number): number => Number(value.toPrecision(3));

/** What people gave and what the judge gave, each with the reasons. */
const BothScores = ({ row }: { row: JudgeDisagreement }) => (
  <div className={classes.two}>
    <div>
      <Text fw={600} size="sm">
        People: {shortValue(row.people)}
      </Text>
      {row.notes.map(({ annotator, rating, note, guidelines }) => (
        <Text key={annotator} size="sm">
          {annotator}: {rating}
          {note !== '' && `, “${note}”`}
          {guidelines !== null && ` (guidelines ${guidelines.slice(0, 7)})`}
        </Text>
      ))}
    </div>
    <div>
      <Text fw={600} size="sm">
        Judge: {shortValue(row.judge)}
      </Text>
      <Text size="sm">{row.reason || 'The judge gave no reason.'}</Text>
    </div>
  </div>
);

interface FindingFormProps {
  readonly label: string;
  readonly isPending: boolean;
  readonly onNote: (text: string) => void;
  readonly onCancel: () => void;
}

function FindingForm({ label, isPending, onNote, onCancel }: FindingFormProps) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onNote(text);
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          data-autofocus
          autoFocus
          w={360}
          label={label}
          {...longest(FindingText)}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={text.trim() === ''} loading={isPending}>
          Note it
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** Where people change what they said: a decision where they differ, else the label of who is here. */
function ChangeTheLabel({ row: { studyId, ref, notes } }: { row: JudgeDisagreement }) {
  const { present } = useAnnotators();
  if (studyId === null) return null;
  if (new Set(notes.map(({ rating }) => rating)).size > 1)
    return <TextLink href={paths.team(studyId, 'adjudication')}>Decide what people say</TextLink>;
  if (ref !== null && notes.some(({ annotatorId }) => annotatorId === present?.id))
    return <TextLink href={paths.label(studyId, ref)}>Open your label</TextLink>;
  return (
    <Text size="sm" c="dimmed">
      Ask {notes.map(({ annotator }) => annotator).join(', ')} to look at the label again.
    </Text>
  );
}

/** What was found of an item before; where the judge is right, people may decide anew. */
const Findings = ({ row }: { row: JudgeDisagreement }) => (
  <>
    {row.findings.map(({ kind, text, createdAt }) => (
      <Text key={`${kind} ${createdAt}`} size="sm" c="dimmed">
        {findingNames[kind]}
        {text !== '' && `: ${text}`}
      </Text>
    ))}
    {row.findings.some(({ kind }) => kind === 'judge-right') && <ChangeTheLabel row={row} />}
  </>
);

const findingNames = {
  'judge-right': 'The judge is right',
  'rule-missing': 'Missing rule',
  failure: 'How it fails',
} as const;

interface CellTableProps {
  readonly levels: readonly number[];
  readonly counts: readonly (readonly number[])[];
  readonly chosen: Cell | null;
  readonly onChoose: (cell: Cell | null) => void;
}

/** Which score people gave and which the judge gave; each cell opens its items. */
function CellTable({ levels, counts, chosen, onChoose }: CellTableProps) {
  return (
    <section aria-labelledby="cells-title">
      <Title order={3} id="cells-title" mt="md" mb="xs">
        Which scores go together?
      </Title>
      <ScrollBox label="People's scores by the judge's">
        <Table withRowBorders={false} className="tabular" w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>People \ judge</Table.Th>
              {levels.map((level) => (
                <Table.Th key={level}>{level}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {levels.map((people, i) => (
              <Table.Tr key={people}>
                <Table.Th scope="row">{people}</Table.Th>
                {levels.map((judge, j) => {
                  const count = Math.round(counts[i]?.[j] ?? 0);
                  const isChosen = chosen?.people === people && chosen.judge === judge;
                  return (
                    <Table.Td key={judge} className={classes.cell} data-agree={i === j || undefined}>
                      {count === 0 ? (
                        '·'
                      ) : (
                        <Button
                          size="compact-sm"
                          variant={isChosen ? 'filled' : 'subtle'}
                          aria-pressed={isChosen}
                          aria-label={`${count} where people say ${people} and the judge ${judge}`}
                          onClick={() => onChoose(isChosen ? null : { people, judge })}
                        >
                          {count}
                        </Button>
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}

interface LeaningsProps {
  readonly byLevel: readonly { level: string; items: number; bias: number }[];
  readonly byLength: readonly { level: string; items: number; bias: number }[];
}

/** Judge minus people on practice items, by their score and by length of the reply. */
function Leanings({ byLevel, byLength }: LeaningsProps) {
  const rows = [
    ...byLevel.map((one) => ({ ...one, level: `People say ${one.level}` })),
    ...byLength.map((one) => ({ ...one, level: `Reply of ${one.level}` })),
  ];
  if (rows.length === 0) return null;
  return (
    <DataTable
      label="Where the judge leans, on practice items"
      rows={rows}
      keyOf={({ level }) => level}
      columns={[
        { head: 'Practice items', cell: ({ level }) => level },
        { head: 'Items', isNumber: true, cell: ({ items }) => items },
        {
          head: 'Judge minus people',
          isNumber: true,
          cell: ({ bias }) => (
            <>
              {bias > 0 ? '+' : ''}
              {formatFixed(bias)}
            </>
          ),
        },
      ]}
    />
  );
}
