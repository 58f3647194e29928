import { describe, expect, test } from 'vitest';
import { listWork } from '../../db/annotator-work.ts';
import { answeredItems } from '../../db/answered-items.ts';
import { listBegun } from '../../db/assignments.ts';
import { batchPosition, iterateBatch } from '../../db/batches.ts';
import { countLabelsOfDataset } from '../../db/dataset-removal.ts';
import { findDataset } from '../../db/datasets.ts';
import {
  firstDrawOf,
  isSeedOfAnother,
  listDraws,
  poolRows,
  readSurrogateFrom,
  resolveRef,
} from '../../db/draws.ts';
import {
  endVisit,
  isVisitOpen,
  listInvitations,
  listVisits,
  revokeInvitations,
  takeInvitation,
} from '../../db/invitations.ts';
import {
  flaggedAmong,
  flagItems,
  hasUnfinishedItem,
  itemsByName,
  metaKeys,
  systemsScored,
  valuesBetween,
} from '../../db/item-columns.ts';
import { filterItems, findItemHeads, listItemHeads, systemsOfItems } from '../../db/item-windows.ts';
import { listItemRange } from '../../db/items.ts';
import { countLabelsByGuidelines } from '../../db/label-guidelines.ts';
import {
  countEstimateVisible,
  labelersOf,
  newestLabelId,
  newestOf,
  scoresByInstrument,
} from '../../db/labels.ts';
import { whoSnoozed } from '../../db/marks.ts';
import { itemsOfRanking, pageActionsOf } from '../../db/page-labels.ts';
import {
  answeredQuestionsOutside,
  countPool,
  countSharedPool,
  iteratePool,
  iterateTexts,
  judgesWholes,
  responsesOf,
} from '../../db/pools.ts';
import { countLabelsOfBatch, countPracticedDraws, listPracticeRounds } from '../../db/practice.ts';
import { findGuesser, guessesOf, listGuessers, storePseudoLabels } from '../../db/pseudo-labels.ts';
import { dropCheckRounds, listAnswersInOrder, listChecks } from '../../db/quality.ts';
import { listQuestionKinds } from '../../db/question-kinds.ts';
import { meanHumanScore, meanMachineDifferences, meanMachineScores } from '../../db/score-means.ts';
import {
  eachHumanMean,
  eachMachineValue,
  listCriteria,
  listItemScores,
  listSignals,
} from '../../db/scores.ts';
import { getStudy, listStudies, updateStudyTeam } from '../../db/studies.ts';
import { answeredSince, workDurations } from '../../db/study-members.ts';
import { listSourceRows } from '../../db/study-sources.ts';
import { eachGrouped, levelOf, poolLevels, samplePool, signalsOfSystem } from '../../db/subgroup-levels.ts';
import { listVerdicts, settledVerdicts, sharesByOrder, verdictMeans } from '../../db/verdicts.ts';
import { chainLinks } from '../../db/word-chain.ts';
import { makeProject } from './support/made-project.ts';

/* What questions answer, worked out from the rows of the made project without the statements that read them. */

// biome-ignore lint/suspicious/noExplicitAny: rows as they are stored
type Row = Record<string, any>;
const db = makeProject();
const rows = (table: string) => db.prepare(`SELECT * FROM ${table}`).all() as Row[];
const by =
  (...names: string[]) =>
  (a: Row, b: Row) => {
    for (const name of names) if (a[name] !== b[name]) return a[name] < b[name] ? -1 : 1;
    return 0;
  };
const ids = (of: readonly Row[]) => of.map(({ id }) => id as number);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const labels = rows('label');
const isSameKey = (a: Row, b: Row) =>
  ['item_id', 'system_id', 'criterion_id', 'instrument', 'annotator_id'].every((name) => a[name] === b[name]);
const spoken = labels.filter(
  (one) => one.kind !== 'clear' && !labels.some((later) => isSameKey(one, later) && later.id > one.id),
);
const excluded = rows('exclusion');
const counted = spoken.filter(
  (one) =>
    one.practice_round !== null ||
    !excluded.some((who) => who.study_id === one.study_id && who.annotator_id === one.annotator_id),
);
const itemName = new Map(rows('item').map(({ id, external_id }) => [id, external_id]));
const systemName = new Map(rows('system').map(({ id, name }) => [id, name]));
const annotatorName = new Map(rows('annotator').map(({ id, name }) => [id, name]));
const items = rows('item');
const itemsOf = (datasetId: number) =>
  items.filter((item) => item.dataset_id === datasetId).sort(by('external_id'));
const responses = rows('response');
const two = [1, 2];
const pairs = two.flatMap((a) => two.map((b) => [a, b] as const));

/** Does something and undoes it. */
function undone<T>(work: () => T): T {
  db.exec('SAVEPOINT undone');
  try {
    return work();
  } finally {
    db.exec('ROLLBACK TO undone; RELEASE undone');
  }
}

