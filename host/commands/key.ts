import path from 'node:path';
import type { Command } from 'commander';
import { forOthers, writeWhole } from '../../core/platform/files/write-whole.ts';
import { answer } from '../terminal/answer.ts';
import { type CommonOptions, withCommonOptions } from '../terminal/common-options.ts';

/** The key that signs reports and batches: never its private half. */
export function addKey(program: Command): void {
  const key = program.command('key');
  withCommonOptions(key.command('show'))
    .description('show the public key and its fingerprint; the key pair is made at the first use')
    .action((options: CommonOptions) =>
      answer(
        options,
        ({ client }) => client.signing.key({}),
        ({ fingerprint, publicKey }) => `Fingerprint: ${fingerprint}\nPublic key:  ${publicKey}`,
      ),
    );
  withCommonOptions(key.command('export'))
    .description('write the public key to a file, for those who verify what you sign')
    .argument('<file>', 'the file to write, such as key.pem')
    .option('--overwrite', 'replace the file if it is there')
    .action((file: string, options: CommonOptions & { overwrite?: boolean }) =>
      answer(
        options,
        async ({ client }) => {
          const { pem, fingerprint } = await client.signing.key({});
          const { overwrite = false } = options;
          return {
            fingerprint,
            ...writeWhole(pem, { path: path.resolve(file), overwrite, mode: forOthers }),
          };
        },
        ({ path: written, fingerprint }) =>
          `Wrote the public key ${fingerprint} to ${written}. Hand it to those who verify what you sign.`,
      ),
    );
}
