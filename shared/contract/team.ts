import { z } from 'zod';
import { longestName } from '../person-name.ts';
import { Id, Nothing, numberCall, procedure, Version } from './base.ts';
import { StudyCountsSchema } from './counts.ts';

/** How the labels of several annotators become the value of an item. */
export const FinalRuleSchema = z.enum(['mean', 'majority', 'adjudicated']);
export type FinalRule = z.infer<typeof FinalRuleSchema>;

/** What a crowd platform says of the work that it sends somebody to. Its id of the person is their name here. */
export const CrowdSchema = z.object({
  platform: z.enum(['prolific', 'mturk', 'cloudresearch']),
  /** The platform's id of this one piece of work, and of what it belongs to; empty where it says none. */
  assignment: z.string().max(200).default(''),
  task: z.string().max(200).default(''),
});
export type Crowd = z.infer<typeof CrowdSchema>;

/** Keys of the palette of Okabe and Ito (2008), without its black: told apart by most people who see few colors. */
export const AnnotatorColorSchema = z.enum([
  'orange',
  'sky-blue',
  'bluish-green',
  'yellow',
  'blue',
  'vermillion',
  'reddish-purple',
]);
export type AnnotatorColor = z.infer<typeof AnnotatorColorSchema>;

export const AnnotatorSchema = z.object({
  id: Id,
  name: z.string(),
  /** One to three letters, which always stand beside the color. */
  initials: z.string(),
  color: AnnotatorColorSchema,
  /** Whether nobody sits behind it: an imported evaluation, or a simulation. */
  simulated: z.boolean(),
  /** Whether labels given on this machine are theirs. */
  isCurrent: z.boolean(),
  /** Of name, initials and color. */
  version: Version,
});
export type Annotator = z.infer<typeof AnnotatorSchema>;

export const AnnotatorName = z.string().trim().min(1).max(longestName);
export const Initials = z.string().trim().min(1).max(3);

const AnnotatorList = z.array(AnnotatorSchema);

export const annotatorContract = {
  list: procedure.input(Nothing).output(AnnotatorList),
  /** Makes this annotator the present one, adding it if new. */
  choose: procedure.input(z.object({ name: AnnotatorName })).output(AnnotatorList),
  /** Adds an annotator without choosing it. */
  add: procedure
    .input(
      z.object({
        name: AnnotatorName,
        initials: Initials.optional(),
        color: AnnotatorColorSchema.optional(),
      }),
    )
    .output(AnnotatorList),
  edit: procedure
    .input(
      z.object({
        annotatorId: Id,
        name: AnnotatorName.optional(),
        initials: Initials.optional(),
        color: AnnotatorColorSchema.optional(),
        version: Version.optional(),
      }),
    )
    .output(AnnotatorList),
};

const forStudy = z.object({ studyId: Id });

export const TeamMemberSchema = AnnotatorSchema.extend({
  /** Whether the study lists them; others have labeled without being members, or left. */
  isMember: z.boolean(),
  /** Items they are to label; all of the batch in a study without members. */
  assigned: z.number().int(),
  labeled: z.number().int(),
  skipped: z.number().int(),
  later: z.number().int(),
  /** Median seconds of work on one item; null before the first. */
  secondsPerItem: z.number().nullable(),
});
export type TeamMember = z.infer<typeof TeamMemberSchema>;

const TeamSchema = z.object({
  studyId: Id,
  overlap: z.number().int(),
  finalRule: FinalRuleSchema,
  shuffle: z.boolean(),
  /** Whether items are dealt one by one, in draw order, to whichever member asks next; else they are shared out beforehand. */
  deals: z.boolean(),
  members: z.array(TeamMemberSchema),
  /** Items of the batch: final, waiting for a further annotator (a third vote among them), and in need of a decision. */
  items: z.number().int(),
  final: z.number().int(),
  waiting: z.number().int(),
  undecided: z.number().int(),
  counts: StudyCountsSchema,
  /** Of what `team.set` changes; of a pair, of the teams of all pairs of its ranking. */
  version: Version,
});
export type Team = z.infer<typeof TeamSchema>;

/** The estimate as one final-value rule makes it. */
export const RuleEstimateSchema = z.object({
  rule: FinalRuleSchema,
  isChosen: z.boolean(),
  /** On the measure's own scale; null where it cannot be estimated, with the reason. */
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  reason: z.string().nullable(),
  /** Items of the prefix that have a value. */
  labeled: z.number().int(),
  /** Items that some but too few annotators have spoken of. */
  waiting: z.number().int(),
  /** Items that enough have spoken of, and that the rule leaves open until somebody decides. */
  undecided: z.number().int(),
});
export type RuleEstimate = z.infer<typeof RuleEstimateSchema>;

const FromTo = z.object({ from: z.number().int(), to: z.number().int() });

/** What a change of the overlap or the rule does to labels that are there, before it is stored. */
const TeamEffectSchema = z.object({
  overlap: FromTo,
  /** Items that somebody labeled. */
  labeled: z.number().int(),
  /** Labels that the estimate uses. */
  counted: FromTo,
  /** Items that wait for a further annotator, and those that wait for a decision. */
  waiting: FromTo,
  undecided: FromTo,
});
export type TeamEffect = z.infer<typeof TeamEffectSchema>;

/** How many label an item. */
export const Overlap = z.number().int().min(1).max(20);

const TeamChange = forStudy.extend({
  members: z.array(Id).max(100).optional(),
  overlap: Overlap.optional(),
  finalRule: FinalRuleSchema.optional(),
  shuffle: z.boolean().optional(),
  deals: z.boolean().optional(),
  /** Of a pair of a ranking: all its pairs get this team, as one. */
  wholeRanking: z.boolean().optional(),
});

export const teamContract = {
  get: procedure.input(forStudy).output(TeamSchema),
  /**
   * Changes what is given; the rest stays. Assignments follow, and items begun stay with who began them. A change that
   * takes labels out of the estimate or into it is refused (`CONFLICT`) unless it is confirmed.
   */
  set: procedure
    .input(TeamChange.extend({ confirm: z.boolean().default(false), version: Version.optional() }))
    .output(TeamSchema),
  /** What a change would do to labels that are there; null when none of them is moved. Nothing is stored. */
  preview: procedure.input(TeamChange).output(TeamEffectSchema.nullable()),
  /**
   * Takes a member who drops out off a study, or off the ranking that it is a pair of. What they left goes to the others; what they
   * labeled stays, and an answer that comes late is kept. @throws CONFLICT for the only member
   */
  dropOut: procedure
    .input(forStudy.extend({ annotatorId: Id }))
    .output(z.object({ left: z.number().int().nonnegative() })),
  rules: numberCall.input(forStudy).output(z.array(RuleEstimateSchema)),
};
