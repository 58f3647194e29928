import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageName } from './npm-package/manifest.ts';
import { notesOf } from './release/changelog.ts';
import { type NameFound, notChecked, npmName, pythonName } from './release/names.ts';
import { makeParts, projectVersion } from './release/parts.ts';
import { filesOf, namespace, signatureName, signSums, sumsName, writeSums } from './release/sums.ts';
import { root } from './run-command.ts';

const usage = `npm run release -- --dry [--out FOLDER] [--with FOLDER] [--offline]
npm run release -- --key FILE [--out FOLDER] [--with FOLDER] [--offline]

Makes what a release holds in one folder (dist/release). Nothing is published.

--dry          sign nothing; say what would be signed, and what is missing
--key FILE     sign the sums by this SSH key; refused while something is missing
--with FOLDER  take in files that other machines made, such as installers
--out FOLDER   another folder; it must be empty or new
--offline      ask no registry whose the names are`;

interface Asked {
  readonly key?: string | undefined;
  readonly out?: string | undefined;
  readonly with?: string | undefined;
  readonly offline: boolean;
}

/** Makes the release and says what it holds. @throws Error where something is missing, or a part cannot be made */
async function release({ key, out, with: others, offline }: Asked): Promise<void> {
  const folder = path.resolve(out ?? path.join(root, 'dist', 'release'));
  if (out !== undefined && existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name a new folder, or leave --out out.`);
  const version = projectVersion();
  const { missing } = notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (key !== undefined && missing.length > 0) throw new Error(missing.join('\n'));
  const names = await (offline ? unasked() : askNames());
  await makeParts(folder, others);
  const sums = writeSums(folder);
  if (key !== undefined) signSums(sums, key);
  console.log(`\nAssay ${version}, in ${folder}:`);
  for (const name of [...filesOf(folder), sumsName, ...(key === undefined ? [] : [signatureName])])
    console.log(`  ${name}, ${(statSync(path.join(folder, name)).size / 1000).toFixed(1)} kB`);
  console.log(`\nNames at this moment:\n${names.map((found) => `  ${nameText(found)}`).join('\n')}`);
  console.log(`\n${signingText(key, filesOf(folder).length)}`);
  const open = [
    ...missing,
    ...names.filter(({ state }) => state === 'taken' || state === 'not checked').map(nameText),
  ];
  if (open.length > 0) console.log(`\nBefore the tag:\n${open.map((one) => `- ${one}`).join('\n')}`);
  console.log('\nWhat only the owner can do is listed in docs/releasing.md.');
}

/** The name of the Python package, as its project file has it. */
const pythonPackage = (): string =>
  /^name = "(.+)"$/m.exec(readFileSync(path.join(root, 'python', 'pyproject.toml'), 'utf8'))![1]!;

const askNames = (): Promise<NameFound[]> => Promise.all([npmName(packageName), pythonName(pythonPackage())]);

const unasked = (): NameFound[] => [
  { registry: 'npm', name: packageName, state: 'not checked', says: notChecked('--offline') },
  { registry: 'PyPI', name: pythonPackage(), state: 'not checked', says: notChecked('--offline') },
];

const nameText = ({ registry, name, state, says }: NameFound): string =>
  `${registry}, ${name}: ${state}. ${says}`;

const signingText = (key: string | undefined, files: number): string =>
  key === undefined
    ? `Not signed. --key FILE would sign ${sumsName}, and so all ${files} files: ssh-keygen -Y sign -f FILE -n ${namespace} ${sumsName}`
    : `Signed: ${signatureName} holds for all ${files} files. Who has the public key checks it: ssh-keygen -Y verify -f ALLOWED -I NAME -n ${namespace} -s ${signatureName} < ${sumsName}`;

const options = {
  dry: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  key: { type: 'string' },
  with: { type: 'string' },
  out: { type: 'string' },
} as const;

/** What was asked; null where that is no usage of this script. */
function asked() {
  try {
    const { values } = parseArgs({ options });
    return values.help || values.dry !== (values.key !== undefined) ? values : null;
  } catch {
    return null;
  }
}

const given = asked();
if (given === null) {
  console.error(`Say either --dry or --key FILE.\n\n${usage}`);
  process.exitCode = 2;
} else if (given.help) console.log(usage);
else {
  try {
    await release(given);
  } catch (error) {
    console.error(`Not made: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
