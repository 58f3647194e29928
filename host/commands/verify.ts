import type { Command } from 'commander';
import type { Verification } from '../../core/verify/verify-file.ts';
import { guarded, print } from '../terminal/answer.ts';
import { table } from '../terminal/table.ts';
import { counted } from '../terminal/words.ts';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('compute every number of a report or a label file again, from its labels alone')
    .argument('<file>', 'a report (HTML or JSON) or labels (JSON Lines)')
    .option('--json', 'print one JSON document instead of text')
    .action((file: string, options: { json?: boolean }) =>
      guarded(options, async () => {
        const { verifyFile } = await import('../../core/verify/verify-file.ts');
        const verification = verifyFile(file);
        print(options, verification, verifiedText);
        if (verification.differing.length > 0) process.exitCode = 1;
      }),
    );
}

const mostShown = 40;

function verifiedText({ kind, study, checks, differing }: Verification): string {
  const computed = `${study} (${kind}): computed ${counted(checks.length, 'number')} again from the labels`;
  if (differing.length === 0) return `${computed}; all agree.`;
  const rows = differing
    .slice(0, mostShown)
    .map(({ what, stated, recomputed }) => [what, String(stated ?? 'none'), String(recomputed ?? 'none')]);
  const more = differing.length - rows.length;
  return [
    `${computed}; ${differing.length} differ.`,
    table([{ title: 'Number' }, { title: 'File says' }, { title: 'Labels say' }], rows),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
}
