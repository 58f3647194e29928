import path from 'node:path';
import { listSystems } from '../../../db/datasets.ts';
import { findEndpoint } from '../../../db/endpoints.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { LostSettings, ModelSpec, ProtocolSettings } from '../../../shared/contract/index.ts';
import { hasTurns } from '../../../shared/contract/protocol-settings.ts';
import { AppError } from '../../../shared/errors.ts';
import { agentsOf } from '../../../shared/protocol-agents.ts';
import { metricById, metrics } from '../../../stats/index.ts';
import { modelNameOf } from '../model/endpoint-model.ts';

/** Every model that a run uses: the one under test, and those that play a part. */
export function modelsOfRun(model: ModelSpec, settings: ProtocolSettings): ModelSpec[] {
  return [model, ...agentsOf(settings).map(({ spec }) => spec)];
}

/** The endpoints of a run, each once. */
export const endpointsOf = (models: readonly ModelSpec[]): number[] => [
  ...new Set(models.flatMap((model) => (model.kind === 'endpoint' ? [model.endpointId] : []))),
];

/** The command lines of a run as people read them, each once. */
export const commandsOf = (models: readonly ModelSpec[]): string[] => [
  ...new Set(models.flatMap((model) => (model.kind === 'command' ? [commandText(model)] : []))),
];

const commandText = ({ command, args }: Extract<ModelSpec, { kind: 'command' }>): string =>
  [command, ...args].map((part) => (/^[\w./:=@-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');

/** What the model under test is called where nobody names it. @throws AppError NOT_FOUND when its endpoint is gone */
export function usualSystemName(db: ReadableDb, model: ModelSpec): string {
  if (model.kind === 'recorded') return model.system;
  if (model.kind === 'command') return path.basename(model.command);
  const endpoint = findEndpoint(db, model.endpointId);
  if (!endpoint) throw new AppError('NOT_FOUND', 'There is no such endpoint in this project.');
  return modelNameOf(endpoint, model) || endpoint.name;
}

/**
 * Refuses what cannot work: recorded responses where new questions come up, and systems without any response.
 *
 * @throws AppError INVALID_INPUT
 */
export function assertModelFits(
  db: ReadableDb,
  datasetId: number,
  model: ModelSpec,
  settings: ProtocolSettings,
): void {
  const invalid = (message: string, remedy: string) =>
    new AppError('INVALID_INPUT', message, { field: 'model', remedy });
  const isDirect = settings.protocol === 'iqa-eval' && settings.condition === 'direct';
  if (isDirect && settings.user !== null) {
    throw invalid('Nobody plays the user where the model answers directly.', 'Leave the played user out.');
  }
  if (settings.protocol === 'iqa-eval' && !isDirect && settings.user === null && model.kind !== 'recorded') {
    throw invalid(
      'Without a played user, IQA-EVAL scores conversations that the data hold.',
      'Name a system of the data set, or a model that plays the user.',
    );
  }
  if (settings.protocol === 'lost-in-conversation') assertPartsFit(settings);
  if (model.kind !== 'recorded') return;
  const isLive =
    settings.protocol === 'interview' ||
    settings.protocol === 'lost-in-conversation' ||
    (settings.protocol === 'iqa-eval' && settings.user !== null);
  if (isLive) {
    throw invalid(
      'Recorded responses cannot answer questions that were never asked.',
      'Choose an endpoint or a local program as the model under test.',
    );
  }
  const system = listSystems(db, datasetId).find(({ name }) => name === model.system);
  if (!system || system.items === 0) {
    throw invalid(
      `The data set has no responses of a system named ${model.system}.`,
      'Choose one of its systems.',
    );
  }
}

/** @throws AppError INVALID_INPUT when nobody plays the user, or somebody who has nothing to do */
function assertPartsFit({ mode, user, correctness }: LostSettings): void {
  const invalid = (message: string, remedy: string) =>
    new AppError('INVALID_INPUT', message, { field: 'settings', remedy });
  if (hasTurns(mode) && user === null) {
    throw invalid(`A model has to play the user in the mode ${mode}.`, 'Name a model that plays the user.');
  }
  if (!hasTurns(mode) && user !== null) {
    throw invalid(
      `Nobody plays the user in the mode ${mode}: it has one turn.`,
      'Leave the played user out.',
    );
  }
  if (correctness.by === 'metric' && !metricById(correctness.metric)) {
    throw invalid(
      `There is no metric named ${correctness.metric}.`,
      `Choose one of ${metrics.map(({ id }) => id).join(', ')}.`,
    );
  }
  if (correctness.by === 'judge' && correctness.criterion !== null) {
    throw invalid(
      'The labels of the data are of other replies, so they cannot calibrate a judge of these conversations.',
      'Leave the criterion out, use the run as a machine score, and let people label in a study.',
    );
  }
}
