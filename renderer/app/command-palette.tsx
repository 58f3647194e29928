import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useDatasets, useProject, useRankings, useStudies } from '../api/queries.ts';
import { useScheme } from './color-scheme.tsx';
import { actionGroups } from './find-actions.ts';

/** Every screen and the common actions, by name. */
export function CommandPalette() {
  const [, go] = useLocation();
  const [scheme, setScheme] = useScheme();
  const { data: project } = useProject();
  const { data: datasets } = useDatasets();
  const { data: studies } = useStudies();
  const { data: rankings } = useRankings();
  const groups = useMemo((): SpotlightActionGroupData[] => {
    const found = actionGroups({
      project,
      datasets: datasets ?? [],
      studies: studies ?? [],
      rankings: rankings ?? [],
      scheme,
    });
    return found.map(({ group, actions }) => ({
      group,
      actions: actions.map(({ does, ...shown }) => ({
        ...shown,
        onClick: () => ('go' in does ? go(does.go) : setScheme(does.use)),
      })),
    }));
  }, [project, datasets, studies, rankings, scheme, go, setScheme]);
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      tagsToIgnore={[]}
      scrollable
      maxHeight="min(560px, 70vh)"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      highlightQuery
      attributes={{ content: { 'aria-label': 'Find' } }}
      nothingFound="Nothing by that name"
      searchProps={{
        placeholder: 'Find a screen, study or data set',
        'aria-label': 'Find a screen, study or data set',
        leftSection: <IconSearch size={18} stroke={1.5} aria-hidden />,
      }}
    />
  );
}
