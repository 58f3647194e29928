import { AppError, type ImportProblem } from '../../../shared/errors.ts';

const kept = 100;

/** What is wrong with a file: the first hundred faults in full, all of them counted. */
export class Problems {
  readonly first: ImportProblem[] = [];
  count = 0;

  add(line: number, field: string, message: string, mend: string): void {
    this.count += 1;
    if (this.first.length < kept) this.first.push({ line, field, message, mend });
  }

  /** The refusal that carries them all. */
  refusal(file: string, message = this.#summary()): AppError {
    const [problem] = this.first;
    return new AppError('IMPORT_REFUSED', message, {
      file,
      ...(problem ? { line: problem.line, field: problem.field, mend: problem.mend } : {}),
      problems: this.first,
      problemCount: this.count,
    });
  }

  #summary(): string {
    const [problem] = this.first;
    const where = problem && problem.line > 0 ? `Line ${problem.line}: ` : '';
    if (this.count === 1) return `${where}${problem?.message} Nothing was imported.`;
    return `The file has ${this.count} problems, so nothing was imported. First: ${where}${problem?.message}`;
  }
}

/** A refusal with one problem of the file as a whole. */
export function refuseFile(file: string, message: string, mend: string): AppError {
  const problems = new Problems();
  problems.add(0, '', message, mend);
  return problems.refusal(file, `${message} Nothing was imported.`);
}

/** A file that was read to its end has records, or says what is wrong with it. */
export function refuseNothing(records: number, problems: Problems): void {
  if (records > 0 || problems.count > 0) return;
  problems.add(0, '', 'The file has no records.', 'Choose a file that holds records.');
}
