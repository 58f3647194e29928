import type { Attack } from './frame/attack.ts';
import { killCopy, killExport } from './kills/kill-export.ts';
import { killImports } from './kills/kill-import.ts';
import { killJudge } from './kills/kill-judge.ts';
import { killLabeling } from './kills/kill-labeling.ts';
import { killMerge } from './kills/kill-merge.ts';
import { killMigration } from './kills/kill-migration.ts';

/** Every attack, in the order of the table. */
export const attacks: readonly Attack[] = [
  killLabeling,
  ...killImports,
  killMigration,
  killJudge,
  killExport,
  killCopy,
  killMerge,
];
