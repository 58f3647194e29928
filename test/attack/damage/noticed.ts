import type { Engine } from '../../../core/engine.ts';
import { must } from '../frame/attack.ts';
import { answerOf } from '../frame/refusal.ts';

/** What the product has found that another program changed in the open project; that it is too damaged to tell counts. */
async function alterationsOf({ client }: Engine): Promise<readonly { words: string }[]> {
  const answer = await answerOf(() => client.project.check({ wait: true }));
  return answer.refused === undefined ? answer.value.alterations : [{ words: answer.refused }];
}

/** Whether the product says of the open project that another program changed it. */
export const isNoticed = async (engine: Engine): Promise<boolean> => (await alterationsOf(engine)).length > 0;

/** What only the product itself has written is not said to be altered. */
export async function mustBeUnaltered(engine: Engine): Promise<void> {
  const [first] = await alterationsOf(engine);
  must(first === undefined, `the product takes its own work for somebody else's: ${first?.words}`);
}
