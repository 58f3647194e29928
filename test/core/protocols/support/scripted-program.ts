import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the program says: answers by "previous answer|question" or question, and texts by what messages hold. */
interface Script {
  answers: Record<string, string>;
  texts: { holds: string[]; text: string }[];
  delayMs?: number;
  /** Every request is noted here, one line each. */
  log?: string;
}

const script = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Script;

interface Request {
  id: number;
  type: 'reply' | 'complete';
  conversation?: { role: string; content: string }[];
  messages?: { role: string; content: string }[];
}

function textFor({ type, conversation = [], messages = [] }: Request): string {
  if (type === 'reply') {
    const question = conversation.at(-1)?.content ?? '';
    const before = conversation.at(-2)?.content ?? '';
    return script.answers[`${before}|${question}`] ?? script.answers[question] ?? 'CANNOTANSWER';
  }
  const all = messages.map(({ content }) => content).join('\n');
  return script.texts.find(({ holds }) => holds.every((part) => all.includes(part)))?.text ?? '';
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  if (script.log !== undefined) appendFileSync(script.log, `${line}\n`);
  if (script.delayMs !== undefined) await sleep(script.delayMs);
  const text = textFor(request);
  const answer = text === 'FAIL' ? { id: request.id, error: 'scripted' } : { id: request.id, text };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
