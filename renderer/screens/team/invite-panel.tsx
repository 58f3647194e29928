import { Button, Checkbox, Code, CopyButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DaysOpen } from '../../../shared/contract/invitation.ts';
import { useRefreshAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { Fold } from '../../ui/for-researchers.tsx';
import { limitsOf, NumberInput } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DownloadButton } from './download-button.tsx';
import { LinkCode } from './link-code.tsx';

/** Links for many people at once: one name or mail address a line in, one link each out. */
function ManyLinks({ studyId, days }: { studyId: number; days: number }) {
  const queries = useQueryClient();
  const refreshAnnotators = useRefreshAnnotators();
  const [text, setText] = useState('');
  const names = text.split('\n').filter((line) => line.trim() !== '');
  const make = useMutation({
    mutationFn: () => api.invitation.createAll({ studyId, names, days }),
    onSuccess() {
      setText('');
      refreshAnnotators();
      void queries.invalidateQueries({ queryKey: queryKeys.study(studyId) });
    },
  });
  return (
    <Fold summary="Invite many at once">
      <Stack gap="sm">
        <Textarea
          label="Names or mail addresses, one a line"
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button
            variant="default"
            disabled={names.length === 0 || days < 1}
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            {names.length === 1 ? 'Make 1 link' : `Make ${names.length} links`}
          </Button>
          {make.data && (
            <>
              <CopyButton value={make.data.csv}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {copied ? 'Copied' : 'Copy all'}
                  </Button>
                )}
              </CopyButton>
              <DownloadButton fileName="links.csv" content={make.data.csv} />
            </>
          )}
        </Group>
        {make.data && (
          <Text size="sm" role="status">
            {`${plural(make.data.links, 'link')} made. They are shown only once: copy or save them now.`}
          </Text>
        )}
        {make.error && <ProblemNote problem={toProblem(make.error)} />}
      </Stack>
    </Fold>
  );
}

/** Makes a link for one annotator, and shows it this once. */
export function InvitePanel({ studyId }: { studyId: number }) {
  const { name, setName, isForAll, setForAll, days, setDays, invite } = useInvitation(studyId);
  const isPossible = (isForAll || name.trim() !== '') && Number(days) >= 1;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) invite.mutate();
  };
  const made = invite.data;
  return (
    <Panel title="Invite by link">
      <form onSubmit={send}>
        <Group align="flex-end" gap="md">
          <TextInput
            label="Annotator"
            description="Added to the project if new"
            inputWrapperOrder={['label', 'input', 'description']}
            w={260}
            disabled={isForAll}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NumberInput
            label="Valid for"
            description="days, until it is opened"
            inputWrapperOrder={['label', 'input', 'description']}
            w={150}
            {...limitsOf(DaysOpen)}
            value={days}
            onChange={setDays}
          />
          <Button type="submit" mb={20} disabled={!isPossible} loading={invite.isPending}>
            Make a link
          </Button>
        </Group>
        <Checkbox
          label="For anyone with the link. Each enters a name, or a crowd platform sends one"
          checked={isForAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
      </form>
      {made && made.link !== null && (
        <MadeLink key={made.link} link={made.link} annotator={made.invitation.annotator} />
      )}
      <ManyLinks studyId={studyId} days={Number(days)} />
      {invite.error && <ProblemNote problem={toProblem(invite.error)} />}
    </Panel>
  );
}

function useInvitation(studyId: number) {
  const queries = useQueryClient();
  const refreshAnnotators = useRefreshAnnotators();
  const [name, setName] = useState('');
  const [isForAll, setForAll] = useState(false);
  const [days, setDays] = useState<number | string>(7);
  const invite = useMutation({
    mutationFn: () => api.invitation.create({ studyId, name: isForAll ? null : name, days: Number(days) }),
    onSuccess: async () => {
      setName('');
      refreshAnnotators();
      // What stands above the link grows by whom it is for, before it is brought into sight.
      await queries.invalidateQueries({ queryKey: queryKeys.study(studyId) });
    },
  });
  return { name, setName, isForAll, setForAll, days, setDays, invite };
}

interface MadeLinkProps {
  link: string;
  /** Whom it is for; null for whoever gets it. */
  annotator: { readonly name: string } | null;
}

function MadeLink({ link, annotator }: MadeLinkProps) {
  const part = useRef<HTMLDivElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  // It is shown this once, and may stand below what is in sight.
  useEffect(() => {
    copyButton.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div role="status" ref={part}>
      <Text size="sm">
        {annotator ? (
          <>
            For <bdi>{annotator.name}</bdi> alone. It lets one browser in, and is shown this once.
          </>
        ) : (
          'For anyone with the link, each under their own name. It is shown only once.'
        )}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {link}
        </Code>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" ref={copyButton} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <LinkCode link={link} />
    </div>
  );
}
