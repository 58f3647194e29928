import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { TeamMessage } from '../../shared/contract/index.ts';
import { findAnnotator } from '../terminal/find-annotator.ts';
import { findLinkedStudy } from '../terminal/find-study.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';

interface SayOptions extends StudyOptions {
  text: string;
  to?: string;
}

/** What the lead and annotators write to each other. */
export function addTeamMessages(team: Command): void {
  onStudy(
    team.command('messages'),
    ({ client }, studyId) => client.message.list({ studyId }),
    (messages) => (messages.length === 0 ? 'Nothing was written yet.' : messages.map(line).join('\n')),
    findLinkedStudy,
  ).description('tell what annotators who came by a link and the lead wrote to each other');
  onStudy<Record<string, unknown>, SayOptions>(team.command('say'), say, () => 'Written.', findLinkedStudy)
    .description('write to one annotator, or to all')
    .requiredOption('--text <text>', 'what')
    .option('--to <name>', 'to this annotator alone');
}

async function say({ client }: Engine, studyId: number, { text, to }: SayOptions) {
  const person = to === undefined ? null : await findAnnotator(client, to, '--to');
  return client.message.send({ studyId, annotatorId: person?.id ?? null, text, clientKey: randomUUID() });
}

const line = ({ annotator, byLead, item, text, writtenAt }: TeamMessage): string => {
  const who = annotator === null ? 'To all' : byLead ? `To ${annotator.name}` : annotator.name;
  const about = item === null ? '' : ` (item ${item.externalId})`;
  return `${writtenAt.slice(0, 16).replace('T', ' ')}  ${who}${about}: ${text}`;
};
