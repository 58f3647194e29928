/** The generated follow-up questions of one model: by question, in the order in which they were asked. */
type GeneratedQuestions = ReadonlyMap<string, readonly string[]>;

interface QuestionOverlap {
  /** Which follow-up this is of: 1 for the first. */
  readonly prompt: number;
  /** Questions for which every model got that follow-up. */
  readonly questions: number;
  /** For each set of two or more models: questions for which all of the set got the very same text. */
  readonly sets: readonly { readonly models: readonly number[]; readonly same: number }[];
}

/**
 * Overlap of generated questions between models (Interview Evaluation, Figure 5): over the questions for which every
 * model got at least so many follow-ups, how often the texts are the same, letter by letter.
 *
 * @param models at least two
 * @param mostPrompts follow-ups 1 to this many are compared
 */
export function questionOverlap(
  models: readonly GeneratedQuestions[],
  mostPrompts: number,
): QuestionOverlap[] {
  const subsets = subsetsOf(models.length).filter((set) => set.length >= 2);
  const [first, ...others] = models;
  return Array.from({ length: mostPrompts }, (_, i) => {
    const shared = [...(first?.keys() ?? [])].filter((question) =>
      [first!, ...others].every((model) => model.get(question)?.[i] !== undefined),
    );
    const sets = subsets.map((set) => ({
      models: set,
      same: shared.filter((question) => {
        const texts = set.map((model) => models[model]!.get(question)![i]);
        return texts.every((text) => text === texts[0]);
      }).length,
    }));
    return { prompt: i + 1, questions: shared.length, sets };
  });
}

function subsetsOf(size: number): number[][] {
  return Array.from({ length: 2 ** size }, (_, bits) =>
    Array.from({ length: size }, (__, i) => i).filter((i) => (bits >> i) % 2 === 1),
  );
}
