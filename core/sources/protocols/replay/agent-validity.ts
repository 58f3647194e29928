import { unquoted, withoutReasoning } from '../../llm/reasoning.ts';
import type { Exchange } from '../conversations/history.ts';
import type { Agent } from '../model/model-under-test.ts';
import type { QuestionInHistory, QuestionRewriter, ValidityDetector } from './question-validity.ts';

const detectorTask = `Two people talked: one asked about a text that only the other could see. The same questions are now put to a machine, whose answers may differ. You decide whether the next question still makes sense after the machine's answers.

It does not when, after the machine's answers,
- a word such as "he", "it" or "that band" points at nothing, or at something else than it did between the people;
- it takes for granted what only the people's answer said;
- what it asks for would now be something else.

Reply with one line. Write VALID, or INVALID: and the reason in a few words.`;

const rewriterTask = `Two people talked: one asked about a text that only the other could see. The same questions are now put to a machine, whose answers differ, so that the next question no longer makes sense.

Word it so that it asks for what it asked for between the people and makes sense after the machine's answers. Replace what points back by what it points at; change nothing else, add nothing, and do not answer it. Reply with the question alone.`;

const invalidLine = /^[\s*_#-]*invalid(?:[\s*_]*[:.,;–—-]|[\s*_]*$)/i;
const validLine = /^[\s*_#-]*valid[\s*_.]*$/i;

/**
 * Asks a language model whether a question still fits. A reply that gives neither word as its own line, or both, counts as
 * valid: it may speak of what somebody else called so.
 */
export function agentDetector(agent: Agent): ValidityDetector {
  return {
    async check(question, run) {
      const reply = await agent.complete(messages(detectorTask, question), run);
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
export function agentRewriter(agent: Agent): QuestionRewriter {
  return {
    async rewrite(question, _validity, run) {
      const reply = await agent.complete(messages(rewriterTask, question), run);
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

function messages(task: string, { background, gold, predicted, question }: QuestionInHistory) {
  const parts = [
    background === '' ? '' : `Background: ${background}`,
    `Between the people:\n${listed(gold)}`,
    `With the machine:\n${listed(predicted)}`,
    `The next question: ${question}`,
  ];
  return [
    { role: 'system', content: task },
    { role: 'user', content: parts.filter((part) => part !== '').join('\n\n') },
  ] as const;
}

const listed = (history: readonly Exchange[]): string =>
  history.map(({ question, answer }) => `Q: ${question}\nA: ${answer}`).join('\n');
