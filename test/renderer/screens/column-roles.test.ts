import { describe, expect, test } from 'vitest';
import {
  mappingOf,
  noRole,
  questionColumns,
  rolesOf,
  withRatings,
  withRole,
  withSystem,
  withWay,
} from '../../../renderer/screens/data/column-roles.ts';
import { windowsOf } from '../../../renderer/screens/data/row-offset.ts';
import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { wayToRead } from '../../../shared/mapping.ts';

const mapping: ColumnMapping = {
  id: 'qid',
  question: 'q',
  references: ['gold'],
  responses: [{ column: 'out_a', system: 'a' }],
  human: [{ column: 'h', system: 'a', criterion: 'helpful' }],
  signals: [
    { column: 'j', system: 'a', kind: 'judge', name: 'gpt', criterion: 'helpful' },
    { column: 'f1', system: 'a', kind: 'auto', name: 'F1' },
  ],
};
const columns = ['qid', 'q', 'gold', 'out_a', 'h', 'j', 'f1', 'other'];

describe('roles of columns', () => {
  test('and the mapping say the same', () => {
    const roles = rolesOf(mapping, columns);
    expect(roles.other).toEqual(noRole);
    expect(mappingOf(roles)).toEqual(mapping);
  });
  test('of a label file too', () => {
    const labels: ColumnMapping = {
      references: [],
      responses: [],
      human: [],
      signals: [],
      label: { item: 'qid', value: 'h', annotator: 'who' },
    };
    expect(mappingOf(rolesOf(labels, ['qid', 'h', 'who']))).toEqual(labels);
    const turns = { ...labels, turns: ['u1', 'b1', 'u2'] };
    expect(mappingOf(rolesOf(turns, ['qid', 'h', 'who', 'u1', 'b1', 'u2', 'b2']))).toEqual(turns);
    const shown = { ...labels, pictures: ['a', 'b'] };
    expect(mappingOf(rolesOf(shown, ['qid', 'h', 'who', 'a', 'b', 'c']))).toEqual(shown);
  });
  test('ask for the question of replies where a column of texts is left', () => {
    const table = {
      columns: ['column 1', 'column 2', 'column 3'],
      rows: [['Is it big?', 'Yes.', '4']],
    };
    const none: ColumnMapping = { references: [], responses: [], human: [], signals: [] };
    const roles = rolesOf(none, table.columns);
    expect(questionColumns(roles, table)).toEqual([]);
    const answered = withRole(roles, 'column 2', { role: 'response', system: 'assistant' });
    expect(questionColumns(answered, table)).toEqual(['column 1']);
    expect(questionColumns(withRole(answered, 'column 1', { role: 'question' }), table)).toEqual([]);
    expect(questionColumns(withRole(answered, 'column 3', { role: 'conversation' }), table)).toEqual([]);
  });
  test('take a column of each person as ratings of one criterion', () => {
    const roles = withRatings(rolesOf({ ...mapping, human: [] }, columns), ['h', 'other']);
    expect(mappingOf(roles).human).toEqual([
      { column: 'h', system: 'a', criterion: 'rating' },
      { column: 'other', system: 'a', criterion: 'rating' },
    ]);
  });
  test('read the right answer as the reply once it was rated', () => {
    const asked: ColumnMapping = { question: 'q', references: ['a'], responses: [], human: [], signals: [] };
    const roles = rolesOf(asked, ['q', 'a', 'ann', 'bo']);
    expect(mappingOf(withRatings(roles, ['ann', 'bo']))).toMatchObject({
      references: [],
      responses: [{ column: 'a', system: 'assistant' }],
      human: [
        { column: 'ann', system: 'assistant' },
        { column: 'bo', system: 'assistant' },
      ],
    });
    expect(mappingOf(rolesOf(asked, ['q', 'a'])).references).toEqual(['a']);
  });
  test('are those of a way that a button offers, or get its types', () => {
    const roles = rolesOf(mapping, columns);
    const way = { ...mapping, human: [{ column: 'other', system: 'a', criterion: 'rating' }] };
    expect(mappingOf(withWay(roles, way)).human).toEqual(way.human);
    const types = withWay(roles, wayToRead('', { types: { h: 'comma' } }).mapping);
    expect(mappingOf(types)).toEqual({ ...mappingOf(roles), types: { h: 'comma' } });
  });
  test('give a system another name with its scores', () => {
    const roles = withSystem(rolesOf(mapping, columns), 'out_a', 'clone');
    const { responses, human, signals } = mappingOf(roles);
    expect([...responses, ...human, ...signals].map(({ system }) => system)).toEqual(Array(4).fill('clone'));
    const emptied = mappingOf(withSystem(roles, 'out_a', ''));
    expect([...emptied.responses, ...emptied.human].map(({ system }) => system)).toEqual(['out_a', 'out_a']);
  });
  test('take the name of a system out of what its columns measure', () => {
    const named: ColumnMapping = {
      references: [],
      responses: [{ column: 'reply', system: 'assistant' }],
      human: [
        { column: 'human:clone', system: 'assistant', criterion: 'clone' },
        { column: 'human_clone_helpful', system: 'assistant', criterion: 'clone_helpful' },
      ],
      signals: [],
    };
    const roles = withSystem(
      rolesOf(named, ['reply', 'human:clone', 'human_clone_helpful']),
      'reply',
      'Clone',
    );
    expect(mappingOf(roles).human).toEqual([
      { column: 'human:clone', system: 'Clone', criterion: 'rating' },
      { column: 'human_clone_helpful', system: 'Clone', criterion: 'helpful' },
    ]);
  });
  test('leave scores where two columns have one name', () => {
    const two: ColumnMapping = {
      ...mapping,
      responses: [...mapping.responses, { column: 'other', system: 'a' }],
    };
    const { human } = mappingOf(withSystem(rolesOf(two, columns), 'other', 'b'));
    expect(human[0]!.system).toBe('a');
  });
  test('that only one column can have move', () => {
    const roles = withRole(rolesOf(mapping, columns), 'other', { role: 'id' });
    expect(mappingOf(roles).id).toBe('other');
    expect(roles.qid).toEqual(noRole);
  });
  test('without a name still make a mapping that can be tried', () => {
    const roles = withRole(rolesOf(mapping, columns), 'other', { role: 'response', system: ' ' });
    expect(mappingOf(roles).responses).toContainEqual({ column: 'other', system: 'other' });
  });
  test('leave out a label that has no value yet', () => {
    expect(mappingOf({ a: { ...noRole, role: 'label-item' } }).label).toBeUndefined();
  });
});

describe('windows of a long list', () => {
  test('cover the rows in view and always the first', () => {
    expect(windowsOf(0, 20)).toEqual([0]);
    expect(windowsOf(95, 120)).toEqual([0, 1]);
    expect(windowsOf(54_321, 54_360)).toEqual([0, 543]);
  });
});
