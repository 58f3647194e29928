import { readFileSync } from 'node:fs';

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
