import { readdirSync, readFileSync } from 'node:fs';

/** One line of what Linux tells of a process, in MB; words elsewhere. */
function megabytes(pid: number, line: 'VmHWM' | 'VmRSS'): number | string {
  try {
    const found = new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found ? Number(found[1]) / 1000 : 'not known';
  } catch {
    return 'not known on this system';
  }
}

/** Largest resident memory of a process so far. */
export const peakMegabytes = (pid: number) => megabytes(pid, 'VmHWM');

/** Resident memory of a process now. */
export const residentMegabytes = (pid: number) => megabytes(pid, 'VmRSS');

/** Resident memory now, in MB, of a process and all that it has started; 0 once it is gone, and where Linux does not tell. */
export function treeMegabytes(pid: number): number {
  const own = residentMegabytes(pid);
  return (
    (typeof own === 'number' ? own : 0) + childrenOf(pid).reduce((sum, id) => sum + treeMegabytes(id), 0)
  );
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
