/**
 * How people's choices between two replies are written by tools for annotation: "A", "Response B is better", "left", "tie", "both bad".
 * Numbers alone say a side only where the question asks for one.
 */
const side =
  /^(?:(?:i\s)?prefers?\s|winner:?\s)?(?:the\s)?(?:(?:response|answer|output|system|model|option|text|candidate|reply|assistant|chatbot|bot|agent|choice|version|sentence|summary|translation|conversation|dialogue|dialog|chat|passage|paragraph|story|caption|description|review|email|essay|question|side)\s?)?([ab12]|left|right|first|second)(?:\s(?:is\s|was\s)?(?:the\s)?(?:much\s|slightly\s|clearly\s)?(?:better|best|wins|won|winner|preferred))?$/;
/** "A>B", "B>>A", "[[A=B]]", as judges are asked to write it. */
const compared = /^(?:\[\[)?(?:([ab])\s?(>{1,3}|<{1,3}|=)\s?([ab]))(?:\]\])?$/;
const ties = [
  ...['tie', 'draw', 'equal', 'same', 'both', 'both good', 'both are good', 'equally good', 'about the same'],
  ...['no preference', 'no difference', 'no winner', 'neutral'],
];
const bothBad = [
  ...['both bad', 'bothbad', 'both are bad', 'equally bad', 'neither', 'tie (bothbad)', 'tie bothbad'],
];
export const asksForSide =
  /pref|vote|better|best|winner|choice|choose|chosen|pick|overall|compar|pairwise|which/i;

type Winner = 'model_a' | 'model_b' | 'tie' | 'tie (bothbad)';

/** The side that an answer chooses, as records of pairs write it; undefined where it says none. */
export function winnerWord(answer: unknown, question: string): Winner | undefined {
  if (typeof answer !== 'string' && typeof answer !== 'number') return undefined;
  const written = String(answer).slice(0, 60).trim().toLowerCase();
  // As judges of MT-Bench write it, whose "C" is a tie.
  const [, judged] = /^\[\[([abc])\]\]$/.exec(written) ?? [];
  if (judged === 'c') return 'tie';
  const said = (judged ?? written).replaceAll(/[\s_-]+/g, ' ');
  if (/^[12]$/.test(said) && !asksForSide.test(question)) return undefined;
  if (ties.includes(said)) return 'tie';
  if (bothBad.includes(said)) return 'tie (bothbad)';
  const [, one, sign, other] = compared.exec(written) ?? [];
  if (sign !== undefined && one !== other)
    return sign === '=' ? 'tie' : (one === 'a') === sign.startsWith('>') ? 'model_a' : 'model_b';
  const chosen = side.exec(said)?.[1];
  if (chosen === undefined) return undefined;
  return ['a', '1', 'left', 'first'].includes(chosen) ? 'model_a' : 'model_b';
}

/** Whether all of at least one answer choose a side of two. */
export const areChoices = (answers: readonly unknown[], question: string): boolean =>
  answers.length > 0 && answers.every((answer) => winnerWord(answer, question) !== undefined);
