import { z } from 'zod';
import { Id, Instant, Nothing, procedure } from './base.ts';
import { AnnotatorName, AnnotatorSchema } from './team.ts';

/** How a link stands: good to open, used by its one browser, past its day, or taken back. */
const linkStates = ['open', 'used', 'expired', 'revoked'] as const;

/** A link by which somebody labels one study in a browser of their own. */
export const InvitationSchema = z.object({
  id: Id,
  /** Null: whoever opens it says who they are, and each browser is let in under a name of its own. */
  annotator: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  state: z.enum(linkStates),
  /** Whether a browser that the link let in may still label. */
  isIn: z.boolean(),
  /** When that browser was last heard of; null before the first time. */
  seenAt: Instant.nullable(),
});
export type Invitation = z.infer<typeof InvitationSchema>;

/** Where annotators reach their pages. */
export const PortalStateSchema = z.discriminatedUnion('isOpen', [
  z.object({
    isOpen: z.literal(false),
    /** Whether this way of running Assay can open it. */
    canOpen: z.boolean(),
    /** Whether a certificate was given, so that it is encrypted. */
    hasCertificate: z.boolean(),
  }),
  z.object({
    isOpen: z.literal(true),
    /** What links begin with, as `https://192.168.1.5:7400`. */
    url: z.string(),
    /** Who can reach it, in a sentence. */
    reach: z.string(),
    isEncrypted: z.boolean(),
    /** SHA-256 of the certificate, where it was made here: browsers warn of it, and annotators compare it. */
    fingerprint: z.string().nullable(),
  }),
]);
export type PortalState = z.infer<typeof PortalStateSchema>;

/** How the door is opened from the app. */
export const PortalPlanSchema = z.object({
  /** The address of this machine that it listens on; 0.0.0.0 for all of them. */
  host: z.string().min(1).max(255),
  port: z.number().int().min(0).max(65_535),
  /** The second consent: without encryption, beyond this machine. */
  plainHttp: z.boolean().default(false),
  /** Encrypts by a certificate that is made here once and kept, where none was given. */
  selfSigned: z.boolean().default(false),
});
export type PortalPlan = z.infer<typeof PortalPlanSchema>;

/** How often somebody made one kind of choice, with the exact interval of its share, 95 %. */
const ChoiceShareSchema = z.object({
  chosen: z.number().int(),
  of: z.number().int(),
  lower: z.number().min(0).max(1),
  upper: z.number().min(0).max(1),
  /** Whether the share of a fair coin, 1/2, is not believable, all annotators looked at together. */
  isUnusual: z.boolean(),
});
export type ChoiceShare = z.infer<typeof ChoiceShareSchema>;

/** Whether somebody still labels, or why not. */
const memberStandings = ['at work', 'dropped out', 'excluded', 'not qualified'] as const;

/** What one annotator does at the moment. */
const AtWorkSchema = z.object({
  annotator: AnnotatorSchema.pick({ id: true, name: true, initials: true, color: true }),
  /** Whether a browser of theirs was heard of in the last three minutes. */
  isHere: z.boolean(),
  seenAt: Instant.nullable(),
  /** Items answered or skipped in the hour before now. */
  lastHour: z.number().int(),
  /** Median seconds of work on one item, of all that they have labeled; null before the first. */
  secondsPerItem: z.number().nullable(),
  /** Whether they have read the guidelines as they are now; null where there are none. */
  hasRead: z.boolean().nullable(),
  standing: z.enum(memberStandings),
  /** Hidden checks answered, and how many of them right. */
  checks: z.object({ answered: z.number().int(), right: z.number().int() }),
  /** In comparisons of two replies side by side: how often the left one was preferred, and the longer one; null elsewhere. */
  left: ChoiceShareSchema.nullable(),
  longer: ChoiceShareSchema.nullable(),
});
export type AtWork = z.infer<typeof AtWorkSchema>;

const LiveTeamSchema = z.object({
  here: z.number().int(),
  lastHour: z.number().int(),
  /** Members and whoever was invited. */
  people: z.array(AtWorkSchema),
  /** Labels by the guidelines that held when they were given, the oldest first; those from before this was kept are not among them. */
  guidelines: z.array(z.object({ version: z.string(), labels: z.number().int(), isPresent: z.boolean() })),
});
export type LiveTeam = z.infer<typeof LiveTeamSchema>;

const study = z.object({ studyId: Id });

/** The lead's side of a team by link. */
export const DaysOpen = z.number().int().min(1).max(90).default(7).describe('how many days it may be opened');

export const invitationContract = {
  list: procedure.input(study).output(z.array(InvitationSchema)),
  /** Who is at work on a study, and how fast. */
  live: procedure.input(study).output(LiveTeamSchema),
  /**
   * Makes a link for one annotator, who is added where new, and becomes a member of a study that has members. Another link for
   * the same annotator lets a second device in; earlier ones stay good. Without a name the link is open to whoever gets it.
   */
  create: procedure.input(study.extend({ name: AnnotatorName.nullable(), days: DaysOpen })).output(
    z.object({
      invitation: InvitationSchema,
      /** What the door's address is followed by. It is told this once, and kept as a hash alone. */
      path: z.string(),
      /** The whole link; null while the door is closed. */
      link: z.string().nullable(),
    }),
  ),
  /**
   * The same for many people at once, as a table of names and links in the order given. @throws INVALID_INPUT naming every name that is none or stands there twice;
   * then no link is made
   */
  createAll: procedure
    .input(
      study.extend({
        names: z.array(z.string().max(500)).min(1).max(1000),
        days: DaysOpen,
        /** What links begin with where the portal is not open here. */
        url: z.url().nullable().default(null),
      }),
    )
    .output(z.object({ links: z.number().int(), csv: z.string() })),
  /** Runs whose answers annotators of a study may validate by their links. */
  offers: procedure.input(study).output(z.array(Id)),
  /** Offers these runs, and no others. @throws NOT_FOUND for one that is not open to validation */
  offer: procedure.input(study.extend({ runIds: z.array(Id).max(1000) })).output(z.array(Id)),
  /** Takes links back, and shuts out the browsers that they let in. What they have labeled stays. */
  revoke: procedure
    .input(study.extend({ invitationIds: z.array(Id).min(1).max(1000) }))
    .output(z.array(InvitationSchema)),
};

export const portalContract = {
  state: procedure.input(Nothing).output(PortalStateSchema),
  /** Opens it. @throws CONFLICT without encryption beyond this machine, unless that is said to be meant */
  open: procedure.input(PortalPlanSchema).output(PortalStateSchema),
  close: procedure.input(Nothing).output(PortalStateSchema),
};
