import type { EndpointSettings } from '../../../shared/contract/index.ts';
import type { FaultKind, LlmFault } from './fault.ts';

const mends: Record<FaultKind, string> = {
  'no-key': 'Give the key first.',
  address: 'Check the address.',
  dns: 'Check the spelling of the address and that this computer is on the network.',
  refused: 'Start the server, and check the port in the address.',
  tls: 'Use http:// for a server on this computer; elsewhere have its certificate mended.',
  timeout: 'The model may still be loading: try again, or allow more time.',
  unauthorized: 'Check the key, and which header carries it.',
  forbidden: 'Check that the key may use this model, and from this network.',
  model: 'Choose one of the models that the server lists.',
  path: 'Most servers answer under an address that ends in /v1.',
  'rate-limit': 'Wait a little, or lower the requests per minute.',
  server: 'Try again in a while; look at the server’s own log if it is yours.',
  'not-json': 'This looks like a web page or a proxy, not like a language model server: check the address.',
  shape: 'Check that the server speaks the chat completions API of OpenAI under this address.',
  moved: 'Use the address that it moved to; the key is not sent after it.',
  connection: 'Try again; a proxy or a firewall may have cut the line.',
  request: 'Check the settings of the endpoint: how JSON is asked for, log-probabilities, and the model.',
  'content-filter': 'The server’s filter refused a harmless test; check its settings.',
  quota: 'Add credit to the account.',
  'too-large': 'Check the server: its reply was far too long.',
};

/** What to do about a fault. */
export function mendOf(
  { kind, message, refusesJson }: LlmFault,
  { jsonMode, logProbabilities }: EndpointSettings,
): string {
  if (kind !== 'request') return mends[kind];
  if (refusesJson && jsonMode !== 'prompt-only') {
    return 'The server cannot be made to answer in JSON this way: set JSON to "by asking only".';
  }
  if (/logprob/i.test(message) && logProbabilities)
    return 'The server gives no log-probabilities: turn them off.';
  return mends.request;
}
