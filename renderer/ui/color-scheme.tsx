import { Group, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { Settings } from '../../shared/contract/index.ts';
import { askShell, isDesktop, onShellCommand, type ShellCommand } from '../api/desktop-port.ts';
import { useChangeSettings, useSettings } from '../api/queries.ts';

type Scheme = Settings['colorScheme'];

/** The scheme of this person, which the settings keep. */
export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const change = useChangeSettings();
  return [
    colorScheme,
    (scheme) => {
      setColorScheme(scheme);
      if (isDesktop()) void askShell({ ask: 'follow-scheme', scheme }).catch(() => undefined);
      void change({ colorScheme: scheme }).catch(() => undefined);
    },
  ];
}

const schemeChoices = [
  { value: 'auto', name: 'As the system', Icon: IconDeviceDesktop },
  { value: 'light', name: 'Light', Icon: IconSun },
  { value: 'dark', name: 'Dark', Icon: IconMoon },
] as const;

/** Applies the scheme that the settings keep, and obeys the menu of the desktop; used once in the app. */
export function useSchemeOfPerson(): void {
  const [, setScheme] = useScheme();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const stored = useSettings().data?.colorScheme;
  const apply = useEffectEvent((scheme: Scheme) => {
    // Setting it, the same too, styles the whole page anew.
    if (scheme !== colorScheme) setColorScheme(scheme);
  });
  useEffect(() => {
    if (stored) apply(stored);
  }, [stored]);
  const obey = useEffectEvent((command: ShellCommand) => {
    if (command.do === 'color-scheme') setScheme(command.scheme);
  });
  useEffect(() => onShellCommand(obey), []);
  useEffect(lightOnPaper, []);
}

const schemeAttribute = 'data-mantine-color-scheme';

/** Prints in the light scheme, whichever is on screen: the light words of the other are faint on paper. */
function lightOnPaper(): () => void {
  const root = document.documentElement;
  let onScreen: string | null = null;
  const begin = () => {
    onScreen = root.getAttribute(schemeAttribute);
    root.setAttribute(schemeAttribute, 'light');
  };
  const end = () => onScreen !== null && root.setAttribute(schemeAttribute, onScreen);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

export function ColorSchemeToggle() {
  const [scheme, setScheme] = useScheme();
  return (
    <SegmentedControl
      aria-label="Color scheme"
      value={scheme}
      onChange={setScheme}
      data={schemeChoices.map(({ value, name, Icon }) => ({
        value,
        label: (
          <Group gap={8} wrap="nowrap" px={4}>
            <Icon size={16} stroke={1.75} aria-hidden />
            {name}
          </Group>
        ),
      }))}
    />
  );
}
