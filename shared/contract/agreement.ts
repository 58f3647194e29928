import { z } from 'zod';
import { DrawNumberSchema, Id, Instant, numberCall, procedure, ScaleSchema, Version } from './base.ts';
import { TurnSchema } from './data.ts';
import { LabelAnswerSchema, ReplySchema } from './label.ts';
import { LabelFormSchema } from './study.ts';
import { AnnotatorSchema, FinalRuleSchema } from './team.ts';

/** Somebody who labeled or decided, as their words are marked on screen. */
export const SpeakerSchema = AnnotatorSchema.pick({ id: true, name: true, initials: true, color: true });
export type Speaker = z.infer<typeof SpeakerSchema>;

const agreementFigureIds = [
  'krippendorff-alpha',
  'krippendorff-alpha-ordinal',
  'krippendorff-alpha-pool',
  'fleiss-kappa',
  'cohen-kappa',
  'cohen-kappa-linear',
  'cohen-kappa-quadratic',
  'pearson',
  'percent',
  'mean-absolute-difference',
] as const;

/** One coefficient. Either a value, or the reason why there is none; the same of its interval. */
export const AgreementFigureSchema = z.object({
  id: z.enum(agreementFigureIds),
  name: z.string(),
  value: z.number().nullable(),
  reason: z.string().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  intervalReason: z.string().nullable(),
  /** Items that it rests on. */
  items: z.number().int(),
});
export type AgreementFigure = z.infer<typeof AgreementFigureSchema>;

const PairAgreementSchema = z.object({
  first: Id,
  second: Id,
  /** Items that both labeled. */
  items: z.number().int(),
  figures: z.array(AgreementFigureSchema),
});
export type PairAgreement = z.infer<typeof PairAgreementSchema>;

/** How the decision on an item stands. */
const standing = {
  isDecided: z.boolean(),
  /** A label of the item was given, changed or taken back after the decision; the decision holds all the same. */
  isOutdated: z.boolean(),
};

/** What one annotator said of an item, in words: a value, a text, or that it was skipped and why. Null: decisions are made without names. */
const SaidSchema = z.object({ annotatorId: Id.nullable(), words: z.string(), isSkip: z.boolean() });

export const ItemAgreementSchema = z.object({
  /** In which it was asked: of a whole ranking one of its pairs. */
  studyId: Id,
  itemId: Id,
  /** Where it first stands in the draw, counting from 1. */
  draw: DrawNumberSchema,
  question: z.string(),
  /** Mean distance of the annotators' pairs in [0, 1]: 0 when all say the same; a skip is 1 away from a label. */
  spread: z.number(),
  said: z.array(SaidSchema),
  ...standing,
});
export type ItemAgreement = z.infer<typeof ItemAgreementSchema>;

export const CriterionAgreementSchema = z.object({
  /** 0 for written answers. */
  criterionId: z.number().int().nonnegative(),
  criterion: z.string(),
  /** How values differ: by identity, or by distance. */
  level: z.enum(['nominal', 'interval']),
  /** What stands for a label: the value, the difference of two replies, or the normalized text. */
  compared: z.string(),
  /** Null for written answers. */
  scale: ScaleSchema.nullable(),
  /** Items with at least two labels, and of these the ones that everybody labeled. */
  items: z.number().int(),
  completeItems: z.number().int(),
  figures: z.array(AgreementFigureSchema),
  pairs: z.array(PairAgreementSchema),
  /** Pairs of labels of one item by how far they lie apart; null at the nominal level. */
  differences: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })).nullable(),
  /** On whether an item can be labeled at all. */
  skips: z.object({ items: z.number().int(), figures: z.array(AgreementFigureSchema) }),
  /** Items that at least two annotators spoke of, the most disagreed first. */
  byItem: z.array(ItemAgreementSchema),
});
export type CriterionAgreement = z.infer<typeof CriterionAgreementSchema>;

export const AgreementSchema = z.object({
  studyId: Id,
  annotators: z.array(SpeakerSchema),
  /** The study's own measure first. */
  criteria: z.array(CriterionAgreementSchema),
  /** What the intervals are, and what the figures describe. */
  interval: z.string(),
  basis: z.string(),
  alpha: z.number(),
  seed: z.number().int(),
  /** Of a bootstrap, in earlier reports; 0 of those of now, whose intervals draw nothing. */
  resamples: z.number().int(),
});
export type Agreement = z.infer<typeof AgreementSchema>;

/** Which items the queue shows: those that the rule leaves open, all that differ, or all that differ by so much. */
const AdjudicationFilterSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rule') }),
  z.object({ kind: z.literal('any') }),
  z.object({ kind: z.literal('distance'), least: z.number().positive() }),
]);
export type AdjudicationFilter = z.infer<typeof AdjudicationFilterSchema>;

const AdjudicationEntrySchema = z.object({
  /** In which it was asked: of a whole ranking one of its pairs. */
  studyId: Id,
  itemId: Id,
  criterionId: z.number().int().nonnegative(),
  criterion: z.string(),
  draw: DrawNumberSchema,
  question: z.string(),
  /** 0 where annotators say the same, and the entry is there for its outdated decision. */
  spread: z.number(),
  /** Largest difference of two labels on the measure's own scale; null of texts, or where one is a skip. */
  largest: z.number().nullable(),
  annotators: z.number().int(),
  ...standing,
});
export type AdjudicationEntry = z.infer<typeof AdjudicationEntrySchema>;

