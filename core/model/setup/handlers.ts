import { writeAudit } from '../../../db/audit.ts';
import { deleteStudy, getStudy, listStudies, updateStudyText } from '../../../db/studies.ts';
import { hasLabels, readStudyFields, writeStudyFields } from '../../../db/study-fields.ts';
import { readStudyGoal, writeStudyGoal } from '../../../db/study-goals.ts';
import { sampleContract, studyContract } from '../../../shared/contract/study.ts';
import { baseOf } from '../../platform/base.ts';
import { dbOf } from '../../platform/context.ts';
import { forgetLiveEstimates } from '../estimate/kept-estimates.ts';
import { assertGoal } from '../plan/study-goal.ts';
import { shownScale } from '../study/estimand-scale.ts';
import { assertSameAnswers, storedFields } from '../study/form-fields.ts';
import { createPairs, createStudy, previewStudy } from './create-study.ts';
import { describeStudy } from './describe-study.ts';
import { growBatch, listBatch, redrawBatch } from './sample-batch.ts';
import { studyOptions } from './study-options.ts';

const base = baseOf({ sample: sampleContract, study: studyContract });

export const studyHandlers = {
  options: base.study.options.handler(({ context, input }) => studyOptions(dbOf(context), input.datasetId)),
  preview: base.study.preview.handler(({ context, input, signal }) => previewStudy(context, input, signal)),
  create: base.study.create.handler(({ context, input }) => createStudy(context, input)),
  createPairs: base.study.createPairs.handler(({ context, input }) => createPairs(context, input)),
  list: base.study.list.handler(({ context }) =>
    listStudies(dbOf(context)).map((row) => describeStudy(context, row)),
  ),
  get: base.study.get.handler(({ context, input }) =>
    describeStudy(context, getStudy(dbOf(context), input.studyId)),
  ),
  edit: base.study.edit.handler(({ context, input }) => {
    const db = dbOf(context);
    const { studyId, ...now } = input;
    const { goal, fields, ...text } = now;
    const before = getStudy(db, studyId);
    if (goal) assertGoal(goal, shownScale(before));
    const { name, question, guidelines } = before;
    const fieldsBefore = readStudyFields(db, studyId);
    if (fields && hasLabels(db, studyId)) assertSameAnswers(fields, fieldsBefore);
    const was = {
      name,
      question,
      guidelines,
      ...(fields && { fields: fieldsBefore }),
      ...(goal && { goal: readStudyGoal(db, studyId) }),
    };
    db.transaction(() => {
      updateStudyText(db, studyId, text);
      if (goal) writeStudyGoal(db, studyId, goal);
      if (fields) {
        const { datasetId, criterionId, against } = before;
        const place = { datasetId, criterionId, isComparison: against !== null };
        writeStudyFields(db, studyId, storedFields(db, place, fields));
      }
      writeAudit(db, { at: context.now(), action: 'study.edit', studyId, details: { was, now } });
    }).immediate();
    forgetLiveEstimates(context, studyId);
    context.events.publish({ type: 'study.changed', studyId });
    return describeStudy(context, getStudy(db, studyId));
  }),
  remove: base.study.remove.handler(({ context, input }) => {
    const db = dbOf(context);
    const { name, signalHash } = getStudy(db, input.studyId);
    db.transaction(() => {
      deleteStudy(db, input.studyId);
      const details = { name, signalHash };
      writeAudit(db, { at: context.now(), action: 'study.remove', studyId: input.studyId, details });
    }).immediate();
    forgetLiveEstimates(context, input.studyId);
    context.events.publish({ type: 'study.changed', studyId: input.studyId });
    return {};
  }),
};

export const sampleHandlers = {
  grow: base.sample.grow.handler(({ context, input }) => growBatch(context, input.studyId, input.size)),
  redraw: base.sample.redraw.handler(({ context, input }) => redrawBatch(context, input.studyId, input.seed)),
  list: base.sample.list.handler(({ context, input }) => listBatch(context, input.studyId, input)),
};
