import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chatReply } from '../llm-server/replies.ts';
import { scoreByLength } from '../llm-server/server.ts';

/** Stands in for `vllm run-batch`: answers every request of a Batch file by a rule, as the loopback server does. */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    i: { type: 'string', short: 'i' },
    o: { type: 'string', short: 'o' },
    model: { type: 'string' },
  },
});
const lines = readFileSync(values.i!, 'utf8').trimEnd().split('\n');
const answers = lines.map((line) => {
  const { custom_id, body } = JSON.parse(line) as { custom_id: string; body: Record<string, unknown> };
  const response = {
    status_code: 200,
    request_id: custom_id,
    body: chatReply(body, scoreByLength({ body })),
  };
  return `${JSON.stringify({ id: custom_id, custom_id, response, error: null })}\n`;
});
writeFileSync(values.o!, answers.join(''));
