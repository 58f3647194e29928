import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useDatasets, useProject, useStudies } from '../api/queries.ts';
import { blindName } from './blind-name.ts';
import { useScheme } from './color-scheme.tsx';
import { paths } from './paths.ts';

/** Every screen and the common actions, by name. */
export function CommandPalette() {
  const [, go] = useLocation();
  const [scheme, setScheme] = useScheme();
  const { data: project } = useProject();
  const { data: datasets } = useDatasets();
  const { data: studies } = useStudies();
  const groups = useMemo((): SpotlightActionGroupData[] => {
    const to = (label: string, path: string, description?: string) => ({
      id: path,
      label,
      onClick: () => go(path),
      ...(description !== undefined && { description }),
    });
    const ofProject = project
      ? [
          {
            group: 'Studies',
            actions: (studies ?? []).flatMap((study) => [
              to(`Label: ${blindName(study)}`, paths.label(study.id)),
              to(`Team: ${blindName(study)}`, paths.team(study.id)),
              to(`Results: ${study.name}`, paths.results(study.id)),
              to(`Report: ${study.name}`, paths.report(study.id)),
              to(`Study: ${study.name}`, paths.study(study.id)),
            ]),
          },
          {
            group: 'Data',
            actions: (datasets ?? []).map((set) => to(`Browse: ${set.name}`, paths.dataset(set.id))),
          },
        ]
      : [];
    return [
      {
        group: 'Go to',
        actions: [
          to('Home', paths.home, 'New, open, recent and sample projects'),
          to('Import data', paths.importData, 'Preview a file before anything is stored'),
          to('Data', paths.data),
          to('New study', paths.newStudy, 'Choose what to measure and draw items'),
          to('Studies', paths.studies),
          to('Judges', paths.judges, 'Language models that score every item'),
          to('Alignment with people', paths.alignment, 'How far a judge agrees with people'),
          to('Prompts', paths.prompts, 'What judges are told'),
          to('Endpoints', paths.endpoints, 'Servers that models are reached at'),
          to('Lab', paths.lab, 'Try every method on data whose labels are all known'),
          to('Help: how the number is made', paths.help('methods')),
          to('Help: command line', paths.help('command-line')),
        ],
      },
      ...ofProject,
      {
        group: 'View',
        actions: (['auto', 'light', 'dark'] as const)
          .filter((one) => one !== scheme)
          .map((one) => ({
            id: `scheme-${one}`,
            label: one === 'auto' ? 'Use the colors of the system' : `Use ${one} colors`,
            onClick: () => setScheme(one),
          })),
      },
    ].filter(({ actions }) => actions.length > 0);
  }, [project, datasets, studies, scheme, go, setScheme]);
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
