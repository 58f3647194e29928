import {
  type AnnotatorRow,
  checkedName,
  ensureAnnotator,
  listAnnotators,
  updateAnnotator,
} from '../../../db/annotators.ts';
import { writeAudit } from '../../../db/audit.ts';
import type { Annotator, AnnotatorColor } from '../../../shared/contract/index.ts';
import { AnnotatorColorSchema } from '../../../shared/contract/team.ts';
import { AppError } from '../../../shared/errors.ts';
import { sameName } from '../../../shared/person-name.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertCurrent, versionOf } from '../../platform/record-version.ts';
import { handedAnnotator } from '../../studies/annotators/handed-facts.ts';
import { currentName } from '../../studies/annotators/present-annotator.ts';

const palette = AnnotatorColorSchema.options;

/** An annotator as the screens show one. Colors follow the order of joining until somebody chooses another. */
export function describeAnnotator(context: CoreContext, row: AnnotatorRow): Annotator {
  const look = lookOf(row);
  return {
    id: row.id,
    ...look,
    simulated: row.simulated,
    isCurrent: sameName(row.name, currentName(context)),
    version: versionOf(look),
  };
}

/** What screens show of an annotator, and may change. */
const lookOf = (row: AnnotatorRow) => ({
  name: row.name,
  initials: row.initials ?? initialsOf(row.name),
  color: AnnotatorColorSchema.safeParse(row.color).data ?? palette[(row.id - 1) % palette.length]!,
});

/** First letters of the first and the last word of a name; of a single word its first letter. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first, last] = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].flatMap((word) => [...(word ?? '')].slice(0, 1));
  return letters.length === 0 ? '?' : letters.join('').toLocaleUpperCase();
}

/** Everybody of the project, in the order of joining. */
export const annotatorsOf = (context: CoreContext): Annotator[] =>
  listAnnotators(dbOf(context)).map((row) => describeAnnotator(context, row));

/**
 * Makes an annotator the one who labels on this machine, adding them if new. A batch that was handed to one person is
 * theirs alone, and who labels elsewhere on this machine stays as it was.
 *
 * @throws AppError CONFLICT in a batch of another person; INVALID_INPUT for what is no name
 */
export function chooseAnnotator(context: CoreContext, name: string): Annotator[] {
  const handedTo = handedAnnotator(dbOf(context));
  if (handedTo !== null && !sameName(handedTo, name)) {
    throw new AppError('CONFLICT', `This batch was handed out to ${handedTo}, so its answers are theirs.`, {
      field: 'name',
      remedy: `Ask for a batch of your own if you are not ${handedTo}.`,
    });
  }
  const known = ensureAnnotator(dbOf(context), name);
  if (handedTo === null) context.settings.setAnnotator(known.name);
  return annotatorsOf(context);
}

interface Look {
  initials?: string | undefined;
  color?: AnnotatorColor | undefined;
}

/** Adds an annotator. @throws AppError CONFLICT when the name is taken */
export function addAnnotator(context: CoreContext, { name, ...look }: Look & { name: string }): Annotator[] {
  const db = dbOf(context);
  db.transaction(() => {
    assertNameFree(context, name);
    const row = ensureAnnotator(db, name);
    updateAnnotator(db, { ...row, color: look.color ?? null, initials: look.initials ?? null });
  }).immediate();
  return annotatorsOf(context);
}

/**
 * Renames an annotator or changes how they are shown. Their labels stay theirs.
 *
 * @throws AppError NOT_FOUND, CONFLICT when the name is taken, or another window changed the same since `version`
 */
export function editAnnotator(
  context: CoreContext,
  {
    annotatorId,
    version,
    ...wanted
  }: Look & { annotatorId: number; name?: string | undefined; version?: string | undefined },
): Annotator[] {
  const { name: given, color, initials } = wanted;
  const db = dbOf(context);
  const presentName = db
    .transaction(() => {
      const row = listAnnotators(db).find(({ id }) => id === annotatorId);
      if (!row) throw new AppError('NOT_FOUND', `There is no annotator ${annotatorId} in this project.`);
      assertCurrent(version, { stored: lookOf(row), wanted, words: row.name });
      const name = given === undefined || given === row.name ? row.name : checkedName(given);
      updateAnnotator(db, {
        ...row,
        name,
        color: color ?? row.color,
        initials: initials ?? row.initials,
      });
      if (name === row.name) return undefined;
      assertNameFree(context, name, annotatorId);
      if (handedAnnotator(db) === row.name) {
        throw new AppError('CONFLICT', 'The name was given with the batch, so it stays as it is.', {
          field: 'name',
        });
      }
      const details = { annotatorId, from: row.name, to: name };
      writeAudit(db, { at: context.now(), action: 'team.rename', studyId: null, details });
      return sameName(row.name, currentName(context)) ? name : undefined;
    })
    .immediate();
  if (presentName !== undefined) context.settings.setAnnotator(presentName);
  return annotatorsOf(context);
}

function assertNameFree(context: CoreContext, name: string, exceptId?: number): void {
  const taken = listAnnotators(dbOf(context)).some((row) => row.id !== exceptId && sameName(row.name, name));
  if (!taken) return;
  throw new AppError('CONFLICT', `The project already has an annotator named ${name}.`, {
    field: 'name',
    remedy: 'Choose that annotator, or give another name.',
  });
}
