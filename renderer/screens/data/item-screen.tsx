import { Group, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { ItemDetail, ItemWithLabels } from '../../../shared/contract/index.ts';
import { judgeCalled } from '../../../shared/study-choices.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDataset, useItem } from '../../api/queries.ts';
import { ConversationView, ReplyText } from '../../ui/conversation-view.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DiffText } from '../../ui/diff-text.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { ReadText } from '../../ui/markdown.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { PlainText } from '../../ui/plain-text.tsx';
import { StepsSaid } from '../../ui/steps-said.ts';
import { RawTextsButton } from '../../ui/switch-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './data.module.css';
import { fieldText } from './field-text.ts';
import grid from './grid.module.css';
import { decodeCell } from './grid-view.ts';
import { RepliesOfItem } from './replies-of-item.tsx';

interface ItemScreenProps {
  datasetId: number;
  itemId: number;
  /** The column of the table that the page begins at, as an address has it. */
  cell?: string | undefined;
}

/** The id of the column that the page begins at; '' for none. */
const Aimed = createContext('');

/** Brings a part of the page into sight where the address names its column, and marks it. */
function aimAt(aimed: string, ...ids: readonly string[]) {
  const isAimed = aimed !== '' && ids.includes(aimed);
  return {
    'data-aimed': isAimed || undefined,
    ref: isAimed ? bringIntoSight : undefined,
  };
}

const bringIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

export function ItemScreen({ datasetId, itemId, cell }: ItemScreenProps) {
  const item = useItem(itemId);
  const dataset = useDataset(datasetId);
  return (
    <Page>
      {item.error && (
        <>
          <PageHeader above={<TextLink href={paths.data}>← Data</TextLink>} title="Item" />
          <ProblemNote problem={toProblem(item.error)} />
        </>
      )}
      {item.isPending && <LoadingNote label="Reading the item" />}
      {item.data && (
        <>
          <PageHeader
            above={<TextLink href={paths.dataset(datasetId)}>← {dataset.data?.name ?? 'Data set'}</TextLink>}
            title={`Item ${item.data.externalId}`}
            actions={<RawTextsButton />}
            description={item.data.group !== null ? `Group ${item.data.group}` : undefined}
          />
          <Aimed value={decodeCell(cell)}>
            <div className={classes.item}>
              <section aria-label="Conversation">
                <StepsOfItem steps={item.data.steps}>
                  <ConversationView turns={item.data.conversation} passage={item.data.context} />
                </StepsOfItem>
              </section>
              <div>
                <Responses item={item.data} />
                <References references={item.data.references} />
                <Corrections corrections={item.data.corrections} />
                <ItemScores item={item.data} />
                <RepliesOfItem datasetId={datasetId} itemId={itemId} />
                {item.data.meta !== null && <Meta meta={item.data.meta} />}
              </div>
            </div>
          </Aimed>
        </>
      )}
    </Page>
  );
}

/** Says under each step of a run what people say of it. */
function StepsOfItem({ steps, children }: Pick<ItemWithLabels, 'steps'> & { children: ReactNode }) {
  const shown = useMemo(() => {
    const of = (turn: number, step: number) => steps.filter((one) => one.turn === turn && one.step === step);
    return {
      left: (turn: number, all: readonly unknown[]) =>
        all.filter((_, step) => of(turn, step).length === 0).length,
      below: (turn: number, step: number) =>
        of(turn, step).map(({ study, annotator, right, modes, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was said never changes order
          <Text key={index} size="sm" dir="auto">
            {[right === null ? '' : right ? 'Right' : 'Wrong', ...modes, note].filter(Boolean).join(' · ')}{' '}
            <Text span size="xs" c="dimmed">
              {annotator}, in {study}
            </Text>
          </Text>
        )),
      foot: () => null,
    };
  }, [steps]);
  return <StepsSaid value={steps.length === 0 ? null : shown}>{children}</StepsSaid>;
}

function Responses({ item }: { item: ItemDetail }) {
  const [base, setBase] = useState('');
  const systems = item.responses.filter(({ turns }) => turns.length > 0).map(({ system }) => system);
  const baseTurns = item.responses.find(({ system }) => system === base)?.turns ?? [];
  return (
    <section aria-labelledby="responses-heading">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="responses-heading">
          Replies
        </Title>
        {systems.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Compare replies word by word with those of"
            value={base}
            onChange={(event) => setBase(event.currentTarget.value)}
            data={[
              { value: '', label: 'As they are' },
              ...systems.map((system) => ({ value: system, label: `Differences from ${system}` })),
            ]}
          />
        )}
      </Group>
      {item.responses.length === 0 && <Text c="dimmed">No system answered this item.</Text>}
      <div className={grid.sideBySide}>
        {item.responses.map(({ system, turns }) => (
          <Reply key={system} system={system}>
            {turns.map((turn, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: turns never change order
              <div key={index}>
                {turns.length > 1 && (
                  <Text size="xs" c="dimmed">
                    Turn {index + 1}
                  </Text>
                )}
                {base === '' || system === base || baseTurns[index] === undefined ? (
                  <ReplyText text={turn} />
                ) : (
                  <div className={grid.diff} dir="auto">
                    <DiffText base={baseTurns[index]} text={turn} />
                  </div>
                )}
              </div>
            ))}
          </Reply>
        ))}
      </div>
    </section>
  );
}

function Reply({ system, children }: { system: string; children: ReactNode }) {
  const name = encodeURIComponent(system);
  return (
    <div className={classes.response} {...aimAt(useContext(Aimed), `reply/${name}`, `length/${name}`)}>
      <h3>{system}</h3>
      {children}
    </div>
  );
}

function References({ references }: Pick<ItemDetail, 'references'>) {
  const isEmpty = references.every((list) => list.length === 0);
  if (isEmpty) return null;
  return (
    <section aria-labelledby="references-heading">
      <Title order={2} id="references-heading" mt="lg" mb="xs">
        Reference answers
      </Title>
      {references.map((answers, turn) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns never change order
        <div key={turn} className={classes.response}>
          {references.length > 1 && <h3>Turn {turn + 1}</h3>}
          {answers.map((answer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers may repeat
            <ReadText key={index} text={answer} />
          ))}
        </div>
      ))}
    </section>
  );
}

