import path from 'node:path';
import { type EndpointRow, findEndpoint } from '../../../db/endpoints.ts';
import { insertRunFile } from '../../../db/llm-run-files.ts';
import { findItemRun, fixRunItems, type ItemRunRow, runItems } from '../../../db/llm-runs.ts';
import type { Prices } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { plural } from '../../../shared/number-text.ts';
import { endingWords } from '../../../shared/outcome-words.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { fetchBatches } from '../llm/batches.ts';
import { breather } from '../llm/estimate-cost.ts';
import type { LlmFault } from '../llm/fault.ts';
import { RunStopped } from '../llm/run-stopped.ts';
import { type BatchFileWork, BatchFileWriter, type StrangeLine, type WrittenFile } from './batch-files.ts';
import type { ItemPlan, RunKind, RunPlan, RunTools } from './execute-run.ts';
import { OpenRequests, readBatchFiles, strangeWords } from './read-batch.ts';
import { StoredAnswers, Unanswered } from './stored-answers.ts';

/** What is asked of the items of a run, fixed when it first starts. */
interface ItemWork<Unit, Result> {
  itemsOf(tools: RunTools<ItemRunRow>): readonly number[];
  plan(
    tools: RunTools<ItemRunRow>,
    itemIds: readonly number[],
    endpoint: EndpointRow,
  ): ItemPlan<Unit, Result>;
}

/**
 * Units at work for each request that may be under way: while the replies of some are stored, others are asked. The pace
 * keeps the requests themselves to the endpoint's limits.
 */
export const unitsPerRequest = 2;

/** A run that puts requests over items to one endpoint. It goes through all of them again: stored replies cost nothing. */
export const runOverItems = <Unit, Result>(
  work: ItemWork<Unit, Result>,
): RunKind<ItemRunRow, Unit, Result> => ({
  find: findItemRun,
  countsOn: false,
  async open(tools) {
    const { run, tally, params } = tools;
    if (params.batchFiles) {
      const endpoint = findEndpoint(tools.scope.db, run.endpointId);
      if (!endpoint) throw new AppError('NOT_FOUND', 'The endpoint of this run is no longer in the project.');
      const itemIds = await fixedItems(tools, work);
      const plan = work.plan(tools, itemIds, endpoint);
      tally.expect({ items: itemIds.length, calls: plan.units.length });
      return planByFile(tools, plan, endpoint.prices, params.batchFiles);
    }
    const open = await tools.endpoints.open(run.endpointId, tools.left);
    const itemIds = await fixedItems(tools, work);
    const plan = work.plan(tools, itemIds, open.endpoint);
    tally.expect({ items: itemIds.length, calls: plan.units.length });
    return {
      units: plan.units,
      concurrency: unitsPerRequest * open.endpoint.concurrency,
      async prepare() {
        if (!plan.viaBatchApi) return;
        const { scope, replies: store, halt } = tools;
        const say = (message: string) => tally.say(message);
        const { requestOf } = plan;
        const parts = {
          ...open,
          requestOf,
          store,
          say,
          onFault: (fault: LlmFault) => tally.fault(fault),
          halt,
          pollMs: params.batchPollMs,
          mostInFile: params.mostInFile,
        };
        await fetchBatches(scope, run.id, plan.units, parts);
      },
      work: (unit) => plan.work(unit, open.caller, tally),
      write: (results) => plan.write(results),
      scores: () => plan.scores(),
      conclusion: () => endingWords({ kind: run.kind, ...tally.snapshot() }),
    };
  },
});

async function fixedItems<Unit, Result>(
  tools: RunTools<ItemRunRow>,
  { itemsOf }: ItemWork<Unit, Result>,
): Promise<readonly number[]> {
  const { scope, run } = tools;
  if (runItems(scope.db, run.id).length === 0) {
    const items = itemsOf(tools);
    await whenWritable(() => fixRunItems(scope.db, run.id, items), Number.POSITIVE_INFINITY);
  }
  return runItems(scope.db, run.id);
}

