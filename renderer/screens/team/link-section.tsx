import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { DoorPanel } from './door-panel.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { LinksTable } from './links-table.tsx';
import { LivePanel } from './live-panel.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { OfferPanel } from './offer-panel.tsx';
import { teamKey } from './team-queries.ts';
import { askedOf, type TeamSubject } from './team-subject.ts';

const doorKey = ['door'];

/** Annotators who label by a link: where they come in, and who was invited. */
export function LinkSection({ subject }: { subject: TeamSubject }) {
  const { studyId } = askedOf(subject);
  const door = useQuery({ queryKey: doorKey, queryFn: () => api.door.state({}) });
  const links = useQuery({
    queryKey: [...teamKey(studyId), 'links'],
    queryFn: () => api.invitation.list({ studyId }),
  });
  const error = door.error ?? links.error;
  if (error) return <ProblemNote problem={toProblem(error)} />;
  if (!door.data || !links.data) return <LoadingNote label="Reading the links" />;
  return (
    <Stack gap="lg">
      <Text c="dimmed" maw="75ch">
        Annotators label in a browser of their own, at a desk or on a phone, and every answer is stored in
        this project at once. Each gets a link that lets one browser in. Behind it are their own items and
        nothing else: no system, score, estimate or other answer.
        {'ranking' in subject && ' A link is to the whole ranking: all of its pairs are labeled by it.'}
      </Text>
      <DoorPanel state={door.data} doorKey={doorKey} />
      <LivePanel subject={subject} />
      <InvitePanel studyId={studyId} isOpen={door.data.isOpen} />
      <OfferPanel studyId={studyId} />
      <MessagesPanel studyId={studyId} />
      {links.data.length > 0 && <LinksTable studyId={studyId} links={links.data} />}
    </Stack>
  );
}
