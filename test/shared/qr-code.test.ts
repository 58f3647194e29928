import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from '../../shared/qr-code.ts';

// Module by module those of the npm package qrcode 1.5.4, byte mode, level M, its own choice of mask.
test.each([
  [5, 21, '3ed3dfe24378585ccc59284652ace602'],
  [26, 25, 'dca4cea8e1877784ee9a4a48305d3915'],
  [84, 37, '32684d53999935d571e0a0d2aa627b55'],
  [120, 45, '7832275aef5363c0127653884c25ce59'],
  [213, 57, 'ba55490ecfa7684c29144208e2bfe3ab'],
] as const)('the code of %i bytes is that of another encoder', (length, size, sha256) => {
  const text = `https://192.168.1.5:7400/#${'aZ09_-'.repeat(50)}`.slice(0, length);
  const modules = qrCode(text);
  expect(modules).toHaveLength(size);
  const bits = modules.map((row) => row.map(Number).join('')).join('\n');
  expect(createHash('sha256').update(bits).digest('hex').slice(0, 32)).toBe(sha256);
});

test('more bytes than the largest code holds are refused', () => {
  expect(() => qrCode('é'.repeat(107))).toThrow('214 bytes are too many');
});
