import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import envPaths from 'env-paths';

/** Where preferences, the recent list and the sample project of this person lie, unless told otherwise. */
export function dataDirOf(given: string | undefined): string {
  return path.resolve(given ?? process.env.ASSAY_DATA_DIR ?? envPaths('assay', { suffix: '' }).data);
}

/** Where projects are made for a file: among the documents, but beside the preferences where their place was chosen. */
export function projectsDirOf(dataDir: string): string {
  if (dataDir !== path.resolve(envPaths('assay', { suffix: '' }).data)) return path.join(dataDir, 'projects');
  const documents = path.join(os.homedir(), 'Documents');
  return path.join(existsSync(documents) ? documents : os.homedir(), 'Assay');
}
