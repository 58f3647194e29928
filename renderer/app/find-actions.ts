import type { Dataset, RankingStudy } from '../../shared/contract/index.ts';
import { blindName, blindRankingName } from '../ui/blind-name.ts';
import { paths } from '../ui/place/paths.ts';

type Scheme = 'auto' | 'light' | 'dark';

interface Findable {
  project: object | null | undefined;
  datasets: readonly Pick<Dataset, 'id' | 'name'>[];
  studies: readonly Parameters<typeof blindName>[0][];
  rankings?: readonly RankingStudy[];
  scheme: Scheme;
  /** Whether the shell has dialogs for files; elsewhere the first screen asks for paths. */
  isDesktop?: boolean;
}

/** What needs more than an address. */
export type Deed = 'create-project' | 'open-project' | 'save-copy' | 'raw-texts';

interface Action {
  id: string;
  label: string;
  description?: string;
  /** Further words that it is found by. */
  keywords?: string;
  /** Where it leads, the colors it chooses, or what is done. */
  does: { go: string } | { use: Scheme } | { run: Deed };
}

const to = (label: string, path: string, description?: string): Action => ({
  id: path,
  label,
  does: { go: path },
  ...(description !== undefined && { description }),
});

const screens: readonly Action[] = [
  to('Studies', paths.studies, 'What each says, how far it is, and other projects'),
  to('New study', paths.newStudy, 'Choose what to measure, and how many items people see'),
  to('Releases', paths.releases, 'The same question, release after release'),
  to('Data', paths.data),
  to('Import data', paths.importData, 'Preview a file before anything is stored'),
  to('From a warehouse or a folder of files', paths.sourceData, 'Rows that stay where they are'),
  to('Judges', paths.judges, 'Language models that score every item'),
  to(
    'How good is a judge?',
    paths.alignment,
    'Agreement with people, what it misses, what it saves, and whether it may replace them',
  ),
  to('Prompts', paths.prompts, 'Instructions to judges'),
  to('Endpoints', paths.endpoints, 'Servers that models are reached at'),
  to('Lab', paths.lab, 'Try every method on data whose labels are all known'),
  to('Protocols', paths.protocols, 'Put a model through a protocol, turn by turn'),
  to('Personas', paths.personas, 'Who is simulated'),
  to('Texts of protocols', paths.protocolPrompts, 'Instructions to models in protocols'),
  to('Validation', paths.validation, 'People on what machines made'),
  to('Comparison', paths.protocolComparison, 'Protocols beside people'),
  to('Paper check', paths.papers, 'Printed figures beside those of this project'),
  to('Settings', paths.settings, 'Colors, labeling'),
  to('Help: getting started', paths.help('start')),
  to('Help: how to read the number', paths.help('number')),
  to('Help: how many labels', paths.help('how-many')),
  to('Help: working as a team', paths.help('together')),
  to('Help: judges and machine scores', paths.help('machine-scores')),
  to('Help: release after release', paths.help('releases')),
  to('Help: a team by link', paths.help('team-server')),
  to('Help: large pools', paths.help('scale')),
  to('Help: word list', paths.help('words')),
  to('Help: how the number is made', paths.help('methods')),
  to('Help: command line', paths.help('command-line')),
];

const deed = (label: string, run: Deed, description: string, keywords = ''): Action => ({
  ...{ id: `do-${run}`, label, description, keywords, does: { run } },
});

const action = (label: string, path: string, description: string, keywords = ''): Action => ({
  ...{ id: `do-${label}`, label, description, keywords, does: { go: path } },
});

