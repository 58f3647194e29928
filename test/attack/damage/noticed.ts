import type { Engine } from '../../../core/engine.ts';
import { must } from '../frame/attack.ts';

/** What the product has found that another program changed in the open project. */
const alterationsOf = async ({ client }: Engine) => (await client.project.check({ wait: true })).alterations;

/** Whether the product says of the open project that another program changed it. */
export const isNoticed = async (engine: Engine): Promise<boolean> => (await alterationsOf(engine)).length > 0;

/** What only the product itself has written is not said to be altered. */
export async function mustBeUnaltered(engine: Engine): Promise<void> {
  const [first] = await alterationsOf(engine);
  must(first === undefined, `the product takes its own work for somebody else's: ${first?.words}`);
}
