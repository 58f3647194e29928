import { hasCall } from '../../../db/replies.ts';
import type { VerdictRow } from '../../../db/verdicts.ts';
import type { JsonMode } from '../../../shared/contract/index.ts';
import type { Answer, Answering } from '../llm/caller.ts';
import { LlmFault } from '../llm/fault.ts';
import { askingForJson, rememberJsonMode } from '../llm/json-asking.ts';
import { kindOfReply, type Reply } from '../llm/read-reply.ts';
import type { LlmRequest, Message } from '../llm/request.ts';
import { roomAfter } from '../llm/usable-reply.ts';
import {
  type Asking,
  type JudgeFacts,
  type JudgeUnit,
  judgeRequest,
  type PreparedUnit,
  prepareUnit,
  replyLimit,
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
  caller: Answering,
  settled: Settled = new Map(),
): Promise<VerdictRow[]> {
  const prepared = prepareUnit(facts, unit);
  const { criteria } = facts.prompt;
  const left = prepared.left.flatMap(({ itemId, ...why }) =>
    criteria.map(({ name }) => verdictRow(unit, itemId, name, { ...why, value: null }, null, '')),
  );
  if (!prepared.request) return left;
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
    return [...left, ...places.map((row) => settled.get(keyOf(row))!)];
  }
  const { findings, hashes } = await findingsOf(facts, unit, prepared, caller);
  return [...left, ...rows(findings, hashes).map((row) => settled.get(keyOf(row)) ?? row)];
}

/** The replies that a settled unit was read from count as before; one that is not stored is not asked for. */
async function countStored(
  facts: JudgeFacts,
  unit: JudgeUnit,
  prepared: PreparedUnit,
  caller: Answering,
): Promise<void> {
  const { messages, request, asked } = prepared;
  const first = askingFirst(facts, unit, prepared);
  const reply = await lastStored(facts, caller, (again) =>
    again === 0 ? request! : judgeRequest(facts, messages, { ...first, again }),
  );
  if (reply === undefined) return;
  if (reply.cutOff && asked.length > 1) {
    for (const half of halvesOf(facts, unit, prepared))
      await countStored(facts, half.unit, half.prepared, caller);
  }
  let asking = askingAgain(facts, unit, prepared, reply);
  const words = asAgain(messages, reply.text);
  for (;;) {
    const next = await lastStored(facts, caller, (again) =>
      judgeRequest(facts, words, again === 0 ? asking : { ...asking, again }),
    );
    if (!next?.cutOff) return;
    asking = withMoreRoom(asking);
  }
}

/** The stored reply to a request, or to its last further try where those before said nothing. */
async function lastStored(
  { db }: JudgeFacts,
  caller: Answering,
  requestOf: (again: number) => LlmRequest,
): Promise<Reply | undefined> {
  let last: Reply | undefined;
  for (let again = 0; last === undefined || saysNothing(last); again++) {
    const request = requestOf(again);
    if (!hasCall(db, request.hash)) break;
    ({ reply: last } = await caller.call(request));
  }
  return last;
}

const saysNothing = (reply: Reply): boolean => ['empty', 'tool-call'].includes(kindOfReply(reply));

/** A unit whose reply was too long, as two that are asked about anew. */
function halvesOf(facts: JudgeFacts, unit: JudgeUnit, { asked }: PreparedUnit) {
  const middle = Math.ceil(asked.length / 2);
  return [asked.slice(0, middle), asked.slice(middle)].map((items) => {
    const half = { ...unit, itemIds: items.map(({ itemId }) => itemId) };
    return { unit: half, prepared: prepareUnit(facts, half) };
  });
}

const askingFirst = (facts: JudgeFacts, { repeat }: JudgeUnit, { asked }: PreparedUnit): Asking => ({
  repeat,
  limit: replyLimit(facts, asked.length),
});

/** The second time: a reply about one item that was cut off gets twice the room, so that it is not paid for unchanged. */
function askingAgain(facts: JudgeFacts, unit: JudgeUnit, prepared: PreparedUnit, { cutOff }: Reply): Asking {
  const first = askingFirst(facts, unit, prepared);
  return cutOff ? withMoreRoom(first) : first;
}

const withMoreRoom = (asking: Asking): Asking => ({ ...asking, limit: roomAfter(asking.limit, true) });

/** Words that could not be read are pointed out; reasoning is never sent back. */
const asAgain = (messages: readonly Message[], text: string | null): Message[] => [
  ...messages,
  { role: 'assistant', content: text ?? '' },
  { role: 'user', content: readAgain },
];

