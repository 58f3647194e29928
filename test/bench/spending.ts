/** What a measured stretch of work took. */
export interface Spent {
  seconds: number;
  /** Of all threads; what it costs on a machine that others use, too. */
  processorSeconds: number;
}

/** Starts to measure; call what it gives at the end. */
export function startSpending(): () => Spent {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - started) / 1000, processorSeconds: (user + system) / 1e6 };
  };
}
