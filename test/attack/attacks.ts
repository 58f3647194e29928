import { altered } from './damage/altered.ts';
import { bitFlips } from './damage/bit-flips.ts';
import { cutChain } from './damage/cut-chain.ts';
import { settings } from './damage/settings.ts';
import { agent } from './door/agent.ts';
import { crowdedDoor } from './door/crowded-door.ts';
import { malformed } from './door/malformed.ts';
import { connections, portal } from './door/portal.ts';
import { printing } from './door/printing.ts';
import { links } from './files/links.ts';
import { overwriting } from './files/overwriting.ts';
import { replaced } from './files/replaced.ts';
import { replacedThenKilled } from './files/replaced-then-killed.ts';
import { forgedBatches } from './forgery/batches.ts';
import { forgedReports } from './forgery/reports.ts';
import type { Attack } from './frame/attack.ts';
import { rawHttp } from './http/raw-http.ts';
import { echoedKeys } from './judges/echoed-keys.ts';
import { limits } from './judges/limits.ts';
import { quoting } from './judges/quoting.ts';
import { killCopy, killExport } from './kills/kill-export.ts';
import { killImports } from './kills/kill-import.ts';
import { killJudge } from './kills/kill-judge.ts';
import { killLabeling } from './kills/kill-labeling.ts';
import { killMerge } from './kills/kill-merge.ts';
import { killMigration } from './kills/kill-migration.ts';
import { clockJumps } from './machine/clock-jumps.ts';
import { fullDisk } from './machine/full-disk.ts';
import { runningCopies } from './machine/running-copies.ts';
import { blindPages } from './people/blind-pages.ts';
import { blindness } from './people/blindness.ts';
import { twoTabs } from './people/two-tabs.ts';
import { twoWindows } from './people/two-windows.ts';
import { bombsAttack } from './texts/bombs.ts';
import { containerBombs } from './texts/container-bombs.ts';
import { hostileMedia } from './texts/hostile-media.ts';
import { hostilePages } from './texts/hostile-pages.ts';
import { strayQuotes } from './texts/stray-quotes.ts';
import { worstTextsAttack } from './texts/worst-texts.ts';
import { hostileAction } from './verdicts/action.ts';
import { givenOut } from './verdicts/given-out.ts';

/** Every attack, in the order of the table. */
export const attacks: readonly Attack[] = [
  killLabeling,
  ...killImports,
  killMigration,
  killJudge,
  killExport,
  killCopy,
  killMerge,
  fullDisk,
  clockJumps,
  crowdedDoor,
  runningCopies,
  replacedThenKilled,
  replaced,
  links,
  overwriting,
  bitFlips,
  altered,
  givenOut,
  hostileAction,
  cutChain,
  settings,
  forgedReports,
  forgedBatches,
  worstTextsAttack,
  bombsAttack,
  containerBombs,
  hostilePages,
  hostileMedia,
  strayQuotes,
  quoting,
  echoedKeys,
  limits,
  twoTabs,
  twoWindows,
  blindness,
  blindPages,
  rawHttp,
  malformed,
  printing,
  agent,
  portal,
  connections,
];