/** What people say that replies should have said, each with what it changes. */
function Corrections({ corrections }: Pick<ItemWithLabels, 'corrections'>) {
  if (corrections.length === 0) return null;
  return (
    <section aria-labelledby="corrections-heading">
      <Title order={2} id="corrections-heading" mt="lg" mb="xs">
        Corrections
      </Title>
      {corrections.map(({ study, system, annotator, reply, was, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: corrections never change order
        <div key={index} className={classes.response}>
          <h3>
            {system}, {reply.toLowerCase()}
          </h3>
          <Text size="xs" c="dimmed" mb={4}>
            {annotator}, in {study}
          </Text>
          <div className={grid.diff} dir="auto">
            <DiffText base={was} text={text} />
          </div>
        </div>
      ))}
    </section>
  );
}

function Meta({ meta }: { meta: string }) {
  return (
    <details style={{ marginTop: 24 }}>
      <summary>Further fields of the file</summary>
      <PlainText text={fieldText(meta)} />
    </details>
  );
}

const scoreWords = (value: number) => Number(value.toPrecision(4)).toLocaleString('en');

/** What people and machines scored this item with, as it came with the data. */
function ItemScores({ item }: { item: ItemDetail }) {
  const aimed = useContext(Aimed);
  if (item.human.length === 0 && item.signals.length === 0) return null;
  const rows = [
    ...item.human.map(({ system, criterion, votes, mean }) => ({
      key: ['human', criterion, system].map(encodeURIComponent).join('/'),
      system,
      name: criterion,
      source: votes.length > 1 ? `people: ${votes.map(scoreWords).join(', ')}` : 'person',
      value: mean,
    })),
    ...item.signals.map(({ system, kind, name, criterion, value }) => ({
      key: [kind, name, criterion ?? '', system].map(encodeURIComponent).join('/'),
      system,
      name: criterion ?? name,
      source: kind === 'judge' ? judgeCalled(name) : 'metric',
      value,
    })),
  ];
  return (
    <section aria-labelledby="scores-heading">
      <Title order={2} id="scores-heading" mt="lg" mb="xs">
        Scores in the data
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        These came with the file. Annotators never see them.
      </Text>
      <DataTable
        label="Scores in the data"
        rows={rows}
        keyOf={({ key }) => key}
        rowProps={({ key }) => aimAt(aimed, key)}
        columns={[
          { head: 'System', cell: ({ system }) => system },
          { head: 'Score', cell: ({ name }) => name },
          { head: 'Given by', cell: ({ source }) => source },
          {
            head: 'Value',
            isNumber: true,
            look: ({ value }) => ({ title: String(value) }),
            cell: ({ value }) => scoreWords(value),
          },
        ]}
      />
    </section>
  );
}
