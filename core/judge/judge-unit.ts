import type { VerdictRow } from '../../db/verdicts.ts';
import type { Answer, Caller } from '../llm/caller.ts';
import { LlmFault } from '../llm/fault.ts';
import {
  type JudgeFacts,
  type JudgeUnit,
  judgeRequest,
  type PreparedUnit,
  prepareUnit,
} from './judge-requests.ts';
import { everywhere, type Finding, type Findings, readVerdicts } from './read-verdicts.ts';

const readAgain =
  'Your reply could not be read. Answer once more with the one JSON object that was asked for, complete, and nothing around it.';

/** Asks a judge about the items of a unit, once more where it cannot be read, and gives what became of each score. */
export async function judgeUnit(facts: JudgeFacts, unit: JudgeUnit, caller: Caller): Promise<VerdictRow[]> {
  const prepared = prepareUnit(facts, unit);
  const { criteria } = facts.prompt;
  const lacking = prepared.lacking.flatMap(({ itemId, variables }) => {
    const reason = `The item has no ${variables.join(' and no ')}, which the prompt shows.`;
    return criteria.map(({ name }) =>
      rowOf(unit, itemId, name, { outcome: 'failed', value: null, reason }, null, ''),
    );
  });
  if (!prepared.request) return lacking;
  const { findings, hashes } = await findingsOf(facts, unit, prepared, caller);
  const asked = prepared.asked.flatMap(({ itemId, flag }, i) =>
    criteria.map(({ name }) => rowOf(unit, itemId, name, findings[i]!.get(name)!, flag, hashes[i]!)),
  );
  return [...lacking, ...asked];
}

/** The findings, and the reply that each item's come from. */
async function findingsOf(
  facts: JudgeFacts,
  unit: JudgeUnit,
  { asked, messages, request }: PreparedUnit,
  caller: Caller,
) {
  const { prompt } = facts;
  const first = await answerOrFinding(caller, request!);
  if (!('reply' in first)) {
    const hashes = asked.map(() => '');
    return { findings: everywhere(prompt.criteria, asked.length, first), hashes };
  }
  const findings = readVerdicts(prompt, first.reply, asked.length);
  const hashes = asked.map(() => first.hash);
  if (findings.every(isReadable)) return { findings, hashes };
  const again = judgeRequest(
    facts,
    [
      ...messages,
      { role: 'assistant', content: first.reply.text ?? '' },
      { role: 'user', content: readAgain },
    ],
    unit.repeat,
  );
  const second = await answerOrFinding(caller, again);
  if (!('reply' in second)) return { findings, hashes };
  const better = readVerdicts(prompt, second.reply, asked.length);
  return {
    findings: findings.map((finding, i) => (isReadable(finding) ? finding : better[i]!)),
    hashes: findings.map((finding) => (isReadable(finding) ? first.hash : second.hash)),
  };
}

const isReadable = (finding: Findings[number]): boolean =>
  finding.values().every(({ outcome }) => outcome !== 'unreadable');

async function answerOrFinding(
  caller: Caller,
  request: NonNullable<PreparedUnit['request']>,
): Promise<Answer | Finding> {
  try {
    return await caller.call(request);
  } catch (error) {
    if (!(error instanceof LlmFault)) throw error;
    const outcome = error.kind === 'content-filter' ? 'refused' : 'failed';
    return { outcome, value: null, reason: error.message };
  }
}

/** A pair's value is the first system's share: when the second stood first, what was said of "first" is turned round. */
function rowOf(
  { repeat, swapped }: JudgeUnit,
  itemId: number,
  criterion: string,
  { outcome, value, reason }: Finding,
  flag: string | null,
  callHash: string,
): VerdictRow {
  const turned = swapped && value !== null ? 1 - value : value;
  return { itemId, criterion, repeat, swapped, outcome, value: turned, reason, flag, callHash };
}
