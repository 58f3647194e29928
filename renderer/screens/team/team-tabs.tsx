import { Group, Stack, Text } from '@mantine/core';
import { TabLinks } from '../../ui/tab-links.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** A part of Team at an address of its own. */
export interface TeamPart {
  readonly id: string;
  readonly name: string;
  /** The tab that it is under; parts of one tab name each other. */
  readonly tab: string;
}

interface TeamTabsProps {
  sections: readonly TeamPart[];
  /** The part that shows. */
  here: string;
  pathOf: (section: string) => string;
}

/** The tabs of Team. Where a tab has two parts, a line under the tabs leads from the one to the other. */
export function TeamTabs({ sections, here, pathOf }: TeamTabsProps) {
  const open = sections.find(({ id }) => id === here)!;
  const tabs = [...Map.groupBy(sections, ({ tab }) => tab)].map(([name, parts]) => ({
    name,
    path: pathOf(name === open.tab ? here : parts[0]!.id),
  }));
  const beside = sections.filter(({ tab }) => tab === open.tab);
  return (
    <Stack gap="sm">
      <TabLinks label="Parts of Team" tabs={tabs} here={pathOf(here)} />
      {beside.length > 1 && (
        <Group gap="lg" component="nav" aria-label={`Parts of ${open.tab}`}>
          {beside.map(({ id, name }) =>
            id === here ? (
              <Text key={id} fw={600} aria-current="page">
                {name}
              </Text>
            ) : (
              <TextLink key={id} href={pathOf(id)}>
                {name}
              </TextLink>
            ),
          )}
        </Group>
      )}
    </Stack>
  );
}
