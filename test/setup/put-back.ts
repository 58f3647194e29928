import { afterAll, vi } from 'vitest';

// Vitest puts the environment back before each test, and so not after the last one of a file: what the next file does before its first
// test would see it.
afterAll(() => {
  vi.unstubAllEnvs();
});
