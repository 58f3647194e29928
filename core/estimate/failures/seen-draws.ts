import { commitWithoutDisk } from '../../../db/commit.ts';
import { listDrawRuns } from '../../../db/draws.ts';
import {
  furthestDraw,
  furthestShared,
  type ModeEvent,
  openedOf,
  putOpened,
} from '../../../db/failure-modes.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { getProjectValue, setProjectValue } from '../../../db/project.ts';
import { listStudies, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type { SeenDraws } from '../../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { failuresQuestion } from '../../studies/failures/coding.ts';
import { liveEstimateOf } from '../live-estimates.ts';

type Drawn = Pick<StudyRow, 'id' | 'generation'>;

/** Draws that were opened while the project could not be written, by study and generation. */
const unwritten = keptMaps<string, number>();
const nameOf = ({ id, generation }: Drawn) => `${id} ${generation}`;

/**
 * Keeps that the first so many draws of a study may have been seen: a failure mode that is made afterwards counts from there.
 * In studies that do not ask for failures nothing is kept.
 */
export function noteOpened(db: WritableDb, study: StudyRow, draws: number): void {
  if (!failuresQuestion(db, study.id) || draws <= openedOf(db, study)) return;
  const waiting = unwritten(db);
  const name = nameOf(study);
  const furthest = Math.max(draws, waiting.get(name) ?? 0);
  waiting.set(name, furthest);
  try {
    putOpened(db, study, furthest);
    waiting.delete(name);
  } catch {
    // A job holds the lock: it is known in memory, and written with the next one.
  }
}

/** The same of draws that were on a screen of this program. */
const unwrittenScreens = keptMaps<string, number>();
const screenKey = ({ id, generation }: Drawn) => `on_screen:${id}:${generation}`;

/** Keeps that a draw is on a screen here, in studies of every kind. */
export function noteOnScreen(db: WritableDb, study: StudyRow, draws: number): void {
  const waiting = unwrittenScreens(db);
  const key = screenKey(study);
  if (draws <= onScreen(db, study) && !waiting.has(key)) return;
  const furthest = Math.max(draws, onScreen(db, study));
  waiting.set(key, furthest);
  try {
    commitWithoutDisk(db, () => setProjectValue(db, key, `${furthest}`));
    waiting.delete(key);
  } catch {
    // As above.
  }
}

const onScreen = (db: ReadableDb, study: Drawn): number =>
  Math.max(
    Number(getProjectValue(db, screenKey(study)) ?? 0),
    unwrittenScreens(db).get(screenKey(study)) ?? 0,
  );

/** Up to the last draw of a study that anybody here answered, put off, marked, was lent, or has had on a screen. */
export const readHere = (db: ReadableDb, study: StudyRow): number =>
  Math.max(furthestDraw(db, study), onScreen(db, study));

/**
 * How many draws of each study of one system anybody has seen: up to the last one answered, skipped, marked, lent, opened or handed
 * out, and as many as its estimate has taken in. More than were seen does no harm: what counts then counts from later on.
 */
export function seenDraws(context: CoreContext): SeenDraws {
  const db = dbOf(context);
  return listStudies(db).flatMap((study) => {
    if (study.against || study.rankingId !== null) return [];
    const { id: studyId, generation } = study;
    const draws = Math.max(
      furthestDraw(db, study),
      openedOf(db, study),
      unwritten(db).get(nameOf(study)) ?? 0,
      failuresQuestion(db, studyId) ? liveEstimateOf(context, studyId).prefixLength : 0,
    );
    return draws > 0 ? [{ studyId, generation, draws }] : [];
  });
}

/**
 * How many draws of a study had been seen when something happened to a mode. A later draw is of its own chance, and none of it had
 * been seen; one by the seed of another study repeats its order, as far as that had been seen.
 */
export function drawsSeenBy(db: ReadableDb, study: StudyRow, event: ModeEvent): number {
  const own = event.seen.find(
    ({ studyId, generation }) => studyId === study.id && generation === study.generation,
  );
  const repeated = event.seen.map((other) => repeatedDraws(db, study, other));
  return Math.min(Math.max(own?.draws ?? 0, ...repeated), study.populationSize);
}

function repeatedDraws(db: ReadableDb, study: StudyRow, other: SeenDraws[number]): number {
  if (other.studyId === study.id && other.generation === study.generation) return 0;
  const seed = listDrawRuns(db, other.studyId).find(
    ({ generation }) => generation === other.generation,
  )?.seed;
  if (seed !== study.seed) return 0;
  return furthestShared(db, {
    studyId: study.id,
    generation: study.generation,
    otherId: other.studyId,
    otherGeneration: other.generation,
    draws: other.draws,
  });
}

/** The clock of a mode in a study: after so many draws its present meaning was fixed. */
export const clockOf = (db: ReadableDb, study: StudyRow, meaning: ModeEvent): number =>
  drawsSeenBy(db, study, meaning);
