import { createRng, type Rng, uniformOpen } from '../../../stats/index.ts';

/** One passage with a conversation about it, as its author wrote it. */
export interface AuthoredPassage {
  id: string;
  title: string;
  passage: string;
  turns: readonly {
    question: string;
    answer: string;
    also?: readonly string[];
    answerable: boolean;
    systems: Record<string, { text: string; correct: 0 | 1; quality: number }>;
  }[];
}

/** How each simulated annotator departs from the authored quality: a steady lean and a spread. */
const annotators = [
  { lean: -0.3, spread: 0.55 },
  { lean: 0, spread: 0.45 },
  { lean: 0.25, spread: 0.6 },
];
/** How often a simulated annotator misjudges whether a reply is right. */
const slipRate = 0.04;
const judgeName = 'lenient-judge';
const simulationSeed = 20_240_501;

const normal = (rng: Rng): number =>
  Math.sqrt(-2 * Math.log(uniformOpen(rng))) * Math.cos(2 * Math.PI * uniformOpen(rng));

const rating = (value: number): number => Math.min(5, Math.max(1, Math.round(value)));

/**
 * The sample project's data: authored conversations, each with three systems' replies, ratings by three simulated
 * annotators, and a judge that is lenient and likes long replies. The same bytes on every machine.
 */
export function sampleLines(passages: readonly AuthoredPassage[]): string[] {
  const rng = createRng(simulationSeed);
  return passages.flatMap((passage) =>
    passage.turns.map((turn, i) => {
      const earlier = passage.turns.slice(0, i).flatMap(({ question, answer }) => [
        { role: 'user', content: question },
        { role: 'assistant', content: answer },
      ]);
      const systems = Object.entries(turn.systems);
      const scored = systems.map(([name, reply]) => [name, simulateScores(rng, reply)] as const);
      return JSON.stringify({
        id: `${passage.id}-${i + 1}`,
        group: passage.id,
        conversation: [...earlier, { role: 'user', content: turn.question }],
        context: `${passage.title}\n\n${passage.passage}`,
        reference: [turn.answer, ...(turn.also ?? [])],
        responses: Object.fromEntries(systems.map(([name, { text }]) => [name, text])),
        human: Object.fromEntries(scored.map(([name, { human }]) => [name, human])),
        judge: { [judgeName]: Object.fromEntries(scored.map(([name, { judge }]) => [name, judge])) },
        meta: {
          simulated: 'Human and judge scores are simulated.',
          answerable: turn.answerable,
          authored: Object.fromEntries(
            systems.map(([name, { correct, quality }]) => [name, { correct, quality }]),
          ),
        },
      });
    }),
  );
}

function simulateScores(
  rng: Rng,
  { text, correct, quality }: { text: string; correct: number; quality: number },
) {
  const helpful = annotators.map(({ lean, spread }) => rating(quality + lean + spread * normal(rng)));
  const right = annotators.map(() => (uniformOpen(rng) < slipRate ? 1 - correct : correct));
  const words = text.split(/\s+/).length;
  const pleased = Math.min(1, words / 30);
  const judged = rating(1.7 + 0.55 * quality + 0.9 * pleased + 0.6 * normal(rng));
  const believes = uniformOpen(rng) < (correct === 1 ? 0.95 : 0.35 + 0.25 * pleased) ? 1 : 0;
  return { human: { helpful, correct: right }, judge: { helpful: judged, correct: believes } };
}
