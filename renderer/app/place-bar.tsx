import { Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Study } from '../../shared/contract/index.ts';
import { api } from '../api/client.ts';
import { useProject, useRanking, useRankings, useStudy } from '../api/queries.ts';
import { queryKeys } from '../api/query-keys.ts';
import { blindName, blindRankingName } from '../ui/blind-name.ts';
import { EditableTitle } from '../ui/editable-title.tsx';
import { HelpHere } from '../ui/help-here.tsx';
import { paths, type RankingTab, rankingIn, type StudyTab, studyOf } from '../ui/place/paths.ts';
import classes from '../ui/shell.module.css';
import { TabLinks } from '../ui/tab-links.tsx';
import { TextLink } from '../ui/text-link.tsx';

const studyTabs: readonly { id: StudyTab; name: string }[] = [
  { id: 'results', name: 'Results' },
  { id: 'label', name: 'Label' },
  { id: 'failures', name: 'Failures' },
  { id: 'team', name: 'Team' },
  { id: 'report', name: 'Report' },
  { id: 'setup', name: 'Setup' },
];

const rankingTabs = studyTabs.filter((tab): tab is { id: RankingTab; name: string } => tab.id !== 'failures');

const places = [
  {
    name: 'Judges',
    tabs: [
      { name: 'Judges and runs', path: paths.judges },
      { name: 'How good is it?', path: paths.alignment },
      { name: 'Prompts', path: paths.prompts },
      { name: 'Endpoints', path: paths.endpoints },
    ],
  },
  {
    name: 'Research',
    tabs: [
      { name: 'Lab', path: paths.lab },
      { name: 'Protocols', path: paths.protocols },
      { name: 'Personas', path: paths.personas },
      { name: 'Texts', path: paths.protocolPrompts },
      { name: 'Validation', path: paths.validation },
      { name: 'Comparison', path: paths.protocolComparison },
      { name: 'Paper check', path: paths.papers },
    ],
  },
] as const;

/** The tabs of the place that an address is in, over its screens: a study by its name, Judges and Research. */
export function PlaceBar() {
  const [path] = useLocation();
  const { data: project } = useProject();
  const studyId = studyOf(path);
  if (!project) return null;
  const rankingId = rankingIn(path);
  if (rankingId !== null) return <RankingBar key={rankingId} rankingId={rankingId} path={path} />;
  if (studyId !== null) return <StudyBar key={studyId} studyId={studyId} path={path} />;
  for (const { name, tabs } of places) {
    const here = tabPath(path, tabs);
    if (here !== undefined) {
      return (
        <section className={classes.placeBar} aria-label="This place">
          <TabLinks label={`Parts of ${name}`} tabs={tabs} here={here} />
          <HelpHere />
        </section>
      );
    }
  }
  return null;
}

/** The address of the tab that a screen belongs to: the longest that the address begins with. */
function tabPath(path: string, tabs: readonly { path: string }[]): string | undefined {
  const found = tabs.filter((tab) => path === tab.path || path.startsWith(`${tab.path}/`));
  return found.sort((a, b) => b.path.length - a.path.length)[0]?.path;
}

function StudyBar({ studyId, path }: { studyId: number; path: string }) {
  const { data: study } = useStudy(studyId);
  if (!study) return null;
  const shown = studyTabs.filter(({ id }) => id !== 'failures' || mayHaveFailures(study));
  const tabs = shown.map(({ id, name }) => ({ name, path: paths[id](studyId) }));
  const here = tabPath(path, tabs) ?? path;
  const tab = studyTabs.find(({ id }) => paths[id](studyId) === here)?.id;
  return (
    <section className={classes.placeBar} aria-label="This study" data-wide={tab === 'label' || undefined}>
      <StudyName study={study} tab={tab} />
      {study.rankingId !== null && (
        <RankingLink
          rankingId={study.rankingId}
          tab={rankingTabs.find(({ id }) => paths[id](studyId) === here)?.id}
        />
      )}
      <TabLinks label="Parts of the study" tabs={tabs} here={here} />
      <HelpHere />
    </section>
  );
}

/** Whether the failures of a study can be counted: those of one system's replies. Where it does not ask for them yet, the tab says how. */
const mayHaveFailures = ({ comparison, measure }: Study): boolean =>
  comparison === null && measure.kind === 'criterion';

/** Why another name stands there than the one that was given. */
const blindTitle = (study: Study): string =>
  blindName(study) === study.name
    ? study.name
    : 'The name of this study names the system. It is shown where nobody labels, as in Results.';

/** Whoever labels reads no name that tells the system; where one labels, the question is the heading. */
function StudyName({ study, tab }: { study: Study; tab: StudyTab | undefined }) {
  const queries = useQueryClient();
  const rename = async (name: string, version: string | undefined) => {
    queries.setQueryData(
      queryKeys.study(study.id),
      await api.study.edit({ studyId: study.id, name, version }),
    );
    await queries.invalidateQueries({ queryKey: queryKeys.studies });
  };
  if (tab === 'label') {
    return (
      <Text component="div" className={classes.placeName} title={blindTitle(study)}>
        <bdi>{blindName(study)}</bdi>
      </Text>
    );
  }
  if (tab === 'team') {
    return (
      <Title order={1} className={classes.placeName} title={blindTitle(study)}>
        <bdi>{blindName(study)}</bdi>
      </Title>
    );
  }
  return (
    <Title order={1} className={classes.placeName} title={study.name}>
      <EditableTitle value={study.name} label="Name of the study" version={study.version} onSave={rename} />
    </Title>
  );
}

function RankingBar({ rankingId, path }: { rankingId: number; path: string }) {
  const queries = useQueryClient();
  const { data: ranking } = useRanking(rankingId);
  if (!ranking) return null;
  const tabs = rankingTabs.map(({ id, name }) => ({ name, path: paths.ranking(rankingId, id) }));
  const here = tabPath(path, tabs) ?? path;
  const rename = async (name: string, version: string | undefined) => {
    queries.setQueryData(queryKeys.ranking(rankingId), await api.ranking.edit({ rankingId, name, version }));
    await queries.invalidateQueries({ queryKey: queryKeys.studies });
  };
  const blind = blindRankingName(ranking);
  const isLabel = here === paths.ranking(rankingId, 'label');
  const isTeam = here === paths.ranking(rankingId, 'team');
  return (
    <section className={classes.placeBar} aria-label="This ranking">
      {isLabel ? (
        <Text component="bdi" className={classes.placeName} title={blind}>
          {blind}
        </Text>
      ) : (
        <Title order={1} className={classes.placeName} title={isTeam ? blind : ranking.name}>
          {isTeam ? (
            <bdi>{blind}</bdi>
          ) : (
            <EditableTitle
              value={ranking.name}
              label="Name of the ranking"
              version={ranking.version}
              onSave={rename}
            />
          )}
        </Title>
      )}
      <TabLinks label="Parts of the ranking" tabs={tabs} here={here} />
      <HelpHere />
    </section>
  );
}

/** The way from a pair to the ranking that it belongs to. */
function RankingLink({ rankingId, tab }: { rankingId: number; tab: RankingTab | undefined }) {
  const ranking = useRankings().data?.find(({ id }) => id === rankingId);
  if (!ranking) return null;
  const isBlind = tab === 'label' || tab === 'team';
  return (
    <Text size="sm" c="dimmed">
      A pair of{' '}
      <TextLink href={paths.ranking(rankingId, tab ?? 'results')}>
        <bdi>{isBlind ? blindRankingName(ranking) : ranking.name}</bdi>
      </TextLink>
    </Text>
  );
}
