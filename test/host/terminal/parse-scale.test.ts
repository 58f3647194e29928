import { expect, test } from 'vitest';
import { scaleDeclaration } from '../../../host/terminal/parse-scale.ts';

test('a range as people write it', () => {
  expect(scaleDeclaration('judge:strict/tone=1..10,lower')).toEqual([
    { kind: 'judge', name: 'strict', criterion: 'tone', scale: { min: 1, max: 10, direction: 'lower' } },
  ]);
  expect(() => scaleDeclaration('criterion:ok=5..1')).toThrowError(/Write it as/);
});

test('a range that is no finite number wide is refused by name, with the mend', () => {
  const digits = (count: number) => '9'.repeat(count);
  for (const range of [`0..${digits(400)}`, `-${digits(308)}..${digits(308)}`]) {
    expect(() => scaleDeclaration(`criterion:helpful=${range}`)).toThrowError(
      /range of helpful is too wide\. Give two finite ends whose difference is finite/,
    );
  }
});
