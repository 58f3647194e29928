import path from 'node:path';
import { type Attack, must } from '../frame/attack.ts';
import { engineIn } from '../frame/projects.ts';
import { walk } from './column-walk.ts';
import { walkedProjects } from './walked-projects.ts';

const kinds = Object.keys(walkedProjects) as (keyof typeof walkedProjects)[];
/** The walk through one project is cut into so many tries. */
const parts = 8;

const tried = { changes: 0, columns: new Set<string>(), named: 0, moved: 0 };

export const settings: Attack = {
  name: 'settings',
  what: 'every column of every table altered: each number that moves is named',
  tries: { all: kinds.length * parts, quick: 2 * kinds.length, test: 2 },
  async prepare({ folder, later }) {
    const made = new Map<string, Promise<string>>();
    const make = async (kind: keyof typeof walkedProjects): Promise<string> => {
      const engine = engineIn(path.join(folder, kind));
      try {
        const { path: file } = await engine.client.project.create({
          path: path.join(folder, `${kind}.assay`),
        });
        await walkedProjects[kind](engine, folder);
        const { alterations } = await engine.client.project.check({ wait: true });
        must(
          alterations.length === 0,
          `the product takes its own work for another's: ${alterations[0]?.words}`,
        );
        return file;
      } finally {
        await engine.close();
      }
    };
    later(() => {
      const { changes, columns, moved, named } = tried;
      process.stderr.write(
        `\n  ${columns.size} columns in ${changes} changes: ${named} named, ${changes - named - moved} moved no number, ${moved} moved one silently `,
      );
    });
    return async ({ number, folder: own }) => {
      const kind = kinds[number % kinds.length]!;
      const part = Math.floor(number / kinds.length) % parts;
      const file = made.get(kind) ?? make(kind);
      made.set(kind, file);
      const found = await walk(await file, own, { isWhole: false, only: (_, n) => n % parts === part });
      for (const { table, column, moved, named } of found) {
        tried.changes++;
        if (column !== null) tried.columns.add(`${table}.${column}`);
        if (moved.length > 0 && !named) tried.moved++;
        if (named) tried.named++;
      }
      const [silent] = found.filter(({ moved, named }) => moved.length > 0 && !named);
      must(
        silent === undefined,
        `${kind}: ${silent?.how} of ${silent?.table}.${silent?.column ?? '*'} moves ${silent?.moved[0]}, and nothing names it`,
      );
    };
  },
};
