import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { EndpointSettings } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseJson } from '../files/parse-json.ts';
import { writeWhole } from '../files/write-whole.ts';
import { originOf } from './address.ts';

type KeyPlace = Pick<EndpointSettings, 'name' | 'baseUrl' | 'keySource' | 'keyVariable'>;

const TrustedSchema = z.array(z.string());

/** The name of a key names the address it is for: no project can have it sent elsewhere. */
export const secretNameOf = ({ name, baseUrl }: Pick<EndpointSettings, 'name' | 'baseUrl'>): string =>
  `${originOf(baseUrl)} ${name}`;

/**
 * The keys that this process knows. They live in memory only. A file beside the preferences remembers which environment
 * variable may be sent to which address, so that a project from elsewhere cannot make off with one.
 */
export class KeyRing {
  readonly #typed = new Map<string, string>();
  readonly #trustFile: string;
  #keychain: Readonly<Record<string, string>> = {};

  constructor(dataDir: string) {
    this.#trustFile = path.join(dataDir, 'trusted-key-addresses.json');
  }

  /** The desktop's keys, by `secretName`; replaces those it gave before. */
  setKeychain(keys: Readonly<Record<string, string>>): void {
    this.#keychain = { ...keys };
  }

  type(endpoint: KeyPlace, key: string): void {
    const trimmed = key.trim();
    if (trimmed === '') this.#typed.delete(secretNameOf(endpoint));
    else this.#typed.set(secretNameOf(endpoint), trimmed);
  }

  /** Lets an endpoint keep its key when it is renamed; one whose address changes as well needs its key given anew. */
  carry(before: KeyPlace, after: KeyPlace): void {
    if (originOf(before.baseUrl) !== originOf(after.baseUrl)) return;
    const [from, to] = [secretNameOf(before), secretNameOf(after)];
    const typed = this.#typed.get(from);
    if (typed !== undefined) this.#typed.set(to, typed);
    const kept = this.#keychain[from];
    if (kept !== undefined) this.#keychain = { ...this.#keychain, [to]: kept };
  }

  trust(endpoint: KeyPlace): void {
    const pair = trustPair(endpoint);
    if (pair === null) return;
    const trusted = [...new Set([...this.#trusted(), pair])];
    writeWhole(JSON.stringify(trusted), { path: this.#trustFile, overwrite: true });
  }

  needsTrust(endpoint: KeyPlace): boolean {
    const pair = trustPair(endpoint);
    return pair !== null && !this.#trusted().includes(pair);
  }

  /** The key of an endpoint; undefined when none is at hand. A key typed in this session comes before any other. */
  find(endpoint: KeyPlace): string | undefined {
    const name = secretNameOf(endpoint);
    const typed = this.#typed.get(name);
    if (typed !== undefined || endpoint.keySource === 'typed') return typed;
    if (endpoint.keySource === 'keychain') return this.#keychain[name];
    if (endpoint.keySource === 'none' || endpoint.keyVariable === null) return undefined;
    return this.needsTrust(endpoint) ? undefined : process.env[endpoint.keyVariable]?.trim() || undefined;
  }

  has(endpoint: KeyPlace): boolean {
    return endpoint.keySource === 'none' || this.find(endpoint) !== undefined;
  }

  /** @returns null when the endpoint takes no key. @throws AppError CONFLICT when its key is not at hand */
  require(endpoint: KeyPlace): string | null {
    const key = this.find(endpoint);
    if (key !== undefined) return key;
    if (endpoint.keySource === 'none') return null;
    throw new AppError('CONFLICT', `The key of ${endpoint.name} is not available.`, {
      field: 'key',
      remedy: this.#remedy(endpoint),
    });
  }

  #remedy(endpoint: KeyPlace): string {
    if (endpoint.keySource === 'environment') {
      return this.needsTrust(endpoint)
        ? `Agree that the environment variable ${endpoint.keyVariable} may be sent to ${originOf(endpoint.baseUrl)}.`
        : `Set the environment variable ${endpoint.keyVariable} and start Assay again, or type the key.`;
    }
    return endpoint.keySource === 'keychain'
      ? 'Enter the key once; the keychain of this computer keeps it.'
      : 'Type the key; it is kept in memory until Assay ends.';
  }

  #trusted(): string[] {
    try {
      return TrustedSchema.parse(parseJson(readFileSync(this.#trustFile, 'utf8')));
    } catch {
      return [];
    }
  }
}

const trustPair = ({ keySource, keyVariable, baseUrl }: KeyPlace): string | null =>
  keySource === 'environment' && keyVariable !== null ? `${keyVariable} ${originOf(baseUrl)}` : null;
