import type { RankingStudy, Study } from '../../shared/contract/index.ts';
import { unnamedSystem } from '../../shared/study-choices.ts';

/** Whether a name says a system; the data set's name, which is shown in any case, does not count. */
function tellsOf(systems: readonly string[], name: string, datasetName: string): boolean {
  const own = name.replaceAll(datasetName, '').toLocaleLowerCase();
  return systems.some((one) => own.includes(one.toLocaleLowerCase()));
}

/** A study as those who label it may see it. Studies made here before, and some that were renamed, name their system. */
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
  const tells = tellsOf(
    systems.filter((one) => one !== unnamedSystem),
    name,
    datasetName,
  );
  return tells ? `${measureName} on ${datasetName} (study ${id})` : name;
}

/** The same of a ranking. */
export function blindRankingName({ id, name, systems, measureName, datasetName }: RankingStudy): string {
  const tells = tellsOf(systems, name, datasetName);
  return tells ? `${measureName} on ${datasetName} (ranking ${id})` : name;
}
