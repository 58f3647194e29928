/** Parts of model names that tell who made a model. */
const families: readonly (readonly [family: string, names: RegExp])[] = [
  ['GPT', /gpt|davinci|babbage|curie|\bada\b|^o[1-9]\b|chatgpt|openai/i],
  ['Claude', /claude|anthropic/i],
  ['Llama', /llama|vicuna|alpaca/i],
  ['Gemini', /gemini|gemma|palm|bison/i],
  ['Mistral', /mistral|mixtral|zephyr|ministral/i],
  ['Qwen', /qwen|qwq/i],
  ['DeepSeek', /deepseek/i],
  ['Phi', /\bphi\b|phi-/i],
  ['Command', /command-|cohere/i],
  ['Granite', /granite/i],
];

/** The family of a model by its name; undefined when the name does not tell. */
const modelFamily = (name: string): string | undefined => families.find(([, names]) => names.test(name))?.[0];

/**
 * What two models have in common, in a word: their family, or the name where both are one model; undefined where names tell
 * nothing. A judge tends to favor answers of its own family (self-enhancement bias; IQA-EVAL, section 6.4).
 */
export function familyInCommon(judge: string, judged: string): string | undefined {
  const family = modelFamily(judge);
  if (family !== undefined) return family === modelFamily(judged) ? family : undefined;
  const name = judge.trim();
  return name !== '' && name.toLowerCase() === judged.trim().toLowerCase() ? name : undefined;
}
