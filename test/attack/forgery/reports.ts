import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../../core/engine.ts';
import { runDemo } from '../../../core/project/sample/demo.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { type Attack, must, NotATry } from '../frame/attack.ts';
import { engineIn } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';
import { jsonForgeries } from './json-forgeries.ts';
import { labelForgeries } from './label-forgeries.ts';
import { pageForgeries } from './page-forgeries.ts';
import { resealed, type SealedKind } from './seal.ts';

const forgeries = [...pageForgeries, ...jsonForgeries, ...labelForgeries];

const kinds: readonly SealedKind[] = ['html', 'json', 'labels-jsonl'];

/** How far the forger goes: edits alone, makes the hash of the file fit as well, or does that to a signed file. */
const efforts = ['edited', 'hashed anew', 'signed, then hashed anew'] as const;

interface True {
  readonly plain: string;
  /** Signed with the key of this machine's user; null where there is no signing. */
  readonly signed: string | null;
  readonly publicKey: string | undefined;
}

/** Whether a file is found to be another one than the product wrote. */
async function isFound(file: string, trustedKey?: string): Promise<boolean> {
  const verify = verifyFile as (
    file: string,
    options?: { trustedKey?: string },
  ) => ReturnType<typeof verifyFile>;
  const answer = await answerOf(() => verify(file, trustedKey === undefined ? {} : { trustedKey }));
  if (answer.refused !== undefined) return true;
  // What was not checked ends with an exit code of its own: nobody reads that all agrees.
  return answer.value.differing.length + answer.value.unchecked.length > 0;
}

export const forgedReports: Attack = {
  name: 'forged-reports',
  what: 'reports and label files that were forged or edited',
  tries: { all: 3 * 4 * forgeries.length, quick: 3 * forgeries.length, test: 3 },
  async prepare({ folder }) {
    const written = await trueFiles(folder);
    return async ({ number, rng, folder: own }) => {
      const { name, kind, follows, forge } = forgeries[number % forgeries.length]!;
      const effort = efforts[Math.floor(number / forgeries.length) % efforts.length]!;
      const { plain, signed, publicKey } = written[kind];
      const isSigned = effort === 'signed, then hashed anew';
      if (effort === 'hashed anew' && !follows) throw new NotATry('it takes a signature to find this');
      if (isSigned && signed === null) throw new NotATry('nothing is signed');
      const original = isSigned ? signed! : plain;
      const edited = forge(original, rng);
      const forged = effort === 'edited' ? edited : resealed(kind, edited);
      // A new seal also repairs what was done to the seal alone.
      if (edited === original || forged === original) throw new NotATry('nothing of the file is another');
      const file = path.join(own, `report.${kind}`);
      writeFileSync(file, forged);
      must(await isFound(file, isSigned ? publicKey : undefined), `${kind}, ${name} (${effort}): all agree`);
    };
  },
};

async function trueFiles(folder: string): Promise<Record<SealedKind, True>> {
  const engine = engineIn(folder);
  try {
    const { studyId } = await runDemo(engine, { labels: 40, seed: 4 });
    const files = {} as Record<SealedKind, True>;
    for (const kind of kinds) {
      const plain = await rendered(engine, studyId, kind, false);
      const signed = await rendered(engine, studyId, kind, true);
      const publicKey = publicKeyIn(signed);
      files[kind] = { plain, signed: publicKey === undefined ? null : signed, publicKey };
      for (const [what, text] of [
        ['plain', plain],
        ['signed', signed],
      ] as const) {
        const file = path.join(folder, `true-${what}.${kind}`);
        writeFileSync(file, text);
        must(!(await isFound(file)), `a ${what} ${kind} that nobody touched is said to be another`);
      }
    }
    return files;
  } finally {
    await engine.close();
  }
}

async function rendered(
  { client }: Engine,
  studyId: number,
  format: SealedKind,
  sign: boolean,
): Promise<string> {
  const choice = { studyId, format, ...(sign && { sign }) };
  return (await client.report.render(choice)).content;
}

const publicKeyIn = (text: string): string | undefined =>
  (/"publicKey":"([^"]+)"/.exec(text) ?? /Public key: <code>([^<]+)<\/code>/.exec(text))?.[1];
