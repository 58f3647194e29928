import * as additions from '../../../db/additions.ts';
import { insertAdjudication } from '../../../db/adjudications.ts';
import { ensureAnnotator, listAnnotators } from '../../../db/annotators.ts';
import { addAssignment, replaceAssignments } from '../../../db/assignments.ts';
import { writeAudit } from '../../../db/audit.ts';
import { batchPosition, findBatchItem, iterateBatch } from '../../../db/batches.ts';
import { countLabelsOfDataset, removeDataset, studiesOfDataset } from '../../../db/dataset-removal.ts';
import { findDataset, renameDataset } from '../../../db/datasets.ts';
import { endLeases } from '../../../db/dealing.ts';
import {
  insertDrawRun,
  insertDraws,
  insertPool,
  knowsOwnOrder,
  listDraws,
  resolveRef,
} from '../../../db/draws.ts';
import { findEndpoint, insertEndpoint, updateEndpoint } from '../../../db/endpoints.ts';
import { countsOfItems, itemCopier, scoreCopier } from '../../../db/first-phase-items.ts';
import { insertFirstPhase, insertStudyFirstPhase } from '../../../db/first-phases.ts';
import { putResponses } from '../../../db/generated-texts.ts';
import { addHumanScores } from '../../../db/human-scores.ts';
import * as importRows from '../../../db/import-rows.ts';
import * as invitations from '../../../db/invitations.ts';
import * as itemColumns from '../../../db/item-columns.ts';
import { insertItemLevels, itemAt } from '../../../db/item-levels.ts';
import { indexItems, lastIndexed, refreshIndexed } from '../../../db/item-search.ts';
import { filterItems, findItemHeads, systemsOfItems } from '../../../db/item-windows.ts';
import { findJob, saveJob } from '../../../db/jobs.ts';
import {
  findImprovement,
  insertImprovement,
  insertJudgeCheck,
  insertJudgeFinding,
} from '../../../db/judge-improvements.ts';
import { ensureJudge } from '../../../db/judges.ts';
import { insertLabelFields } from '../../../db/label-fields.ts';
import { putLabelGuidelines } from '../../../db/label-guidelines.ts';
import * as labels from '../../../db/labels.ts';
import { countEstimateVisible, insertLabel } from '../../../db/labels.ts';
import { setBatchRemote } from '../../../db/llm-batches.ts';
import { insertRunFile } from '../../../db/llm-run-files.ts';
import { fixRunItems, insertItemRun } from '../../../db/llm-runs.ts';
import * as pages from '../../../db/page-labels.ts';
import { insertPoolLevels } from '../../../db/pool-levels.ts';
import { countSharedPool, iteratePool, judgesWholes } from '../../../db/pools.ts';
import { insertPracticePassed, insertPracticeRound, resolvePracticeRef } from '../../../db/practice.ts';
import { countWrite, setProjectValue } from '../../../db/project.ts';
import * as conversations from '../../../db/protocol-conversations.ts';
import { insertProtocolRun, saveProtocolScores } from '../../../db/protocol-runs.ts';
import { storePseudoLabels } from '../../../db/pseudo-labels.ts';
import { insertTry, putQualification } from '../../../db/qualifications.ts';
import { findCheck, markCheckDropped, putConsent, putDealtCheck } from '../../../db/quality.ts';
import { insertQuestionKind } from '../../../db/question-kinds.ts';
import {
  deleteEmptyRanking,
  insertRanking,
  renameRanking,
  shareLevelAmongAll,
  studyOfRankingRef,
  writeRankingTop,
} from '../../../db/rankings.ts';
import { findCall, insertCall, insertProgramReply } from '../../../db/replies.ts';
import { saveRunProgress } from '../../../db/runs.ts';
import * as declarations from '../../../db/scale-declarations.ts';
import { meanHumanScore, meanMachineDifferences, meanMachineScores } from '../../../db/score-means.ts';
import * as series from '../../../db/series.ts';
import { getStudy, insertStudy } from '../../../db/studies.ts';
import { insertChoice } from '../../../db/study-choices.ts';
import { insertColumns } from '../../../db/study-columns.ts';
import { answeredSince, workDurations } from '../../../db/study-members.ts';
import { insertMended, insertPlan, listPlans } from '../../../db/study-plans.ts';
import {
  findStudySource,
  insertSourceRows,
  insertStudySource,
  listSourceRows,
} from '../../../db/study-sources.ts';
import { eachGrouped } from '../../../db/subgroup-levels.ts';
import { insertMessage, putMessageReading } from '../../../db/team-messages.ts';
import type { WritableDb } from '../../../db/types.ts';
import {
  countQuestionsToValidate,
  currentVerdicts,
  insertValidation,
  putValidatedRun,
  validationSteps,
} from '../../../db/validations.ts';
import {
  countFailedVerdicts,
  ensureSignal,
  listVerdicts,
  putMachineScores,
  putScoreRepeats,
  reasonsOfItem,
  saveVerdicts,
  settledVerdicts,
} from '../../../db/verdicts.ts';
import { chainHead, chainRow, linksEver, readChained, unchainedRows } from '../../../db/word-chain.ts';
import { saidBy } from './asked.ts';
import { madeFigures } from './made-project.ts';