/** What was found of each item, and the reply that it comes from. */
interface Found {
  readonly findings: Findings;
  readonly hashes: readonly string[];
}

/** The findings of a unit: halved as long as its reply is cut off by its length, once more where it cannot be read. */
async function findingsOf(
  facts: JudgeFacts,
  unit: JudgeUnit,
  prepared: PreparedUnit,
  caller: Answering,
): Promise<Found> {
  const { asked, messages, judged } = prepared;
  const { prompt } = facts;
  const first = await answerOrFinding(facts, messages, askingFirst(facts, unit, prepared), caller, prepared);
  if (!('reply' in first)) {
    const hashes = asked.map(() => '');
    return { findings: everywhere(prompt.criteria, asked.length, first), hashes };
  }
  const findings = readVerdicts(prompt, first.reply, asked.length, judged);
  const found = { findings, hashes: asked.map(() => first.hash) };
  if (findings.every(isUsable)) return found;
  if (first.reply.cutOff && asked.length > 1) {
    return betterOf(found, await findingsOfHalves(facts, unit, prepared, caller));
  }
  let again = askingAgain(facts, unit, prepared, first.reply);
  const askAgain = () => answerOrFinding(facts, asAgain(messages, first.reply.text), again, caller);
  let second = await askAgain();
  // What an earlier job got cut off at twice the room is asked for with more.
  while ('reply' in second && second.reply.cutOff && second.isFromBefore && !caller.asksNobody) {
    const { limit } = again;
    again = withMoreRoom(again);
    if (again.limit === limit) break;
    const next = await askAgain();
    if (!('reply' in next)) break;
    second = next;
  }
  if (!('reply' in second)) return found;
  const better = readVerdicts(prompt, second.reply, asked.length, judged);
  return betterOf(found, { findings: better, hashes: asked.map(() => second.hash) });
}

async function findingsOfHalves(
  facts: JudgeFacts,
  unit: JudgeUnit,
  prepared: PreparedUnit,
  caller: Answering,
): Promise<Found> {
  const parts: Found[] = [];
  for (const half of halvesOf(facts, unit, prepared)) {
    parts.push(await findingsOf(facts, half.unit, half.prepared, caller));
  }
  return {
    findings: parts.flatMap(({ findings }) => findings),
    hashes: parts.flatMap(({ hashes }) => hashes),
  };
}

/** What could be read the first time stays. */
const betterOf = (first: Found, second: Found): Found => ({
  findings: first.findings.map((finding, i) => (isUsable(finding) ? finding : second.findings[i]!)),
  hashes: first.hashes.map((hash, i) => (isUsable(first.findings[i]!) ? hash : second.hashes[i]!)),
});

/** Nothing in it is worth asking for in other words: what is unreadable or cut off is. */
const isUsable = (finding: Findings[number]): boolean =>
  finding.values().every(({ outcome }) => outcome !== 'unreadable' && outcome !== 'cut');

/** Asks; less strictly for JSON where the server does not take it as it is asked for, which is then remembered. */
async function answerOrFinding(
  facts: JudgeFacts,
  messages: readonly Message[],
  asking: Asking,
  caller: Answering,
  made?: Pick<PreparedUnit, 'request' | 'jsonMode'>,
): Promise<Answer | Finding> {
  const { db, endpoint, judge, json } = facts;
  const before = json.mode;
  try {
    const requestIn = (mode: JsonMode, again: number): LlmRequest => {
      const asked = again === 0 ? asking : { ...asking, again };
      if (mode !== json.mode) return requestAs(facts, messages, asked, mode);
      const isMade = again === 0 && mode === made?.jsonMode;
      return (isMade && made.request) || judgeRequest(facts, messages, asked);
    };
    const { answer, mode } = await askingForJson(before, json.hasWorked, (mode) =>
      answerWithText(caller, (again) => requestIn(mode, again)),
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

const triesOfJob = 2;

/** Asks once more for a reply that is empty; a later job does so again, and for a call of a tool. */
async function answerWithText(caller: Answering, requestOf: (again: number) => LlmRequest): Promise<Answer> {
  let asked = 0;
  for (let again = 0; ; again++) {
    const answer = await caller.call(requestOf(again));
    if (!saysNothing(answer.reply)) return answer;
    if (!answer.isFromBefore) asked++;
    const tries = caller.asksNobody ? again + 1 : asked;
    if (tries >= (kindOfReply(answer.reply) === 'empty' ? triesOfJob : 1)) return answer;
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
