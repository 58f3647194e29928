import type { ProtocolRun, ValidationReport } from './contract/index.ts';

/** One evaluation of a system: a row of Tables 1, 3 and 4 of Li et al. (2022). */
export interface UnanswerableRow {
  readonly id: number;
  readonly title: string;
  readonly system: string;
  /** Finished conversations, and questions in them; null where a run has no figures yet. */
  readonly conversations: number;
  readonly questions: number | null;
  /** Whether people decided what has no answer, not the gold answers of the data. */
  readonly isOfPeople: boolean;
  readonly actualShare: number | null;
  readonly predictedShare: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  /** The share without an answer that the three shares before imply: refused x precision / recall; null where it is 0/0. */
  readonly impliedShare: number | null;
}

/** Runs whose answers people validated can be told by what these people say. */
export const isValidatedByPeople = ({ settings }: ProtocolRun): boolean =>
  settings.protocol === 'conversation';

/** @param reports what validation says of a run, by its id; of those that are not open to it nothing */
export function unanswerableRows(
  runs: readonly ProtocolRun[],
  reports: ReadonlyMap<
    number,
    Pick<ValidationReport, 'questions' | 'validated' | 'unanswerableShare' | 'refusals'>
  >,
): UnanswerableRow[] {
  return runs.flatMap((run): UnanswerableRow[] => {
    const { id, title, system, scores, conversationsDone: conversations } = run;
    const facts = { id, title, system, conversations };
    if (scores?.protocol === 'replay') {
      const { questions, unanswerable } = scores;
      return [
        { ...facts, questions, isOfPeople: false, ...unanswerable, impliedShare: impliedBy(unanswerable) },
      ];
    }
    const report = reports.get(id);
    if (!isValidatedByPeople(run) || !report || report.validated === 0) return [];
    const { share: predictedShare, precision, recall } = report.refusals;
    const said = { predictedShare, precision, recall };
    return [
      {
        ...{ ...facts, questions: report.questions, isOfPeople: true },
        ...{ actualShare: report.unanswerableShare, ...said, impliedShare: impliedBy(said) },
      },
    ];
  });
}

type Refusals = Pick<UnanswerableRow, 'predictedShare' | 'precision' | 'recall'>;

/** Refused and without an answer is refused x precision, which is without an answer x recall. */
function impliedBy({ predictedShare, precision, recall }: Refusals): number | null {
  if (predictedShare === null || precision === null || recall === null || recall === 0) return null;
  return (predictedShare * precision) / recall;
}

/** People's conversations by system, as Table 1 counts them: those of all runs of a system together. */
export function countsBySystem(
  rows: readonly UnanswerableRow[],
): { system: string; isOfPeople: boolean; conversations: number; questions: number }[] {
  const groups = Map.groupBy(rows, ({ isOfPeople, system }) => JSON.stringify([isOfPeople, system]));
  return [...groups.values()].map((own) => ({
    ...{ system: own[0]!.system, isOfPeople: own[0]!.isOfPeople },
    conversations: own.reduce((sum, one) => sum + one.conversations, 0),
    questions: own.reduce((sum, one) => sum + (one.questions ?? 0), 0),
  }));
}
