import type { ProtocolPrompt } from '../../../../shared/contract/index.ts';
import { unquoted, withoutReasoning } from '../../llm/reasoning.ts';
import type { Exchange } from '../conversations/history.ts';
import type { Agent } from '../model/model-under-test.ts';
import { renderTemplate } from '../prompts/template.ts';
import type { QuestionInHistory, QuestionRewriter, ValidityDetector } from './question-validity.ts';

const invalidLine = /^[\s*_#-]*invalid(?:[\s*_]*[:.,;–—-]|[\s*_]*$)/i;
const validLine = /^[\s*_#-]*valid[\s*_.]*$/i;

/**
 * Asks a language model whether a question still fits. A reply that gives neither word as its own line, or both, counts as
 * valid: it may speak of what somebody else called so.
 */
export function agentDetector(agent: Agent, text: ProtocolPrompt): ValidityDetector {
  return {
    async check(question, run) {
      const reply = await agent.complete(messages(text, question), run);
      const lines = linesOf(reply, question);
      const invalid = lines[0]?.match(invalidLine);
      const isInvalid = Boolean(invalid) && !lines.some((line) => validLine.test(line));
      const reason = isInvalid ? lines[0]!.slice(invalid![0].length).trim() : '';
      return { isValid: !isInvalid, reason: isInvalid ? reason || unfitting : '', broken: [] };
    },
  };
}

const unfitting = 'It does not fit the history.';

/** Has a language model word the question anew; a reply that is empty, or more than one line, leaves it as it is. */
export function agentRewriter(agent: Agent, text: ProtocolPrompt): QuestionRewriter {
  return {
    async rewrite(question, _validity, run) {
      const reply = await agent.complete(messages(text, question), run);
      const [line, ...others] = linesOf(reply, question);
      return line === undefined || others.length > 0 ? question.question : unquoted(line);
    },
  };
}

/** The lines of a reply that hold anything, what the model thought left out. */
function linesOf(reply: string, { background, gold, predicted, question }: QuestionInHistory): string[] {
  const shown = [background, listed(gold), listed(predicted), question];
  return withoutReasoning(reply, shown)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function messages(
  { instructions, message }: ProtocolPrompt,
  { background, gold, predicted, question }: QuestionInHistory,
) {
  const values = { background, people: listed(gold), machine: listed(predicted), question };
  return [
    { role: 'system', content: renderTemplate(instructions, values) },
    { role: 'user', content: renderTemplate(message, values) },
  ] as const;
}

const listed = (history: readonly Exchange[]): string =>
  history.map(({ question, answer }) => `Q: ${question}\nA: ${answer}`).join('\n');