/** What the screens are opened for, by what one wants to do there. */
const projectActions: readonly Action[] = [
  action('Label the next item', paths.current('label'), 'Of the current study', 'annotate rate continue'),
  action(
    'Make a study',
    paths.newStudy,
    'Choose what to measure, and how many items people see',
    'new set up create',
  ),
  action(
    'Draw from a warehouse or a folder of files',
    paths.sourceData,
    'Rows that stay where they are',
    'clickhouse postgres duckdb parquet sql bigquery snowflake source pool',
  ),
  action('Import a file', paths.importData, 'Conversations, scores or labels', 'add data upload'),
  action(
    'Export the report',
    paths.current('report'),
    'As a page, PDF, Word, tables',
    'save download print csv labels',
  ),
  action(
    'Send to annotators',
    paths.current('team', 'hand-out'),
    'Items as a page or a file, to be labeled elsewhere',
    'team share hand out batch',
  ),
  action(
    'Merge what came back',
    paths.current('team', 'hand-out'),
    'Answers of annotators who labeled elsewhere',
    'team returned batch',
  ),
  action(
    'Invite annotators by a link',
    paths.current('team', 'links'),
    'They label in a browser of their own',
    'team share server',
  ),
  action(
    'Choose who labels what',
    paths.current('team', 'members'),
    'Members, annotators per item, final value',
    'team overlap assign',
  ),
  action(
    'Practice before labeling',
    paths.current('team', 'practice'),
    'A round on items outside of the sample',
    'team training calibrate',
  ),
  action(
    'See how far people agree',
    paths.current('team', 'agreement'),
    'Of the current study',
    'team agreement kappa alpha krippendorff',
  ),
  action(
    'Decide where people disagree',
    paths.current('team', 'adjudication'),
    'Of the current study',
    'team adjudicate disagreements conflicts',
  ),
  action(
    'Check the work of annotators',
    paths.current('team', 'quality'),
    'Hidden checks, a qualification, pay',
    'team quality exclude',
  ),
  action('Compare two systems', paths.newStudy, 'Which is better, and by how much', 'difference preference'),
  action('Rank systems', paths.newStudy, 'The best, or the whole order', 'ranking leaderboard'),
  action(
    'Follow releases',
    paths.releases,
    'The same question release after release; production watched',
    'series watch regression',
  ),
  action(
    'Flag, export or pool items',
    paths.data,
    'Select rows in the table of a data set',
    'table select filter',
  ),
  action(
    'Change the goal',
    paths.current('setup'),
    'Width, threshold, number of labels',
    'draw more redraw settings',
  ),
  action(
    'Count what goes wrong',
    paths.current('failures'),
    'Notes, failure modes, and the share of each',
    'failures error analysis codes taxonomy mode tag',
  ),
  action('Read the estimate', paths.current('results'), 'Of the current study', 'number interval compare'),
  action('Run a judge', paths.judges, 'Let a language model score every item', 'llm model evaluate'),
  action(
    'Improve a judge',
    paths.judges,
    'Learn from practice labels, check on others',
    'prompt examples align optimize',
  ),
  action('Add an endpoint', paths.endpoints, 'A server that models are reached at', 'key openai model'),
  action('Write a prompt', paths.prompts, 'Instructions to a judge', 'instructions'),
  action('Back-test methods', paths.lab, 'On data whose labels are all known', 'simulate lab'),
  action('Choose who is labeling', paths.current('team'), 'Names of annotators', 'annotator person'),
];

const projectDeeds = (isDesktop: boolean): Action[] =>
  isDesktop
    ? [deed('Save a copy of the project', 'save-copy', 'You go on working in the original', 'backup')]
    : [action('Save a copy of the project', paths.studies, 'Under the list of studies', 'backup')];

const anyDeeds = (isDesktop: boolean): Action[] => [
  ...(isDesktop
    ? [
        deed('New project', 'create-project', 'A file for data, studies and labels', 'create'),
        deed('Open a project', 'open-project', 'A file that ends in .assay'),
      ]
    : [
        action('New project', paths.studies, 'A file for data, studies and labels', 'create'),
        action('Open a project', paths.studies, 'A file that ends in .assay'),
      ]),
  deed(
    'Texts as they were written, or laid out',
    'raw-texts',
    'Marks of Markdown or what they mean',
    'raw markdown',
  ),
  action('Open settings', paths.settings, 'Colors, keys, labeling', 'preferences options theme'),
];

/** Whether all words of a query stand in an action, in any order; letters count without case. */
export function isFoundBy(
  query: string,
  found: { label?: string; description?: string; keywords?: unknown },
): boolean {
  const text =
    `${found.label ?? ''} ${found.description ?? ''} ${String(found.keywords ?? '')}`.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * How soon an action is listed for a query, the smallest first: its name is the query, starts with it, has a word that does,
 * has it anywhere; last what has it only in its description or keywords.
 */
export function foundPlace(query: string, { label = '' }: { label?: string }): number {
  const asked = query.trim().toLocaleLowerCase();
  const name = label.toLocaleLowerCase();
  if (name === asked) return 0;
  if (name.startsWith(asked)) return 1;
  if (` ${name}`.includes(` ${asked}`)) return 2;
  return name.includes(asked) ? 3 : 4;
}

/** All that can be found by name. Whoever looks for labels to give reads no name that tells which system is judged. */
export function actionGroups({
  project,
  datasets,
  studies,
  rankings = [],
  scheme,
  isDesktop = false,
}: Findable) {
  const ofRankings = rankings.flatMap((ranking) => [
    to(`Label: ${blindRankingName(ranking)}`, paths.ranking(ranking.id, 'label')),
    to(`Team: ${blindRankingName(ranking)}`, paths.ranking(ranking.id, 'team')),
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
  const ofProject = project ? [...projectActions, ...projectDeeds(isDesktop)] : [];
  return [
    { group: 'Do', actions: [...ofProject, ...anyDeeds(isDesktop)] },
    { group: 'Go to', actions: screens },
    { group: 'Studies', actions: project ? [...ofRankings, ...ofStudies] : [] },
    { group: 'Data', actions: project ? ofData : [] },
    { group: 'View', actions: ofColors },
  ].filter(({ actions }) => actions.length > 0);
}
