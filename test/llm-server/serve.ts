/** The server in a process of its own: prints its address, answers until it is ended. The latency is its argument. */
import { startLlmServer } from './server.ts';

const server = await startLlmServer({ latencyMs: Number(process.argv[2] ?? 0) });
console.log(server.url);
