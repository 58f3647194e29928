import { existsSync, readFileSync } from 'node:fs';
import { safeStorage } from 'electron';
import { writeWhole } from '../../core/files/write-whole.ts';

const warning =
  'This desktop has no keychain that Assay can use: keys are only scrambled, and whoever reads your files can read them.';

/** API keys, encrypted by the system's keychain, in a `file` of the desktop's own. No call gives a key to a page. */
export function secretStore(file: string) {
  const read = (): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  const write = (stored: Record<string, string>) => {
    writeWhole(JSON.stringify(stored), { path: file, overwrite: true, mode: 0o600 });
  };
  const isWeak = () =>
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
  return {
    describe: () => ({ names: Object.keys(read()), warning: isWeak() ? warning : null }),
    async set(name: string, value: string): Promise<void> {
      if (!(await safeStorage.isAsyncEncryptionAvailable()))
        throw new Error('The keychain of this system cannot be used, so the key was not stored.');
      const encrypted = await safeStorage.encryptStringAsync(value);
      write({ ...read(), [name]: encrypted.toString('base64') });
    },
    /** All keys in the clear: for the engine process alone, in memory. One that this keychain cannot read is left out. */
    async reveal(): Promise<Record<string, string>> {
      const revealed = Object.entries(read()).map(async ([name, stored]) => {
        const { result } = await safeStorage.decryptStringAsync(Buffer.from(stored, 'base64'));
        return [name, result] as const;
      });
      const known = await Promise.allSettled(revealed);
      return Object.fromEntries(known.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
    /** Keeps a key under one more name; names begin with the address that the key is for, and that must be the same. */
    copy(from: string, to: string): void {
      const addressIn = (name: string) => name.split(' ', 1)[0];
      if (addressIn(from) !== addressIn(to)) throw new Error('A key is for its address alone.');
      const stored = read();
      if (stored[from] !== undefined) write({ ...stored, [to]: stored[from] });
    },
    forget(name: string): void {
      const { [name]: _, ...others } = read();
      write(others);
    },
  };
}
