import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled modules are kept inside the package, where only whoever may change the code can write.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./cli.js');
