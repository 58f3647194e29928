import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../shared/errors.ts';
import { bindAll, checkBindings } from './binding.ts';
import { copyDatabase } from './copy.ts';
import { assertMigrationOrder, type Migration, schemaVersion } from './migrate.ts';
import { initialSchema } from './migrations/0010-initial-schema.ts';
import { searchIndex } from './migrations/0020-search-index.ts';
import { studyGoals } from './migrations/0030-study-goals.ts';
import { twoSystems } from './migrations/0040-two-systems.ts';
import { languageModels } from './migrations/0050-language-models.ts';
import { labRuns } from './migrations/0070-lab-runs.ts';
import { protocolRuns } from './migrations/0090-protocol-runs.ts';
import { teams } from './migrations/0100-teams.ts';
import { answerValidation } from './migrations/0110-answer-validation.ts';
import { personas } from './migrations/0120-personas.ts';
import { fileState } from './migrations/0130-file-state.ts';
import { wordChain } from './migrations/0150-word-chain.ts';
import { sittings } from './migrations/0160-sittings.ts';
import { words } from './migrations/0180-words.ts';
import { studyColumns } from './migrations/0190-study-columns.ts';
import { plans } from './migrations/0200-plans.ts';
import { goalParts } from './migrations/0210-goal-parts.ts';
import { rankings } from './migrations/0220-rankings.ts';
import { itemFlags } from './migrations/0240-item-flags.ts';
import { rankingGoals } from './migrations/0245-ranking-goals.ts';
import { drawRule } from './migrations/0250-draw-rule.ts';
import { poolSources } from './migrations/0251-pool-sources.ts';
import { teamDoor } from './migrations/0260-team-door.ts';
import { dealing } from './migrations/0261-dealing.ts';
import { guidelineReadings } from './migrations/0262-guideline-readings.ts';
import { protocolPrompts } from './migrations/0270-protocol-prompts.ts';
import { series } from './migrations/0290-series.ts';
import { rankingPages } from './migrations/0310-ranking-pages.ts';
import { datasetAdditions } from './migrations/0320-dataset-additions.ts';
import { studyChoices } from './migrations/0325-study-choices.ts';
import { questionKinds } from './migrations/0326-question-kinds.ts';
import { qualifications } from './migrations/0327-qualifications.ts';
import { namedSources } from './migrations/0330-named-sources.ts';
import { poolLevelsOfItems } from './migrations/0335-pool-levels.ts';
import { teamMessages } from './migrations/0340-team-messages.ts';
import { crowdQuality } from './migrations/0341-crowd-quality.ts';
import { doorValidation } from './migrations/0342-door-validation.ts';
import { ownOrder } from './migrations/0350-own-order.ts';
import { watches } from './migrations/0351-watches.ts';
import { runFiles } from './migrations/0360-run-files.ts';
import { firstPhases } from './migrations/0361-first-phases.ts';
import { toldMarks } from './migrations/0370-told-marks.ts';
import { pageKeys } from './migrations/0400-page-keys.ts';
import { checksInPlace } from './migrations/0401-checks-in-place.ts';
import { teamWaits } from './migrations/0402-team-waits.ts';
import { bindings } from './migrations/0410-binding.ts';
import { sameCriteria } from './migrations/0490-same-criteria.ts';
import { windowLabels } from './migrations/0500-window-labels.ts';
import { secretKeys } from './migrations/0520-secret-keys.ts';
import { callLimits } from './migrations/0550-call-limits.ts';
import { chainKey } from './migrations/0600-chain-key.ts';
import { sideSeeds } from './migrations/0601-side-seeds.ts';
import { approximateLooks } from './migrations/0610-approximate-looks.ts';
import { protocolReplies } from './migrations/0650-protocol-replies.ts';
import { askedAgain } from './migrations/0710-asked-again.ts';
import { questionCauses } from './migrations/0730-question-causes.ts';
import { valueSteps } from './migrations/0750-value-steps.ts';
import { failures } from './migrations/0820-failures.ts';
import { runBindings } from './migrations/0851-run-bindings.ts';
import { foundFailures } from './migrations/0870-found-failures.ts';
import { pictures } from './migrations/0871-pictures.ts';
import { judgeImprovement } from './migrations/0880-judge-improvement.ts';
import { rankingLevels } from './migrations/0890-ranking-levels.ts';
import { joins } from './migrations/0920-joins.ts';
import { scoreRepeats } from './migrations/0950-score-repeats.ts';
import { textBindings } from './migrations/0960-text-bindings.ts';
import { labelCircumstances } from './migrations/0970-label-circumstances.ts';
import { recordings } from './migrations/0980-recordings.ts';
import type { WritableDb } from './types.ts';

