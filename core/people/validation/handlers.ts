import { randomBytes } from 'node:crypto';
import { findDataset } from '../../../db/datasets.ts';
import type { WritableDb } from '../../../db/types.ts';
import {
  findValidatedRun,
  listValidatedRuns,
  putValidatedRun,
  type ValidatedRunRow,
} from '../../../db/validations.ts';
import type { ValidationQueue, ValidationView } from '../../../shared/contract/index.ts';
import { validationContract } from '../../../shared/contract/validation.ts';
import { AppError } from '../../../shared/errors.ts';
import { annotatorOf } from '../../model/persons/present-annotator.ts';
import { openedBy, sealedRef } from '../../model/persons/sealed-ref.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { judgedRun } from '../../sources/protocols/outcomes/judged-run.ts';
import { requireProtocolRun } from '../../sources/protocols/run/describe-run.ts';
import { protocolName } from '../../sources/protocols/run/start-run.ts';
import { gatherConversations } from './gather-conversations.ts';
import { isAsker, openTo, queueOfRun, requireValidatedRun, type Validator } from './queue.ts';
import { type StepFacts, storeReading, storeStep, storeUndo, validationOf } from './submit-step.ts';
import { describeOutcome, validationReport } from './validation-report.ts';
import { validationView } from './validation-view.ts';

const base = baseOf({ validation: validationContract });

function describeQueue(
  context: CoreContext,
  validated: ValidatedRunRow,
  annotatorId?: number,
): ValidationQueue {
  const db = dbOf(context);
  const who = annotatorOf(context, annotatorId);
  const run = requireProtocolRun(db, validated.runId);
  const queue = queueOfRun(db, validated);
  return {
    runId: run.id,
    evaluation: protocolName(run.settings),
    dataset: findDataset(db, run.datasetId)?.name ?? '',
    validators: validated.validators,
    openedAt: validated.openedAt,
    conversations: queue.length,
    complete: queue.filter(({ finishedBy }) => finishedBy.size >= validated.validators).length,
    finished: queue.filter(({ finishedBy }) => finishedBy.has(who.id)).length,
    open: openTo(queue, validated, who).length,
    asked: queue.filter((one) => isAsker(one, who)).length,
  };
}

/** Opens a run to validation; one that is open already only gets its number of validators. */
function openRun(context: CoreContext, db: WritableDb, runId: number, validators: number): ValidatedRunRow {
  const secret = findValidatedRun(db, runId)?.secret ?? randomBytes(16).toString('hex');
  const row = { runId, secret, validators, openedAt: context.now() };
  putValidatedRun(db, row);
  return requireValidatedRun(db, runId);
}

/** A conversation and who opened it. @throws AppError NOT_FOUND */
function openedConversation(context: CoreContext, sealed: string): { ref: string; who: Validator } {
  const opened = openedBy(dbOf(context), sealed);
  if (opened) return { ref: opened.what, who: annotatorOf(context, opened.annotatorId) };
  throw new AppError('NOT_FOUND', 'There is no such conversation to validate.', {
    field: 'ref',
    mend: 'Ask for the next conversation again.',
  });
}

/** A conversation as its validator sees it; its reference names both. */
function viewOf(context: CoreContext, ref: string, who: Validator): ValidationView {
  const db = dbOf(context);
  return validationView(validationOf(db, ref, who), sealedRef(db, { what: ref, annotatorId: who.id }));
}

/** Stores a step of whoever opened the conversation and shows what follows. */
async function stepped(
  context: CoreContext,
  input: Omit<StepFacts, 'createdAt'>,
  store: (db: WritableDb, facts: StepFacts, who: Validator) => void,
): Promise<ValidationView> {
  const db = dbOf(context);
  const { ref, who } = openedConversation(context, input.ref);
  const { clientKey, durationMs } = input;
  const facts = { ref, clientKey, durationMs, createdAt: context.now() };
  const write = db.transaction(() => store(db, facts, who));
  await whenWritable(() => write.immediate());
  return viewOf(context, ref, who);
}

export const validationHandlers = {
  list: base.validation.list.handler(({ context, input }) =>
    listValidatedRuns(dbOf(context)).map((validated) => describeQueue(context, validated, input.annotatorId)),
  ),
  open: base.validation.open.handler(async ({ context, input }) => {
    const db = dbOf(context);
    const run = requireProtocolRun(db, input.runId);
    if (run.settings.protocol !== 'conversation' && run.settings.protocol !== 'replay') {
      throw new AppError('CONFLICT', 'Answers of conversations and replays can be validated, no others.');
    }
    const write = db.transaction(() => openRun(context, db, run.id, input.validators));
    return describeQueue(context, await whenWritable(() => write.immediate()));
  }),
  gather: base.validation.gather.handler(async ({ context, input }) => {
    const db = dbOf(context);
    const { validators, ...asked } = input;
    const write = db.transaction(() => {
      const runId = gatherConversations(db, { ...asked, now: context.now() });
      return openRun(context, db, runId, validators);
    });
    return describeQueue(context, await whenWritable(() => write.immediate()));
  }),
  next: base.validation.next.handler(({ context, input }) => {
    const db = dbOf(context);
    const who = annotatorOf(context, input.annotatorId);
    const runs = input.runId === null ? listValidatedRuns(db) : [requireValidatedRun(db, input.runId)];
    const queues = runs.map((validated) => ({ validated, queue: queueOfRun(db, validated) }));
    const open = queues.flatMap(({ validated, queue }) => openTo(queue, validated, who));
    // One order over all runs, so that it does not tell which system is next; what was begun comes first.
    open.sort(
      (a, b) => Number(b.begunBy.has(who.id)) - Number(a.begunBy.has(who.id)) || (a.ref < b.ref ? -1 : 1),
    );
    const finished = queues.flatMap(({ queue }) => queue).filter(({ finishedBy }) => finishedBy.has(who.id));
    const [first] = open;
    return {
      conversation: first ? viewOf(context, first.ref, who) : null,
      finished: finished.length,
      open: open.length,
    };
  }),
  view: base.validation.view.handler(({ context, input }) => {
    const { ref, who } = openedConversation(context, input.ref);
    return viewOf(context, ref, who);
  }),
  read: base.validation.read.handler(({ context, input }) => stepped(context, input, storeReading)),
  answer: base.validation.answer.handler(({ context, input }) => {
    const { turn, step } = input;
    return stepped(context, input, (db, facts, who) => storeStep(db, { ...facts, turn, step }, who));
  }),
  undo: base.validation.undo.handler(({ context, input }) => stepped(context, input, storeUndo)),
  report: base.validation.report.handler(({ context, input }) => {
    const db = dbOf(context);
    const validated = requireValidatedRun(db, input.runId);
    return validationReport(db, judgedRun(db, requireProtocolRun(db, input.runId), validated));
  }),
  outcomes: base.validation.outcomes.handler(({ context, input }) => {
    const db = dbOf(context);
    const validated = requireValidatedRun(db, input.runId);
    const judged = judgedRun(db, requireProtocolRun(db, input.runId), validated);
    const rows = judged.validated.filter(({ outcome }) => !input.undecided || outcome === 'undecided');
    const { offset, limit } = input;
    return { total: rows.length, rows: rows.slice(offset, offset + limit).map(describeOutcome) };
  }),
};