describe('labels', () => {
  test.each(two)('what people say in study %i', (studyId) => {
    const guidelines = new Map(rows('label_guidelines').map(({ label_id, version }) => [label_id, version]));
    const said = spoken
      .filter(
        (one) =>
          one.study_id === studyId && one.further_criterion === null && one.client_key === one.submission,
      )
      .sort(by('annotator_id', 'id'));
    expect(said.length).toBeGreaterThan(3);
    expect(
      listWork(db, studyId).map(({ annotator, item, guidelines: version, labeledAt }) => [
        annotator,
        item,
        version,
        labeledAt,
      ]),
    ).toEqual(
      said.map((one) => [
        annotatorName.get(one.annotator_id),
        itemName.get(one.item_id),
        guidelines.get(one.id) ?? null,
        one.created_at,
      ]),
    );
    const own = labels.filter((one) => one.study_id === studyId);
    const first = own.filter((one) => one.practice_round === null);
    expect(countLabelsOfBatch(db, studyId)).toBe(first.length);
    expect(countEstimateVisible(db, studyId)).toBe(
      first.filter((one) => {
        const same = own.filter((row) => isSameKey(row, one));
        const isLast = same.every(({ id }) => id <= one.id);
        const isLabel = one.client_key === one.submission && !['clear', 'skip'].includes(one.kind);
        return isLast && isLabel && same.some((row) => row.estimate_visible === 1);
      }).length,
    );
    expect(labelersOf(db, studyId)).toEqual(
      [...new Set(first.filter(({ source }) => source === 'screen').map((one) => one.annotator_id))].sort(),
    );
    const given = own.filter((one) => guidelines.has(one.id)).sort(by('id'));
    const versions = given
      .filter((one) => one.practice_round === null && one.client_key === one.submission)
      .map((one) => guidelines.get(one.id) as string);
    expect(countLabelsByGuidelines(db, studyId)).toEqual(
      [...new Set(versions)].map((version) => ({
        version,
        labels: versions.filter((one) => one === version).length,
      })),
    );
    const work = own.filter(
      ({ operation, source, practice_round }) =>
        operation === 'submit' && source === 'screen' && practice_round === null,
    );
    const durations = (annotatorId: number, criterionId: number) =>
      work
        .filter((one) => one.annotator_id === annotatorId && one.criterion_id === criterionId)
        .filter((one) => one.duration_ms > 0 && one.client_key === one.submission)
        .map(({ id, duration_ms }) => {
          const portal = rows('label_door').find((one) => one.label_id === id)?.door_ms ?? duration_ms;
          return Math.min(duration_ms as number, portal as number);
        })
        .sort((a, b) => a - b);
    for (const annotatorId of [1, 2])
      for (const criterionId of [1, 2])
        expect(workDurations(db, { studyId, annotatorId, criterionId })).toEqual(
          durations(annotatorId, criterionId),
        );
    for (const since of ['', work[Math.floor(work.length / 2)]!.created_at as string]) {
      const later = work.filter((one) => one.created_at > since);
      const itemsOf = (annotatorId: number) =>
        new Set(later.filter((one) => one.annotator_id === annotatorId).map((one) => one.item_id)).size;
      expect(answeredSince(db, studyId, since)).toEqual(
        [1, 2]
          .map((annotatorId) => ({ annotatorId, items: itemsOf(annotatorId) }))
          .filter(({ items }) => items > 0),
      );
    }
    expect(
      listAnswersInOrder(db, studyId, { criterionId: 1, instrument: 'rating' }).map(({ id }) => id),
    ).toEqual(
      ids(
        spoken
          .filter(
            (one) =>
              one.study_id === studyId &&
              one.criterion_id === 1 &&
              one.instrument === 'rating' &&
              one.further_criterion === null,
          )
          .sort(by('annotator_id', 'id')),
      ),
    );
    expect(
      pageActionsOf(db, { studyId, annotatorId: 1, criterionId: 1, instrument: 'rating' }).map(
        ({ id }) => id,
      ),
    ).toEqual(
      ids(
        own.filter(
          (one) =>
            one.annotator_id === 1 &&
            one.criterion_id === 1 &&
            one.instrument === 'rating' &&
            one.client_key === one.submission,
        ),
      ),
    );
  });

  test('the newest of a key, scores by an instrument, what is begun', () => {
    expect(newestLabelId(db)).toBe(Math.max(...ids(labels)));
    const key = { itemId: 1, systemId: 1, criterionId: 1, instrument: 'rating' };
    const ofKey = labels.filter(
      (one) =>
        one.item_id === 1 && one.system_id === 1 && one.criterion_id === 1 && one.instrument === 'rating',
    );
    expect(newestOf(db, key, 1)?.id).toBe(Math.max(...ids(ofKey.filter((one) => one.annotator_id === 1))));
    const seeds = rows('draw_run');
    const lengths = new Set<number>();
    for (const seed of [null, ...seeds.map((one) => one.seed as number)]) {
      const other = new Set(seeds.filter((one) => one.seed === seed).map((one) => one.study_id));
      const said = scoresByInstrument(db, 1, 'rating', seed);
      lengths.add(said.length);
      expect(said).toEqual(
        counted
          .filter(
            (one) =>
              one.criterion_id === 1 &&
              one.instrument === 'rating' &&
              one.value !== null &&
              one.source !== 'simulated' &&
              !other.has(one.study_id),
          )
          .sort(by('system_id', 'item_id', 'value'))
          .map((one) => [one.system_id, one.item_id, one.value]),
      );
    }
    expect(Math.max(...lengths)).toBeGreaterThan(3);
    expect(lengths.size).toBeGreaterThan(1);
    db.exec('SAVEPOINT begun');
    db.exec('DELETE FROM exclusion WHERE annotator_id = 1');
    const drawn = new Set(
      rows('draw')
        .filter((one) => one.study_id === 1 && one.generation === 1)
        .map((one) => one.item_id),
    );
    const newest = labels.filter(
      (one) =>
        one.annotator_id === 1 &&
        drawn.has(one.item_id) &&
        one.system_id === 1 &&
        one.criterion_id === 1 &&
        one.instrument === 'rating' &&
        !labels.some((later) => isSameKey(one, later) && later.id > one.id),
    );
    const state = ({ kind, source }: Row) =>
      kind === 'clear' ? 'cleared' : ['gold', 'simulated'].includes(source) ? 'whole' : 'spoken';
    const begun = newest.map((one) => ({ annotatorId: 1, itemId: one.item_id, state: state(one) }));
    const marked = rows('item_mark')
      .filter((one) => one.study_id === 1 && drawn.has(one.item_id))
      .filter(
        (one) => !begun.some((had) => had.annotatorId === one.annotator_id && had.itemId === one.item_id),
      )
      .map((one) => ({ annotatorId: one.annotator_id, itemId: one.item_id, state: 'marked' }));
    const expected = [...begun, ...marked].sort(by('annotatorId', 'itemId'));
    const found = listBegun(
      db,
      { studyId: 1, generation: 1 },
      { systemId: 1, criterionId: 1, instrument: 'rating' },
    );
    db.exec('ROLLBACK TO begun; RELEASE begun');
    expect(marked.length).toBeGreaterThan(1);
    expect(found).toEqual(expected);
  });

  test('values of the table of items', () => {
    const label = { kind: 'label', criterionId: 1, systemId: 1, instrument: 'rating' } as const;
    for (const annotatorId of [null, 1]) {
      for (const [from, to] of [
        [1, 6],
        [2, 2],
      ] as const) {
        const own = counted.filter(
          (one) =>
            one.criterion_id === 1 &&
            one.system_id === 1 &&
            one.instrument === 'rating' &&
            one.value !== null &&
            one.source !== 'simulated' &&
            (annotatorId === null || one.annotator_id === annotatorId) &&
            one.item_id >= from &&
            one.item_id <= to,
        );
        const of = Map.groupBy(own, (one) => one.item_id as number);
        expect(valuesBetween(db, { ...label, annotatorId }, from, to)).toEqual(
          [...of].sort(([a], [b]) => a - b).map(([id, some]) => [id, mean(some.map(({ value }) => value))]),
        );
      }
    }
    const within = (list: readonly Row[], from: number, to: number) =>
      list.filter((one) => one.item_id >= from && one.item_id <= to).sort(by('item_id'));
    const human = rows('human_score').filter((one) => one.criterion_id === 2 && one.system_id === 1);
    const machine = rows('machine_score').filter((one) => one.signal_id === 2 && one.system_id === 1);
    expect(valuesBetween(db, { kind: 'human', criterionId: 2, systemId: 1 }, 2, 3)).toEqual(
      within(human, 2, 3).map((one) => [one.item_id, one.mean]),
    );
    expect(valuesBetween(db, { kind: 'machine', signalId: 2, systemId: 1 }, 2, 3)).toEqual(
      within(machine, 2, 3).map((one) => [one.item_id, one.value]),
    );
    const texts = within(responses, 1, 2).filter((one) => one.system_id === 2 && one.text !== null);
    expect(valuesBetween(db, { kind: 'length', systemId: 2 }, 1, 2)).toEqual(
      [...Map.groupBy(texts, (one) => one.item_id as number)].map(([id, some]) => [
        id,
        some.reduce((sum, { text }) => sum + text.length, 0),
      ]),
    );
    expect(valuesBetween(db, { kind: 'own', name: 'id' }, 2, 4)).toEqual(
      items.slice(1, 4).map(({ id, external_id }) => [id, external_id]),
    );
    expect(valuesBetween(db, { kind: 'meta', key: 'topic' }, 2, 4)).toEqual([
      [2, 'b'],
      [3, 'a'],
      [4, 'b'],
    ]);
    expect(
      undone(() => {
        flagItems(db, [2], null);
        return valuesBetween(db, { kind: 'own', name: 'flag' }, 1, 3);
      }),
    ).toEqual([
      [1, 'flagged'],
      [2, null],
      [3, rows('item_flag').some((one) => one.item_id === 3) ? 'flagged' : null],
    ]);
    expect(
      undone(() => {
        flagItems(db, [2], null);
        return flaggedAmong(db, [2, 1, 99]);
      }),
    ).toEqual(new Set([1]));
    expect(itemsByName(db, 1, items[0]!.external_id, 1)).toEqual([[2, items[1]!.external_id]]);
    expect(metaKeys(db, 1, 6).sort()).toEqual(['size', 'topic']);
    db.exec(
      `SAVEPOINT meta; UPDATE item SET meta = NULL WHERE id < 3; UPDATE item SET meta = '[1]' WHERE id = 3`,
    );
    const keys = [metaKeys(db, 1, 3), metaKeys(db, 1, 4).sort(), metaKeys(db, 5, 9).sort()];
    db.exec('ROLLBACK TO meta; RELEASE meta');
    expect(keys).toEqual([[], ['size', 'topic'], ['size', 'topic']]);
  });

  test('answers of the table of items', () => {
    db.exec(`SAVEPOINT answers; UPDATE label SET system_id = 0, criterion_id = 0, instrument = 'text:' || id
      WHERE kind = 'answer' AND id < 60; UPDATE label SET instrument = 'text' WHERE system_id = 0 AND id IN
      (SELECT MAX(id) FROM label WHERE system_id = 0 GROUP BY item_id, annotator_id)`);
    const own = db.prepare(`SELECT * FROM current_word WHERE instrument = 'text'`).all() as Row[];
    const asked = (annotatorId: number | null, from: number, to: number) =>
      valuesBetween(db, { kind: 'answer', instrument: 'text', annotatorId }, from, to).map(([id, value]) => [
        id,
        String(value).split(' | ').length,
      ]);
    const expected = (annotatorId: number | null, from: number, to: number) =>
      [
        ...Map.groupBy(
          own
            .filter((one) => one.source !== 'simulated' && one.item_id >= from && one.item_id <= to)
            .filter((one) => annotatorId === null || one.annotator_id === annotatorId)
            .sort(by('item_id')),
          (one) => one.item_id as number,
        ),
      ].map(([id, some]) => [id, some.length]);
    const cases = [
      [null, 1, 9],
      [1, 1, 9],
      [2, 2, 2],
    ] as const;
    const found = cases.map(([who, from, to]) => [asked(who, from, to), expected(who, from, to)]);
    db.exec('ROLLBACK TO answers; RELEASE answers');
    expect(own.length).toBeGreaterThan(1);
    for (const [one, other] of found) expect(one).toEqual(other);
  });

  test('whether an item is unfinished', () => {
    const study = { id: 1, generation: 1, systemId: 1, criterionId: 1, instrument: 'rating' };
    const drawn = rows('draw').filter((one) => one.study_id === 1 && one.generation === 1);
    const words = drawn.map(
      ({ item_id }) =>
        counted.filter(
          (one) =>
            one.item_id === item_id &&
            one.system_id === 1 &&
            one.criterion_id === 1 &&
            one.instrument === 'rating' &&
            one.source !== 'simulated',
        ).length,
    );
    const least = Math.min(...words);
    expect([least, least + 1].map((overlap) => hasUnfinishedItem(db, { ...study, overlap }))).toEqual([
      false,
      true,
    ]);
    expect(hasUnfinishedItem(db, { ...study, id: 77, overlap: 9 })).toBe(false);
    expect(hasUnfinishedItem(db, { ...study, generation: 77, overlap: 9 })).toBe(false);
    // What a simulation said is nobody's.
    db.exec(`SAVEPOINT said; DELETE FROM draw WHERE item_id = 4; DELETE FROM exclusion;
      UPDATE label SET kind = 'score', value = 1, answers = NULL, reason = NULL, source = 'screen'`);
    const isUnfinished = () => hasUnfinishedItem(db, { ...study, overlap: 1 });
    const spokenByPeople = isUnfinished();
    db.exec(`UPDATE label SET source = 'simulated'`);
    const simulated = isUnfinished();
    db.exec('ROLLBACK TO said; RELEASE said');
    expect([spokenByPeople, simulated]).toEqual([false, true]);
  });
});

