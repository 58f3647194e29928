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

/** Asks a language model whether a question still fits. A reply that begins with neither word counts as valid. */
export function agentDetector(agent: Agent): ValidityDetector {
  return {
    async check(question, run) {
      const said = await agent.complete(messages(detectorTask, question), run);
      const invalid = /^\W*invalid\W*/i.exec(said);
      const reason = invalid ? said.slice(invalid[0].length).trim().split('\n')[0]! : '';
      return {
        isValid: invalid === null,
        reason: invalid ? reason || 'It does not fit the history.' : '',
        broken: [],
      };
    },
  };
}

/** Has a language model word the question anew; an empty reply leaves it as it is. */
export function agentRewriter(agent: Agent): QuestionRewriter {
  return {
    async rewrite(question, _validity, run) {
      const said = await agent.complete(messages(rewriterTask, question), run);
      const line = said
        .split('\n')
        .map((text) => text.trim())
        .find((text) => text !== '');
      return line?.replace(/^"(.*)"$/, '$1') ?? question.question;
    },
  };
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
