import { listSystems } from '../../../db/datasets.ts';
import { eachMachineValue, listSignalScales } from '../../../db/scores.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Scale, Signal } from '../../../shared/contract/index.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { emptyColumn, type PoolPlaces, put, type SignalFacts } from './pool-column.ts';

/** A score of a machine as a signal: of the system itself, or its mean over the other systems. */
export interface MachineSignal extends SignalFacts {
  readonly signalId: number;
  readonly scale: Scale;
  readonly ofOthers: boolean;
}

/** Every score of every judge and metric of a data set, in the order of their names. */
export function machineSignals(
  { db }: { readonly db: ReadableDb },
  datasetId: number,
  { ofOthers }: { ofOthers: boolean },
): MachineSignal[] {
  return listSignalScales(db, datasetId)
    .map((signal) => ({ ...namesOf(signal, ofOthers), signalId: signal.id, scale: signal.scale, ofOthers }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function namesOf(
  { kind, name, criterion }: Pick<Signal, 'kind' | 'name' | 'criterion'>,
  ofOthers: boolean,
): SignalFacts {
  const isPlain = criterion === null || criterion === 'score';
  const words = kind === 'judge' ? 'Judge' : 'Automatic score';
  const whole = `${words} ${isPlain ? name : `${name} (${criterion})`}`;
  const id = `${kind}:${criterion === null ? name : `${name}/${criterion}`}`;
  return {
    id: ofOthers ? `${id}@others` : id,
    name: ofOthers ? `${whole}, mean of the other systems` : whole,
    kind: 'quality',
    of: kind === 'judge' ? 'Judges' : 'Automatic metrics',
  };
}

/** Which systems a pool is of; `against` in a comparison. */
interface PoolSystems {
  readonly systemId: number;
  readonly against: { readonly systemId: number } | null;
}

/** The values of a machine score for a pool: in a comparison the difference of its two systems. */
export async function machineValues(
  scope: JobScope,
  datasetId: number,
  signal: MachineSignal,
  { systemId, against }: PoolSystems,
  places: PoolPlaces,
): Promise<Float32Array> {
  if (signal.ofOthers) return meanOfOthers(scope, datasetId, signal, systemId, places);
  const values = ownMachineValues(scope.db, signal, { systemId, against }, places);
  await scope.checkpoint();
  return values;
}

/** The same of the systems themselves: NaN where an item has no score. */
export function ownMachineValues(
  db: ReadableDb,
  signal: MachineSignal,
  { systemId, against }: PoolSystems,
  places: PoolPlaces,
): Float32Array {
  const values = ownValues(db, signal, systemId, places);
  if (against) {
    const others = ownValues(db, signal, against.systemId, places);
    for (let place = 0; place < values.length; place++) values[place]! -= others[place]!;
  }
  return values;
}

function ownValues(db: ReadableDb, { signalId, scale }: MachineSignal, systemId: number, places: PoolPlaces) {
  const values = emptyColumn(places.size);
  for (const [itemId, value] of eachMachineValue(db, signalId, systemId)) {
    const place = places.placeOf(itemId);
    if (place !== undefined) put(values, place, goodness(value, scale));
  }
  return values;
}

/** How easy an item is: the mean over the systems that are not studied, added up in the order of their names. */
async function meanOfOthers(
  scope: JobScope,
  datasetId: number,
  { signalId, scale }: MachineSignal,
  systemId: number,
  places: PoolPlaces,
): Promise<Float32Array> {
  const sums = new Float64Array(places.size);
  const counts = new Uint32Array(places.size);
  for (const { id } of systemsByName(scope, datasetId)) {
    if (id === systemId) continue;
    for (const [itemId, value] of eachMachineValue(scope.db, signalId, id)) {
      const place = places.placeOf(itemId);
      if (place === undefined) continue;
      sums[place]! += goodness(value, scale);
      counts[place]! += 1;
    }
    await scope.checkpoint();
  }
  const values = emptyColumn(places.size);
  for (let place = 0; place < values.length; place++) {
    if (counts[place]! > 0) put(values, place, sums[place]! / counts[place]!);
  }
  return values;
}

/** The systems of a data set in the order of their names: that of their ids tells what was imported first. */
export const systemsByName = ({ db }: JobScope, datasetId: number) =>
  listSystems(db, datasetId).sort((a, b) => (a.name < b.name ? -1 : 1));

/** A score with more being better; in [0, 1] where the scale holds, but any number is one. */
export function goodness(value: number, { min, max, direction }: Scale): number {
  const share = max > min ? (value - min) / (max - min) : value;
  return direction === 'higher' ? share : -share;
}
