import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  fingerprintOf,
  publicKeyPem,
  readPublicKey,
  signerWith,
  verifySignature,
} from '../../../core/platform/signing/signature.ts';
import { noKeyStore, SigningKey } from '../../../core/platform/signing/signing-key.ts';
import { engineWithProject, temporaryFolder } from '../support/test-engine.ts';

const fileKey = (folder: string) => new SigningKey(folder, noKeyStore);
const purpose = 'assay report v1';

test('a signature holds for its bytes, its purpose and its key alone', async () => {
  const signer = await fileKey(temporaryFolder()).signer();
  const other = await fileKey(temporaryFolder()).signer();
  const signed = signer.sign(purpose, 'some bytes');
  expect(verifySignature(purpose, 'some bytes', signed)).toBe(true);
  expect(verifySignature(purpose, Buffer.from('some bytes'), signed)).toBe(true);
  expect(verifySignature(purpose, 'some byteS', signed)).toBe(false);
  expect(verifySignature('assay batch v1', 'some bytes', signed)).toBe(false);
  expect(verifySignature(purpose, 'some bytes', { ...signed, publicKey: other.publicKey })).toBe(false);
  // What is signed begins with the purpose and an end of line, so no bytes pass from one purpose to another.
  expect(verifySignature('assay labels v1', `\n${purpose}`, signed)).toBe(false);
});

test('malformed keys and signatures are no signatures, and one key has one spelling', async () => {
  const signer = await fileKey(temporaryFolder()).signer();
  const signed = signer.sign(purpose, 'x');
  for (const broken of ['', 'AAAA', '!!', `${signed.signature} `, signed.signature.replace(/=+$/, '')])
    expect(verifySignature(purpose, 'x', { ...signed, signature: broken })).toBe(false);
  for (const broken of ['', 'AAAA', `${signed.publicKey} `, signed.publicKey.replace('=', '')])
    expect(verifySignature(purpose, 'x', { ...signed, publicKey: broken })).toBe(false);
  expect(readPublicKey(publicKeyPem(signed.publicKey))).toBe(signed.publicKey);
  expect(readPublicKey(`${signed.publicKey}\r\n`)).toBe(signed.publicKey);
  expect(readPublicKey('not a key')).toBeNull();
});

test('the key pair is made on first use, in a file of this person alone, and used from then on', async () => {
  const folder = path.join(temporaryFolder(), 'data');
  const first = await fileKey(folder).signer();
  expect(readdirSync(folder)).toEqual(['signing-key.pem']);
  const file = path.join(folder, 'signing-key.pem');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await fileKey(folder).signer();
  expect(again.publicKey).toBe(first.publicKey);
  expect(again.fingerprint).toBe(fingerprintOf(first.publicKey));
  expect(first.fingerprint).toMatch(/^([0-9a-f]{4}-){4}[0-9a-f]{4}$/);
  expect((await fileKey(temporaryFolder()).signer()).publicKey).not.toBe(first.publicKey);
});

test.skipIf(process.platform === 'win32')('a key file that others can read is not used', async () => {
  const folder = temporaryFolder();
  await fileKey(folder).signer();
  const file = path.join(folder, 'signing-key.pem');
  chmodSync(file, 0o640);
  await expect(fileKey(folder).signer()).rejects.toMatchObject({ code: 'CONFLICT', details: { file } });
  chmodSync(file, 0o600);
  await expect(fileKey(folder).signer()).resolves.toBeDefined();
});

test('a broken key file is said to be broken, without its content', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'signing-key.pem'), 'PRIVATE-THING', { mode: 0o600 });
  const refused = await fileKey(folder)
    .signer()
    .catch((error: Error) => error);
  expect(refused).toMatchObject({ code: 'CONFLICT' });
  expect(String(refused)).not.toContain('PRIVATE-THING');
});

test('a key store keeps the key that was made; no file holds it then', async () => {
  const folder = temporaryFolder();
  let stored: string | null = null;
  const keep = async (made: string) => (stored ??= made);
  const first = await new SigningKey(folder, keep).signer();
  expect(stored).toContain('PRIVATE KEY');
  expect(readdirSync(folder)).toEqual([]);
  expect((await new SigningKey(folder, keep).signer()).publicKey).toBe(first.publicKey);
});

test('a key store takes over the key that a file holds, and keeps its own when a file comes later', async () => {
  const [folder, later] = [temporaryFolder(), temporaryFolder()];
  let stored: string | null = null;
  const keep = async (made: string) => (stored ??= made);
  const ofFile = await fileKey(folder).signer();
  expect((await new SigningKey(folder, keep).signer()).publicKey).toBe(ofFile.publicKey);
  const second = await fileKey(later).signer();
  expect(second.publicKey).not.toBe(ofFile.publicKey);
  expect((await new SigningKey(later, keep).signer()).publicKey).toBe(ofFile.publicKey);
});

test('a key store that fails is tried again, and no second key is made in its place', async () => {
  const folder = temporaryFolder();
  let isLocked = true;
  const key = new SigningKey(folder, async (made) => {
    if (isLocked) throw new Error('locked');
    return made;
  });
  await expect(key.signer()).rejects.toThrow('locked');
  expect(existsSync(path.join(folder, 'signing-key.pem'))).toBe(false);
  isLocked = false;
  await expect(key.signer()).resolves.toBeDefined();
});

test('a project does not hold the key', async () => {
  const { engine, folder, file } = await engineWithProject();
  await engine.context.signing.signer();
  const pem = readFileSync(path.join(folder, 'data', 'signing-key.pem'), 'utf8');
  const secret = pem.split('\n')[1]!;
  expect(readFileSync(file, 'latin1')).not.toContain(secret);
});

test('OpenSSL reads the exported key', async ({ skip }) => {
  const signer = await fileKey(temporaryFolder()).signer();
  const folder = temporaryFolder();
  const file = path.join(folder, 'key.pem');
  writeFileSync(file, publicKeyPem(signer.publicKey));
  let said: string;
  try {
    said = execFileSync('openssl', ['pkey', '-pubin', '-in', file, '-noout', '-text']).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return skip('openssl is not installed');
    throw error;
  }
  expect(said).toContain('ED25519');
});

test('signs with whatever Ed25519 key it is handed', async () => {
  const { generateKeyPairSync } = await import('node:crypto');
  const signer = signerWith(generateKeyPairSync('ed25519').privateKey);
  expect(verifySignature(purpose, '', signer.sign(purpose, ''))).toBe(true);
});
