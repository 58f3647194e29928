import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { picturesLeftWords } from '../../../shared/picture-words.ts';
import { useAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { askedOf, type TeamSubject } from '../../parts/team/team-subject.ts';
import { Fold } from '../../ui/for-researchers.tsx';
import { keepFile } from '../../ui/keep-file.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Term } from '../../ui/term.tsx';
import { membersQuery } from './team-queries.ts';
import { handOutProblem, takerWords } from './team-words.ts';

/** Which items go out, and in which shape. */
export function HandOutForm({ subject, items: drawn }: { subject: TeamSubject; items: number }) {
  const all = useQuery(membersQuery(subject)).data ?? [];
  const { people = [] } = useAnnotators();
  const members = all.filter(({ isMember }) => isMember);
  // A study without members is open to all: anybody whom the project knows may get the whole batch.
  const takers = members.length > 0 ? members : people.map((one) => ({ ...one, assigned: drawn }));
  const [annotatorId, setAnnotatorId] = useState<number | undefined>();
  const items = takers.find(({ id }) => id === annotatorId)?.assigned ?? drawn;
  const [from, setFrom] = useState<number | string>(1);
  const [count, setCount] = useState<number | string>(drawn);
  const [shape, setShape] = useState<Shape>('page');
  const asked = { ...askedOf(subject), annotatorId, from: Number(from), count: Number(count), shape };
  const handOut = useMutation({
    mutationFn: () =>
      keepFile(
        () => (shape === 'page' ? 'batch.html' : 'batch.assay-batch'),
        (path) => api.batch.out({ ...asked, path }),
        () => api.batch.out(asked),
      ),
  });
  const problem = handOutProblem(from, count, items);
  return (
    <Panel title={<Term word="send to annotators">Send to annotators</Term>}>
      <Group align="flex-start" gap="md">
        {takers.length > 0 && (
          <NativeSelect
            label="For"
            description={takerWords(annotatorId)}
            inputWrapperOrder={['label', 'input', 'description']}
            w={240}
            value={annotatorId ?? ''}
            onChange={(event) => setAnnotatorId(Number(event.currentTarget.value) || undefined)}
            data={[
              { value: '', label: 'anyone' },
              ...takers.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <ShapeField shape={shape} onChange={setShape} />
      </Group>
      <Fold summary={rangeWords(Number(from), Number(count), items)}>
        <Group align="flex-start" gap="md">
          <HandOutRange {...{ items, from, setFrom, count, setCount }} />
        </Group>
      </Fold>
      <Group gap="md">
        <Button disabled={problem !== null} loading={handOut.isPending} onClick={() => handOut.mutate()}>
          Save the file to send
        </Button>
        {problem !== null && (
          <Text size="sm" c="dimmed">
            {problem}
          </Text>
        )}
        {handOut.data && <HandedOutNote sent={handOut.data} />}
      </Group>
      {handOut.error && <ProblemNote problem={toProblem(handOut.error)} />}
    </Panel>
  );
}

interface HandOutRangeProps {
  items: number;
  from: number | string;
  setFrom: (value: number | string) => void;
  count: number | string;
  setCount: (value: number | string) => void;
}

function HandOutRange({ items, from, setFrom, count, setCount }: HandOutRangeProps) {
  return (
    <>
      <NumberInput
        label="From item"
        w={130}
        min={1}
        max={items}
        allowDecimal={false}
        value={from}
        onChange={setFrom}
      />
      <NumberInput
        label="How many"
        description={`${plural(items, 'item')} in the sample`}
        inputWrapperOrder={['label', 'input', 'description']}
        w={130}
        min={1}
        max={items}
        allowDecimal={false}
        value={count}
        onChange={setCount}
      />
    </>
  );
}

const rangeWords = (from: number, count: number, items: number): string =>
  from === 1 && count === items
    ? `All ${plural(items, 'item')}: choose fewer`
    : `${plural(count, 'item')} from item ${from} on: change`;

type Shape = 'file' | 'page';

function ShapeField({ shape, onChange }: { shape: Shape; onChange: (shape: Shape) => void }) {
  return (
    <Radio.Group label="As" value={shape} onChange={(value) => onChange(value === 'file' ? 'file' : 'page')}>
      <Stack gap={6} pt={6}>
        <Radio value="page" label="A web page that works offline in any browser" />
        <Radio value="file" label="A file for Assay on another machine (.assay-batch)" />
      </Stack>
    </Radio.Group>
  );
}

/** What was sent, and where it lies. */
function HandedOutNote({ sent }: { sent: Awaited<ReturnType<typeof api.batch.out>> }) {
  return (
    <Text size="sm" role="status">
      {plural(sent.items, 'item')}
      {sent.annotator !== null && (
        <>
          {' '}
          for <bdi>{sent.annotator}</bdi>
        </>
      )}{' '}
      in {sent.path ?? sent.fileName}, signed by your key {sent.signedBy}
      {sent.picturesLeft !== undefined && `. ${picturesLeftWords(sent.picturesLeft)}`}
    </Text>
  );
}
