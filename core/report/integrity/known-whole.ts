import { createHash } from 'node:crypto';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { OpenProject } from '../../../db/open.ts';
import { getProjectValue } from '../../../db/project.ts';
import type { CoreContext } from '../../platform/context.ts';
import { type KeptSeal, readKept, writeKept } from '../../platform/files/kept-file.ts';
import { type CheckedProject, isWhole } from './check-project.ts';

/*
 * Looking through a large project takes seconds. Where nothing was found, the SHA-256 of the whole file is kept in the data folder, and
 * a file of which no byte is another need not be looked through again. "assay verify" never asks.
 */

/** It goes up when a project is looked through for more than before. */
const FORMAT = 2;

/** What was found in a project whose file had this hash; undefined where that is not known, or something was found. */
export function knownWhole(
  context: Pick<CoreContext, 'dataDir' | 'version'>,
  project: OpenProject,
  fileHash: string,
): CheckedProject | undefined {
  const kept = keptFor(context, project, fileHash);
  const body = kept && readKept(kept.file, kept.seal);
  return body && (deserialize(body) as CheckedProject);
}

/** Keeps that a project was found to be as Assay left it, if it was. */
export function keepWhole(
  context: Pick<CoreContext, 'dataDir' | 'version'>,
  project: OpenProject,
  fileHash: string,
  checked: CheckedProject,
): void {
  const kept = isWhole(checked) ? keptFor(context, project, fileHash) : undefined;
  if (kept) writeKept(kept.file, kept.seal, serialize(checked));
}

/** Undefined for a project of an early version, which has no key. */
function keptFor(
  { dataDir, version }: Pick<CoreContext, 'dataDir' | 'version'>,
  { db, path: file }: OpenProject,
  fileHash: string,
): { file: string; seal: KeptSeal } | undefined {
  const key = getProjectValue(db, 'seal_key');
  if (key === undefined) return undefined;
  const name = createHash('sha256')
    .update(JSON.stringify([key, file]))
    .digest('hex')
    .slice(0, 32);
  const facts = JSON.stringify([FORMAT, version, fileHash]);
  return { file: path.join(dataDir, 'looked-through', name), seal: { key, facts: ['assay whole\n', facts] } };
}
