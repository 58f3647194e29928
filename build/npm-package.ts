import path from 'node:path';
import { makePackage, packPackage } from './npm-package/make.ts';
import { root } from './run-command.ts';

const folder = path.join(root, 'out', 'npm');
await makePackage(folder);
console.log(await packPackage(folder, path.join(root, 'dist')));
