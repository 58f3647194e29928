import type { ScaleDeclaration } from '../../../shared/contract/index.ts';

/** Items that one system answered, with a human score from 1 to 5 and a judge that half agrees. */
export function ratedRecords(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const human = 1 + ((i * 7) % 5);
    return {
      id: `item-${String(i).padStart(4, '0')}`,
      group: `group-${i % 9}`,
      conversation: [{ role: 'user', content: `What about number ${i}?` }],
      context: `Number ${i} is written here.`,
      reference: [`number ${i}`],
      responses: { secretive: `It is number ${i % 3 === 0 ? i + 1 : i}.`, rival: `number ${i}` },
      human: { secretive: { quality: [human] } },
      judge: { strict: { secretive: { quality: Math.min(5, Math.max(1, human + ((i * 5) % 3) - 1)) } } },
    };
  });
}

export const ratedScales: ScaleDeclaration[] = [
  { kind: 'criterion', name: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
  { kind: 'judge', name: 'strict', criterion: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
];
