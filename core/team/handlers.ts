import { base } from '../base.ts';
import { addAnnotator, annotatorsOf, chooseAnnotator, editAnnotator } from './annotators.ts';

export const annotatorHandlers = {
  list: base.annotator.list.handler(({ context }) => annotatorsOf(context)),
  choose: base.annotator.choose.handler(({ context, input }) => chooseAnnotator(context, input.name)),
  add: base.annotator.add.handler(({ context, input }) => addAnnotator(context, input)),
  edit: base.annotator.edit.handler(({ context, input }) => editAnnotator(context, input)),
};
