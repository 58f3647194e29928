import { misplacedError } from '../../db/misplaced.ts';
import type { OpenProject } from '../../db/open.ts';
import type { WritableDb } from '../../db/types.ts';
import { AppError } from '../../shared/errors.ts';
import type { AlteredProjects } from './altered-projects.ts';
import type { KeyRing } from './endpoints/key-ring.ts';
import type { SharedPaces } from './endpoints/shared-paces.ts';
import type { EventHub } from './events/hub.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { WarmThreads } from './jobs/warm-threads.ts';
import type { KnownHeads } from './known-heads.ts';
import type { PrintPdf } from './print-pdf.ts';
import type { SettingsStore } from './settings/store.ts';
import type { SigningKey } from './signing/signing-key.ts';
import type { TeamPortal } from './team-portal.ts';

/** A run that a job works on. */
interface RunAtWork {
  readonly jobId: number;
  readonly kind: string;
  readonly title: string;
  readonly endpointIds: readonly number[];
}

/** What one engine holds; every handler gets it. At most one project is open at a time. */
export interface CoreContext {
  readonly engineId: string;
  readonly version: string;
  /** Folder of this person's preferences, recent list, sample project and uploads. */
  readonly dataDir: string;
  /** Folder of the projects that are made for a file, without anybody saying where. */
  readonly projectsDir: string;
  readonly events: EventHub;
  /** Where jobs run, and what is too much for the engine's own thread. */
  readonly threads: WarmThreads;
  readonly jobs: JobRunner;
  readonly settings: SettingsStore;
  /** Keys of language model servers, in memory. */
  readonly keys: KeyRing;
  /** The key pair that signs reports and handed-out batches. */
  readonly signing: SigningKey;
  /** The newest links of the chains of projects, outside of their files. */
  readonly heads: KnownHeads;
  /** The limits of endpoints, kept by all jobs together. */
  readonly paces: SharedPaces;
  /** Runs at work, of judges, generations and protocols. */
  readonly runs: Map<string, RunAtWork>;
  readonly session: { project: OpenProject | null };
  /** Turns a page into PDF; each door has a print engine of its own. */
  readonly printPdf: PrintPdf;
  /** Where annotators come in by a link. */
  readonly teamDoor: TeamPortal;
  /** Whether a project that is open elsewhere is read as it is at the moment, in place of being refused. */
  readonly readsSnapshots: boolean;
  /** What becomes of the numbers of a project that another program changed. */
  readonly altered: AlteredProjects;
  /** The instant, ISO 8601 UTC. */
  now(): string;
}

/** The open project. @throws AppError NO_PROJECT */
export function openProjectOf(context: CoreContext): OpenProject {
  const { project } = context.session;
  if (!project) {
    throw new AppError('NO_PROJECT', 'No project is open.', {
      remedy: 'Open a project, or make a new one, under Studies.',
    });
  }
  return project;
}

/** The handle of the open project. @throws AppError NO_PROJECT, PROJECT_NOT_IN_PLACE */
export function dbOf(context: CoreContext): WritableDb {
  const { db, place } = openProjectOf(context);
  if (place.misplaced) throw misplacedError(place.misplaced, place.file);
  return db;
}