const AdjudicationQueueSchema = z.object({
  studyId: Id,
  finalRule: FinalRuleSchema,
  /** Who decides, and what names them when they do: a decision is theirs, whoever chose a name since. */
  adjudicator: SpeakerSchema,
  as: z.string(),
  /** Whether answers stand without names, as the study's quality plan has it. */
  withoutNames: z.boolean(),
  /** Undecided ones first, then outdated decisions, then the most disagreed. */
  entries: z.array(AdjudicationEntrySchema),
  /** Of all that differ and wait for no third vote, whatever the filter. */
  differing: z.number().int(),
  decided: z.number().int(),
  /** Decisions that a later label has overtaken, whether or not annotators still differ. */
  outdated: z.number().int(),
  /** Items on which annotators differ and that wait for a third vote. They are not among the entries. */
  awaitingThirdVote: z.number().int(),
});
export type AdjudicationQueue = z.infer<typeof AdjudicationQueueSchema>;

/** Null, as are the times, where decisions are made without names; the order tells nothing of the people then. */
const SpokenLabelSchema = z.object({
  annotator: SpeakerSchema.nullable(),
  answer: LabelAnswerSchema,
  /** What else the form asked, by name. */
  fields: z.array(z.object({ name: z.string(), words: z.string() })),
  note: z.string(),
  durationMs: z.number().int().nonnegative().nullable(),
  labeledAt: Instant.nullable(),
});
export type SpokenLabel = z.infer<typeof SpokenLabelSchema>;

/**
 * An item as the adjudicator sees it: everybody's label, by name unless the plan hides names. Systems and machine scores stay hidden, and two
 * replies stand on the sides where the annotators saw them.
 */
const AdjudicationItemSchema = z.object({
  studyId: Id,
  itemId: Id,
  criterionId: z.number().int().nonnegative(),
  criterion: z.string(),
  draw: DrawNumberSchema,
  question: z.string(),
  guidelines: z.string(),
  form: LabelFormSchema,
  sideBySide: z.boolean(),
  conversation: z.array(TurnSchema),
  replies: z.array(ReplySchema),
  rightReplies: z.array(ReplySchema).nullable(),
  passage: z.string().nullable(),
  labels: z.array(SpokenLabelSchema),
  decision: z
    .object({
      answer: LabelAnswerSchema,
      note: z.string(),
      /** Null where decisions are made without names, unless it is who decides now. */
      by: SpeakerSchema.nullable(),
      decidedAt: Instant,
      isOutdated: z.boolean(),
    })
    .nullable(),
  /** Whether who decides labeled it, and so judges their own word. */
  isOwn: z.boolean(),
  /** Of the decision. */
  version: Version,
});
export type AdjudicationItem = z.infer<typeof AdjudicationItemSchema>;

const forStudy = z.object({ studyId: Id });
/** Of a pair of a ranking: all its pairs together, as one. */
const wholeRanking = z.boolean().default(false);
const at = forStudy.extend({
  itemId: Id,
  criterionId: z.number().int().nonnegative(),
  /** Who decides, as the queue named them. */
  as: z.string(),
});
/** Why somebody decided so. */
export const DecisionNote = z.string().trim().min(1).max(2000);
const clientKey = z.string().min(8).max(100);

/** How often one person, or all together, prefer the reply that stands first; 95 %, exact, for one look. */
const ShownFirstShareSchema = z.object({
  /** Null of all together, where an item counts once, by what more of them prefer. */
  annotatorId: Id.nullable(),
  name: z.string(),
  /** Choices between the reply that stands first and the one that stands last, and ties beside them. */
  decided: z.number().int(),
  ties: z.number().int(),
  /** Of the decided; null of none. */
  share: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});

/** Position bias of people: sides and the order of a page are left to chance, so that without one the share is a half. */
export const ShownFirstSchema = z.object({
  /** Two replies side by side, or several on one page, of which the first is held against the last. */
  shown: z.enum(['side-by-side', 'page']),
  /** All together, then everybody by name. */
  people: z.array(ShownFirstShareSchema),
});
export type ShownFirst = z.infer<typeof ShownFirstSchema>;

export const agreementContract = {
  /** How far the annotators of a study agree, from their present labels. */
  get: numberCall
    .input(
      forStudy.extend({
        wholeRanking,
        /** Without the figures of each two and without the items, which cost most where many people label. */
        groupOnly: z.boolean().default(false),
      }),
    )
    .output(AgreementSchema),
  /** How often the reply that stands first is preferred, by person. Null where replies do not stand beside each other. */
  shownFirst: numberCall.input(forStudy.extend({ wholeRanking })).output(ShownFirstSchema.nullable()),
};

export const adjudicationContract = {
  /** Opened for an annotator of the project; for the present one where nobody is named. */
  queue: procedure
    .input(
      forStudy.extend({
        wholeRanking,
        filter: AdjudicationFilterSchema.default({ kind: 'any' }),
        annotatorId: Id.optional(),
      }),
    )
    .output(AdjudicationQueueSchema),
  item: procedure.input(at).output(AdjudicationItemSchema),
  /** Stores a decision; when this returns, it is on disk. The same `clientKey` twice stores one decision. */
  decide: procedure
    .input(
      at.extend({
        answer: LabelAnswerSchema,
        note: DecisionNote,
        clientKey,
        version: Version.optional(),
      }),
    )
    .output(AdjudicationItemSchema),
  /** Takes the decision that holds back by writing a new row. */
  undo: procedure.input(at.extend({ clientKey, version: Version.optional() })).output(AdjudicationItemSchema),
};
