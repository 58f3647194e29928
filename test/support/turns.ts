/** How often others have their turn while something is done: each turn of the event loop counts. */
export async function turnsDuring<T>(done: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const result = await done();
  isDone = true;
  return { turns, result };
}
