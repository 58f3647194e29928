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
export const modelFamily = (name: string): string | undefined =>
  families.find(([, names]) => names.test(name))?.[0];

/** A judge tends to favor answers of its own family (self-enhancement bias; IQA-EVAL, section 6.4). */
export function isSameFamily(judge: string, judged: string): boolean {
  const family = modelFamily(judge);
  return family !== undefined && family === modelFamily(judged);
}