/*
 * What is asked with more than the columns of rows: objects to write, windows, and what was written just before. Each is done and
 * undone; what it answered and changed is written down under its own text.
 */

const at = '2026-01-02';
const scale = { min: 0, max: 7, direction: 'lower' as const };
const key = { itemId: 2, systemId: 1, criterionId: 2, instrument: 'rating' };
const given = { ...key, annotatorId: 2, studyId: 2, createdAt: at };
const drawn = { studyId: 1, generation: 2, createdAt: at };
const pool = { levels: [3, 9], counts: new Float64Array([2, 1]) };
const whose = { rankingId: 1, annotatorId: 1 };
const asked = { ...whose, criterionId: 1, instrument: 'side-by-side:2' };
const facts = { kind: 'binary' as const, scale, declared: true, integer: true };
const endpoint = (db: WritableDb, name: string) => ({ ...findEndpoint(db, 1)!, name });
const said = (clientKey: string, content: object) =>
  ({
    ...{ ...given, clientKey, operation: 'submit', refersTo: null, source: 'screen' },
    ...{ estimateVisible: true, durationMs: 7, content },
  }) as Parameters<typeof insertLabel>[1];
const decided = (clientKey: string) => ({
  ...{ ...given, clientKey, note: 'why' },
  content: { kind: 'score' as const, value: 4 },
});
const message = (clientKey: string, annotatorId: number | null, byLead = true) => ({
  ...{ studyId: 1, annotatorId, itemId: null, byLead, text: clientKey, clientKey, writtenAt: at },
});
const verdict = (swapped: boolean, value: number | null) => ({
  ...{ itemId: 1, repeat: 0, swapped, criterion: 'tone', reason: 'r', flag: null, callHash: 'h' },
  ...{ outcome: value === null ? ('failed' as const) : ('scored' as const), value },
});
const step = (clientKey: string, turn: number | null, span: object | null) =>
  ({
    ...{
      clientKey,
      runId: 1,
      position: 1,
      turn,
      annotatorId: 1,
      refersTo: null,
      durationMs: 3,
      createdAt: at,
    },
    content: span && { answerability: 'answerable', isCorrect: false, span, answerSeen: true },
  }) as Parameters<typeof insertValidation>[1];
const search = (db: WritableDb, match: string) => itemColumns.firstMatching(db, match, 1, 9, 9);
const copied = (copy: (itemId: number, newId: number) => void) => copy(1, 50);

interface Question {
  (db: WritableDb): unknown;
  /** Changes rows of the project before it is asked. */
  readonly after?: string;
}
const after = (sql: string, ask: (db: WritableDb) => unknown): Question =>
  Object.assign((db: WritableDb) => ask(db), { after: sql, toString: () => String(ask) });
const labelKeys = [1, 2].flatMap((systemId) =>
  ['rating', 'practice:1:1'].map((instrument) => ({ itemId: 2, systemId, criterionId: 2, instrument })),
);

const batchKeys = [
  [1, 2],
  [2, 1],
  [2, 2],
].flatMap(([studyId, generation]) =>
  [
    { practiceRound: null, isAssigned: false },
    { practiceRound: null, isAssigned: true },
    { practiceRound: generation!, isAssigned: false },
  ].map((of) => ({
    ...{ ...of, studyId: studyId!, generation: generation!, annotatorId: 2 },
    ...{ systemId: 1, criterionId: 2, instrument: 'rating' },
  })),
);

