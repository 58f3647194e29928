import { validationContract } from '../../../shared/contract/validation.ts';
import { handlersOf } from '../../platform/base.ts';
import { closeValidation, gatherAndOpen, openValidation, validatedRuns } from './open-validation.ts';
import { nextConversation, readPassage, takeBackStep, takeStep, viewConversation } from './validate.ts';
import { validatedQuestions, validationReport } from './validation-report.ts';

export const validationHandlers = handlersOf(validationContract, {
  list: (context, input) => validatedRuns(context, input.annotatorId),
  open: openValidation,
  close: closeValidation,
  gather: gatherAndOpen,
  next: nextConversation,
  view: (context, input) => viewConversation(context, input.ref),
  read: readPassage,
  answer: takeStep,
  undo: takeBackStep,
  report: (context, input) => validationReport(context, input.runId),
  outcomes: validatedQuestions,
});
