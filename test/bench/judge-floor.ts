/**
 * The floor of the judge's bench in a process of its own, which loads the client and nothing of the engine: the client
 * alone in a loop, 16 at a time, each reply parsed and its text kept. Arguments: `loaded` or `cold` (the client is loaded
 * within the time that is taken), a file of bodies, the server's address.
 */
import { readFileSync } from 'node:fs';
import type { OpenAI } from 'openai';
import { peakMegabytes } from './memory.ts';
import { startSpending } from './spending.ts';

const concurrency = 16;
const [kind, file, baseURL] = process.argv.slice(2) as ['loaded' | 'cold', string, string];

const bodies = JSON.parse(readFileSync(file, 'utf8')) as OpenAI.ChatCompletionCreateParamsNonStreaming[];
const texts: string[] = [];
if (kind === 'loaded') await import('openai');
const spent = startSpending();
const client = new (await import('openai')).OpenAI({ baseURL, apiKey: 'none' });
let next = 0;
const lane = async () => {
  for (let i = next++; i < bodies.length; i = next++) {
    const reply = await client.chat.completions.create(bodies[i]!);
    texts.push(reply.choices[0]!.message.content!);
  }
};
await Promise.all(Array.from({ length: concurrency }, lane));
const total = spent();
if (texts.length !== bodies.length) throw new Error(`${texts.length} of ${bodies.length} replies`);
console.log(JSON.stringify({ ...total, megabytes: peakMegabytes(process.pid) }));