export const furtherQuestions: readonly Question[] = [
  (db) => additions.changeVotes(db, { criterionId: 1, systemId: 2, itemId: 4 }, { mean: 9, votes: '[9]' }),
  (db) =>
    additions.noteAddition(
      db,
      2,
      { sourceFile: 's', format: 'f', contentHash: 'c', firstItemId: 40, itemCount: 5, addedAt: at },
      { withContext: 2, withReferences: 3 },
    ),
  (db) => additions.additionsSince(db, 1, 'added_at'),
  (db) => additions.additionsSince(db, 1, 'added_at 1'),
  (db) => insertAdjudication(db, decided('new')),
  (db) => insertAdjudication(db, decided('client_key 1')),
  (db) => addAssignment(db, 1, { annotatorId: 3, itemId: 4, position: 8 }),
  (db) => addAssignment(db, 1, { annotatorId: 1, itemId: 4, position: 8 }),
  (db) => replaceAssignments(db, 1, [{ annotatorId: 3, itemId: 4, position: 8 }]),
  (db) => writeAudit(db, { at, action: 'a', studyId: 1, details: { b: 1 } }),
  (db) => [1, 2].map((id) => countLabelsOfDataset(db, findDataset(db, id)!)),
  (db) => removeDataset(db, findDataset(db, 1)!),
  (db) => [indexItems(db, 1, 6), removeDataset(db, findDataset(db, 2)!), search(db, 'why')],
  (db) => renameDataset(db, 2, 'other'),
  (db) => insertPool(db, 3, [4, 1], new Float64Array([0.5, 2])),
  (db) => insertDrawRun(db, 1, { generation: 5, seed: 9, labelsBefore: 7, createdAt: at }),
  (db) =>
    insertDraws(db, 1, 1, [
      { order: 8, itemId: 4, poolPosition: 2, surrogateValue: 0.5, probability: 0.25, ref: 'r' },
    ]),
  (db) => [listDraws(db, 1, 2, { limit: 1 }), listDraws(db, 1, 2, { offset: 2 })],
  (db) => resolveRef(db, 1, 'ref 2'),
  (db) => resolveRef(db, 2, 'ref 2'),
  (db) => insertEndpoint(db, endpoint(db, 'other'), at),
  (db) => updateEndpoint(db, 2, endpoint(db, 'other')),
  (db) => copied(itemCopier(db, 2)),
  (db) => copied(scoreCopier(db, [[1, 2]])),
  after('DELETE FROM dataset_system WHERE dataset_id = 1', (db) => countsOfItems(db, 1)),
  (db) =>
    insertFirstPhase(db, {
      ...{ datasetId: 3, populationSize: 9, items: 4, seed: 2, cut: '0.5', takenAt: at },
      origin: { dataset: 'd', contentHash: 'c', system: 's' },
    }),
  (db) => insertStudyFirstPhase(db, 2, { populationSize: 9, seed: 2, cut: '0.5', alpha: 0.1 }),
  (db) => putResponses(db, 1, [{ itemId: 1, texts: ['new', 'newer'], tokens: ['[]'] }]),
  (db) => [
    indexItems(db, 1, 1),
    putResponses(db, 1, [{ itemId: 1, texts: ['newest'], tokens: [] }]),
    search(db, 'newest'),
  ],
  (db) => addHumanScores(db, 1, 'name 1', [{ systemId: 3, itemId: 2, mean: 3, votes: '[3]' }], facts),
  (db) => addHumanScores(db, 1, 'new', [{ systemId: 3, itemId: 2, mean: 3, votes: '[3]' }], facts),
  (db) => importRows.insertDataset(db, { name: 'n', sourceFile: 's', format: 'f', importedAt: at }),
  (db) =>
    importRows.finishDataset(db, 2, {
      ...{ contentHash: 'c', itemCount: 9, itemsWithContext: 8, itemsWithReferences: 7, groupCount: 6 },
    }),
  (db) => importRows.ensureSystem(db, 'new'),
  (db) => importRows.insertDatasetSystem(db, 1, 2, 9),
  (db) => importRows.insertDatasetSystem(db, 1, 3, 9),
  (db) => importRows.insertCriterion(db, 1, 'new'),
  (db) => importRows.finishCriterion(db, 2, facts),
  (db) => importRows.insertSignal(db, 1, { kind: 'auto', name: 'n', criterion: 'c' }),
  (db) =>
    invitations.insertInvitation(db, {
      studyId: 1,
      annotatorId: null,
      tokenHash: 't',
      createdAt: at,
      expiresAt: 'e',
    }),
  (db) =>
    invitations.insertVisit(db, {
      invitationId: 2,
      annotatorId: 1,
      cookieHash: 'c',
      begunAt: at,
      expiresAt: 'e',
    }),
  (db) => invitations.revokeInvitations(db, [1], at),
  (db) => [indexItems(db, 2, 6), search(db, 'why'), itemColumns.firstMatching(db, 'why', 3, 5, 2)],
  (db) => [indexItems(db, 2, 4), lastIndexed(db, 1, 9), lastIndexed(db, 1, 3), lastIndexed(db, 5, 9)],
  (db) => [
    indexItems(db, 2, 2),
    refreshIndexed(db, [1, 2]),
    search(db, 'why'),
    search(db, '"external_id 2"'),
  ],
  ...[1, 2, 4].map((item) =>
    after(`DELETE FROM draw WHERE item_id <> ${item}`, (db) => [
      ...[1, 2, 3].map((overlap) =>
        itemColumns.hasUnfinishedItem(db, { ...key, id: 1, generation: 1, overlap }),
      ),
      itemColumns.hasUnfinishedItem(db, { ...key, criterionId: 1, id: 1, generation: 1, overlap: 1 }),
    ]),
  ),
  (db) => itemColumns.hasUnfinishedItem(db, { ...key, id: 9, generation: 1, overlap: 1 }),
  (db) => [itemColumns.flagItems(db, [1, 2, 4], at), itemColumns.flagItems(db, [2], null)],
  (db) => itemColumns.flaggedAmong(db, [1, 2, 3]),
  (db) => itemColumns.systemsScored(db, 'machine', 1),
  (db) =>
    (['id', 'group', 'turns', 'passage', 'references', 'flag'] as const).map((name) =>
      itemColumns.valuesBetween(db, { kind: 'own', name }, 2, 3),
    ),
  (db) => insertItemLevels(db, 1, { firstItemId: 4, cells: new Uint16Array([1, 65_535]) }, pool),
  (db) => insertPoolLevels(db, 1, pool),
  (db) => findItemHeads(db, [4, 9, 2]).map(({ id }) => id),
  (db) => systemsOfItems(db, [4, 9, 2]),
  (db) => [filterItems(db, 1, 6, { group: 'g' }), filterItems(db, 1, 6, { group: 'g', systemId: 1 })],
  (db) => [filterItems(db, 1, 6, {}), filterItems(db, 1, 4, { group: 'g' })],
  (db) =>
    saveJob(db, {
      ...{
        id: 2,
        kind: 'import',
        title: 't',
        state: 'failed',
        result: { a: 1 },
        startedAt: at,
        finishedAt: null,
      },
      ...{ error: { code: 'BUSY', message: 'm' }, done: 0, total: null, unit: '', message: '' },
      ...{ ratePerSecond: null, secondsLeft: null },
    } as Parameters<typeof saveJob>[1]),
  (db) =>
    ensureJudge(
      db,
      {
        ...{ name: 'name 1', promptId: 1, endpointId: 2, model: 'm', temperature: 0, maxOutputTokens: 9 },
        ...{ seed: null, repeats: 1, itemsPerCall: 1 },
      },
      { hash: 'new', createdAt: at },
    ),
  (db) => insertLabelFields(db, 3, new Map([['a', 'said']])),
  (db) => putLabelGuidelines(db, 'key 70', { version: 'v', text: 't' }),
  (db) => insertLabel(db, said('new', { kind: 'score', value: 4 })),
  (db) => insertLabel(db, said('new', { kind: 'answer', answers: [['a']] })),
  (db) => insertLabel(db, said('new', { kind: 'skip', reason: 'unclear' })),
  (db) => insertLabel(db, said('key 1', { kind: 'clear' })),
  (db) => [
    countEstimateVisible(db, 1),
    insertLabel(db, { ...said('new', { kind: 'clear' }), studyId: 1 }).id,
    countEstimateVisible(db, 1),
  ],
  (db) => setBatchRemote(db, 2, 'other'),
  (db) =>
    insertRunFile(db, 1, {
      ...{ way: 'read', name: 'n', hash: null, createdAt: at },
      counts: { lines: 1, replies: 2, known: 3, failed: 4, foreign: 5, broken: 6 },
    }),
  (db) =>
    insertItemRun(db, {
      ...{ kind: 'judge', title: 't', judgeId: null, endpointId: 1, model: 'm', datasetId: 1, systemId: 2 },
      ...{ againstId: 1, settings: { a: 1 }, spendingLimit: null, callLimit: 8, createdAt: at },
    } as Parameters<typeof insertItemRun>[1]),
  (db) => [fixRunItems(db, 1, [6]), fixRunItems(db, 3, [6, 5])],
  (db) => [pages.countAssignedPairs(db, whose), pages.countAssignedPairs(db, { ...whose, rankingId: 2 })],
  (db) => [1, 9].map((itemId) => pages.listAssignedPairs(db, { ...whose, itemId })),
  (db) => pages.listPageRatings(db, key),
  (db) => pages.listPageMarks(db, whose),
  (db) => pages.pageLabels(db, asked),
  (db) => pages.pageLabels(db, { ...asked, instrument: 'rating' }),
  (db) => pages.pageLabelsSince(db, { ...asked, id: 26 }),
  (db) =>
    [[], [9], [26], [27]].map(([after]) =>
      pages.pageActionsOf(db, { ...asked, studyId: 2, instrument: 'rating' }, after),
    ),
  (db) => [countSharedPool(db, 1, 1, 2), countSharedPool(db, 2, 1, 2), countSharedPool(db, 1, 2, 2)],
  (db) => [1, 2].map((id) => judgesWholes(db, id, 1)),
  ...['item_id < 4', 'turn = 0'].map((which) =>
    after(`UPDATE response SET text = NULL WHERE ${which}`, (db) => [
      ...[judgesWholes(db, 1, 1), judgesWholes(db, 2, 1)],
    ]),
  ),
  (db) => [...iteratePool(db, 2, 2)].map(({ externalId, responses }) => [externalId, responses]),
  (db) =>
    insertPracticeRound(
      db,
      { studyId: 1, round: 7, batchRef: 'b', seed: 3, targetAlpha: 0.5, createdAt: at },
      [4, 1].map((itemId) => ({ itemId, poolPosition: itemId, ref: `r ${itemId}` })),
    ),
  (db) =>
    [3, 1].map((studyId) =>
      insertPracticePassed(db, studyId, {
        round: 1,
        openedBy: 'lead',
        krippendorffAlpha: null,
        reason: 'r',
        passedAt: at,
      }),
    ),
  (db) => [countWrite(db, 'item_flag_writes'), countWrite(db, 'item_flag_writes')],
  (db) => [setProjectValue(db, 'a', 'b'), setProjectValue(db, 'a', 'c')],
  (db) =>
    conversations.insertProtocolConversations(db, 3, [{ itemIds: [2, 4], group: null, variant: { run: 1 } }]),
  (db) =>
    conversations.saveProtocolConversation(db, 1, 3, {
      ...{ state: 'finished', score: 3, outcome: { marks: [] }, flagged: 2, message: 'm' },
    }),
  (db) =>
    conversations.saveProtocolConversation(db, 2, 2, {
      ...{ state: 'failed', score: null, outcome: null, flagged: 0, message: '' },
    }),
  (db) =>
    [1, 2].map(
      (id) => conversations.pageProtocolConversations(db, id, { flagged: true, offset: 1, limit: 1 }).total,
    ),
  (db) =>
    insertProtocolRun(db, {
      ...{ title: 't', datasetId: 2, model: { kind: 'recorded', system: 'a' }, system: 's', concurrency: 3 },
      ...{ settings: { protocol: 'auto-gold' }, spendingLimit: 2, callLimit: null, createdAt: at },
    } as unknown as Parameters<typeof insertProtocolRun>[1]),
  (db) => storePseudoLabels(db, { datasetId: 1, kind: 'k', version: 'v' }, [[4, ['a', 'b']]]),
  (db) =>
    storePseudoLabels(db, { datasetId: 1, kind: 'kind 1', version: 'version 1' }, [[1, ['a', 'b', 'c']]]),
  (db) =>
    insertTry(
      db,
      { runId: 1, role: 'ask' },
      { hash: 'h', annotatorId: 2, right: 3, passed: true, createdAt: at },
    ),
  (db) =>
    putQualification(db, { runId: 1, role: 'ask' }, { asked: { questions: [] }, hash: 'h', createdAt: at }),
  (db) => putQualification(db, { runId: 2, role: 'validate' }, null),
  (db) => putConsent(db, { studyId: 1, annotatorId: 1, version: 'new' }, at),
  (db) => putDealtCheck(db, 1, { annotatorId: 3, itemId: 4, beforeStudyId: 1, beforeItemId: 2 }),
  (db) => markCheckDropped(db, 1, { annotatorId: 1, itemId: 1, isDropped: true }),
  (db) =>
    insertImprovement(db, {
      ...{ datasetId: 1, systemId: 2, criterion: 'fresh', studyId: null, seed: 1, alpha: 0.05 },
      ...{ practice: [1, 2], createdAt: at },
    }),
  (db) => insertJudgeCheck(db, 2, { judgeId: 1, number: 9, figures: madeFigures, createdAt: at }),
  (db) =>
    insertJudgeFinding(db, 1, {
      ...{ kind: 'failure' as const, judgeId: 1, itemId: 1, words: 'blind', annotatorId: 1, createdAt: at },
    }),
  (db) => findImprovement(db, { datasetId: 1, systemId: 1, criterion: 'tone' }),
  (db) => reasonsOfItem(db, { judgeId: 1, systemId: 1, itemId: 1, criterion: 'tone' }),
  (db) =>
    insertQuestionKind(db, 1, {
      position: 1,
      turn: 0,
      annotatorId: 1,
      kind: null,
      cause: null,
      createdAt: at,
    }),
  (db) =>
    insertRanking(db, {
      ...{ name: 'n', alpha: 0.1, batchRef: 'b', createdAt: at, top: null, chained: true, instrument: null },
      pageKey: 'key',
      levelRule: 2,
    }),
  (db) => renameRanking(db, 2, 'other'),
  (db) => writeRankingTop(db, 2, null),
  (db) => shareLevelAmongAll(db, 2),
  (db) => [1, 3].map((id) => deleteEmptyRanking(db, id)),
  (db) => [
    insertCall(db, { ...findCall(db, 'hash 1')!, hash: 'new' }),
    insertCall(db, { ...findCall(db, 'hash 1')!, reply: 'x' }),
  ],
  (db) => [insertProgramReply(db, 1, 'new', 'r'), insertProgramReply(db, 1, 'hash 1', 'r')],
  (db) =>
    saveRunProgress(db, { kind: 'protocol', id: 2 }, { calls: 3 } as Parameters<typeof saveRunProgress>[2]),
  (db) => [
    declarations.insertCriterion(db, 1, 'new', scale),
    declarations.insertCriterion(db, 1, 'newer', { ...scale, max: 1 }),
  ],
  (db) => declarations.declareCriterionScale(db, 2, 'rating', scale),
  (db) => declarations.declareSignalScale(db, 2, scale),
  (db) => [declarations.criterionRange(db, 9), declarations.signalRange(db, 9)],
  (db) => series.insertSeries(db, { name: 'n', createdAt: at, leastDrop: null }),
  (db) =>
    series.insertRelease(db, {
      ...{
        studyId: 3,
        seriesId: 1,
        position: 9,
        beforeStudyId: 1,
        plannedPairs: 4,
        windowLabels: 5,
        againShare: 0.2,
      },
    }),
  (db) => series.insertReused(db, 50, 9),
  (db) => [1, 2].map((studyId) => series.countReusedItems(db, studyId)),
  (db) => series.labelsThatCount(db, { ...key, studyId: 1, generation: 1 }),
  (db) => insertStudy(db, { ...getStudy(db, 1), batchRef: 'new' }),
  (db) =>
    insertStudy(db, {
      ...getStudy(db, 1),
      batchRef: 'new',
      against: null,
      referenceEvaluation: { value: 1, items: 2 },
    }),
  (db) => insertChoice(db, 3, { uncertainty: 'u', disagreement: null, values: new Float64Array([0.5]) }),
  (db) =>
    insertColumns(db, 3, [
      { id: 'i', name: 'n', kind: 'quality', penalty: 1, slope: 2, unit: 3, values: new Int8Array([4, 5]) },
    ]),
  (db) => [insertMended(db, drawn, 4), insertPlan(db, drawn, { drawsBefore: 5, plan: { kind: 'none' } })],
  (db) => insertPlan(db, drawn, { drawsBefore: 5, plan: { kind: 'labels', labels: 6 } }),
  (db) => [
    insertSourceRows(db, 3, [{ itemId: 4, level: 2 }]),
    insertSourceRows(db, 3, [{ itemId: 1, level: 3 }], 5),
  ],
  (db) => insertStudySource(db, 3, findStudySource(db, 1)!, pool),
  (db) => [listSourceRows(db, 1, { offset: 3 }), listSourceRows(db, 1, { limit: 1 })],
  (db) => [insertMessage(db, message('new', null)), insertMessage(db, message('client_key 1', 1))],
  (db) => [1, 5].map((messageId) => putMessageReading(db, { studyId: 1, annotatorId: 2, messageId }, at)),
  (db) => putMessageReading(db, { studyId: 1, annotatorId: 2, messageId: 2 }, at),
  (db) => [1, 2].map((id) => countQuestionsToValidate(db, id)),
  ...[
    "UPDATE protocol_conversation SET state = 'finished', item_id = 2",
    "UPDATE protocol_conversation SET state = 'finished', item_id = 3",
    'UPDATE protocol_conversation SET item_id = 2',
    `UPDATE protocol_conversation SET state = 'finished', item_id = 2;
     UPDATE protocol_turn SET content = json_set(content, '$.kind', 'marks') WHERE run_id = 1`,
  ].map((sql) => after(sql, (db) => [1, 2].map((id) => countQuestionsToValidate(db, id)))),
  (db) => insertValidation(db, step('new', 1, { kind: 'passage', start: 2, end: 5, text: 'abc' })),
  (db) => [
    insertValidation(db, step('new', 1, { kind: 'none' })),
    insertValidation(db, step('new', 0, null)).turn,
  ],
  (db) => [
    insertValidation(db, step('a', null, null)),
    insertValidation(db, { ...step('b', 1, null), refersTo: 1 }),
  ],
  (db) => [1, 3].map((runId) => putValidatedRun(db, { runId, secret: 's', validators: 5, openedAt: at })),
  (db) => [
    ensureSignal(db, 1, { kind: 'judge', name: 'name 1', criterion: '' }, scale),
    ensureSignal(db, 1, { kind: 'auto', name: 'name 1', criterion: '' }, scale),
  ],
  (db) =>
    putMachineScores(db, 1, 1, [
      [4, 9],
      [3, 8],
    ]),
  (db) =>
    putScoreRepeats(db, 1, 1, [
      [4, [9, 8]],
      [1, [8]],
    ]),
  (db) => saveVerdicts(db, 1, [verdict(true, 3), verdict(false, null)]),
  (db) => [true, false].map((flagged) => listVerdicts(db, 1, { flagged }, { offset: 0, limit: 1 })),
  (db) =>
    (['scored', 'failed'] as const).map((outcome) =>
      listVerdicts(db, 2, { outcome }, { offset: 1, limit: 1 }),
    ),
  (db) => chainRow(db, 'label', 7),
  (db) => [
    readChained(db, 'audit', 2, ''),
    readChained(db, 'label_field', 1, 'b'),
    readChained(db, 'audit', 2, 'b'),
  ],
  (db) => labelKeys.map((of) => labels.currentLabels(db, of).map(({ id }) => id)),
  (db) => labelKeys.map((of) => labels.currentLabels(db, of, { ofAll: true }).map(({ id }) => id)),
  (db) => labelKeys.map((of) => [labels.currentLabel(db, of, 2)?.id, labels.newestOf(db, of, 2)?.id]),
  (db) => labelKeys.map((of) => labels.newestLabelTime(db, of)),
  (db) => labelKeys.map((of) => labels.labelActions(db, { ...of, studyId: 2, annotatorId: 1 })),
  (db) => labels.labelsOfSubmission(db, 'key 16').map(({ id, furtherCriterion }) => [id, furtherCriterion]),
  (db) => [labels.findByClientKey(db, 'key 9')?.id, labels.findByClientKey(db, 'none')],
  after('UPDATE label SET annotator_id = 3 WHERE practice_round IS NOT NULL', (db) =>
    labels.labelersOf(db, 1),
  ),
  after("UPDATE label SET source = 'import' WHERE annotator_id = 1", (db) => labels.labelersOf(db, 1)),
  after('UPDATE label SET annotator_id = 3 WHERE study_id = 2', (db) => labels.labelersOf(db, 1)),
  (db) => [0, 1, 2].map((round) => saidBy(() => resolvePracticeRef(db, { studyId: 1, round }, 'ref 1'))),
  (db) =>
    [1, 2].map((studyId) => [
      saidBy(() => resolvePracticeRef(db, { studyId, round: 0 }, 'ref 1')),
      findCheck(db, studyId, 'ref 1'),
    ]),
  after("UPDATE draw SET ref = 'same' WHERE item_id = 2", (db) => [
    ...[1, 2].map((studyId) => resolveRef(db, studyId, 'same')),
    ...[1, 2].map((id) => studyOfRankingRef(db, id, 'same')),
  ]),
  after("UPDATE draw SET ref = 'old' WHERE generation = 1 AND study_id = 2", (db) => [
    ...[resolveRef(db, 2, 'old').generation, studyOfRankingRef(db, 2, 'old')],
  ]),
  after(
    `DELETE FROM study_pool WHERE study_id = 2 OR item_id = 4; UPDATE item_levels SET first_item_id = 2;
     INSERT INTO item_levels (study_id, first_item_id, cells) VALUES (1, 1, x'0000')`,
    (db) => [1, 2, 3].map((of) => [meanHumanScore(db, 1, 1, of), meanMachineScores(db, 1, 2, of)]),
  ),
  after('UPDATE signal SET dataset_id = 1', (db) =>
    [
      ...[meanMachineScores(db, 1, 1), meanMachineScores(db, 1, 1, 1), meanMachineDifferences(db, 1, 2, 1)],
    ].map((of) => of.map(({ name, value }) => [name, value])),
  ),
  (db) => [chainRow(db, 'label', 7), linksEver(db), chainHead(db).links],
  after('DELETE FROM word_chain', (db) => [linksEver(db), chainHead(db), unchainedRows(db, 'audit')]),
  after('DELETE FROM sqlite_sequence', (db) => [
    linksEver(db),
    additions.freeItemId(db),
    importRows.nextItemId(db),
  ]),
  after(
    `UPDATE label SET system_id = id % 5 = 0, criterion_id = id % 2, instrument = 'text:' || id WHERE kind = 'answer'`,
    (db) =>
      ['text:2', 'text:86', 'text:9', 'text:37', 'text:72', 'text:30'].map((instrument) =>
        [null, 1].map((annotatorId) =>
          itemColumns.valuesBetween(db, { kind: 'answer', instrument, annotatorId }, 1, 2),
        ),
      ),
  ),
  (db) => [saveProtocolScores(db, 1, { a: 1 } as never), saveProtocolScores(db, 2, null)],
  after('UPDATE study SET system_id = 1, dataset_id = 1', (db) => [
    ...[1, 2].map((id) => [...eachGrouped(db, id)]),
    studiesOfDataset(db, 1),
  ]),
  after('DELETE FROM own_order_draw WHERE generation = 2 OR study_id = 2', (db) =>
    [1, 2].flatMap((studyId) => [1, 2].map((generation) => knowsOwnOrder(db, studyId, generation))),
  ),
  after("UPDATE item SET group_key = 'of another' WHERE dataset_id = 2", (db) =>
    additions.noteAddition(
      db,
      1,
      { sourceFile: 's', format: 'f', contentHash: 'c', firstItemId: 40, itemCount: 5, addedAt: at },
      { withContext: 0, withReferences: 0 },
    ),
  ),
  after('UPDATE answer_validation SET position = 1, annotator_id = 1, turn = 0', (db) =>
    [1, 2].map((runId) => [
      validationSteps(db, { runId, position: 1, annotatorId: 1 }).map(({ id }) => id),
      currentVerdicts(db, runId).map(({ id }) => id),
    ]),
  ),
  (db) => [1, 2, 3].map((position) => itemAt(db, 1, position)),
  (db) => saveJob(db, { ...findJob(db, 1)!, id: 9, state: 'done' }),
  (db) =>
    batchKeys.map((of) =>
      [...iterateBatch(db, of)].map(({ ref, itemId, labelId, laterAfter }) =>
        [ref, itemId, labelId, laterAfter].join(),
      ),
    ),
  (db) => batchKeys.map((of) => [1, 2, 4, 9].map((itemId) => findBatchItem(db, of, itemId)?.ref)),
  (db) => batchKeys.map((of) => [0, 3, 7, 11, 15, 99].map((order) => batchPosition(db, of, order))),
  after('DELETE FROM assignment WHERE annotator_id = 2 AND item_id = 2', (db) =>
    batchKeys.map((of) => [...iterateBatch(db, of)].map(({ itemId }) => itemId)),
  ),
  ...["operation = 'undo'", "source = 'import'", "created_at = ''", "instrument = 'practice:1:1'"].map(
    (change) =>
      after(`UPDATE label SET ${change} WHERE item_id = 2`, (db) => [
        answeredSince(db, 1, 'a'),
        workDurations(db, { studyId: 1, annotatorId: 1, criterionId: 2 }),
      ]),
  ),
  after('UPDATE protocol_turn SET position = 1', (db) => [
    conversations.listProtocolTurns(db, 1, 1).map(({ asked: question }) => question),
    [...conversations.iterateProtocolTurns(db, 2)].map(({ turn }) => turn.asked),
  ]),
  after(
    `UPDATE annotator SET simulated = 1 WHERE id = 1; UPDATE annotator SET name = 'Imported evaluation' WHERE id = 2`,
    (db) => listAnnotators(db).map(({ id, simulated }) => [id, simulated]),
  ),
  (db) => [ensureAnnotator(db, ' Ada  L '), ensureAnnotator(db, 'ada l'), ensureAnnotator(db, 'NAME 1').id],
  (db) => [ensureAnnotator(db, 'Bo', { simulated: true }), saidBy(() => ensureAnnotator(db, ' '))],
  (db) => endLeases(db, 1, 1, 'until 2'),
  (db) => insertLabel(db, { ...said('new', { kind: 'clear' }), estimateVisible: false }).estimateVisible,
  after("UPDATE draw SET ref = 'same' WHERE item_id = 1", (db) => [
    ...[1, 2].map((studyId) => resolveRef(db, studyId, 'same').order),
  ]),
  after("UPDATE study_plan SET kind = 'none', labels = NULL, approximate = 0 WHERE id < 3", (db) =>
    [1, 2].flatMap((studyId) => [1, 2].map((generation) => listPlans(db, studyId, generation))),
  ),
  (db) => [listDraws(db, 2, 1).length, listDraws(db, 2, 1, { offset: 11 }).map(({ order }) => order)],
  (db) =>
    [true, false].map((swapped) => [
      ...[countFailedVerdicts(db, 1, 1, 0, swapped), countFailedVerdicts(db, 2, 2, 1, swapped)],
      ...settledVerdicts(db, 1, 2, 0, swapped).map(({ reason }) => reason),
    ]),
];
