import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { Invitation } from '../../shared/contract/index.ts';
import { DaysOpen } from '../../shared/contract/invitation.ts';
import { AppError } from '../../shared/errors.ts';
import { sameName } from '../../shared/person-name.ts';
import { linkStart } from '../portal/addresses.ts';
import { findAnnotator } from '../terminal/find-annotator.ts';
import { findWholeStudy } from '../terminal/find-study.ts';
import { readText } from '../terminal/json-file.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { table } from '../terminal/table.ts';
import { counted } from '../terminal/words.ts';

interface InviteOptions extends StudyOptions {
  name?: string;
  names?: string;
  open?: boolean;
  days: number;
  url: string;
}

interface RevokeOptions extends StudyOptions {
  name: string;
}

/** Links by which annotators label in browsers of their own. */
export function addTeamLinks(team: Command): void {
  onStudy(team.command('invite'), invite, inviteText, findWholeStudy)
    .description('make a link by which an annotator labels in a browser of their own')
    .option('--name <name>', 'whom it is for; added if new')
    .option('--names <file>', 'for many: one name or mail address a line; prints CSV of names and links')
    .option('--open', 'for anyone with the link; each gives a name')
    .addOption(fieldOption('days', DaysOpen, { hasDefault: true }))
    .option(
      '--url <url>',
      "what it begins with: the address that 'serve --team' prints",
      'http://127.0.0.1:7400',
    );
  onStudy(
    team.command('list'),
    ({ client }, studyId) => client.invitation.list({ studyId }),
    (links) => (links.length === 0 ? 'No links yet.' : linksText(links)),
    findWholeStudy,
  ).description('list the links and who has used them');
  onStudy<Invitation[], RevokeOptions>(
    team.command('revoke'),
    revoke,
    (links) => `${counted(links.length, 'link')} revoked. What was labeled stays.`,
    findWholeStudy,
  )
    .description('revoke the links of an annotator and sign out their browsers')
    .requiredOption('--name <name>', 'whose');
  onStudy<{ left: number }, RevokeOptions>(
    team.command('drop'),
    drop,
    ({ left }) => `Left to the others: ${counted(left, 'item')}. What was labeled stays.`,
    findWholeStudy,
  )
    .description('remove a member, and give their open items to the others')
    .requiredOption('--name <name>', 'who');
}

async function drop({ client }: Engine, studyId: number, { name }: RevokeOptions) {
  const { id: annotatorId } = await findAnnotator(client, name, '--name');
  return client.team.dropOut({ studyId, annotatorId });
}

async function invite(
  { client }: Engine,
  studyId: number,
  { name, names, open = false, days, url }: InviteOptions,
) {
  if ([name !== undefined, names !== undefined, open].filter(Boolean).length !== 1) {
    throw new AppError('INVALID_INPUT', 'A link is for one named person, or open to anyone who has it.', {
      field: '--name',
      remedy: "Give '--name NAME', '--names FILE' or '--open'.",
    });
  }
  if (!URL.canParse(url)) {
    throw new AppError('INVALID_INPUT', `"${url}" is not an address.`, {
      field: '--url',
      remedy: "Give the address that 'serve --team' prints, as http://192.168.1.5:7400.",
    });
  }
  if (names !== undefined) {
    const lines = readText(names, '--names').split(/\r?\n/);
    return client.invitation.createAll({
      studyId,
      days,
      url,
      names: lines.filter((line) => line.trim() !== ''),
    });
  }
  const { invitation, path } = await client.invitation.create({ studyId, name: name ?? null, days });
  return { ...invitation, link: `${linkStart(new URL(url))}${path}` };
}

function inviteText(made: Awaited<ReturnType<typeof invite>>): string {
  if ('csv' in made) return made.csv.trimEnd();
  const { annotator, link, expiresAt } = made;
  return [
    link,
    annotator === null
      ? `For anyone with the link, each under their own name, until ${expiresAt.slice(0, 10)}. It is not shown again.`
      : `For ${annotator.name} alone: it lets one browser in, until ${expiresAt.slice(0, 10)}. It is not shown again.`,
  ].join('\n');
}

async function revoke({ client }: Engine, studyId: number, { name }: RevokeOptions): Promise<Invitation[]> {
  const links = await client.invitation.list({ studyId });
  const theirs = links.filter((one) => sameName(linkOwner(one), name) && one.state !== 'revoked');
  if (theirs.length === 0) {
    throw new AppError('NOT_FOUND', `There is no link for ${name} to revoke.`, {
      field: '--name',
      remedy: "'assay team list' lists them.",
    });
  }
  const invitationIds = theirs.map(({ id }) => id);
  const after = await client.invitation.revoke({ studyId, invitationIds });
  return after.filter(({ id }) => invitationIds.includes(id));
}

/** Whose an open link is called, for `revoke --name`. */
const openLinks = 'anyone';
const linkOwner = ({ annotator }: Invitation): string => annotator?.name ?? openLinks;

function linksText(links: readonly Invitation[]): string {
  const columns = ['Link', 'For', 'State', 'Until', 'Last seen'].map((title) => ({ title }));
  const rows = links.map(({ id, annotator, state, expiresAt, isIn, seenAt }) => [
    String(id),
    annotator?.name ?? openLinks,
    state === 'used' ? (isIn ? 'in use' : 'ended') : state,
    expiresAt.slice(0, 10),
    seenAt === null ? 'never' : seenAt.slice(0, 16).replace('T', ' '),
  ]);
  return table(columns, rows);
}
