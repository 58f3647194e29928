import type { Dataset, RankingStudy } from '../../shared/contract/index.ts';
import { blindName, blindRankingName } from './blind-name.ts';
import { paths } from './paths.ts';

type Scheme = 'auto' | 'light' | 'dark';

interface Findable {
  project: object | null | undefined;
  datasets: readonly Pick<Dataset, 'id' | 'name'>[];
  studies: readonly Parameters<typeof blindName>[0][];
  rankings?: readonly RankingStudy[];
  scheme: Scheme;
}

interface Action {
  id: string;
  label: string;
  description?: string;
  /** Where it leads, or the colors it chooses. */
  does: { go: string } | { use: Scheme };
}

const to = (label: string, path: string, description?: string): Action => ({
  id: path,
  label,
  does: { go: path },
  ...(description !== undefined && { description }),
});

const screens: readonly Action[] = [
  to('Studies', paths.studies, 'What each says, how far it is, and other projects'),
  to('New study', paths.newStudy, 'Choose what to measure and draw items'),
  to('Data', paths.data),
  to('Import data', paths.importData, 'Preview a file before anything is stored'),
  to('Judges', paths.judges, 'Language models that score every item'),
  to('Alignment with people', paths.alignment, 'How far a judge agrees with people'),
  to('Prompts', paths.prompts, 'What judges are told'),
  to('Endpoints', paths.endpoints, 'Servers that models are reached at'),
  to('Lab', paths.lab, 'Try every method on data whose labels are all known'),
  to('Protocols', paths.protocols, 'Put a model through a protocol, turn by turn'),
  to('Personas', paths.personas, 'Who is simulated'),
  to('Validation', paths.validation, 'People on what machines made'),
  to('Comparison', paths.protocolComparison, 'Protocols beside people'),
  to('Paper check', paths.papers, 'Printed figures beside those of this project'),
  to('Settings', paths.settings, 'Colors, labeling'),
  to('Help: getting started', paths.help('start')),
  to('Help: how to read the number', paths.help('number')),
  to('Help: how many labels', paths.help('how-many')),
  to('Help: working as a team', paths.help('together')),
  to('Help: judges and machine scores', paths.help('machine-scores')),
  to('Help: word list', paths.help('words')),
  to('Help: how the number is made', paths.help('methods')),
  to('Help: command line', paths.help('command-line')),
];

/** All that can be found by name. Whoever looks for labels to give reads no name that tells which system is judged. */
export function actionGroups({ project, datasets, studies, rankings = [], scheme }: Findable) {
  const ofRankings = rankings.flatMap((ranking) => [
    to(`Label: ${blindRankingName(ranking)}`, paths.ranking(ranking.id, 'label')),
    to(`Results: ${ranking.name}`, paths.ranking(ranking.id, 'results')),
    to(`Report: ${ranking.name}`, paths.ranking(ranking.id, 'report')),
    to(`Setup: ${ranking.name}`, paths.ranking(ranking.id, 'setup')),
  ]);
  const ofStudies = studies.flatMap((study) => [
    to(`Label: ${blindName(study)}`, paths.label(study.id)),
    to(`Team: ${blindName(study)}`, paths.team(study.id)),
    to(`Results: ${study.name}`, paths.results(study.id)),
    to(`Report: ${study.name}`, paths.report(study.id)),
    to(`Setup: ${study.name}`, paths.setup(study.id)),
  ]);
  const ofData = datasets.map((set) => to(`Browse: ${set.name}`, paths.dataset(set.id)));
  const ofColors = (['auto', 'light', 'dark'] as const).flatMap((use): Action[] =>
    use === scheme
      ? []
      : [
          {
            id: `scheme-${use}`,
            label: use === 'auto' ? 'Use the colors of the system' : `Use ${use} colors`,
            does: { use },
          },
        ],
  );
  return [
    { group: 'Go to', actions: screens },
    { group: 'Studies', actions: project ? [...ofRankings, ...ofStudies] : [] },
    { group: 'Data', actions: project ? ofData : [] },
    { group: 'View', actions: ofColors },
  ].filter(({ actions }) => actions.length > 0);
}
