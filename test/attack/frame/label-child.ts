import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { StoredLabel } from './projects.ts';

const script = path.join(import.meta.dirname, '../children/label-child.ts');
const compiled = path.join(import.meta.dirname, '../../../node_modules/.cache/assay-compiled');

/** An engine in a process of its own that labels a project. */
export interface LabelChild {
  readonly acknowledged: readonly StoredLabel[];
  /** The code with which a label, or the opening, was refused. */
  readonly refused: () => string | undefined;
  /** Settles once the child has given so many labels, or gives no more. */
  has(labels: number): Promise<void>;
  /** Settles once it gives no more labels. */
  waits(): Promise<void>;
  /** Ends it as the system does, without a word. */
  kill(): Promise<void>;
  /** Lets it close the project and end. */
  close(): Promise<void>;
}

/** @param most labels to give; 0: until one is refused */
export function startLabelChild(
  file: string,
  dataDir: string,
  { studyId, prefix, most = 0 }: { studyId: number; prefix: string; most?: number },
): LabelChild {
  const args = [script, file, dataDir, String(studyId), prefix, String(most)];
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env };
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const acknowledged: StoredLabel[] = [];
  const looks = new Set<() => void>();
  let refused: string | undefined;
  let isDone = false;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line.startsWith('stored ')) acknowledged.push(JSON.parse(line.slice('stored '.length)));
    if (line.startsWith('refused ')) refused = line.slice('refused '.length);
    if (line === 'waits') isDone = true;
    for (const look of looks) look();
  });
  child.stdin.on('error', () => {});
  const gone = once(child, 'close').then(() => {
    isDone = true;
    for (const look of looks) look();
  });
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo() && !isDone) return;
        looks.delete(look);
        resolve();
      };
      looks.add(look);
      look();
    });
  return {
    acknowledged,
    refused: () => refused,
    has: (labels) => until(() => acknowledged.length >= labels),
    waits: () => until(() => false),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async close() {
      child.stdin.end();
      await gone;
    },
  };
}
