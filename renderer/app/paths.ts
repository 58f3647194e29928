/** Where each screen lives, after the `#`. */
export const paths = {
  home: '/',
  data: '/data',
  importData: '/data/import',
  dataset: (id: number) => `/data/${id}`,
  /** @param view what the table of items shows, as `encodeView` writes it */
  datasetView: (id: number, view: string) => (view === '' ? `/data/${id}` : `/data/${id}/rows/${view}`),
  item: (datasetId: number, itemId: number) => `/data/${datasetId}/item/${itemId}`,
  studies: '/study',
  newStudy: '/study/new',
  newStudyOn: (datasetId: number) => `/study/new/${datasetId}`,
  study: (id: number) => `/study/${id}`,
  /** @param ref an item to begin with, by its reference in the batch */
  label: (studyId: number, ref?: string) =>
    ref === undefined ? `/label/${studyId}` : `/label/${studyId}/${encodeURIComponent(ref)}`,
  team: (studyId: number, section?: string) =>
    section === undefined ? `/team/${studyId}` : `/team/${studyId}/${section}`,
  results: (studyId: number) => `/results/${studyId}`,
  reports: '/report',
  report: (studyId: number) => `/report/${studyId}`,
  judges: '/judges',
  alignment: '/judges/alignment',
  prompts: '/judges/prompts',
  endpoints: '/judges/endpoints',
  run: (id: number) => `/judges/run/${id}`,
  protocols: '/protocols',
  protocolComparison: '/protocols/compare',
  papers: '/protocols/papers',
  personas: '/protocols/personas',
  validation: '/protocols/validation',
  validationReport: (runId: number) => `/protocols/validation/${runId}`,
  validate: (runId: number | null) =>
    runId === null ? '/protocols/validate' : `/protocols/validate/${runId}`,
  protocolRun: (id: number) => `/protocols/run/${id}`,
  talk: (id: number) => `/protocols/talk/${id}`,
  transcript: (id: number, position: number) => `/protocols/run/${id}/${position + 1}`,
  lab: '/lab',
  labRun: (id: number) => `/lab/${id}`,
  help: (page: string) => `/help/${page}`,
} as const;

/** A positive whole number from an address, or null. */
export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

/** The study that an address is about, or null. */
export function studyOf(path: string): number | null {
  return idOf(/^\/(?:study|label|team|results|report)\/(\d+)(?:\/[\w%-]+)?$/.exec(path)?.[1]);
}
