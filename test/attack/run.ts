/**
 * Attacks the product and prints what held: `npm run attack -- [--seed 1] [--only NAME,NAME] [--tries K] [--quick]`.
 * `--try N` plays one try again, `--from N` begins with that one, `--keep` leaves the folders of failed tries, `--list` names the attacks.
 */
import { parseArgs } from 'node:util';
import { attacks } from './attacks.ts';
import type { Attack } from './frame/attack.ts';
import { type Failure, type Outcome, runAttack } from './frame/run-attack.ts';
import { tableOf } from './frame/table.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    tries: { type: 'string' },
    try: { type: 'string' },
    from: { type: 'string' },
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const seed = numberOf(values.seed, 'seed')!;
const tries = numberOf(values.tries, 'tries');
const only = numberOf(values.try, 'try');
const from = numberOf(values.from, 'from');
const chosen = choose(values.only);

if (values.list) for (const { name, what } of attacks) console.log(`${name.padEnd(28)} ${what}`);
else await attackAll();

async function attackAll(): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const attack of chosen) {
    process.stderr.write(`${attack.what} ... `);
    const outcome = await runAttack(attack, {
      seed,
      tries: tries ?? (values.quick ? attack.tries.quick : attack.tries.all),
      only,
      from,
      keep: values.keep,
      onFailure: tell,
    });
    outcomes.push(outcome);
    process.stderr.write(`${outcome.tries} tries, ${outcome.failures.length} failures\n`);
  }
  console.log(tableOf(outcomes, seed));
  if (outcomes.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

function tell({ name }: Attack, { number, message }: Failure, folder: string): void {
  const replay = `npm run attack -- --only ${name} --seed ${seed}${number < 0 ? '' : ` --try ${number}`}`;
  const kept = values.keep ? `\n  its folder: ${folder}` : '';
  process.stderr.write(`\nFAILED ${name}: ${message}\n  once more: ${replay}${kept}\n`);
}

function numberOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`--${option} takes a whole number, not "${text}"`);
}

function choose(names: string | undefined): readonly Attack[] {
  if (names === undefined) return attacks;
  return names.split(',').flatMap((name) => {
    const exact = attacks.filter((attack) => attack.name === name);
    const found = exact.length > 0 ? exact : attacks.filter((attack) => attack.name.startsWith(`${name}-`));
    if (found.length > 0) return found;
    throw new Error(`There is no attack "${name}"; --list names them.`);
  });
}
