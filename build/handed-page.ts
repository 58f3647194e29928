import { ensureHandedPage } from './renderer-bundle.ts';

await ensureHandedPage();
