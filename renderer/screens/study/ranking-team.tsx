import { Stack, Text } from '@mantine/core';
import type { RankingStudy } from '../../../shared/contract/index.ts';
import { paths } from '../../app/paths.ts';
import { Panel } from '../../ui/panel.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { MembersSection } from '../team/member-progress.tsx';
import { PracticeSection } from '../team/practice-section.tsx';
import { PairsTable, WithRanking } from './ranking-setup.tsx';

const sections = [
  { id: 'members', name: 'Members' },
  { id: 'practice', name: 'Practice' },
  { id: 'pairs', name: 'Pair by pair' },
] as const;

/** Who labels a ranking: members and practice are those of all its pairs. */
export function RankingTeam({ rankingId, part }: { rankingId: number; part?: string | undefined }) {
  const { id } = sections.find((one) => one.id === part) ?? sections[0];
  const pathOf = (section: string) => paths.ranking(rankingId, 'team', section);
  return (
    <WithRanking rankingId={rankingId}>
      {(ranking) => (
        <>
          <TabLinks
            label="Parts of Team"
            tabs={sections.map((one) => ({ name: one.name, path: pathOf(one.id) }))}
            here={pathOf(id)}
          />
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
  const first = practicedPair(ranking);
  if (section === 'members') return <MembersSection studyId={first.id} ofRanking={ranking} />;
  if (section === 'practice') {
    return (
      <Stack gap="md">
        <Text maw="75ch">
          Practice is on items that no pair has drawn, two replies at a time. Until it is over, Label of the
          ranking opens it; then all pairs are open.
        </Text>
        <PracticeSection studyId={first.id} />
      </Stack>
    );
  }
  return (
    <Panel title="Pair by pair">
      <Text maw="72ch">
        Progress, agreement, decisions, links and batches to send are those of each pair.
      </Text>
      <PairsTable pairs={ranking.pairs} tab="team" isBlind />
    </Panel>
  );
}

/** The pair that practice is of: the first that was made. */
const practicedPair = ({ pairs }: RankingStudy) => pairs.toSorted((a, b) => a.id - b.id)[0]!;
