import { expect, test } from 'vitest';
import { scopesOf, waysToAsk } from './support/asked.ts';
import { type DbFunction, dbFunctions } from './support/db-functions.ts';
import { scopeFaults } from './support/scope-faults.ts';

/*
 * What a function of db is given says what it is about: one that is given the number of a study is about that study.
 * Its answer is then the same without the rows of all others, it finds nothing for a study that is not there, and what it
 * writes leaves the rows of all others as they are. Which rows belong to what is told by the names of the columns.
 */

const laterWord = 'a later word on the same reply counts, in whatever study it was said';
/** What a function reads or finds beyond what it is given, as it is to. */
const meant: Readonly<Record<string, string>> = {
  'assignments.ts listBegun reads beyond studyId': laterWord,
  'annotator-work.ts listWork reads beyond studyId': laterWord,
  'batches.ts iterateBatch reads beyond studyId': laterWord,
  'batches.ts findBatchItem reads beyond studyId': laterWord,
  'quality.ts listAnswersInOrder reads beyond studyId': laterWord,
  'series.ts labelsThatCount reads beyond studyId': laterWord,
  'draws.ts isSeedOfAnother reads beyond studyId': 'asks about the other studies',
  'draws.ts isSeedOfAnother finds another studyId': 'asks about the other studies',
  'dealing.ts nextLeaseEnd reads beyond annotatorId': 'asks about the other annotators',
  'dealing.ts nextLeaseEnd finds another annotatorId': 'asks about the other annotators',
  'pools.ts answeredQuestionsOutside reads beyond datasetId': 'asks about the other data sets',
  'pools.ts answeredQuestionsOutside finds another datasetId': 'asks about the other data sets',
  'page-labels.ts pageLabels reads beyond criterionId': 'finds the pages by the studies of the ranking',
  'score-means.ts meanMachineDifferences reads beyond systemId': 'compares with another system',
  'first-phase-items.ts itemCopier reads beyond datasetId': 'copies items of another data set',
  'first-phase-items.ts itemCopier finds another datasetId': 'copies items of another data set',
  'study-joins.ts readAllJoins reads beyond generation': 'asks the study how many items its pool has',
  'study-joins.ts readJoins reads beyond generation': 'asks the study how many items its pool has',
  'runs.ts setRunning writes beyond callLimit': 'a run gets a limit that it had not',
  'protocol-conversations.ts saveConversationReplies writes beyond replies':
    'a conversation gets counts that it had not',
  'rankings.ts joinRanking writes beyond rankingId': 'a study gets a ranking that it had not',
};
/** Marks of when anything changed, whatever it is, and what is kept in memory until then. */
const notAsked = new Set([
  'assignment-changes.ts assignmentChanged',
  'item-columns.ts markOf',
  'since-write.ts sinceWrite',
]);

/** What is added belongs to what it names, and no other row is looked at. */
const isAdding = ({ name }: DbFunction) =>
  /^(insert|ensure|note|add|chain|finish|put(?!Qualification))/.test(name);

test('a function about one study, person or item reads and writes its rows alone', async () => {
  const asked = (await dbFunctions())
    .filter((fn) => !isAdding(fn) && !notAsked.has(`${fn.file} ${fn.name}`))
    .flatMap(waysToAsk)
    .filter((fn) => scopesOf(fn).length > 0);
  const found = [...scopeFaults(asked)];
  const isUnanswered = (fault: string) => fault.endsWith(' has no answer');
  expect(found.filter((fault) => !isUnanswered(fault)).sort()).toEqual(Object.keys(meant).sort());
  // What finds nothing in the made project proves nothing here.
  const names = new Set(asked.map(({ file, name }) => `${file} ${name}`));
  expect(found.filter(isUnanswered).length).toBeLessThan(names.size / 10);
}, 120_000);