/** Forward only, numbered in tens. A project's `user_version` is the last one applied. */
export const migrations: readonly Migration[] = [
  initialSchema,
  searchIndex,
  studyGoals,
  twoSystems,
  languageModels,
  labRuns,
  protocolRuns,
  teams,
  answerValidation,
  personas,
  fileState,
  wordChain,
  sittings,
  words,
  studyColumns,
  plans,
  goalParts,
  rankings,
  itemFlags,
  rankingGoals,
  drawRule,
  poolSources,
  teamDoor,
  dealing,
  guidelineReadings,
  protocolPrompts,
  series,
  rankingPages,
  datasetAdditions,
  studyChoices,
  questionKinds,
  qualifications,
  namedSources,
  poolLevelsOfItems,
  teamMessages,
  crowdQuality,
  doorValidation,
  ownOrder,
  watches,
  runFiles,
  firstPhases,
  toldMarks,
  pageKeys,
  checksInPlace,
  teamWaits,
  bindings,
  sameCriteria,
  windowLabels,
  secretKeys,
  callLimits,
  chainKey,
  sideSeeds,
  approximateLooks,
  protocolReplies,
  askedAgain,
  questionCauses,
  valueSteps,
  failures,
  runBindings,
  foundFailures,
  pictures,
  judgeImprovement,
  rankingLevels,
  joins,
  scoreRepeats,
  textBindings,
  labelCircumstances,
  recordings,
];

export const latestVersion = migrations.at(-1)!.version;

/** `digestOf` a project that all migrations have made. A test says what stands here after a new migration. */
export const schemaDigest = 'a69e87bf45b6afb367cafd9df695154bf604f9504358669de30aad0b57987ace';

/** Where the copy from before a migration goes: beside the project, named by the version it holds. */
function backupPathFor(projectPath: string, version: number, stamp: string): string {
  const { dir, name } = path.parse(projectPath);
  return path.join(dir, `${name}.backup-v${version}-${stamp.replaceAll(/[^0-9A-Za-z]/g, '')}.assay`);
}

function freePath(file: string): string {
  const stem = file.slice(0, -'.assay'.length);
  for (let turn = 2; existsSync(file); turn++) file = `${stem}-${turn}.assay`;
  return file;
}

/**
 * Brings a project to the newest schema in one transaction, after writing a backup beside it.
 *
 * @returns the path of the backup, or null when nothing had to be done.
 * @throws AppError PROJECT_TOO_NEW when the file was written by a later version.
 */
export function migrate(db: WritableDb, projectPath: string, now: string): string | null {
  assertMigrationOrder(migrations);
  const from = schemaVersion(db);
  if (from > latestVersion) {
    throw new AppError(
      'PROJECT_TOO_NEW',
      `This project was written by a newer version of Assay (format ${from}; this version reads up to ${latestVersion}).`,
      { file: projectPath, remedy: 'Update Assay, then open the project again. The file was not changed.' },
    );
  }
  const pending = migrations.filter(({ version }) => version > from);
  if (pending.length === 0) return null;
  const backup = from === 0 ? null : freePath(backupPathFor(projectPath, from, now));
  if (backup) copyDatabase(db)(backup);
  // Migrations move what is bound: it is compared before, and bound anew after.
  const found = from < bindings.version ? null : checkBindings(db).faults;
  // All steps and what binds in one: a project that was killed halfway is of the version before, and says nothing of its own work.
  db.transaction(() => {
    for (const { version, up } of pending) {
      up(db);
      db.pragma(`user_version = ${version}`);
    }
    if (from > 0) bindAll(db, from, found);
  }).immediate();
  return backup;
}
