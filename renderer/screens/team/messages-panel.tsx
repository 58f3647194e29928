import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TeamMessage } from '../../../shared/contract/index.ts';
import { MessageText } from '../../../shared/contract/message.ts';
import { useAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { longest } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { teamKey } from './team-queries.ts';

const toAll = 'all';

/** What the lead and annotators write to each other. */
export function MessagesPanel({ studyId }: { studyId: number }) {
  const queries = useQueryClient();
  const queryKey = [...teamKey(studyId), 'messages'];
  const messages = useQuery({ queryKey, queryFn: () => api.message.list({ studyId }) });
  const { people = [] } = useAnnotators();
  const [to, setTo] = useState(toAll);
  const [item, setItem] = useState<TeamMessage['item']>(null);
  const [text, setText] = useState('');
  const [clientKey, setKey] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: () => {
      const annotatorId = to === toAll ? null : Number(to);
      return api.message.send({ studyId, annotatorId, itemId: item?.id ?? null, text, clientKey });
    },
    onSuccess() {
      setText('');
      setItem(null);
      setKey(crypto.randomUUID());
      void queries.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') send.mutate();
  };
  const answer = (message: TeamMessage) => {
    if (message.annotator) setTo(`${message.annotator.id}`);
    setItem(message.item);
  };
  return (
    <Panel title="Messages">
      <Stack gap="xs" role="log" aria-label="Messages">
        {messages.data?.map((message) => (
          <Message key={message.id} message={message} onAnswer={() => answer(message)} />
        ))}
      </Stack>
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Select
            label="To"
            w={260}
            allowDeselect={false}
            data={[
              { value: toAll, label: 'All annotators' },
              ...people.map(({ id, name }) => ({ value: `${id}`, label: name })),
            ]}
            value={to}
            onChange={(value) => setTo(value ?? toAll)}
          />
          <Textarea
            label={item === null ? 'Message' : `Message about item ${item.externalId}`}
            autosize
            minRows={2}
            {...longest(MessageText)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" disabled={text.trim() === ''} loading={send.isPending}>
              Send
            </Button>
          </Group>
        </Stack>
      </form>
      {(send.error ?? messages.error) && <ProblemNote problem={toProblem(send.error ?? messages.error)} />}
    </Panel>
  );
}

function Message({ message, onAnswer }: { message: TeamMessage; onAnswer: () => void }) {
  const { annotator, byLead, item, text, writtenAt, readBy } = message;
  const who = annotator === null ? 'To all' : byLead ? `To ${annotator.name}` : annotator.name;
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>
          <bdi>{who}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {formatInstant(writtenAt)}
          {item !== null && `, about item ${item.externalId}`}
          {readBy !== null &&
            (annotator === null ? `, read by ${plural(readBy, 'annotator')}` : readBy > 0 && ', read')}
        </Text>
        {!byLead && (
          <Button size="compact-xs" variant="default" onClick={onAnswer}>
            Answer
          </Button>
        )}
      </Group>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </div>
  );
}
