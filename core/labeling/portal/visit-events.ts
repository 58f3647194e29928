import { isVisitOpen } from '../../../db/invitations.ts';
import { getStudy } from '../../../db/studies.ts';
import { newestMessageTo } from '../../../db/team-messages.ts';
import type { VisitEvent } from '../../../shared/contract/index.ts';
import { dbOf } from '../../platform/context.ts';
import { guidelinesVersion } from '../../studies/guidelines-version.ts';
import { shouldLook, type Waiting, waitingOf } from './own-wait.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';
import type { Visitor } from './visitor.ts';

/** What a page was told last. */
interface Told {
  readonly version: string;
  readonly message: number;
  readonly waiting: Waiting;
}

/**
 * Tells an annotator's page of new messages and guidelines, and that its browser is let in no longer, which ends it. What others do
 * is not told: an event of the study that changes nothing for this one annotator is no event here.
 */
export async function* visitEvents(context: PortalContext, signal?: AbortSignal): AsyncGenerator<VisitEvent> {
  const visitor = visitorIn(context);
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener('abort', end);
  let told = standingOf(context, visitor);
  yield { type: 'hello' };
  try {
    const events = context.core.events.subscribe(ending.signal)[Symbol.asyncIterator]();
    for (let coming = events.next(); ; ) {
      const came = await soonerOf(coming, msUntil(context, told?.waiting.leaseEnd ?? null));
      if (came !== 'time') {
        if (came.done) return;
        coming = events.next();
        if (came.value.type === 'project.changed') return yield { type: 'out' };
        if (came.value.type !== 'study.changed') continue;
        // What happens to one pair of a ranking may bring items to all of it.
        if (visitor.rankingId === null && came.value.studyId !== visitor.studyId) continue;
      }
      const now = standingOf(context, visitor, told?.waiting);
      if (!now || !told) return yield { type: 'out' };
      if (now.version !== told.version) yield { type: 'guidelines' };
      if (now.message !== told.message) yield { type: 'message' };
      if (shouldLook(context, told.waiting, now.waiting)) yield { type: 'work' };
      told = now;
    }
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** How long until an instant; null for none. */
const msUntil = ({ core }: PortalContext, at: string | null): number | null =>
  at === null ? null : Math.min(Math.max(0, Date.parse(at) - Date.parse(core.now())), longestWait);

const longestWait = 3_600_000;

/** What comes first: an event, or the end of a time in milliseconds. */
async function soonerOf<T>(coming: Promise<T>, ms: number | null): Promise<T | 'time'> {
  if (ms === null) return coming;
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<'time'>((resolve) => {
    timer = setTimeout(resolve, ms, 'time');
    timer.unref();
  });
  try {
    return await Promise.race([coming, time]);
  } finally {
    clearTimeout(timer);
  }
}

/** What holds for a visitor; null once their browser is let in no longer. */
function standingOf(context: PortalContext, visitor: Visitor, told?: Waiting): Told | null {
  const { core } = context;
  const { visitId, studyId, annotatorId } = visitor;
  if (!core.session.project) return null;
  const db = dbOf(core);
  if (!isVisitOpen(db, visitId, core.now())) return null;
  const version = guidelinesVersion(getStudy(db, studyId));
  const message = newestMessageTo(db, studyId, annotatorId);
  return { version, message, waiting: waitingOf(context, visitor, told) };
}
