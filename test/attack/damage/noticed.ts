import type { Engine } from '../../../core/engine.ts';

/** Whether an open project says that its contents were altered by another program. */
export async function isNoticed({ client }: Engine): Promise<boolean> {
  const { path: _, ...info } = (await client.project.current({}))!;
  return /alter|changed by|another program|does not fit/i.test(JSON.stringify(info));
}
