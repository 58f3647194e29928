import { writeAudit } from '../../../db/audit.ts';
import { hasReadGuidelines, putReading } from '../../../db/guideline-readings.ts';
import { findQualityPlan, putConsent } from '../../../db/quality.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { dbOf } from '../../platform/context.ts';
import { sha256 } from '../../platform/signing/sha256.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { guidelinesVersion } from '../../studies/guidelines-version.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';

/** Whether an annotator has still to read the guidelines as they are now. */
export function mustRead(db: ReadableDb, study: StudyRow, annotatorId: number): boolean {
  if (study.guidelines.trim() === '') return false;
  return !hasReadGuidelines(db, { studyId: study.id, annotatorId, version: guidelinesVersion(study) });
}

/** @throws AppError CONFLICT where the guidelines are others than those that the visitor has read */
export function assertHasRead(context: PortalContext): void {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  if (!mustRead(db, getStudy(db, studyId), annotatorId)) return;
  throw new AppError('CONFLICT', 'There are guidelines that you have not read yet.', {
    field: 'guidelines',
    remedy: 'Read them, then go on.',
  });
}

/** Keeps that the visitor has read the guidelines. @throws AppError CONFLICT where they were changed meanwhile */
export async function readGuidelines(
  context: PortalContext,
  version: string,
): Promise<Record<string, never>> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  await whenWritable(() =>
    db
      .transaction(() => {
        if (guidelinesVersion(getStudy(db, studyId)) !== version) {
          throw new AppError('CONFLICT', 'The guidelines were changed a moment ago.', {
            field: 'guidelines',
            remedy: 'Read them again.',
          });
        }
        const at = core.now();
        putReading(db, { studyId, annotatorId, version }, at);
        writeAudit(db, { at, action: 'team.read', studyId, details: { annotatorId, version } });
      })
      .immediate(),
  );
  core.events.publish({ type: 'study.changed', studyId });
  return {};
}

/** Keeps that the visitor agrees to the text that is asked first. @throws AppError CONFLICT where it was changed meanwhile */
export async function agree(context: PortalContext, version: string): Promise<Record<string, never>> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  await whenWritable(() =>
    db
      .transaction(() => {
        if (sha256(findQualityPlan(db, studyId)?.plan.consent ?? '') !== version) {
          throw new AppError('CONFLICT', 'The text was changed a moment ago.', {
            field: 'consent',
            remedy: 'Read it again.',
          });
        }
        const at = core.now();
        putConsent(db, { studyId, annotatorId, version }, at);
        writeAudit(db, { at, action: 'team.consent', studyId, details: { annotatorId, version } });
      })
      .immediate(),
  );
  return {};
}
