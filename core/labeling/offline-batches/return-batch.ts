import { isDeepStrictEqual } from 'node:util';
import { findLabel } from '../../../db/labels.ts';
import { getProjectValue, setProjectValue } from '../../../db/project.ts';
import { isFailureCoding } from '../../../shared/answer-words.ts';
import type { BatchOut, LabelAnswer } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import type { Signer } from '../../platform/signing/signature.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { handedFacts, handedStudyId } from '../../studies/annotators/handed-facts.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import { modesOf } from '../../studies/failures/modes.ts';
import { batchOfAnnotator } from '../assignment/batch-key.ts';
import { blindItemOf } from '../session/blind-item.ts';
import { isPaged, labelingSessionOf, queueOf } from '../session/labeling-session.ts';
import { pageAnswer } from '../session/page-item.ts';
import {
  firstHash,
  nextHash,
  type ReturnedBatch,
  type ReturnedEntry,
  signReturned,
} from './returned-batch.ts';

type Said = Omit<ReturnedEntry, 'hash'>;

/**
 * An annotator's answers of a handed-out batch as the file to send back, chained by hashes and signed by the key
 * of this machine. A later file goes on where an earlier one ended, so that it can be told from a second copy.
 *
 * @throws AppError CONFLICT in a project that is no handed-out batch, or before the first answer
 */
export async function returnBatch(
  context: CoreContext,
  { path, annotatorId }: { path?: string | undefined; annotatorId?: number | undefined },
): Promise<BatchOut> {
  const signer = await signerIfAny(context);
  const facts = handedFacts(dbOf(context));
  if (!facts) throw new AppError('CONFLICT', 'This project is not a batch that was handed out.');
  const { batchId, contentSha256, copyId, issued = null } = facts;
  const { id, name: annotator } = annotatorOf(context, annotatorId);
  const said = await whenWritable(() => goOnSaying(context, id));
  if (said.length === 0) {
    throw new AppError('CONFLICT', 'There is no answer to send back yet.', {
      remedy: 'Label an item first.',
    });
  }
  const chained = inChain({ batchId, contentSha256, annotator, copyId }, said);
  const returned = { assay: 'returned-batch', version: 2, ...chained, issued } as const;
  const signature = signer && signReturned(signer, returned);
  const content = `${JSON.stringify({ ...returned, signature }, null, 2)}\n`;
  const written = path === undefined ? null : writeWhole(content, { path, overwrite: true }).path;
  return {
    batchId,
    items: new Set(said.map(({ ref }) => ref)).size,
    fileName: `${annotator.replace(/[^\p{L}\p{N}]+/gu, '-')}-${batchId.slice(0, 6)}.assay-labels`,
    mediaType: 'application/json',
    content: written === null ? content : null,
    path: written,
    annotator,
    signedBy: signer?.fingerprint ?? null,
  };
}

/** Answers are worth sending back without a signature too, and the file says that it has none. */
const signerIfAny = (context: CoreContext): Promise<Signer | null> =>
  context.signing.signer().catch(() => null);

type Facts = Pick<ReturnedBatch, 'batchId' | 'contentSha256' | 'annotator' | 'copyId'>;

function inChain(facts: Facts, said: readonly Said[]): Facts & Pick<ReturnedBatch, 'entries'> {
  let hash = firstHash(facts);
  const entries = said.map((one): ReturnedEntry => {
    hash = nextHash(hash, one);
    return { ...one, hash };
  });
  return { ...facts, entries };
}

/**
 * Everything that an annotator's files say, kept so that the next one begins like the last: new and corrected answers
 * are put at its end. Where an answer was taken back since, the file begins anew, without it.
 */
function goOnSaying(context: CoreContext, annotatorId: number): Said[] {
  const db = dbOf(context);
  const key = `handed_said:${annotatorId}`;
  return db
    .transaction(() => {
      const now = answersOf(context, annotatorId);
      const before = JSON.parse(getProjectValue(db, key) ?? '[]') as Said[];
      const answered = new Set(now.map(({ ref }) => ref));
      const said = before.every(({ ref }) => answered.has(ref)) ? before : [];
      const last = new Map(said.map((one) => [one.ref, one]));
      const all = [...said, ...now.filter((one) => !isDeepStrictEqual(last.get(one.ref), one))];
      if (all.length !== before.length || said !== before) setProjectValue(db, key, JSON.stringify(all));
      return all;
    })
    .immediate();
}

/** An answer with the names of the failure modes that were made here, which no other project knows by their numbers. */
function withMadeNames(context: CoreContext, answer: LabelAnswer): LabelAnswer {
  const db = dbOf(context);
  const handed = handedFacts(db)?.failureList;
  if (answer.kind === 'skip' || handed === undefined) return answer;
  const fields = Object.entries(answer.fields ?? {}).map(([name, value]) => {
    if (!isFailureCoding(value)) return [name, value] as const;
    const { byId } = modesOf(db);
    const made = value.modes.flatMap((id) => (id > handed ? (byId.get(id)?.now.name ?? []) : []));
    const coding = {
      ...{ ...value, modes: value.modes.filter((id) => id <= handed), list: Math.min(value.list, handed) },
      ...(made.length > 0 && { made }),
      ...(value.steps && {
        steps: value.steps.map((one) => ({ ...one, modes: one.modes.filter((id) => id <= handed) })),
      }),
    };
    return [name, coding] as const;
  });
  return fields.length === 0 ? answer : { ...answer, fields: Object.fromEntries(fields) };
}

/** Each answer as it stands now, in the order in which they were given. */
function answersOf(context: CoreContext, annotatorId: number): Said[] {
  const db = dbOf(context);
  const labelingSession = labelingSessionOf(context, batchOfAnnotator(context, handedStudyId, annotatorId));
  return [...queueOf(context, labelingSession)]
    .flatMap(({ ref, itemId, labelId, batch }) => {
      const answer = isPaged(labelingSession)
        ? pageAnswer(context, labelingSession, itemId)
        : blindItemOf(context, batch, ref).current;
      const label = labelId === null ? undefined : findLabel(db, labelId);
      return answer && label
        ? [
            {
              id: label.id,
              said: {
                ...{ ref, answer: withMadeNames(context, answer) },
                ...{ durationMs: label.durationMs, at: label.createdAt },
              },
            },
          ]
        : [];
    })
    .sort((a, b) => a.id - b.id)
    .map(({ said }) => said);
}
