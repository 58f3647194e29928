// A judge of IQA-EVAL without a language model, for examples that anybody can run: fluency is the share of answers
// that end as a sentence does, helpfulness the share that say at least five words, both put on 1 to 5.
import { createInterface } from 'node:readline';

const rated = (answers, isGood) =>
  answers.length === 0 ? 1 : 1 + (4 * answers.filter(isGood).length) / answers.length;

for await (const line of createInterface({ input: process.stdin })) {
  const { id, messages } = JSON.parse(line);
  const answers = messages
    .at(-1)
    .content.split('\n')
    .flatMap((text) => (text.startsWith('Assistant: ') ? [text.slice('Assistant: '.length).trim()] : []));
  const fluency = rated(answers, (answer) => /[.!?]["')]?$/.test(answer));
  const helpfulness = rated(answers, (answer) => answer.split(/\s+/).length >= 5);
  const text = `Helpfulness: ${helpfulness.toFixed(3)}\nFluency: ${fluency.toFixed(3)}\nReason: counted`;
  process.stdout.write(`${JSON.stringify({ id, text })}\n`);
}
