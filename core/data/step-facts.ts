import type { StepFacts } from '../../shared/contract/data.ts';
import type { Turn } from '../../shared/contract/index.ts';

/** The fields of a turn in a file that say how long its step took, in milliseconds, what it cost, in US dollars, and how deep it lies. */
export const stepFields = { durationMs: 'duration_ms', costUsd: 'cost_usd', depth: 'depth' } as const;

/** Deeper steps are shown at this depth. */
const deepest = 12;

/**
 * The turns of an item, each with what its file recorded of that step: time, cost, and the steps that it lies inside of. Nothing else of
 * a turn's fields is taken, for they may name a system.
 */
export function turnsOfItem({
  conversation,
  meta,
}: {
  conversation: readonly Turn[];
  meta: string | null;
}): readonly Turn[] {
  if (meta === null || !meta.includes('"turnFields"')) return conversation;
  const stored: unknown = JSON.parse(meta);
  const turnFields: unknown =
    typeof stored === 'object' && stored !== null && 'turnFields' in stored ? stored.turnFields : null;
  if (!Array.isArray(turnFields)) return conversation;
  const byTurn = new Map(
    turnFields.flatMap((one: unknown) => {
      const fields = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
      const facts = stepFacts(fields);
      return facts && typeof fields.turn === 'number' ? [[fields.turn, facts] as const] : [];
    }),
  );
  return conversation.map((turn, at) => {
    const step = byTurn.get(at);
    return step ? { ...turn, step } : turn;
  });
}

function stepFacts(fields: Record<string, unknown>): StepFacts | null {
  const amount = (name: string) => {
    const value = fields[name];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const durationMs = amount(stepFields.durationMs);
  const costUsd = amount(stepFields.costUsd);
  const given = Math.floor(amount(stepFields.depth) ?? 0);
  if (durationMs === undefined && costUsd === undefined && given === 0) return null;
  return {
    ...(durationMs !== undefined && { durationMs }),
    ...(costUsd !== undefined && { costUsd }),
    ...(given > 0 && { depth: Math.min(deepest, given) }),
  };
}