describe('pools and texts', () => {
  const has = (itemId: number, systemId: number, turn?: number, needsText = false) =>
    responses.some(
      (one) =>
        one.item_id === itemId &&
        one.system_id === systemId &&
        (turn === undefined || one.turn === turn) &&
        (!needsText || one.text !== null),
    );
  test.each(pairs)('data set %i, system %i', (datasetId, systemId) => {
    const own = itemsOf(datasetId);
    const answered = own.filter(({ id }) => has(id, systemId, 0));
    expect(countPool(db, datasetId, systemId)).toBe(answered.length);
    expect(answeredItems(db, datasetId, systemId)).toEqual(ids(answered));
    expect(judgesWholes(db, datasetId, systemId)).toBe(!own.some(({ id }) => has(id, systemId, 0, true)));
    expect(countSharedPool(db, datasetId, systemId, 3 - systemId)).toBe(
      own.filter(({ id }) => has(id, systemId, 0, true) && has(id, 3 - systemId, 0, true)).length,
    );
    const texts = (itemId: number, of: number) =>
      responses
        .filter((one) => one.item_id === itemId && one.system_id === of && one.text !== null)
        .sort(by('turn'))
        .map(({ text }) => text);
    expect(
      [...iteratePool(db, datasetId, systemId)].map(({ itemId, responses: said }) => [itemId, said]),
    ).toEqual(own.filter(({ id }) => has(id, systemId)).map(({ id }) => [id, texts(id, systemId)]));
    for (const { id } of own) expect(responsesOf(db, id, systemId)).toEqual(texts(id, systemId));
    expect([...iterateTexts(db, datasetId)].map(({ itemId, replies }) => [itemId, [...replies]])).toEqual(
      own.map(({ id }) => [
        id,
        two.map((of) => [of, texts(id, of)]).filter(([, said]) => (said as string[]).length > 0),
      ]),
    );
    const outside = items
      .filter((item) => item.reference_answers !== null)
      .filter(({ id, dataset_id }) => !(dataset_id === datasetId && has(id, systemId)))
      .sort(by('dataset_id', 'external_id'));
    expect([...answeredQuestionsOutside(db, datasetId, systemId, 2)]).toHaveLength(
      Math.min(2, outside.length),
    );
    expect([...answeredQuestionsOutside(db, datasetId, systemId, 99)]).toHaveLength(outside.length);
    const dataset = findDataset(db, datasetId)!;
    const looks = db.prepare('SELECT item_id FROM failure_look').all() as { item_id: number }[];
    expect(countLabelsOfDataset(db, dataset)).toBe(
      [...labels, ...looks].filter((one) => own.some(({ id }) => id === one.item_id)).length,
    );
  });

  test('items by their numbers', () => {
    expect(listItemHeads(db, 2, 4).map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(listItemRange(db, 2, 4).map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(findItemHeads(db, [4, 2, 99]).map(({ id, externalId }) => [id, externalId])).toEqual([
      [4, itemName.get(4)],
      [2, itemName.get(2)],
    ]);
    const firsts = (id: number) =>
      responses.filter((one) => one.item_id === id && one.turn === 0).sort(by('system_id'));
    expect([...systemsOfItems(db, [4, 1])]).toEqual(
      [4, 1].map((id) => [id, firsts(id).map((one) => systemName.get(one.system_id))]),
    );
    db.exec('SAVEPOINT some; DELETE FROM response WHERE item_id = 2 AND system_id = 1 AND turn = 0');
    const passing = filterItems(db, 1, 4, { systemId: 1 });
    const inGroup = [
      filterItems(db, 1, 6, { group: 'g' }),
      filterItems(db, 1, 6, { group: 'g', systemId: 1 }),
    ];
    db.exec('ROLLBACK TO some; RELEASE some');
    expect(passing).toEqual([1, 4]);
    expect(inGroup).toEqual([ids(items.filter(({ group_key }) => group_key === 'g')), [1, 4]]);
  });
});

test('what surrogates guessed, and of which systems there is a reply to each', () => {
  const [first, second, third] = rows('surrogate');
  db.exec(`SAVEPOINT guesses; UPDATE surrogate SET dataset_id = 1, kind = 'reader' WHERE id < 3;
    UPDATE surrogate SET dataset_id = 2, kind = 'reader' WHERE id > 2; UPDATE surrogate SET kind = 'llm' WHERE id = 2;
    INSERT INTO surrogate (id, dataset_id, kind, version) VALUES (70, 1, 'reader', 'later');
    DELETE FROM pseudo_label; INSERT INTO pseudo_label (surrogate_id, item_id, turn, text)
      VALUES (1, 1, 0, 'a'), (1, 1, 1, 'b'), (1, 2, 0, 'c'), (2, 4, 0, 'd'), (1, 2, 1, 'e'), (1, 4, 1, 'x');
    DELETE FROM response; INSERT INTO response (item_id, system_id, turn, text)
      VALUES (1, 1, 0, 'r'), (1, 2, 0, NULL), (1, 2, 1, 'r'), (2, 2, 0, 'r'), (2, 1, 0, 'r'), (4, 1, 0, 'r')`);
  try {
    expect(listGuessers(db, 1, 'reader')).toEqual([
      {
        name: first!.version,
        coverage: [
          { system: systemName.get(1), items: 2 },
          { system: systemName.get(2), items: 1 },
        ],
      },
      { name: 'later', coverage: [] },
    ]);
    expect(listGuessers(db, 1, 'llm').map(({ name }) => name)).toEqual([second!.version]);
    expect(guessesOf(db, 1, 1)).toEqual(['a', 'b']);
    const of = (datasetId: number, kind: string, version: string) =>
      findGuesser(db, { datasetId, kind, version });
    expect([
      of(1, 'reader', first!.version),
      of(1, 'llm', first!.version),
      of(2, 'reader', first!.version),
    ]).toEqual([...[1, undefined, undefined]]);
    expect(of(2, 'reader', third!.version)).toBe(third!.id);
    storePseudoLabels(db, { datasetId: 1, kind: 'reader', version: 'later' }, [[2, ['p', 'q']]]);
    storePseudoLabels(db, { datasetId: 1, kind: 'reader', version: 'later' }, [[2, ['z']]]);
    expect([guessesOf(db, 70, 2), guessesOf(db, 1, 2)]).toEqual([
      ['p', 'q'],
      ['c', 'e'],
    ]);
  } finally {
    db.exec('ROLLBACK TO guesses; RELEASE guesses');
  }
});

describe('scores', () => {
  test.each(pairs)('data set %i, system %i', (datasetId, systemId) => {
    db.exec('SAVEPOINT scores');
    db.exec(`DELETE FROM machine_score WHERE signal_id = 2 AND system_id = 2;
      DELETE FROM human_score WHERE criterion_id = 2 AND system_id = 2; DELETE FROM machine_score WHERE item_id = 2 AND system_id = 1`);
    try {
      const human = rows('human_score');
      const machine = rows('machine_score');
      const signals = rows('signal').filter((one) => one.dataset_id === datasetId);
      const criteria = rows('criterion').filter((one) => one.dataset_id === datasetId);
      const cover = (list: readonly Row[], value: string) =>
        [...Map.groupBy(list.toSorted(by('system_id')), (one) => one.system_id as number)].map(
          ([id, of]) => ({
            system: systemName.get(id),
            items: of.length,
            mean: expect.closeTo(mean(of.map((one) => one[value])), 10) as number,
          }),
        );
      expect(listCriteria(db, datasetId).map(({ coverage }) => coverage)).toEqual(
        criteria.map(({ id }) =>
          cover(
            human.filter((one) => one.criterion_id === id),
            'mean',
          ),
        ),
      );
      expect(listSignals(db, datasetId).map(({ coverage }) => coverage)).toEqual(
        signals.map(({ id }) =>
          cover(
            machine.filter((one) => one.signal_id === id),
            'value',
          ),
        ),
      );
      const valuesOf = (id: number, of: number) =>
        machine.filter((one) => one.signal_id === id && one.system_id === of).sort(by('item_id'));
      expect(
        meanMachineScores(db, datasetId, systemId).map(({ name, value, items: n }) => [name, value, n]),
      ).toEqual(
        signals
          .map(({ id, name }) => [name, valuesOf(id, systemId)] as const)
          .filter(([, of]) => of.length > 0)
          .map(([name, of]) => [name, expect.closeTo(mean(of.map(({ value }) => value)), 10), of.length]),
      );
      const pool = new Set(
        rows('study_pool')
          .filter((one) => one.study_id === 1)
          .map((one) => one.item_id),
      );
      db.exec('DELETE FROM study_pool WHERE study_id = 2 OR item_id = 4');
      pool.delete(4);
      const inPool = (list: readonly Row[]) => list.filter((one) => pool.has(one.item_id));
      expect(
        meanMachineScores(db, datasetId, systemId, 1).map(({ name, value, items: n }) => [name, value, n]),
      ).toEqual(
        signals
          .map(({ id, name }) => [name, inPool(valuesOf(id, systemId))] as const)
          .filter(([, of]) => of.length > 0)
          .map(([name, of]) => [name, expect.closeTo(mean(of.map(({ value }) => value)), 10), of.length]),
      );
      expect(meanMachineScores(db, datasetId, systemId, 77)).toEqual([]);
      const means = human.filter((one) => one.criterion_id === 1 && one.system_id === systemId);
      const meanOf = (of: readonly Row[]) => ({
        value: expect.closeTo(mean(of.map((one) => one.mean)), 10) as number,
        items: of.length,
      });
      expect(meanHumanScore(db, 1, systemId)).toEqual(meanOf(means));
      expect(meanHumanScore(db, 1, systemId, 1)).toEqual(meanOf(inPool(means)));
      expect(meanHumanScore(db, 1, systemId, 77)).toBeUndefined();
      const differences = (before: number) =>
        signals
          .map(({ id, name }) => {
            const other = new Map(
              valuesOf(id, 3 - systemId).map((one) => [one.item_id, one.value as number]),
            );
            const both = valuesOf(id, systemId).filter(
              (one) => other.has(one.item_id) && one.item_id < before,
            );
            return [name, both.map((one) => one.value - other.get(one.item_id)!)] as const;
          })
          .filter(([, of]) => of.length > 0)
          .map(([name, of]) => [name, expect.closeTo(mean(of), 10), of.length]);
      for (const before of [4, 5])
        expect(
          meanMachineDifferences(db, datasetId, systemId, 3 - systemId, before).map(
            ({ name, value, items: n }) => [name, value, n],
          ),
        ).toEqual(differences(before));
      expect([...eachMachineValue(db, 1, systemId)]).toEqual(
        valuesOf(1, systemId).map((one) => [one.item_id, one.value]),
      );
      expect([...eachHumanMean(db, 1, systemId)]).toEqual(
        means.sort(by('item_id')).map((one) => [one.item_id, one.mean]),
      );
      expect(signalsOfSystem(db, datasetId, systemId).map(({ id }) => id)).toEqual(
        ids(signals.filter(({ id }) => valuesOf(id, systemId).length > 0)),
      );
      const systems = rows('dataset_system')
        .filter((one) => one.dataset_id === datasetId)
        .map((one) => one.system_id as number);
      const scored = (list: readonly Row[], own: readonly Row[], key: string) =>
        new Map(
          own
            .map(
              ({ id }) =>
                [
                  id,
                  systems.filter((of) => list.some((one) => one[key] === id && one.system_id === of)),
                ] as const,
            )
            .filter(([, of]) => of.length > 0),
        );
      expect(systemsScored(db, 'machine', datasetId)).toEqual(scored(machine, signals, 'signal_id'));
      expect(systemsScored(db, 'human', datasetId)).toEqual(scored(human, criteria, 'criterion_id'));
      db.exec(`DELETE FROM dataset_system WHERE dataset_id = 1 AND system_id = 2`);
      const left = new Set(
        rows('dataset_system')
          .filter((one) => one.dataset_id === datasetId)
          .map((one) => one.system_id),
      );
      const found = listItemScores(db, datasetId, 1);
      expect(found.human.map(({ system, mean: value }) => [system, value])).toEqual(
        human
          .filter(
            (one) =>
              one.item_id === 1 &&
              left.has(one.system_id) &&
              criteria.some(({ id }) => id === one.criterion_id),
          )
          .sort(by('system_id', 'criterion_id'))
          .map((one) => [systemName.get(one.system_id), one.mean]),
      );
      expect(found.signals.map(({ system, value }) => [system, value])).toEqual(
        machine
          .filter(
            (one) =>
              one.item_id === 1 && left.has(one.system_id) && signals.some(({ id }) => id === one.signal_id),
          )
          .sort(by('system_id', 'signal_id'))
          .map((one) => [systemName.get(one.system_id), one.value]),
      );
    } finally {
      db.exec('ROLLBACK TO scores; RELEASE scores');
    }
  });
});

describe('studies', () => {
  const draws = rows('draw');
  test.each(two)('the draws of study %i', (studyId) => {
    const own = draws
      .filter((one) => one.study_id === studyId && one.generation === 1)
      .sort(by('draw_order'));
    const [, second] = own;
    expect(
      listDraws(db, studyId, 1, { offset: second!.draw_order, limit: 2 }).map(({ order }) => order),
    ).toEqual(own.slice(1, 3).map((one) => one.draw_order));
    const again = own.filter((one) => one.item_id === 1);
    expect(again.length).toBeGreaterThan(1);
    expect(firstDrawOf(db, { id: studyId, generation: 1 }, 1)).toBe(again[0]!.draw_order);
    const pool = rows('study_pool')
      .filter((one) => one.study_id === studyId)
      .sort(by('position'));
    const [, middle] = pool;
    expect(poolRows(db, studyId, pool[0]!.position, 1).map(({ externalId }) => externalId)).toEqual([
      itemName.get(middle!.item_id),
    ]);
    expect(readSurrogateFrom(db, studyId, middle!.position, 1)).toEqual([middle!.surrogate_value]);
    const batch = {
      ...{ studyId, generation: 1, practiceRound: null, isAssigned: false, systemId: 1, criterionId: 1 },
      ...{ instrument: 'rating', annotatorId: 2 },
    };
    const once = own.filter((one, i) => own.findIndex((other) => other.item_id === one.item_id) === i);
    const marks = rows('item_mark').filter((one) => one.study_id === studyId && one.annotator_id === 2);
    expect(
      [...iterateBatch(db, batch)].map(({ itemId, laterRank, labelId }) => [itemId, laterRank, labelId]),
    ).toEqual(
      once.map(({ item_id }) => [
        item_id,
        marks.find((one) => one.item_id === item_id)?.later_rank ?? null,
        ids(
          labels.filter(
            (one) =>
              one.item_id === item_id &&
              one.system_id === 1 &&
              one.criterion_id === 1 &&
              one.instrument === 'rating' &&
              one.annotator_id === 2,
          ),
        ).at(-1) ?? null,
      ]),
    );
    expect([...iterateBatch(db, batch)].map(({ flagged, hasNote }) => [flagged, hasNote])).toEqual(
      once.map(({ item_id }) => {
        const mark = marks.find((one) => one.item_id === item_id);
        return [mark?.flagged === 1, (mark?.note ?? '') !== ''];
      }),
    );
    expect(batchPosition(db, batch, own[2]!.draw_order)).toBe(2);
    expect(batchPosition(db, batch, own.at(-1)!.draw_order + 1)).toBe(once.length);
    expect(whoSnoozed(db, studyId, 1)).toEqual(
      rows('item_mark')
        .filter((one) => one.study_id === studyId && one.item_id === 1 && one.later_rank !== null)
        .map((one) => one.annotator_id),
    );
    const seeds = rows('draw_run');
    for (const { seed } of seeds)
      expect(isSeedOfAnother(db, studyId, seed)).toBe(
        seeds.some((one) => one.seed === seed && one.study_id !== studyId),
      );
    const practiced = rows('practice_item').filter((one) => one.study_id === studyId && one.round > 0);
    expect(countPracticedDraws(db, { id: studyId, generation: 1 })).toBe(
      once.filter(({ item_id }) => practiced.some((one) => one.item_id === item_id)).length,
    );
    expect(listPracticeRounds(db, studyId).map(({ round }) => round)).toEqual([1, 2]);
    const checks = rows('check_item').filter((one) => one.study_id === studyId);
    const rounds = rows('practice_item')
      .filter((one) => one.study_id === studyId && one.round < 1)
      .sort(by('position'));
    expect(listChecks(db, studyId).map(({ itemId, ref }) => [itemId, ref])).toEqual(
      rounds
        .filter((one) => checks.some(({ item_id }) => item_id === one.item_id))
        .map((one) => [one.item_id, one.ref]),
    );
    const left = undone(() => {
      dropCheckRounds(db, studyId);
      return ['practice_item', 'practice_round'].map((table) => rows(table));
    });
    expect(left).toEqual(
      ['practice_item', 'practice_round'].map((table) =>
        rows(table).filter((one) => one.study_id !== studyId || one.round > 0),
      ),
    );
    const sources = rows('source_row')
      .filter((one) => one.study_id === studyId)
      .sort(by('position'));
    expect(
      listSourceRows(db, studyId, { offset: sources[1]!.position, limit: 1 }).map(
        ({ externalId }) => externalId,
      ),
    ).toEqual([itemName.get(sources[1]!.item_id)]);
  });

  test('an item handed out is found in the newest draw', () => {
    db.exec(`SAVEPOINT handed; UPDATE draw SET ref = 'same' WHERE study_id = 1`);
    const own = draws.filter((one) => one.study_id === 1 && one.generation === 2).sort(by('draw_order'));
    const found = resolveRef(db, 1, 'same');
    db.exec('ROLLBACK TO handed; RELEASE handed');
    expect([found.generation, found.order]).toEqual([2, own[0]!.draw_order]);
  });

  test('every study with what belongs to it', () => {
    const goals = new Map(rows('study_goal').map((one) => [one.study_id, one.least_difference]));
    const runs = rows('draw_run');
    const own = rows('study').filter((one) =>
      runs.some((run) => run.study_id === one.id && run.generation === one.generation),
    );
    expect(own.length).toBeGreaterThan(1);
    expect(
      listStudies(db).map((one) => [
        ...[
          one.id,
          one.datasetName,
          one.systemName,
          one.against?.systemName ?? null,
          one.seed,
          one.drawCount,
        ],
        ...[one.itemsDrawn, one.leastDifference],
      ]),
    ).toEqual(
      own
        .sort(by('id'))
        .reverse()
        .map((one) => {
          const drawn = draws.filter(
            (draw) => draw.study_id === one.id && draw.generation === one.generation,
          );
          const count = 1 + Math.max(-1, ...drawn.map((draw) => draw.draw_order as number));
          const items = new Set(drawn.map((draw) => draw.item_id)).size;
          return [
            ...[
              one.id,
              `name ${one.dataset_id}`,
              systemName.get(one.system_id),
              systemName.get(one.against_id) ?? null,
            ],
            runs.find((run) => run.study_id === one.id && run.generation === one.generation)!.seed,
            // The orders of a draw follow one another from 0, and one preset alone draws an item again.
            ...[count, one.preset === 'humcoe' ? items : count, goals.get(one.id) ?? null],
          ];
        }),
    );
    for (const rankingId of two)
      expect(itemsOfRanking(db, rankingId).sort()).toEqual(
        [
          ...new Set(
            own
              .filter((one) => one.ranking_id === rankingId)
              .flatMap((one) =>
                draws.filter((draw) => draw.study_id === one.id && draw.generation === one.generation),
              )
              .map((draw) => draw.item_id),
          ),
        ].sort(),
      );
  });

  test('levels of a pool, and of all items of a data set', () => {
    const study = rows('study')[0]!;
    const pool = rows('study_pool')
      .filter((one) => one.study_id === 1)
      .sort(by('position'));
    const scores = rows('machine_score').filter(
      (one) => one.signal_id === 2 && one.system_id === study.system_id,
    );
    const value = (itemId: number) => scores.find((one) => one.item_id === itemId)?.value ?? null;
    expect([...poolLevels(db, 1, { kind: 'signal', signalId: 2 })]).toEqual(
      pool.map((one) => value(one.item_id)),
    );
    const turns = (id: number, systemId: number) =>
      responses.filter((one) => one.item_id === id && one.system_id === systemId).length;
    db.exec('SAVEPOINT turns; DELETE FROM response WHERE item_id = 1 AND system_id = 1 AND turn = 1');
    const counted = [...poolLevels(db, 1, { kind: 'turns' })];
    db.exec('ROLLBACK TO turns; RELEASE turns');
    expect(counted).toEqual(
      pool.map(
        ({ item_id }) => turns(item_id, study.system_id) - (item_id === 1 && study.system_id === 1 ? 1 : 0),
      ),
    );
    expect(samplePool(db, 1, 2).map(({ meta }) => meta)).toEqual(
      pool.slice(0, 2).map((one) => items.find(({ id }) => id === one.item_id)!.meta),
    );
    const dataset = rows('study')[1]!.dataset_id as number;
    const own = itemsOf(dataset);
    expect(own.map(({ id }) => levelOf(db, 2, { kind: 'group' }, { itemId: id, surrogate: 0 }))).toEqual(
      own.map(({ group_key }) => group_key),
    );
    expect(
      levelOf(
        db,
        2,
        { kind: 'group' },
        { itemId: items.find((one) => one.dataset_id !== dataset)!.id, surrogate: 0 },
      ),
    ).toBeNull();
    expect([...eachGrouped(db, 2)]).toEqual(
      own
        .filter(({ group_key }) => group_key !== null)
        .sort(by('group_key'))
        .map(({ id, group_key }) => [id, group_key]),
    );
  });
});

describe('verdicts', () => {
  const verdicts = rows('judge_verdict').sort(by('item_id', 'criterion', 'repeat_index', 'swapped'));
  test.each(two)('of run %i', (runId) => {
    const own = verdicts.filter((one) => one.run_id === runId);
    for (const repeat of [0, 1])
      for (const swapped of [false, true])
        expect(
          settledVerdicts(db, runId, 2, repeat, swapped)
            .map(({ criterion }) => criterion)
            .sort(),
        ).toEqual(
          own
            .filter(
              (one) =>
                one.item_id === 2 &&
                one.repeat_index === repeat &&
                one.swapped === Number(swapped) &&
                one.outcome !== 'failed',
            )
            .map(({ criterion }) => criterion)
            .sort(),
        );
    for (const outcome of [undefined, 'scored', 'failed'] as const)
      for (const flagged of [undefined, true, false]) {
        const shown = own.filter(
          (one) =>
            (outcome === undefined || one.outcome === outcome) &&
            (flagged === undefined || (one.flag !== null) === flagged),
        );
        const found = listVerdicts(db, runId, { outcome, flagged }, { offset: 1, limit: 2 });
        expect([found.total, found.rows.map(({ externalId, reason }) => [externalId, reason])]).toEqual([
          shown.length,
          shown.slice(1, 3).map((one) => [itemName.get(one.item_id), one.reason]),
        ]);
      }
    const scored = own.filter((one) => one.outcome === 'scored' && one.criterion === 'tone');
    const ofOrder = (itemId: number, swapped: number) => {
      const values = scored
        .filter((one) => one.item_id === itemId && one.swapped === swapped)
        .map(({ value }) => value);
      return values.length === 0 ? null : mean(values);
    };
    const each = two.map((id) => [id, ofOrder(id, 0), ofOrder(id, 1)] as const);
    const both = each.filter(([, a, b]) => a !== null && b !== null);
    expect(sharesByOrder(db, runId, 'tone')).toEqual(both);
    expect(verdictMeans(db, runId, 'tone', 2)).toEqual(both.map(([id, a, b]) => [id, (a! + b!) / 2]));
  });
});

describe('invitations and visits', () => {
  test('a link is taken once, and ends with its visits', () => {
    const open = rows('invitation').find((one) => one.enrolled_at === null)!;
    const taken = rows('invitation').find((one) => one.enrolled_at !== null)!;
    undone(() => {
      expect([takeInvitation(db, open.id, 'now'), takeInvitation(db, open.id, 'later')]).toEqual([
        true,
        false,
      ]);
      expect(takeInvitation(db, taken.id, 'now')).toBe(false);
      expect(
        rows('invitation')
          .filter((one) => one.enrolled_at === 'now')
          .map(({ id }) => id),
      ).toEqual([open.id]);
    });
    undone(() => {
      const [first, second] = rows('visit');
      endVisit(db, second!.id, 'early');
      revokeInvitations(db, [first!.invitation_id], 'now');
      revokeInvitations(db, [first!.invitation_id], 'later');
      expect(
        rows('invitation')
          .filter((one) => one.revoked_at !== null)
          .map(({ id, revoked_at }) => [id, revoked_at]),
      ).toEqual([[first!.invitation_id, 'now']]);
      expect(rows('visit').map(({ id, ended_at }) => [id, ended_at])).toEqual(
        rows('visit').map(({ id, invitation_id }) => [
          id,
          id === second!.id ? 'early' : invitation_id === first!.invitation_id ? 'now' : null,
        ]),
      );
      endVisit(db, second!.id, 'later');
      expect(rows('visit').find(({ id }) => id === second!.id)!.ended_at).toBe('early');
      expect(isVisitOpen(db, second!.id, '')).toBe(false);
    });
    const [visit] = rows('visit');
    expect(['', visit!.expires_at, 'zz'].map((now) => isVisitOpen(db, visit!.id, now))).toEqual([
      true,
      false,
      false,
    ]);
    const names = new Map(listInvitations(db, 1).map(({ id }) => [id, true]));
    expect(listVisits(db, 1).every(({ invitationId }) => names.has(invitationId))).toBe(true);
  });
});

test('links of the chain come after a place, and the newest word on a kind of question counts', () => {
  expect(chainLinks(db, 1, 1).map(({ id }) => id)).toEqual([2]);
  const said = rows('question_kind').filter((one) => one.run_id === 1);
  const key = (one: Row) => `${one.position} ${one.turn} ${one.annotator_id}`;
  expect(listQuestionKinds(db, 1)).toHaveLength(
    said.filter(
      (one) => one.kind !== null && !said.some((later) => key(later) === key(one) && later.id > one.id),
    ).length,
  );
  const [first] = said;
  const again = undone(() => {
    db.prepare(
      'INSERT INTO question_kind (run_id, position, turn, annotator_id, kind, created_at) VALUES (1, ?, ?, ?, NULL, ?)',
    ).run(first!.position, first!.turn, first!.annotator_id, 'at 9');
    return listQuestionKinds(db, 1);
  });
  expect(again.some((one) => one.position === first!.position && one.turn === first!.turn)).toBe(false);
});

test('guidelines stand in the order in which they were first used, also where the first came back last', () => {
  const versionsAfter = (at: number) =>
    undone(() => {
      const [first] = countLabelsByGuidelines(db, 1);
      const counted = rows('label').filter(
        (one) => one.study_id === 1 && one.practice_round === null && one.client_key === one.submission,
      );
      const has = new Set(rows('label_guidelines').map((one) => one.label_id));
      const last = counted.filter((one) => has.has(one.id)).at(at)!;
      db.exec('DROP TRIGGER IF EXISTS label_guidelines_is_never_updated');
      db.prepare('UPDATE label_guidelines SET version = ? WHERE label_id = ?').run(first!.version, last.id);
      return countLabelsByGuidelines(db, 1).map(({ version }) => version);
    });
  const before = countLabelsByGuidelines(db, 1).map(({ version }) => version);
  expect(before.length).toBeGreaterThan(1);
  expect(versionsAfter(-1)[0]).toBe(before[0]);
});

test('whether each meets items in an order of their own is set and taken back', () => {
  const after = (shuffle: boolean) =>
    undone(() => {
      updateStudyTeam(db, 1, { overlap: 2, finalRule: 'majority', shuffle: !shuffle });
      updateStudyTeam(db, 1, { overlap: 2, finalRule: 'majority', shuffle });
      return getStudy(db, 1).shuffle;
    });
  expect([after(true), after(false)]).toEqual([true, false]);
});
