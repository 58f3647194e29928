import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RankingStudy } from '../../../shared/contract/index.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { firstPair } from '../../parts/team/team-subject.ts';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { AdjudicationSection } from './adjudication-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { HandOutSection } from './hand-out-section.tsx';
import { LinkSection } from './link-section.tsx';
import { MembersSection, MembersTable } from './member-progress.tsx';
import { PracticeSection } from './practice-section.tsx';
import { QualitySection } from './quality-section.tsx';
import { PairsTable, WithRanking } from './ranking-setup.tsx';
import { membersQuery } from './team-queries.ts';
import { TeamTabs } from './team-tabs.tsx';

const sections = [
  { id: 'members', name: 'Members', tab: 'Members' },
  { id: 'links', name: 'Invite by link', tab: 'Invite' },
  { id: 'hand-out', name: 'Send to annotators', tab: 'Invite' },
  { id: 'quality', name: 'Checks and pay', tab: 'Quality' },
  { id: 'practice', name: 'Practice', tab: 'Quality' },
  { id: 'agreement', name: 'Agreement', tab: 'Agreement' },
  { id: 'adjudication', name: 'Adjudication', tab: 'Agreement' },
  { id: 'pairs', name: 'Pair by pair', tab: 'Members' },
] as const;

/** Who labels a ranking: members and practice are those of all its pairs. */
export function RankingTeam({ rankingId, part }: { rankingId: number; part?: string | undefined }) {
  const { id } = sections.find((one) => one.id === part) ?? sections[0];
  const pathOf = (section: string) => paths.ranking(rankingId, 'team', section);
  return (
    <WithRanking rankingId={rankingId}>
      {(ranking) => (
        <>
          <TeamTabs sections={sections} here={id} pathOf={pathOf} />
          <RankingSection section={id} ranking={ranking} />
        </>
      )}
    </WithRanking>
  );
}

interface RankingSectionProps {
  section: (typeof sections)[number]['id'];
  ranking: RankingStudy;
}

function RankingSection({ section, ranking }: RankingSectionProps) {
  const first = firstPair(ranking);
  if (section === 'members') {
    return (
      <Stack gap="lg">
        <RankingProgress ranking={ranking} />
        <MembersSection studyId={first} ofRanking={ranking} />
      </Stack>
    );
  }
  if (section === 'links') return <LinkSection subject={{ ranking }} />;
  if (section === 'quality') return <QualitySection subject={{ ranking }} />;
  if (section === 'agreement') return <AgreementSection subject={{ ranking }} />;
  if (section === 'adjudication') return <AdjudicationSection subject={{ ranking }} />;
  if (section === 'practice') {
    return (
      <Stack gap="md">
        <Text maw="75ch">
          Practice is on items that no pair has drawn, two replies at a time. Until it is over, Label of the
          ranking opens it; then all pairs are open.
        </Text>
        <PracticeSection studyId={first} />
      </Stack>
    );
  }
  if (section === 'hand-out') return <HandOutSection subject={{ ranking }} />;
  return (
    <Panel title="Pair by pair">
      <PairsTable pairs={ranking.pairs} tab="team" isBlind />
    </Panel>
  );
}

/** How far the ranking is, and each of those who label it. */
function RankingProgress({ ranking }: { ranking: RankingStudy }) {
  const { answered, items, left } = ranking;
  const { data, error } = useQuery(membersQuery({ ranking }));
  if (whyUnread({ data, error })) return <ProblemNote problem={toProblem(error)} />;
  return (
    <Panel title="Progress">
      <Text className="tabular">
        {formatCount(answered)} of {plural(items, 'item')} final
        {left > 0 && `; ${formatCount(left)} left to label for what the ranking is to find`}.
      </Text>
      {data && <MembersTable members={data} studyId={firstPair(ranking)} />}
    </Panel>
  );
}
