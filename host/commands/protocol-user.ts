import type { Command } from 'commander';
import { z } from 'zod';
import type { Client } from '../../core/engine.ts';
import { forOthers, writeWhole } from '../../core/platform/files/write-whole.ts';
import type { PlayedUser, UserGuesses } from '../../shared/contract/index.ts';
import { UserGuessSchema } from '../../shared/contract/protocol-user.ts';
import { playedUserRows } from '../../shared/played-user-words.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { jsonFile } from '../terminal/json-file.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { onRight, table } from '../terminal/table.ts';

interface UserOptions extends ProjectOptions {
  run: number;
  pairs?: string;
  guesses?: string;
}

type UserAnswer = PlayedUser & { guesses?: UserGuesses; pairsFile?: string };

export function addProtocolUser(protocol: Command): void {
  onOpenProject<UserAnswer, UserOptions>(protocol.command('user'), answerOf, answerText)
    .description('compare the played user of a run with the people of its data')
    .requiredOption('--run <number>', 'an interview, or a run of IQA-EVAL with a played user', positiveNumber)
    .option('--pairs <file>', 'write pairs of talks to guess by: which of the two is by people?')
    .option('--guesses <file>', 'read guesses: [{"pair": 0, "people": "a"}, ...]');
}

async function answerOf(client: Client, { run: runId, pairs, guesses }: UserOptions): Promise<UserAnswer> {
  const found = await client.protocol.playedUser({ runId });
  if (pairs !== undefined) {
    const text = JSON.stringify(await client.protocol.userPairs({ runId }), null, 2);
    writeWhole(`${text}\n`, { path: pairs, overwrite: false, mode: forOthers });
  }
  const read =
    guesses === undefined
      ? undefined
      : await jsonFile(guesses, z.array(UserGuessSchema).min(1), 'Write [{"pair": 0, "people": "a"}, ...].');
  return {
    ...found,
    ...(pairs !== undefined && { pairsFile: pairs }),
    ...(read && { guesses: await client.protocol.userGuesses({ runId, guesses: read }) }),
  };
}

function answerText({ guesses, pairsFile, ...found }: UserAnswer): string {
  return [
    table([{ title: 'Turns of the user' }, onRight('Played'), onRight('People')], playedUserRows(found)),
    found.reason === null ? found.interval : `Beside people: ${found.reason}.`,
    ...(pairsFile === undefined ? [] : [`${found.pairs} pairs are in ${pairsFile}.`]),
    ...(guesses === undefined ? [] : [guesses.summary]),
  ].join('\n');
}
