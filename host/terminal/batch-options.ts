import path from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Client } from '../../core/engine.ts';
import { CallLimit, FirstItems, SpendingLimit, ViaBatchApi } from '../../shared/contract/llm.ts';
import { AppError } from '../../shared/errors.ts';
import { takeEndpoint } from './endpoint-options.ts';
import { positiveNumber } from './parse-value.ts';
import { withFields } from './schema-options.ts';

export interface BatchOptions {
  readonly writeBatch?: string;
  readonly readBatch?: readonly string[];
  readonly maxSpend?: number | undefined;
  readonly maxCalls?: number | undefined;
  readonly batchApi?: boolean;
  readonly limit?: number;
  readonly keyEnv?: string;
  readonly dryRun?: boolean;
  readonly resume?: number;
}

const LimitsSchema = z.object({ spendingLimit: SpendingLimit, callLimit: CallLimit });
const SentSchema = z.object({ limit: FirstItems, viaBatchApi: ViaBatchApi });

/** What a run may cost. */
export const withLimits = (command: Command): Command =>
  withFields(command, LimitsSchema, {
    spendingLimit: { flag: 'max-spend', value: 'amount' },
    callLimit: { flag: 'max-calls' },
  });

/** What a run over items takes: how much, by which way the requests go out, and how it goes on. */
export const withRun = (command: Command): Command =>
  withFields(withLimits(withFields(command, SentSchema, { limit: true })), SentSchema, {
    viaBatchApi: { flag: 'batch-api' },
  })
    .option('--key-env <variable>', 'take the key from this environment variable, this time')
    .option('--dry-run', 'print the exact requests and send none')
    .option('--resume <run>', 'go on with a run that was cut off, by its number', positiveNumber)
    .option('--write-batch <file>', 'write the requests as Batch files, 50,000 each, and ask nobody')
    .option('--read-batch <files...>', 'read the answers to such files, as OpenAI or vLLM wrote them');

/** Whether requests go out, or answers come in, as files. */
const hasFile = ({ writeBatch, readBatch }: BatchOptions): boolean =>
  writeBatch !== undefined || readBatch !== undefined;

/** The files as the calls take them. */
export const byFile = ({ writeBatch, readBatch }: BatchOptions) => ({
  ...(writeBatch !== undefined && { writeBatch: path.resolve(writeBatch) }),
  ...(readBatch && { readBatch: readBatch.map((file) => path.resolve(file)) }),
});

/** Limits for a run that goes on; what is not given stays as it is. */
export const newLimits = ({ maxSpend, maxCalls }: Pick<BatchOptions, 'maxSpend' | 'maxCalls'>) => ({
  ...(maxSpend !== undefined && { spendingLimit: maxSpend }),
  ...(maxCalls !== undefined && { callLimit: maxCalls }),
});

/** Whoever answers a file asks for the money. @throws AppError INVALID_INPUT */
export function assertNoLimit(options: BatchOptions): void {
  if (!hasFile(options)) return;
  const limit = options.maxSpend !== undefined ? 'max-spend' : 'max-calls';
  if (options.maxSpend !== undefined || options.maxCalls !== undefined) {
    throw new AppError('INVALID_INPUT', 'Files are answered elsewhere: Assay cannot stop that at a limit.', {
      field: limit,
      remedy: `Leave out --${limit}; --dry-run says what the requests are likely to cost.`,
    });
  }
  if (options.batchApi) {
    throw new AppError('INVALID_INPUT', 'Requests go to the Batch API or into a file, not both.', {
      field: 'batch-api',
      remedy: 'Leave out --batch-api.',
    });
  }
}

/** The run that goes on or takes its answers in, where the options say so; undefined where they begin a new one. */
export async function resumedRun(client: Client, command: RunCommand, options: BatchOptions) {
  if (options.resume === undefined && !options.readBatch) return undefined;
  const runId = options.resume ?? (await runToRead(client, command));
  const { endpointId } = await client.run.get({ runId });
  if (!hasFile(options)) await takeEndpoint(client, String(endpointId), options.keyEnv);
  return client.run.resume({ runId, ...newLimits(options), ...byFile(options) });
}

type RunCommand = 'judge run' | 'generate';

/** The run whose answers are read when none is named: the one that wrote files and waits. @throws AppError INVALID_INPUT */
async function runToRead(client: Client, command: RunCommand): Promise<number> {
  const isOfCommand = (kind: string) => (kind === 'judge') === (command === 'judge run');
  const wrote = (await client.run.list({})).filter(
    ({ kind, files }) => isOfCommand(kind) && files.some(({ way }) => way === 'written'),
  );
  const waiting = wrote.filter(({ state }) => state !== 'finished');
  const found = waiting.length > 0 ? waiting : wrote;
  if (found.length === 1) return found[0]!.id;
  throw new AppError(
    'INVALID_INPUT',
    found.length === 0 ? 'No run of this project wrote requests.' : 'More than one run waits for answers.',
    {
      field: 'resume',
      remedy:
        found.length === 0
          ? `Write them first: assay ${command} --write-batch FILE.`
          : `Add --resume with one of ${found.map(({ id, title }) => `${id} (${title})`).join(', ')}.`,
    },
  );
}
