import type { Engine } from '../../../core/engine.ts';
import { must } from '../frame/attack.ts';

/** What the product has found that another program changed in the open project; undefined where it does not look. */
async function alterationsOf({ client }: Engine): Promise<readonly { words: string }[] | undefined> {
  const { check } = client.project as {
    check?: (asked: { wait: boolean }) => Promise<{ alterations: readonly { words: string }[] }>;
  };
  try {
    return (await check?.({ wait: true }))?.alterations;
  } catch {
    return undefined;
  }
}

/** Whether the product says of the open project that another program changed it. */
export const isNoticed = async (engine: Engine): Promise<boolean> =>
  ((await alterationsOf(engine)) ?? []).length > 0;

/** What only the product itself has written is not said to be altered. */
export async function mustBeUnaltered(engine: Engine): Promise<void> {
  const [first] = (await alterationsOf(engine)) ?? [];
  must(first === undefined, `the product takes its own work for somebody else's: ${first?.words}`);
}
