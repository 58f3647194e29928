import { z } from 'zod';
import { Id, Instant, numberCall, procedure, Seed } from './base.ts';

/** One annotator's part in a round. */
const PracticeShareSchema = z.object({ annotatorId: Id, name: z.string(), done: z.number().int() });

const PracticeRoundSchema = z.object({
  /** Counts from 1. */
  round: z.number().int(),
  items: z.number().int(),
  seed: z.number().int(),
  targetAlpha: z.number(),
  createdAt: Instant,
  /** The members of the study; in a study without members whoever has begun. */
  annotators: z.array(PracticeShareSchema),
  /** Whether at least two annotators, and every member, have answered every item. */
  isComplete: z.boolean(),
  /** Krippendorff's alpha of the round; null with the reason when it cannot be told. */
  krippendorffAlpha: z.number().nullable(),
  level: z.enum(['nominal', 'interval']),
  reason: z.string().nullable(),
  /** Of alpha, approximate: 95 %, from 30 items on; null where there is none. */
  interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});
export type PracticeRound = z.infer<typeof PracticeRoundSchema>;

const PracticeSchema = z.object({
  /** Oldest first. With rounds and nobody through them yet, labeling opens the newest round instead of the batch. */
  rounds: z.array(PracticeRoundSchema),
  passed: z
    .object({
      round: z.number().int(),
      openedBy: z.enum(['agreement', 'lead']),
      krippendorffAlpha: z.number().nullable(),
      reason: z.string(),
      passedAt: Instant,
    })
    .nullable(),
  /** Items of the pool that are neither drawn nor practiced on. */
  itemsLeft: z.number().int(),
  /** Drawn items that were practiced on before the batch grew to them. */
  practicedDraws: z.number().int(),
});
export type Practice = z.infer<typeof PracticeSchema>;

/** One item of a round on which annotators differ, with what each of them said. */
const PracticeDisagreementSchema = z.object({
  itemId: Id,
  question: z.string(),
  responses: z.array(z.string()),
  labels: z.array(z.object({ annotatorId: Id, name: z.string(), words: z.string(), note: z.string() })),
});
export type PracticeDisagreement = z.infer<typeof PracticeDisagreementSchema>;

const study = z.object({ studyId: Id });
export const RoundItems = z.number().int().min(2).max(1000);
export const TargetAlpha = z.number().gt(0).lt(1).default(0.7);
/** Why labeling opens before practice reached its target. */
export const OverrideReason = z.string().trim().min(1).max(2000);

/** Practice before the batch, on items outside the draw (Appendix C of HumCoE; Huang et al., 2023). */
export const practiceContract = {
  get: numberCall.input(study).output(PracticeSchema),
  /** Items of a round on which annotators differ, the widest apart first; only once everybody is through. */
  disagreements: procedure
    .input(study.extend({ round: z.number().int().positive() }))
    .output(z.array(PracticeDisagreementSchema)),
  /** Begins a round with items that no round has used. */
  start: procedure
    .input(
      study.extend({
        items: RoundItems,
        targetAlpha: TargetAlpha,
        seed: Seed,
      }),
    )
    .output(PracticeSchema),
  /** The lead goes on without a member: practice waits for them no longer, until they are invited again. */
  goOnWithout: procedure.input(study.extend({ annotatorId: Id })).output(PracticeSchema),
  /** The lead opens the batch without the agreement; the report says so. */
  override: procedure.input(study.extend({ reason: OverrideReason })).output(PracticeSchema),
};
