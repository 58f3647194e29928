import { z } from 'zod';
import { Id, procedure, Version } from './base.ts';

const count = z.number().int().nonnegative();
const Text = z.string().trim().min(1).max(2000);

/** Asking a model and marking its answers, or validating answers. */
export const qualifiedRoles = ['ask', 'validate'] as const;
export const QualifiedRoleSchema = z.enum(qualifiedRoles);
export type QualifiedRole = z.infer<typeof QualifiedRoleSchema>;

const QualificationQuestionSchema = z
  .strictObject({
    question: Text,
    options: z.array(Text).min(2).max(8),
    /** The place of the right option, from 1. */
    right: z.number().int().min(1),
    /** What is told to whoever chooses another. */
    why: z.string().trim().max(2000).default(''),
  })
  .refine(({ options, right }) => right <= options.length, {
    message: 'right names no option',
    path: ['right'],
  });

/** Questions on the guidelines, which people answer before they take part (Li et al., 2022, section 3.1). */
export const QualificationSchema = z
  .strictObject({
    questions: z.array(QualificationQuestionSchema).min(1).max(50),
    /** Right answers that it takes; all where nobody says. */
    pass: z.number().int().min(1).optional(),
  })
  .refine(({ questions, pass = 1 }) => pass <= questions.length, {
    message: 'pass is above the number of questions',
    path: ['pass'],
  });
export type Qualification = z.infer<typeof QualificationSchema>;

const Of = z.object({ runId: Id, role: QualifiedRoleSchema });

/** As somebody meets it who has to pass: without the right answers. */
const AskedQualificationSchema = z.object({
  questions: z.array(z.object({ question: z.string(), options: z.array(z.string()) })),
  pass: count,
  passed: z.boolean(),
  tries: count,
});
export type AskedQualification = z.infer<typeof AskedQualificationSchema>;

const TrySchema = z.object({
  right: count,
  of: count,
  passed: z.boolean(),
  /** Of questions answered otherwise: which, from 1, and what to know about them. */
  wrong: z.array(z.object({ question: count, why: z.string() })),
});
export type QualificationTry = z.infer<typeof TrySchema>;

export const qualificationContract = {
  /** Puts questions before asking or validating in a run; null takes them away. Others than before are passed anew. */
  set: procedure
    .input(Of.extend({ qualification: QualificationSchema.nullable(), version: Version.optional() }))
    .output(z.object({ questions: count, pass: count })),
  /** What an annotator (the present one where nobody is named) has to pass; null where nothing is asked. */
  get: procedure.input(Of.extend({ annotatorId: Id.optional() })).output(AskedQualificationSchema.nullable()),
  /** The questions with their right answers, for whoever leads; null where nothing is asked. */
  questions: procedure
    .input(Of)
    .output(z.object({ asked: QualificationSchema.nullable(), version: Version })),
  /** The chosen options, from 1, in the order of the questions. May be tried again; tries are counted. */
  answer: procedure
    .input(Of.extend({ annotatorId: Id.optional(), chosen: z.array(z.number().int().min(1)) }))
    .output(TrySchema),
  /** Who tried, for whoever leads. */
  people: procedure
    .input(Of)
    .output(z.array(z.object({ name: z.string(), tries: count, passed: z.boolean() }))),
};
