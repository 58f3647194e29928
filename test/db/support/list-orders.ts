import { type Asked, made, sayOf, scopesOf, valuesFor } from './asked.ts';

/** In which order each list comes: ascending by a property, a place of a tuple, or itself ('+'); descending with '-'. */
const orders: Readonly<Record<string, readonly string[]>> = {
  'annotators.ts': ['listAnnotators +id'],
  'annotator-work.ts': ['listWork +annotatorId'],
  'answered-items.ts': ['answeredItems +'],
  'assignments.ts': ['assignedTo +', 'listAssignments +annotatorId', 'listBegun +annotatorId'],
  'audit.ts': ['listAudit +at'],
  'batches.ts': ['iterateBatch +itemId'],
  'dataset-removal.ts': ['studiesOfDataset +'],
  'datasets.ts': ['listDatasets +id', 'listSystems +id'],
  'dealing.ts': ['listLeases +annotatorId'],
  'draws.ts': [
    ...['eachPoolId +', 'listDrawRuns +generation', 'listDraws +order', 'poolRows +position', 'readPool +'],
    ...['readSurrogate +', 'readSurrogateFrom +'],
  ],
  'endpoints.ts': ['listEndpoints +id'],
  'human-scores.ts': ['listCriterionScales +id'],
  'invitations.ts': ['listInvitations +id', 'listVisits +annotatorId'],
  'item-columns.ts': ['itemsByName +1'],
  'item-levels.ts': ['eachItemName +1'],
  'item-windows.ts': ['filterItems +', 'listItemHeads +id'],
  'items.ts': ['listItemRange +id', 'listResponses +systemId'],
  'jobs.ts': ['listJobs -id'],
  'judge-improvements.ts': [...['listImprovements +id', 'listJudgeChecks +number', 'listJudgeFindings +id']],
  'judges.ts': ['listJudges +name'],
  'labels.ts': [
    ...['currentLabels +annotatorId', 'labelActions +id', 'labelersOf +', 'scoresByInstrument +0'],
  ],
  'llm-batches.ts': ['openBatches +id'],
  'llm-run-files.ts': ['runFiles +name'],
  'llm-runs.ts': ['listItemRuns -id', 'runItems +'],
  'marks.ts': ['whoSnoozed +'],
  'page-labels.ts': ['pageActionsOf +id', 'pageLabels +id'],
  'personas.ts': ['listPersonas +name'],
  'plain-rows.ts': ['plainTables +name'],
  'pool-levels.ts': ['readPoolLevels +'],
  'pool-sources.ts': ['listPoolSources +name'],
  'pools.ts': ['iteratePool +externalId', 'responsesOf +'],
  'portal-validations.ts': ['offeredRuns +'],
  'practice.ts': ['listPracticeItems +itemId', 'listPracticeRounds +round'],
  'prompts.ts': ['listPrompts -builtIn'],
  'protocol-conversations.ts': [
    ...['iterateProtocolTurns +position', 'listProtocolConversations +position'],
    ...['pageProtocolConversations +position'],
  ],
  'protocol-prompts.ts': ['listProtocolPrompts +part'],
  'protocol-runs.ts': ['listProtocolRuns -id'],
  'pseudo-labels.ts': ['guessesOf +'],
  'quality.ts': [
    ...['listAnswersInOrder +annotatorId', 'listCheckItems +itemId', 'listDealtChecks +afterItems'],
    ...['listExclusions +annotatorId'],
  ],
  'question-kinds.ts': ['listQuestionKinds +position'],
  'rankings.ts': ['listRankings -id'],
  'scores.ts': [
    ...['eachHumanMean +0', 'eachMachineValue +0', 'listCriteria +id', 'listCriterionScales +id'],
    ...['listItemScores +system', 'listSignalScales +id', 'listSignals +id'],
  ],
  'series.ts': ['listReleases +position', 'listSeries -id'],
  'studies.ts': ['listStudies -id'],
  'study-columns.ts': ['eachColumn +name', 'listFrozenSignals +name', 'readColumns +name'],
  'study-members.ts': ['answeredSince +annotatorId', 'listMembers +', 'workDurations +'],
  'study-sources.ts': ['listSourceRows +position'],
  'subgroup-levels.ts': ['eachGrouped +1', 'samplePool +meta'],
  'team-messages.ts': ['listMessageReadings +annotatorId', 'listMessages +id', 'listOwnMessages +id'],
  'validations.ts': ['currentVerdicts +position', 'listValidatedRuns +runId'],
  'verdicts.ts': ['listVerdicts +criterion'],
  'word-chain.ts': ['chainLinks +id', 'unchainedRows +rowId'],
};

type Plain = number | string | boolean;

/** The lists that it answers with, for several values of its parameters, each reduced to what it is ordered by. */
function listsOf(fn: Asked, field: string): Plain[][] {
  return valuesFor(scopesOf(fn)).map((given) => {
    const said = sayOf(made, fn, given);
    const isList = Array.isArray(said) || ArrayBuffer.isView(said);
    const list = isList ? said : Object.values(said ?? {}).find((one) => Array.isArray(one));
    const rows = typeof said === 'string' || list === undefined ? [] : [...(list as Iterable<unknown>)];
    return rows.map((row) => (field === '' ? row : (row as Record<string, unknown>)[field]) as Plain);
  });
}

const isOrdered = (list: readonly Plain[], order: string) =>
  list.every((value, i) => i === 0 || (order === '+' ? list[i - 1]! <= value : list[i - 1]! >= value));

/** What of the lists of these functions comes otherwise than it is said, or has nothing to tell it by; and how many were looked at. */
export function orderFaults(functions: readonly Asked[]): { faults: string[]; seen: number } {
  const faults: string[] = [];
  const said = Object.entries(orders).flatMap(([file, lines]) => lines.map((line) => ({ file, line })));
  let seen = 0;
  for (const { file, line } of said) {
    const [name = '', by = ''] = line.split(' ');
    const asked = functions.filter((fn) => fn.file === file && fn.name === name);
    if (asked.length === 0) continue;
    seen++;
    const lists = asked.flatMap((fn) => listsOf(fn, by.slice(1)));
    if (!lists.some((list) => new Set(list).size > 1)) faults.push(`${file} ${line} has no list`);
    if (!lists.every((list) => isOrdered(list, by[0]!))) faults.push(`${file} ${line}`);
  }
  return { faults, seen };
}

export const listsSaid = Object.values(orders).flat().length;
