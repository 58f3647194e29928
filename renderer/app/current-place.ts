import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useDatasets, useProject, useStudies } from '../api/queries.ts';
import { datasetOf, studyOf } from './paths.ts';
import { placeIn, sessionStore } from './session-store.ts';

const usePlace = () => {
  const { data: project } = useProject();
  return useStore(sessionStore, (state) => placeIn(state, project));
};

/** The study last looked at in the open project, else its newest; null where there is none. */
export function useCurrentStudy(): { studyId: number | null; isPending: boolean } {
  const { study } = usePlace();
  const { data: studies, isPending } = useStudies();
  const ids = (studies ?? []).map(({ id }) => id);
  const isThere = study !== undefined && ids.includes(study);
  return { studyId: isThere ? study : newest(ids), isPending };
}

/** The data set last looked at, by itself or by a study on it, else the newest; and the way to make another it. */
export function useCurrentDataset() {
  const { data: project } = useProject();
  const place = usePlace();
  const { data: datasets } = useDatasets();
  const id = newest((datasets ?? []).map((one) => one.id));
  const dataset = datasets?.find((one) => one.id === place.dataset) ?? datasets?.find((one) => one.id === id);
  const chooseDataset = (chosen: number) => {
    if (project) sessionStore.getState().choosePlace(project.path, { dataset: chosen });
  };
  return { dataset, chooseDataset };
}

const newest = (ids: readonly number[]): number | null => (ids.length === 0 ? null : Math.max(...ids));

/** Makes what a screen is about the current study and data set; a study brings its data set. */
export function useKeepPlace(): void {
  const [path] = useLocation();
  const project = useProject().data?.path;
  const { data: studies } = useStudies();
  const study = studyOf(path) ?? undefined;
  const dataset = datasetOf(path) ?? studies?.find(({ id }) => id === study)?.datasetId;
  useEffect(() => {
    if (project === undefined) return;
    const place = { ...(study !== undefined && { study }), ...(dataset !== undefined && { dataset }) };
    if (Object.keys(place).length > 0) sessionStore.getState().choosePlace(project, place);
  }, [project, study, dataset]);
}
