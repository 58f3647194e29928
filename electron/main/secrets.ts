import { existsSync, readFileSync } from 'node:fs';
import { safeStorage } from 'electron';
import { writeWhole } from '../../core/platform/files/write-whole.ts';
import type { KeptKey, KeyOrder } from '../engine-messages.ts';

const warning =
  'This desktop has no keychain that Assay can use: keys are only scrambled, and whoever reads your files can read them.';

/** The private key that signs. No page can name, set, copy or forget it: names that pages use begin with an address. */
const signingKey = 'assay signing key';

/** API keys, encrypted by the system's keychain, in a `file` of the desktop's own. No call gives a key to a page. */
export function secretStore(file: string) {
  const read = (): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  const write = (stored: Record<string, string>) => {
    writeWhole(JSON.stringify(stored), { path: file, overwrite: true, mode: 0o600 });
  };
  const isWeak = () =>
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
  const encrypted = async (value: string) => (await safeStorage.encryptStringAsync(value)).toString('base64');
  const decrypted = async (stored: string) =>
    (await safeStorage.decryptStringAsync(Buffer.from(stored, 'base64'))).result;
  const apiKeys = () => Object.entries(read()).filter(([name]) => name !== signingKey);
  const assertOfPages = (...names: string[]) => {
    if (names.includes(signingKey)) throw new Error('That name is kept for Assay.');
  };
  return {
    describe: () => ({ names: apiKeys().map(([name]) => name), warning: isWeak() ? warning : null }),
    async set(name: string, value: string): Promise<void> {
      assertOfPages(name);
      if (!(await safeStorage.isAsyncEncryptionAvailable()))
        throw new Error('The keychain of this system cannot be used, so the key was not stored.');
      const kept = await encrypted(value);
      write({ ...read(), [name]: kept });
    },
    /** All keys in the clear: for the engine process alone, in memory. One that this keychain cannot read is left out. */
    async reveal(): Promise<Record<string, string>> {
      const revealed = apiKeys().map(async ([name, stored]) => [name, await decrypted(stored)] as const);
      const known = await Promise.allSettled(revealed);
      return Object.fromEntries(known.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
    /** Keeps a key under one more name; names begin with the address that the key is for, and that must be the same. */
    copy(from: string, to: string): void {
      assertOfPages(from, to);
      const addressIn = (name: string) => name.split(' ', 1)[0];
      if (addressIn(from) !== addressIn(to)) throw new Error('A key is for its address alone.');
      const stored = read();
      if (stored[from] !== undefined) write({ ...stored, [to]: stored[from] });
    },
    /** The key that signs, or the one just `made` when there is none. Null where a keychain would only scramble it. */
    async keepSigningKey({ keep: kept, made }: KeyOrder): Promise<KeptKey> {
      try {
        const stored = read()[signingKey];
        if (stored !== undefined) return { kept, key: await decrypted(stored) };
        if (isWeak() || !(await safeStorage.isAsyncEncryptionAvailable())) return { kept, key: null };
        const keeping = await encrypted(made);
        write({ ...read(), [signingKey]: keeping });
        return { kept, key: made };
      } catch (error) {
        return { kept, failed: (error as Error).message };
      }
    },
    forget(name: string): void {
      assertOfPages(name);
      const { [name]: _, ...others } = read();
      write(others);
    },
  };
}
