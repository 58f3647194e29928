import { benchBatch } from './batch.bench.ts';
import { benchDesktop } from './desktop.bench.ts';
import { benchEstimate } from './estimate.bench.ts';
import { benchFailures } from './failures.bench.ts';
import { benchGrid } from './grid.bench.ts';
import { benchImport } from './import.bench.ts';
import { benchInstall } from './install.bench.ts';
import { benchJudge } from './judge.bench.ts';
import { benchLab } from './lab.bench.ts';
import { benchLabel } from './label.bench.ts';
import { benchLabelLong } from './label-long.bench.ts';
import { benchMcp } from './mcp.bench.ts';
import { benchOrder } from './order.bench.ts';
import { benchPool } from './pool.bench.ts';
import { benchProtocols } from './protocols.bench.ts';
import { benchRankingPortal } from './ranking-portal.bench.ts';
import { benchRouge } from './rouge.bench.ts';
import { benchScroll } from './scroll.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchSource } from './source.bench.ts';
import { benchStart } from './start.bench.ts';
import type { BenchResult } from './support.ts';
import { benchEntering, benchTeam } from './team.bench.ts';

/** Every benchmark in turn, each in this process alone. `npm run bench -- import` runs that one, `-- estimate` all of that name. */
const benches: Record<string, () => Promise<BenchResult>> = {
  import: benchImport,
  'estimate-1000': () => benchEstimate(1_000),
  'estimate-100000': () => benchEstimate(100_000),
  'estimate-1000000': () => benchEstimate(1_000_000),
  order: benchOrder,
  rouge: benchRouge,
  judge: benchJudge,
  lab: benchLab,
  label: () => benchLabel(200),
  'label-passages': () => benchLabel(20, { passageWords: 50_000 }),
  'label-mixed': () => benchLabel(200, { mixed: true }),
  'label-long': () => benchLabelLong([100, 1_000, 5_000, 10_000]),
  'failures-100': () => benchFailures(100, 1_000),
  'failures-1000': () => benchFailures(1_000, 10_000),
  mcp: benchMcp,
  protocols: benchProtocols,
  'search-100000': () => benchSearch(100_000),
  'search-1000000': () => benchSearch(1_000_000),
  'grid-100000': () => benchGrid(100_000),
  'grid-1000000': () => benchGrid(1_000_000),
  'scroll-100000': () => benchScroll(100_000),
  'scroll-1000000': () => benchScroll(1_000_000),
  'team-entering': () => benchEntering(0),
  'team-links': () => benchEntering(500),
  'team-paced': () => benchTeam(10_000, 60),
  'team-fast': () => benchTeam(0, 20),
  'team-pages': () => benchRankingPortal(true),
  'team-pairs': () => benchRankingPortal(false),
  'pool-1000000': () => benchPool(1_000_000),
  'pool-5000000': () => benchPool(5_000_000),
  'source-1000000': () => benchSource(1_000_000),
  'source-20000000': () => benchSource(20_000_000),
  'source-100000000': () => benchSource(100_000_000),
  'batch-10000': () => benchBatch(10_000),
  'batch-50000': () => benchBatch(50_000),
  'batch-200000': () => benchBatch(200_000),
  install: benchInstall,
  start: benchStart,
  desktop: benchDesktop,
};

const wanted = process.argv[2] ?? '';
for (const [name, bench] of Object.entries(benches)) {
  if (wanted !== '' && name !== wanted && !name.startsWith(`${wanted}-`)) continue;
  const { name: title, figures } = await bench();
  console.log(`\n${title}`);
  for (const [figure, value] of Object.entries(figures)) {
    const shown = typeof value === 'number' ? Number(value.toPrecision(4)).toLocaleString('en-US') : value;
    console.log(`  ${figure.padEnd(32)} ${shown}`);
  }
}
