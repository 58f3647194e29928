import { SegmentedControl, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { Settings } from '../../shared/contract/index.ts';
import { askShell, isDesktop, onShellCommand, type ShellCommand } from '../api/desktop-door.ts';
import { useChangeSettings, useSettings } from '../api/queries.ts';

type Scheme = Settings['colorScheme'];

/** The scheme of this person: kept in the settings, applied to the page. */
export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { data: settings } = useSettings();
  const change = useChangeSettings();
  const stored = settings?.colorScheme;
  useEffect(() => {
    if (stored) setColorScheme(stored);
  }, [stored, setColorScheme]);
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
  { value: 'auto', name: 'Colors of the system', Icon: IconDeviceDesktop },
  { value: 'light', name: 'Light colors', Icon: IconSun },
  { value: 'dark', name: 'Dark colors', Icon: IconMoon },
] as const;

export function ColorSchemeToggle() {
  const [scheme, setScheme] = useScheme();
  const obey = useEffectEvent((command: ShellCommand) => {
    if (command.do === 'color-scheme') setScheme(command.scheme);
  });
  useEffect(() => onShellCommand(obey), []);
  return (
    <SegmentedControl
      size="xs"
      aria-label="Color scheme"
      value={scheme}
      onChange={setScheme}
      data={schemeChoices.map(({ value, name, Icon }) => ({
        value,
        label: (
          <Tooltip label={name}>
            <Icon
              size={16}
              stroke={1.75}
              aria-label={name}
              role="img"
              style={{ display: 'block', marginInline: 'auto' }}
            />
          </Tooltip>
        ),
      }))}
    />
  );
}
