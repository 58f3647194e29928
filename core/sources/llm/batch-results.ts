import { z } from 'zod';
import { parseJson } from '../../platform/files/parse-json.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import type { Asker } from './ask.ts';
import { readReply } from './read-reply.ts';
import type { ReplyStore } from './reply-store.ts';
import type { LlmRequest } from './request.ts';

const LineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
});

interface Collecting<U> {
  readonly asker: Asker;
  readonly store: ReplyStore;
  requestOf(unit: U): LlmRequest | undefined;
}

/** Stores every readable reply of a batch's output file, and takes it off `wanted`; what failed there stays wanted. */
export async function collectBatch<U>(
  { now }: JobScope,
  runId: number,
  { output_file_id }: { output_file_id?: string | null },
  wanted: Map<string, U>,
  { asker, store, requestOf }: Collecting<U>,
): Promise<void> {
  if (!output_file_id) return;
  const file = await asker.client.files.content(output_file_id, { maxRetries: 5 });
  const stored: Promise<void>[] = [];
  for (const line of (await file.text()).split('\n')) {
    const { custom_id: hash = '', response } = lineOf(asker.clean(line)) ?? {};
    const unit = wanted.get(hash);
    const reply = response?.status_code === 200 ? readReply(response.body) : undefined;
    if (unit === undefined || !reply) continue;
    wanted.delete(hash);
    const { inputTokens, outputTokens } = reply;
    const body = JSON.stringify(response!.body);
    const row = { hash, runId, request: requestOf(unit)!.canonical, reply: body, inputTokens, outputTokens };
    stored.push(store.save({ ...row, milliseconds: null, createdAt: now() }));
  }
  await Promise.all(stored);
}

function lineOf(line: string): z.infer<typeof LineSchema> | undefined {
  try {
    return LineSchema.safeParse(parseJson(line)).data;
  } catch {
    return undefined;
  }
}
