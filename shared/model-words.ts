import type { ModelSpec, ProtocolSettings } from './contract/index.ts';
import { agentsOf } from './protocol-agents.ts';

/** How each model of a run was asked, by its part; without responses of the data, which nobody asked for. */
export function modelsInWords(
  model: ModelSpec,
  settings: ProtocolSettings,
): { part: string; words: string }[] {
  const parts = agentsOf(settings).map(({ words, spec }) => ({ part: words, words: modelWords(spec) }));
  return model.kind === 'recorded'
    ? parts
    : [{ part: 'Model under test', words: modelWords(model) }, ...parts];
}

/** "llama3, temperature 0.7, seed 1, at most 64 tokens; instructions: “Answer briefly.”" */
function modelWords(spec: Exclude<ModelSpec, { kind: 'recorded' }>): string {
  const { instructions, temperature, topP, seed, maxOutputTokens, stopWords } = spec;
  const name = spec.kind === 'endpoint' ? spec.model || 'the model of the endpoint' : spec.command;
  const parts = [
    name,
    typeof temperature === 'number' ? `temperature ${temperature}` : '',
    topP === null ? '' : `top p ${topP}`,
    seed === null ? '' : `seed ${seed}`,
    maxOutputTokens === null ? '' : `at most ${maxOutputTokens} tokens`,
    stopWords.length === 0 ? '' : `stops at ${stopWords.map((word) => JSON.stringify(word)).join(', ')}`,
  ];
  const how = parts.filter((part) => part !== '').join(', ') || 'as it is';
  return instructions ? `${how}; instructions: “${instructions}”` : how;
}
