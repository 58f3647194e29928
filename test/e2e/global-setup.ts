import { ensureDesktop } from '../../build/electron-bundle.ts';

/** Every test runs the same built app; it is made once, before the first. */
export default function globalSetup(): Promise<void> {
  return ensureDesktop();
}
