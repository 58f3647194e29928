import { writeAudit } from '../../../db/audit.ts';
import { findQualityPlan, putConsent } from '../../../db/quality.ts';
import { AppError } from '../../../shared/errors.ts';
import { textVersion } from '../../model/study/guidelines-version.ts';
import { dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { type DoorContext, visitorIn } from './door-base.ts';

/** Keeps that the visitor agrees to the text that is asked first. @throws AppError CONFLICT where it was changed meanwhile */
export async function agree(context: DoorContext, version: string): Promise<Record<string, never>> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  await whenWritable(() =>
    db
      .transaction(() => {
        if (textVersion(findQualityPlan(db, studyId)?.plan.consent ?? '') !== version) {
          throw new AppError('CONFLICT', 'The text was changed a moment ago.', {
            field: 'consent',
            mend: 'Read it again.',
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
