/**
 * A browser for tests of how the product ends one: it answers orders over pipes 3 and 4, and has a process of its own that holds
 * them open. `close` ends when asked, `stubborn` never does, `hang` never answers, `crash` ends at the first order.
 */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';

const [mode] = process.argv.slice(2) as ['close' | 'stubborn' | 'hang' | 'crash'];
process.on('SIGTERM', () => {});
const renderer = spawn('/bin/sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], {
  stdio: ['ignore', 'ignore', 'ignore', 3, 4],
});
const keepAlive = setInterval(() => {}, 1000);
const answers = createWriteStream('', { fd: 4 });
answers.on('error', () => {});
const results: Record<string, unknown> = {
  'Target.createTarget': { targetId: 't' },
  'Target.attachToTarget': { sessionId: 's' },
  'Page.getFrameTree': { frameTree: { frame: { id: 'f' } } },
  'Page.printToPDF': { data: Buffer.from('%PDF-1.4\n/Type /Page\n').toString('base64') },
};
let text = '';
createReadStream('', { fd: 3, encoding: 'utf8' }).on('data', (part) => {
  const orders = (text + part).split('\0');
  text = orders.pop()!;
  for (const order of orders) {
    const { id, method } = JSON.parse(order) as { id: number; method: string };
    if (mode === 'crash') process.exit(3);
    if (mode === 'hang') continue;
    answers.write(`${JSON.stringify({ id, result: results[method] ?? {} })}\0`);
    if (method === 'Browser.close' && mode === 'close') {
      renderer.kill('SIGKILL');
      clearInterval(keepAlive);
      process.exit(0);
    }
  }
});
