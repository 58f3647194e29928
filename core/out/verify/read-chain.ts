import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { unsealed } from '../report/seal.ts';
import { kindOfText, readReport } from './read-report.ts';
import { readText } from './read-text.ts';

/** The head of a project's chain when a report or a label file was written. @throws AppError IMPORT_REFUSED */
export function chainIn(given: string): { links: number; sha256: string } {
  const file = path.resolve(given);
  const whole = readText(file);
  const kind = kindOfText(whole);
  const { content, parts } = readReport(unsealed(kind, whole)?.text ?? whole, kind, file);
  const chain = parts[0]?.source.record.header.chain;
  if (chain) return chain;
  const manifest = content?.studies[0]?.manifest;
  if (manifest) return { links: manifest.chainLinks, sha256: manifest.chainSha256 };
  throw new AppError('IMPORT_REFUSED', `${path.basename(file)} says nothing of the chain of a project.`, {
    file,
    mend: 'Give a report or label file that this version of Assay or a newer one wrote.',
  });
}
