import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Engine } from '../../core/engine.ts';
import { pick } from '../../host/terminal/pick.ts';
import { contract } from '../../shared/contract/index.ts';
import { engineWithProject, importRecords } from './support/test-engine.ts';
import { byPreference, byRating, pairedRecords, rankingOfThree } from './support/two-systems.ts';

interface Call {
  readonly name: string;
  readonly call: (input: object) => Promise<unknown>;
}

const lists = ['list', 'fields', 'options', 'get', 'current', 'recent'];
/** These say of each pair which ranking it is of, so that whoever reads them leaves it out. */
const withPairs = ['study.list', 'ranking.list'];

/** Every call that lists something of a project or of one of its data sets. */
function listCalls({ client }: Engine, input: object): Call[] {
  const parts = contract as unknown as Record<
    string,
    Record<string, { '~orpc': { inputSchema?: z.ZodType } }>
  >;
  const does = client as unknown as Record<string, Record<string, Call['call']>>;
  return Object.entries(parts).flatMap(([part, calls]) =>
    Object.entries(calls)
      .filter(([name, own]) => lists.includes(name) && own['~orpc'].inputSchema?.safeParse(input).success)
      .map(([name]) => ({ name: `${part}.${name}`, call: (given: object) => does[part]![name]!(given) })),
  );
}

/** The calls that name a pair of a ranking though nobody asked for it. */
async function namingPairs(engine: Engine, datasetId: number, names: readonly string[]) {
  const found: string[] = [];
  const calls = listCalls(engine, { datasetId });
  for (const { name, call } of calls) {
    if (withPairs.includes(name)) continue;
    const said = JSON.stringify(await call({ datasetId }));
    if (names.some((pair) => said.includes(JSON.stringify(pair).slice(1, -1)))) found.push(name);
  }
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'dataset.list',
      'dataset.get',
      'item.list',
      'item.fields',
      'job.list',
      ...withPairs,
    ]),
  );
  return found;
}

const labelColumns = async ({ client }: Engine, datasetId: number) =>
  (await client.item.fields({ datasetId }))
    .filter(({ kind }) => kind === 'label')
    .map(({ name, system, by }) => [name, system, by]);

describe('no list shows the pairs that a ranking is made of', () => {
  test.each([
    [
      'on pages, where each system has one column of labels',
      { ...byRating, onePage: true, preset: 'uniform' },
      3,
    ],
    ['pair by pair, where columns say what stood beside', byRating, 6],
    ['by preferences', byPreference, 3],
  ] as const)('of one labeled %s', async (_, question, columns) => {
    const { engine, folder } = await engineWithProject();
    const scale = { min: 1, max: 5, direction: 'higher' as const };
    const scales = [
      { kind: 'criterion' as const, name: 'quality', scale },
      { kind: 'judge' as const, name: 'strict', criterion: 'quality', scale },
    ];
    const datasetId = await importRecords(engine, folder, pairedRecords(), { scales });
    const pairs = await engine.client.study.createPairs({
      ...{
        datasetId,
        systems: ['amber', 'basil', 'cedar'],
        ...question,
        size: 9,
        seed: 1,
        name: 'The order',
      },
    });
    expect(
      await namingPairs(
        engine,
        datasetId,
        pairs.map(({ name }) => name),
      ),
    ).toEqual([]);
    const shown = await labelColumns(engine, datasetId);
    expect(shown).toHaveLength(columns);
    expect(new Set(shown.map(String)).size).toBe(columns);
    const isPlain = 'onePage' in question;
    expect(shown.every(([name, , by]) => by === 'The order' && (name === 'Label') === isPlain)).toBe(true);
  });

  test('a choice of studies offers a pair by its name alone', async () => {
    const { engine, datasetId } = await rankingOfThree(9);
    const { client } = engine;
    const pairs = await client.study.list({});
    expect(pairs.map(({ rankingId }) => rankingId)).toEqual([1, 1, 1]);
    const made = await client.study.create({
      ...{ datasetId, system: 'amber', ...byRating, name: 'amber alone', size: 5, seed: 1 },
    });
    const all = await client.study.list({});
    const offered = (asked?: string) => {
      try {
        return pick(all, asked, 'study', '--study').id;
      } catch (error) {
        return (error as { details: { remedy: string } }).details.remedy;
      }
    };
    // The pairs of a ranking are no choices of their own.
    expect(offered()).toBe(made.id);
    expect(offered('amber against basel, quality')).toBe('There is: "amber alone"');
    expect(offered(pairs[0]!.name)).toBe(pairs[0]!.id);
    expect(offered('amber alone')).toBe(made.id);
  });
});
