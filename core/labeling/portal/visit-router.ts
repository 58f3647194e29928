import type { LabelFailures } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { makeMode } from '../../estimate/failures/change-modes.ts';
import { dbOf } from '../../platform/context.ts';
import { labelFailures } from '../../studies/failures/coding.ts';
import { agree, readGuidelines } from './guidelines.ts';
import { openOwn } from './own-batch.ts';
import {
  draftOwn,
  enterPortal,
  flagOwn,
  itemsAhead,
  leavePortal,
  noteOwn,
  ownItem,
  ownPicture,
  ownProgress,
  redoOwn,
  snoozeOwn,
  submitOwn,
  undoOwn,
} from './own-labels.ts';
import { ownMessages, sayToLead, seeMessages } from './own-messages.ts';
import { portalBase as base, type PortalContext, visitorIn } from './portal-base.ts';
import { visitEvents } from './visit-events.ts';

/** Loaded with the protocols when somebody validates, and not for those who label. */
const validation = () => import('./own-validation.ts');

/** All that exists behind the annotators' door. */
export const visitRouter = {
  visit: {
    enter: base.visit.enter.handler(({ context, input }) => enterPortal(context, input)),
    read: base.visit.read.handler(({ context, input }) => readGuidelines(context, input.version)),
    agree: base.visit.agree.handler(({ context, input }) => agree(context, input.version)),
    leave: base.visit.leave.handler(({ context }) => leavePortal(context)),
    messages: base.visit.messages.handler(({ context }) => ownMessages(context)),
    say: base.visit.say.handler(({ context, input }) => sayToLead(context, input)),
    seen: base.visit.seen.handler(({ context, input }) => seeMessages(context, input.messageId)),
    events: base.visit.events.handler(({ context, signal }) => visitEvents(context, signal)),
    progress: base.visit.progress.handler(({ context }) => ownProgress(context)),
  },
  label: {
    open: base.label.open.handler(({ context }) => openOwn(context)),
    ahead: base.label.ahead.handler(({ context, input }) => itemsAhead(context, input)),
    item: base.label.item.handler(({ context, input }) => ownItem(context, input)),
    picture: base.label.picture.handler(({ context, input }) => ownPicture(context, input)),
    submit: base.label.submit.handler(({ context, input }) => submitOwn(context, input)),
    later: base.label.later.handler(({ context, input }) => snoozeOwn(context, input)),
    flag: base.label.flag.handler(({ context, input }) => flagOwn(context, input)),
    note: base.label.note.handler(({ context, input }) => noteOwn(context, input)),
    draft: base.label.draft.handler(({ context, input }) => draftOwn(context, input)),
    undo: base.label.undo.handler(({ context, input }) => undoOwn(context, input)),
    redo: base.label.redo.handler(({ context, input }) => redoOwn(context, input)),
  },
  failures: {
    list: base.failures.list.handler(({ context }) => ownFailures(context)),
    make: base.failures.make.handler(({ context, input }) => makeOwnFailure(context, input)),
  },
  validation: {
    next: base.validation.next.handler(async ({ context }) => (await validation()).nextOwn(context)),
    read: base.validation.read.handler(async ({ context, input }) =>
      (await validation()).readOwn(context, input),
    ),
    answer: base.validation.answer.handler(async ({ context, input }) =>
      (await validation()).stepOwn(context, input),
    ),
    undo: base.validation.undo.handler(async ({ context, input }) =>
      (await validation()).stepBackOwn(context, input),
    ),
  },
};

/** The failure modes that the visitor may choose among. @throws AppError NOT_FOUND where nobody is asked what went wrong */
function ownFailures(context: PortalContext): LabelFailures {
  const failures = labelFailures(dbOf(context.core), visitorIn(context).studyId);
  if (failures) return failures;
  throw new AppError('NOT_FOUND', 'Nobody is asked here what went wrong.', {
    field: 'failures',
    remedy: 'Open the page again.',
  });
}

/** Makes a failure mode, or finds the one of that name. @throws AppError CONFLICT where the lead lets nobody make any */
async function makeOwnFailure(
  context: PortalContext,
  { name, clientKey }: { name: string; clientKey: string },
): Promise<{ id: number; failures: LabelFailures }> {
  if (!ownFailures(context).mayMake) {
    throw new AppError('CONFLICT', 'Annotators may not make failure modes in this study.', {
      field: 'name',
      remedy: 'Choose one of the list, or write a note.',
    });
  }
  const { annotatorId } = visitorIn(context);
  const { mode } = await makeMode(context.core, {
    name,
    annotatorId,
    clientKey: `${annotatorId}-${clientKey}`,
  });
  return { id: mode.id, failures: ownFailures(context) };
}