/**
 * A run that asks nobody: it goes through its units with the replies that are stored, writes the requests that are open into
 * files, or reads files of answers first. What comes of each unit is what a run that asks makes of the same reply. It ends
 * paused as long as a request is open.
 */
function planByFile<Unit, Result>(
  tools: RunTools<ItemRunRow>,
  plan: ItemPlan<Unit, Result>,
  prices: Prices | null,
  asked: BatchFileWork,
): RunPlan<Unit, Result> {
  const { run, tally, replies: store, params } = tools;
  const faults = new Map<string, LlmFault>();
  const parts = { store, runId: run.id, faultOf: (hash: string) => faults.get(hash) };
  const answers = new StoredAnswers({ ...parts, count: { tally, prices } });
  const writer = 'write' in asked ? new BatchFileWriter(asked.write, params.mostInFile) : undefined;
  const pause = breather();
  let strange: StrangeLine[] = [];
  let open = 0;
  let done = 0;
  return {
    units: plan.units,
    // One at a time, so that the requests of a file stand in the order of the items.
    concurrency: 1,
    async prepare() {
      if (!('read' in asked)) return;
      const untried = new StoredAnswers({ ...parts, faultOf: () => undefined });
      strange = await readBatchFiles(tools, plan.units, asked.read, {
        open: new OpenRequests(plan, untried),
        faults,
      });
    },
    async work(unit) {
      const result = await resultOf(unit);
      done++;
      await pause();
      return result;
    },
    write: (results) => plan.write(results),
    async scores() {
      if (done < plan.units.length) writer?.drop();
      else writer?.finish();
      await whenWritable(() => noteWritten(tools, writer?.files ?? []), Number.POSITIVE_INFINITY);
      await plan.scores();
    },
    conclusion: () =>
      endWords({
        files: writer?.files ?? [],
        open,
        strange,
        figures: { kind: run.kind, ...tally.snapshot() },
      }),
  };

  async function resultOf(unit: Unit): Promise<Result | undefined> {
    try {
      return await plan.work(unit, answers.forUnit(), tally);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      writer?.write(store.whole(error.request));
      if (!plan.countFailed?.(unit, tally)) open++;
      return undefined;
    }
  }
}

interface EndOfFiles {
  readonly files: readonly WrittenFile[];
  /** Requests without an answer. */
  readonly open: number;
  readonly strange: readonly StrangeLine[];
  readonly figures: Parameters<typeof endingWords>[0];
}

/** What a run came to, in words. @throws RunStopped while requests are open */
function endWords({ files, open, strange, figures }: EndOfFiles): string {
  const left = open === 0 ? '' : `${plural(open, 'request')} without an answer.`;
  const words = [writtenWords(files), left, strangeWords(strange), endingWords(figures)];
  const message = words.filter((part) => part !== '').join(' ');
  if (files.length === 0 && open === 0) return message;
  throw new RunStopped('paused', message);
}

function noteWritten({ scope, run }: RunTools<ItemRunRow>, files: readonly WrittenFile[]): void {
  const none = { replies: 0, known: 0, failed: 0, foreign: 0, broken: 0 };
  scope.db
    .transaction(() => {
      for (const file of files) {
        const counts = { lines: file.requests, ...none };
        const facts = { name: path.basename(file.path), hash: null, counts, createdAt: scope.now() };
        insertRunFile(scope.db, run.id, { way: 'written', ...facts });
      }
    })
    .immediate();
}

function writtenWords(files: readonly WrittenFile[]): string {
  if (files.length === 0) return '';
  const requests = files.reduce((sum, file) => sum + file.requests, 0);
  const names = files.map((file) => path.basename(file.path));
  const shown = names.length > 4 ? [...names.slice(0, 2), '…', names.at(-1)!] : names;
  return `${plural(requests, 'request')} written to ${shown.join(', ')}: have them answered, then read the answers.`;
}
