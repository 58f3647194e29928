import type { ProtocolRun, ValidationReport } from '../../../shared/contract/index.ts';

/** How one evaluation tells questions without an answer: a row of Tables 3 and 4 of Li et al. (2022). */
export interface UnanswerableRow {
  readonly id: number;
  readonly title: string;
  /** Whether people decided what has no answer, not the gold answers of the data. */
  readonly isOfPeople: boolean;
  readonly actualShare: number | null;
  readonly predictedShare: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
}

/** Runs whose answers people validated can be told by what these people say. */
export const isValidatedByPeople = ({ settings }: ProtocolRun): boolean =>
  settings.protocol === 'conversation';

/** @param reports what validation says of a run, by its id; of those that are not open to it nothing */
export function unanswerableRows(
  runs: readonly ProtocolRun[],
  reports: ReadonlyMap<number, Pick<ValidationReport, 'validated' | 'unanswerableShare' | 'refusals'>>,
): UnanswerableRow[] {
  return runs.flatMap((run): UnanswerableRow[] => {
    const { id, title, scores } = run;
    if (scores?.protocol === 'replay') return [{ id, title, isOfPeople: false, ...scores.unanswerable }];
    const report = reports.get(id);
    if (!isValidatedByPeople(run) || !report || report.validated === 0) return [];
    const { share: predictedShare, precision, recall } = report.refusals;
    return [
      {
        id,
        title,
        isOfPeople: true,
        actualShare: report.unanswerableShare,
        predictedShare,
        precision,
        recall,
      },
    ];
  });
}
