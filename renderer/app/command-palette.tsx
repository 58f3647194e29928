import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { FoundItem } from '../../shared/contract/index.ts';
import { api } from '../api/client.ts';
import { isDesktop } from '../api/desktop-port.ts';
import { useDatasets, useProject, useRankings, useStudiesAlone } from '../api/queries.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useScheme } from '../ui/color-scheme.tsx';
import { isLabeling, paths } from '../ui/place/paths.ts';
import classes from '../ui/shell.module.css';
import { chooseFile } from '../ui/shell-commands.ts';
import { toggleRawTexts } from '../ui/text-switches.ts';
import { actionGroups, type Deed, foundPlace, isFoundBy } from './find-actions.ts';

const itemsGroup = 'Items';

/** Letters from which on items are searched. */
const fewestLetters = 3;

const run = (deed: Deed) => (deed === 'raw-texts' ? toggleRawTexts() : void chooseFile(deed));

/** What has all words of a query; what starts with it comes first, in each group and among the groups. */
const byWords = (query: string, groups: (SpotlightActionGroupData | SpotlightActionData)[]) =>
  groups
    .flatMap((group) => {
      if (!('actions' in group))
        return isFoundBy(query, group) ? [{ group, place: foundPlace(query, group) }] : [];
      if (group.group === itemsGroup) return [{ group, place: Number.POSITIVE_INFINITY }];
      const actions = (group.actions as SpotlightActionData[])
        .filter((action) => isFoundBy(query, action))
        .map((action) => ({ action, place: foundPlace(query, action) }))
        .toSorted((a, b) => a.place - b.place);
      const [first] = actions;
      return first
        ? [{ group: { ...group, actions: actions.map(({ action }) => action) }, place: first.place }]
        : [];
    })
    .toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ group }) => group);

/** Every screen and action by name, and items by what is said in them. */
export function CommandPalette() {
  const [path, go] = useLocation();
  const [scheme, setScheme] = useScheme();
  const [query, setQuery] = useState('');
  const { data: project } = useProject();
  const { data: datasets } = useDatasets();
  const { data: studies } = useStudiesAlone();
  const { data: rankings } = useRankings();
  const items = useFoundItems(query, Boolean(project) && !isLabeling(path));
  const groups = useMemo((): SpotlightActionGroupData[] => {
    const found = actionGroups({
      ...{ project, datasets: datasets ?? [], studies: studies ?? [], rankings: rankings ?? [], scheme },
      isDesktop: isDesktop(),
    });
    return found.map(({ group, actions }) => ({
      group,
      actions: actions.map(({ does, ...shown }) => ({
        ...shown,
        onClick: () => {
          if ('go' in does) go(does.go);
          else if ('use' in does) setScheme(does.use);
          else run(does.run);
        },
      })),
    }));
  }, [project, datasets, studies, rankings, scheme, go, setScheme]);
  const open = ({ datasetId, itemId }: FoundItem) => go(paths.item(datasetId, itemId));
  return (
    <Spotlight
      actions={[...groups, ...itemActions(items?.items ?? [], open)]}
      filter={byWords}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      tagsToIgnore={[]}
      scrollable
      maxHeight="min(560px, 70vh)"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      highlightQuery
      classNames={{ actionDescription: classes.foundAbout! }}
      attributes={{ content: { 'aria-label': 'Find' } }}
      nothingFound={
        items && items.notYet.length > 0
          ? `Nothing yet: ${items.notYet.join(', ')} is being made searchable`
          : 'Nothing by that name, and no item with these words'
      }
      searchProps={{
        placeholder: 'Find an action, a screen, a study, or words of an item',
        'aria-label': 'Find an action, a screen, a study, or words of an item',
        leftSection: <IconSearch size={18} stroke={1.5} aria-hidden />,
      }}
    />
  );
}

/** Items with the words typed. Whoever labels an item is not shown others by name beside it. */
function useFoundItems(query: string, isOn: boolean) {
  const [text] = useDebouncedValue(query.trim(), 200);
  const found = useQuery({
    queryKey: [...queryKeys.items(0), 'find', text],
    queryFn: ({ signal }) => api.item.find({ text: text.slice(0, 500) }, { signal }),
    enabled: isOn && text.length >= fewestLetters,
    placeholderData: keepPreviousData,
  });
  return isOn && query.trim().length >= fewestLetters ? found.data : undefined;
}

const itemActions = (
  items: readonly FoundItem[],
  open: (item: FoundItem) => void,
): SpotlightActionGroupData[] =>
  items.length === 0
    ? []
    : [
        {
          group: itemsGroup,
          actions: items.map((item) => ({
            id: `item-${item.itemId}`,
            label: `${item.externalId} · ${item.datasetName}`,
            description: item.snippet.text,
            children: <FoundWords item={item} />,
            onClick: () => open(item),
          })),
        },
      ];

/** An item that was found, with the word that was looked for. */
function FoundWords({ item: { externalId, datasetName, snippet } }: { item: FoundItem }) {
  const { text, from, to } = snippet;
  return (
    <div style={{ minWidth: 0 }}>
      <div>
        {externalId} · {datasetName}
      </div>
      <div style={{ fontSize: 13, opacity: 0.85 }} dir="auto">
        {text.slice(0, from)}
        <mark>{text.slice(from, to)}</mark>
        {text.slice(to)}
      </div>
    </div>
  );
}
