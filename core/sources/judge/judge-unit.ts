import { hasCall } from '../../../db/replies.ts';
import type { VerdictRow } from '../../../db/verdicts.ts';
import type { Answer, Caller } from '../llm/caller.ts';
import { LlmFault } from '../llm/fault.ts';
import { askingForJson, rememberJsonMode } from '../llm/json-asking.ts';
import type { Message } from '../llm/request.ts';
import {
  type JudgeFacts,
  type JudgeUnit,
  judgeRequest,
  type PreparedUnit,
  prepareUnit,
  requestAs,
} from './judge-requests.ts';
import { everywhere, type Finding, type Findings, readVerdicts } from './read-verdicts.ts';

const readAgain =
  'Your reply could not be read. Answer once more with the one JSON object that was asked for, complete, and nothing around it.';

/** What is stored of a run already, by what `keyOf` makes of it. */
type Settled = ReadonlyMap<string, VerdictRow>;

/** Tells the verdicts of a run apart. */
export const keyOf = ({ itemId, criterion, repeat, swapped }: VerdictRow): string =>
  `${itemId} ${repeat} ${swapped} ${criterion}`;

/**
 * Asks a judge about the items of a unit, once more where it cannot be read, and gives what became of each score. What is
 * settled stays as it was read, also where this version would read it otherwise, and is not asked about again.
 */
export async function judgeUnit(
  facts: JudgeFacts,
  unit: JudgeUnit,
  caller: Caller,
  settled: Settled = new Map(),
): Promise<VerdictRow[]> {
  const prepared = prepareUnit(facts, unit);
  const { criteria } = facts.prompt;
  const lacking = prepared.lacking.flatMap(({ itemId, variables }) => {
    const reason = `The item has no ${variables.join(' and no ')}, which the prompt shows.`;
    return criteria.map(({ name }) =>
      verdictRow(unit, itemId, name, { outcome: 'failed', value: null, reason }, null, ''),
    );
  });
  if (!prepared.request) return lacking;
  const unread: Finding = { outcome: 'unreadable', value: null, reason: '' };
  const rows = (given: Findings, hashes: readonly string[]) =>
    prepared.asked.flatMap(({ itemId, flag }, i) =>
      criteria.map(({ name }) => verdictRow(unit, itemId, name, given[i]!.get(name)!, flag, hashes[i]!)),
    );
  const places = rows(
    everywhere(criteria, prepared.asked.length, unread),
    prepared.asked.map(() => ''),
  );
  if (places.every((row) => settled.has(keyOf(row)))) {
    await countStored(facts, unit, prepared, caller);
    return [...lacking, ...places.map((row) => settled.get(keyOf(row))!)];
  }
  const { findings, hashes } = await findingsOf(facts, unit, prepared, caller);
  return [...lacking, ...rows(findings, hashes).map((row) => settled.get(keyOf(row)) ?? row)];
}

/** The replies that a settled unit was read from count as before; one that is not stored is not asked for. */
async function countStored(
  facts: JudgeFacts,
  unit: JudgeUnit,
  { messages, request }: PreparedUnit,
  caller: Caller,
): Promise<void> {
  if (!hasCall(facts.db, request!.hash)) return;
  const { reply } = await caller.call(request!);
  const again = judgeRequest(facts, asAgain(messages, reply.text), unit.repeat);
  if (hasCall(facts.db, again.hash)) await caller.call(again);
}

const asAgain = (messages: readonly Message[], text: string | null): Message[] => [
  ...messages,
  { role: 'assistant', content: text ?? '' },
  { role: 'user', content: readAgain },
];

/** The findings, and the reply that each item's come from. */
async function findingsOf(
  facts: JudgeFacts,
  unit: JudgeUnit,
  { asked, messages, judged }: PreparedUnit,
  caller: Caller,
) {
  const { prompt } = facts;
  const first = await answerOrFinding(facts, messages, unit.repeat, caller);
  if (!('reply' in first)) {
    const hashes = asked.map(() => '');
    return { findings: everywhere(prompt.criteria, asked.length, first), hashes };
  }
  const findings = readVerdicts(prompt, first.reply, asked.length, judged);
  const hashes = asked.map(() => first.hash);
  if (findings.every(isReadable)) return { findings, hashes };
  const second = await answerOrFinding(facts, asAgain(messages, first.reply.text), unit.repeat, caller);
  if (!('reply' in second)) return { findings, hashes };
  const better = readVerdicts(prompt, second.reply, asked.length, judged);
  return {
    findings: findings.map((finding, i) => (isReadable(finding) ? finding : better[i]!)),
    hashes: findings.map((finding) => (isReadable(finding) ? first.hash : second.hash)),
  };
}

const isReadable = (finding: Findings[number]): boolean =>
  finding.values().every(({ outcome }) => outcome !== 'unreadable');

/** Asks; less strictly for JSON where the server does not take it as it is asked for, which is then remembered. */
async function answerOrFinding(
  facts: JudgeFacts,
  messages: readonly Message[],
  repeat: number,
  caller: Caller,
): Promise<Answer | Finding> {
  const { db, endpoint, judge, json } = facts;
  const before = json.mode;
  try {
    const { answer, mode } = await askingForJson(before, json.hasWorked, (mode) =>
      caller.call(
        mode === json.mode ? judgeRequest(facts, messages, repeat) : requestAs(facts, messages, repeat, mode),
      ),
    );
    json.hasWorked = true;
    if (mode !== before) {
      json.mode = mode;
      await rememberJsonMode(db, endpoint, judge.model || endpoint.model, mode);
    }
    return answer;
  } catch (error) {
    if (!(error instanceof LlmFault)) throw error;
    const outcome = error.kind === 'content-filter' ? 'refused' : 'failed';
    return { outcome, value: null, reason: error.message };
  }
}

/** A pair's value is the first system's share: when the second stood first, what was said of "first" is turned round. */
function verdictRow(
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
