import type { RankingStudy, Study } from '../../shared/contract/index.ts';
import { unnamedSystem } from '../../shared/study-choices.ts';

/** A study as whoever labels it may see it: its own name says which system is judged, unless someone renamed it. */
export function blindName({
  id,
  name,
  system,
  measureName,
  datasetName,
  comparison,
}: Pick<Study, 'id' | 'name' | 'system' | 'measureName' | 'datasetName'> &
  Partial<Pick<Study, 'comparison'>>): string {
  const systems = [system, ...(comparison ? [comparison.against] : [])];
  const tells = systems.some(
    (one) => one !== unnamedSystem && name.toLocaleLowerCase().includes(one.toLocaleLowerCase()),
  );
  return tells ? `${measureName} on ${datasetName} (study ${id})` : name;
}

/** The same of a ranking, whose own name tells no system unless someone renamed it so. */
export function blindRankingName({ id, name, systems, measureName, datasetName }: RankingStudy): string {
  const tells = systems.some((one) => name.toLocaleLowerCase().includes(one.toLocaleLowerCase()));
  return tells ? `${measureName} on ${datasetName} (ranking ${id})` : name;
}
