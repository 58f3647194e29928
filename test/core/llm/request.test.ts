import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../core/llm/request.ts';

/** What the replies stored so far were found by: the engine's own JSON of the same value, its objects rebuilt in order. */
const rebuiltInOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

test('equal requests are equal texts, whatever the order of their keys', () => {
  const one = { model: 'm', messages: [{ role: 'user', content: 'é "x"\n' }], seed: undefined };
  const other = { messages: [{ content: 'é "x"\n', role: 'user' }], model: 'm' };
  expect(canonicalJson(one)).toBe('{"messages":[{"content":"é \\"x\\"\\n","role":"user"}],"model":"m"}');
  expect(canonicalJson(other)).toBe(canonicalJson(one));
});

test('replies that are stored stay found: the texts are those of before, also where names are numbers', () => {
  expect(canonicalJson({ b: 1, 10: 2, 9: 3, '01': 4 })).toBe('{"9":3,"10":2,"01":4,"b":1}');
  const name = fc.oneof(fc.string(), fc.nat(4294967296).map(String));
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, undefined, true, Number.NaN),
      fc.double(),
      fc.string({ unit: 'binary' }),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(name, tie('json'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(value)).toBe(rebuiltInOrder(value));
    }),
    { seed: 1, numRuns: 200 },
  );
});
