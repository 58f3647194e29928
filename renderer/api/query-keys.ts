/** First words of every key; events name them to have things asked again. */
export const queryKeys = {
  project: ['project'],
  projectCheck: ['project', 'check'],
  recent: ['recent'],
  datasets: ['datasets'],
  dataset: (id: number) => ['dataset', id],
  items: (datasetId: number) => ['items', datasetId],
  item: (id: number) => ['item', id],
  studies: ['studies'],
  /** Begins like that of the studies, so that a label of any pair refreshes it. */
  rankings: ['studies', 'rankings'],
  series: ['studies', 'series'],
  ranking: (id: number) => ['studies', 'rankings', id],
  study: (id: number) => ['study', id],
  studyOptions: (datasetId: number) => ['study-options', datasetId],
  estimate: (studyId: number) => ['estimate', studyId],
  history: (studyId: number) => ['estimate', studyId, 'history'],
  settings: ['settings'],
  appInfo: ['app-info'],
  annotators: ['annotators'],
  sources: ['sources'],
} as const;
