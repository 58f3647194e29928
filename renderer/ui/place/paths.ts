/** The parts of a study, each a tab at an address of its own. */
export type StudyTab = 'results' | 'label' | 'failures' | 'team' | 'report' | 'setup';

/** Those that a ranking has, too. */
export type RankingTab = Exclude<StudyTab, 'failures'>;

/** Where each screen lives, after the `#`. */
export const paths = {
  home: '/',
  data: '/data',
  importData: '/data/import',
  sourceData: '/data/source',
  dataset: (id: number) => `/data/${id}`,
  /** @param view what the table of items shows, as `encodeView` writes it */
  datasetView: (id: number, view: string) => (view === '' ? `/data/${id}` : `/data/${id}/rows/${view}`),
  /** @param cell a column of the table to begin at, as `encodePart` writes it */
  item: (datasetId: number, itemId: number, cell = '') =>
    `/data/${datasetId}/item/${itemId}${cell === '' ? '' : `/${cell}`}`,
  studies: '/studies',
  releases: '/studies/releases',
  newStudy: '/studies/new',
  newStudyOn: (datasetId: number) => `/studies/new/${datasetId}`,
  /** With what the scores of a judge's run are for already chosen. */
  newStudyWith: (datasetId: number, runId: number) => `/studies/new/${datasetId}/${runId}`,
  /** This part of the study last looked at. */
  current: (tab: StudyTab, part?: string) => `/studies/current/${tab}${part === undefined ? '' : `/${part}`}`,
  results: (studyId: number) => `/studies/${studyId}/results`,
  failures: (studyId: number) => `/studies/${studyId}/failures`,
  /** @param ref an item to begin with, by its reference in the batch */
  label: (studyId: number, ref?: string) =>
    ref === undefined ? `/studies/${studyId}/label` : `/studies/${studyId}/label/${encodeURIComponent(ref)}`,
  team: (studyId: number, section?: string) =>
    section === undefined ? `/studies/${studyId}/team` : `/studies/${studyId}/team/${section}`,
  report: (studyId: number) => `/studies/${studyId}/report`,
  setup: (studyId: number) => `/studies/${studyId}/setup`,
  /** A ranking has the tabs of a study. */
  ranking: (rankingId: number, tab: RankingTab = 'results', part?: string) =>
    `/studies/ranking/${rankingId}/${tab}${part === undefined ? '' : `/${part}`}`,
  judges: '/judges',
  alignment: '/judges/alignment',
  improveJudge: (judgeId: number) => `/judges/improve/${judgeId}`,
  prompts: '/judges/prompts',
  endpoints: '/judges/endpoints',
  run: (id: number) => `/judges/run/${id}`,
  lab: '/research/lab',
  labRun: (id: number) => `/research/lab/${id}`,
  protocols: '/research/protocols',
  protocolRun: (id: number) => `/research/protocols/run/${id}`,
  transcript: (id: number, position: number) => `/research/protocols/run/${id}/${position + 1}`,
  humanConversation: (id: number) => `/research/protocols/talk/${id}`,
  personas: '/research/personas',
  protocolPrompts: '/research/prompts',
  validation: '/research/validation',
  validationReport: (runId: number) => `/research/validation/${runId}`,
  validate: (runId: number | null) =>
    runId === null ? '/research/validation/open' : `/research/validation/open/${runId}`,
  protocolComparison: '/research/comparison',
  papers: '/research/papers',
  settings: '/settings',
  /** @param section a heading of the page to begin with, as it stands in an address */
  help: (page: string, section = '') => (section === '' ? `/help/${page}` : `/help/${page}/${section}`),
} as const;

/** Earlier addresses that windows, notes and links may hold, short ones, and where each leads now. */
const moved: readonly (readonly [RegExp, string])[] = [
  [/^\/study(\/new(?:\/\d+)?)?$/, '/studies$1'],
  [/^\/study\/(\d+)$/, '/studies/$1/setup'],
  [/^\/(label|team|results|report)$/, '/studies/current/$1'],
  [/^\/(label|team|results|report)\/(\d+)(\/.+)?$/, '/studies/$2/$1$3'],
  [/^\/studies\/(\d+|current|ranking\/\d+)$/, '/studies/$1/results'],
  [/^\/lab(\/\d+)?$/, '/research/lab$1'],
  [/^\/protocols\/compare$/, '/research/comparison'],
  [/^\/protocols\/validate(\/.+)?$/, '/research/validation/open$1'],
  [/^\/protocols\/((?:papers|personas|validation)(?:\/.+)?)$/, '/research/$1'],
  [/^\/protocols(\/.+)?$/, '/research/protocols$1'],
  [/^\/research$/, '/research/lab'],
  [/^\/help\/?$/, '/help/start'],
];

/** Where an address leads that is not one of a screen; null where it is to be taken as it stands. */
export function movedTo(path: string): string | null {
  const found = moved.find(([old]) => old.test(path));
  return found ? path.replace(...found) : null;
}

/** A positive whole number from an address, or null. */
export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

/** The study that an address is about, or null. */
export function studyOf(path: string): number | null {
  return idOf(/^\/studies\/(\d+)\/\w+(?:\/[^/]+)?$/.exec(path)?.[1]);
}

/** The ranking that an address is about, or null. */
export function rankingIn(path: string): number | null {
  return idOf(/^\/studies\/ranking\/(\d+)\/\w+(?:\/[^/]+)?$/.exec(path)?.[1]);
}

/** The data set that an address is about, or null. */
export function datasetOf(path: string): number | null {
  return idOf(/^\/(?:data|studies\/new)\/(\d+)(?:\/(?:(?:item\/)?\d+|rows\/[\w-]+))?$/.exec(path)?.[1]);
}

/** Whether an address shows one item to label, which deserves the room. */
export const isLabeling = (path: string): boolean =>
  /^\/studies\/(?:ranking\/)?\d+\/label(?:\/|$)/.test(path);

/** Whether the tabs of a place stand over the screen: of a study, of Judges or of Research. */
export const hasPlaceBar = (path: string): boolean =>
  studyOf(path) !== null || /^\/(?:judges|research)(?:\/|$)/.test(path);
