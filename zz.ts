import { rankingChecks, rankingName } from './core/out/selfcheck/ranking-checks.ts';
import { runSelfcheck } from './core/out/selfcheck/run-selfcheck.ts';
for await (const r of runSelfcheck(rankingChecks(), { runs: 1000, seed: 11 })) console.log(r.interval, r.population, r.misses, JSON.stringify(r.labelsOnAverage), r.lies);
