import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { load } from 'js-yaml';
import { writeSite } from '../docs-site.ts';
import { makePackage, packPackage } from '../npm-package/make.ts';
import { writeLicenses } from '../package-licenses.ts';
import { root } from '../run-command.ts';
import { notesOf } from './changelog.ts';
import { makePythonPackage } from './python-package.ts';

/** What is made of a release on one machine. `make` writes its files into the folder. */
interface Part {
  readonly name: string;
  make(folder: string, version: string): Promise<void> | void;
}

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

export const projectVersion = (): string => (JSON.parse(read('package.json')) as { version: string }).version;

/** In the order in which they are made. Installers are not among them: each system makes its own, by the configuration that is. */
const parts: readonly Part[] = [
  { name: 'npm package', make: makeNpm },
  { name: 'Python wheel and source distribution', make: (folder) => makePythonPackage(folder) },
  { name: "installers' configuration", make: writeInstallers },
  { name: 'software bill of materials', make: writeBill },
  {
    name: 'third-party licenses',
    make: (folder) => writeLicenses(path.join(folder, 'THIRD-PARTY-LICENSES.txt')),
  },
  { name: 'documentation', make: zipDocs },
  {
    name: 'notes',
    make: (folder, version) =>
      writeFileSync(path.join(folder, 'NOTES.md'), notesOf(read('CHANGELOG.md'), version).text),
  },
];

async function makeNpm(folder: string): Promise<void> {
  await inTemporary(async (work) => {
    await makePackage(path.join(work, 'package'));
    await packPackage(path.join(work, 'package'), folder);
  });
}

interface Target {
  readonly target: string;
  readonly arch: readonly string[];
}

type InstallerConfig = Readonly<Record<'linux' | 'mac' | 'win', { readonly target: readonly Target[] }>>;

/** The packager's configuration as it stands, with a list of the installers that it makes. */
function writeInstallers(folder: string, version: string): void {
  const text = read('electron-builder.yml');
  const config = load(text) as InstallerConfig;
  const installers = (['linux', 'mac', 'win'] as const).flatMap((system) =>
    config[system].target.flatMap(({ target, arch }) => arch.map((machine) => ({ system, target, machine }))),
  );
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const made = { version, electron: devDependencies.electron, installers, config: load(text) };
  writeFileSync(path.join(folder, 'installers.json'), `${JSON.stringify(made, null, 2)}\n`);
}

interface Bill {
  readonly metadata: { component: { name: string } };
  components: { readonly 'bom-ref': string; readonly properties: readonly { readonly name: string }[] }[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** CycloneDX of every package that may be in what is released, as npm writes it from the lock file. */
function writeBill(folder: string): void {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const said = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64e6,
    shell: process.platform === 'win32',
  });
  const bill = JSON.parse(said) as Bill;
  // npm names it by the folder of the checkout, and its --omit=dev loses packages that tools for development need, too.
  bill.metadata.component.name = 'assay';
  const isTool = ({ properties }: Bill['components'][number]) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  const tools = new Set(bill.components.filter(isTool).map((one) => one['bom-ref']));
  bill.components = bill.components.filter((one) => !isTool(one));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => !tools.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !tools.has(one)) }));
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

async function zipDocs(folder: string, version: string): Promise<void> {
  await inTemporary((work) => {
    writeSite(work);
    const pages: Zippable = {};
    const names = readdirSync(work, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .sort();
    // A time of their own would make two archives of the same pages differ.
    for (const file of names)
      pages[path.relative(work, file).split(path.sep).join('/')] = [
        readFileSync(file),
        { mtime: '1980-01-02' },
      ];
    writeFileSync(path.join(folder, `assay-docs-${version}.zip`), zipSync(pages));
  });
}

async function inTemporary(work: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-release-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes every part in `folder`, which it replaces; with files that other machines made, such as installers. */
export async function makeParts(folder: string, others?: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, make } of parts) {
    console.log(`Making: ${name}`);
    await make(folder, projectVersion());
  }
  if (others === undefined) return;
  for (const entry of readdirSync(others, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) cpSync(path.join(entry.parentPath, entry.name), path.join(folder, entry.name));
}
