import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ImportRequest } from '../../core/import/import-request.ts';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { ColumnMappingSchema, ImportFormatSchema } from '../../shared/contract/index.ts';
import { AppError, type ReadyOptions } from '../../shared/errors.ts';
import { openTestProject, testScope } from './scope.ts';

/** What became of a file that was imported without a mapping. */
export interface Outcome {
  readonly file: string;
  /** Imported in silence, imported with warnings, refused with a way on, or refused without one. */
  readonly kind: 'imported' | 'warned' | 'ready' | 'refused';
  /** Counts of what came in, or what the refusal says. */
  readonly words: string;
  readonly took: readonly string[];
  /** What became of each way on that a refusal offers. */
  readonly tried?: readonly string[];
  readonly notes: readonly string[];
}

/** Right and wrong is said by a person once, of what came in; while that stays the same the verdict holds. */
export type Verdict = 'right' | 'warned' | 'refused with a way on' | 'unhelpful' | 'wrong' | 'to judge';

const endings = /\.(?:jsonl?|csv|tsv|txt|xlsx|parquet|eval|zip|gz|xml|ya?ml|html?)$/i;
const mostBytes = 40 * 1024 * 1024;

/** The files of a folder, however deep, that may hold evaluation data; a single file as it is. */
export function filesIn(place: string): string[] {
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile() && endings.test(one.name) && !one.name.endsWith('.expect.json'))
    .map((one) => path.join(one.parentPath, one.name))
    .filter((file) => !/[\\/](?:node_modules|\.git)[\\/]/.test(file) && statSync(file).size <= mostBytes)
    .sort();
}

const noColumns = { references: [], responses: [], human: [], signals: [] };

/** The ways on that a refusal offers, each pasted: whether the file then comes in, and as what. */
async function triedWays(file: string, ready: readonly ReadyOptions[]): Promise<string[]> {
  const found: string[] = [];
  for (const { says, options } of ready) {
    const { map: [map] = [], format: [format] = [], 'leave-out': leaveOut } = options;
    const mapping = {
      ...noColumns,
      ...(map === undefined ? {} : JSON.parse(map)),
      ...(leaveOut && { leaveOut }),
    };
    const tried = await outcomeOf(file, {
      ...(format !== undefined && { format: ImportFormatSchema.parse(format) }),
      ...((map ?? leaveOut) && { mapping: ColumnMappingSchema.parse(mapping) }),
    });
    const works = tried.kind === 'imported' || tried.kind === 'warned';
    found.push(`${works ? 'works' : 'FAILS'}, ${says}: ${tried.words}`);
  }
  return found;
}

/** Imports a file as somebody would who says nothing of it, or with what they say. */
export async function outcomeOf(file: string, said: Partial<ImportRequest> = {}): Promise<Outcome> {
  const test = openTestProject();
  try {
    const params = resolveImport({ settings: { annotator: 'me' } }, { path: file, ...said });
    const result = await importWork(testScope(test), params);
    const { items, responses, humanScores, machineScores, warnings, took = [] } = result;
    return {
      file,
      kind: warnings.length > 0 ? 'warned' : 'imported',
      words: `${params.format}: ${items} items, ${responses} replies, ${humanScores} human, ${machineScores} machine`,
      took: took.map(({ name, value }) => `${name}: ${value}`),
      notes: warnings,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw new Error(`crash on ${file}`, { cause: error });
    const { ready, problems, remedy } = error.details;
    const ways = (ready ?? []).map(({ says, options }) => `${says}: ${JSON.stringify(options)}`);
    const tried = Object.keys(said).length > 0 ? [] : await triedWays(file, ready ?? []);
    return {
      file,
      kind: ways.length > 0 ? 'ready' : 'refused',
      words: `${error.code}: ${error.message}`,
      took: ways,
      tried,
      notes: [
        ...(problems ?? []).slice(0, 3).map((one) => `${one.message} ${one.remedy ?? ''}`),
        ...(remedy === undefined ? [] : [remedy]),
      ],
    };
  } finally {
    test.close();
  }
}

/** A few letters that change when what came in, or what was said of it, does. */
export const signOf = ({ kind, words, took }: Outcome): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, words, took]))
    .digest('hex')
    .slice(0, 10);

/**
 * `node test/import/verdicts.ts [--judged FILE] PLACE...` imports every file of folders without a mapping and prints what became of
 * it; each way on that a refusal offers is pasted, too. `--judged` is a JSON file of verdicts by a sign of what came in; files without one are shown in full, to be judged.
 * `judged.json` beside it has the verdicts of public files and our data: the signs alone, nothing of what they hold.
 */
async function main(args: readonly string[]): Promise<void> {
  const at = args.indexOf('--judged');
  const judgedFile = at < 0 ? undefined : args[at + 1];
  const places = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  const judged: Record<string, Verdict> =
    judgedFile !== undefined && existsSync(judgedFile) ? JSON.parse(readFileSync(judgedFile, 'utf8')) : {};
  const counts = new Map<Verdict, number>();
  let failed = 0;
  for (const file of places.flatMap(filesIn)) {
    const outcome = await outcomeOf(file);
    const sign = signOf(outcome);
    const verdict = judged[sign] ?? 'to judge';
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    console.log(`${verdict}\t${sign}\t${outcome.kind}\t${file}\t${outcome.words}`);
    for (const way of outcome.tried ?? []) console.log(`    > ${way.slice(0, 300)}`);
    failed += (outcome.tried ?? []).filter((way) => way.startsWith('FAILS')).length;
    if (verdict !== 'to judge') continue;
    for (const line of outcome.took) console.log(`    ${line.slice(0, 300)}`);
    for (const line of outcome.notes) console.log(`    ! ${line.slice(0, 300)}`);
  }
  console.log([...counts].map(([verdict, count]) => `${verdict}: ${count}`).join(', '));
  console.log(`ways on that fail when pasted: ${failed}`);
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
