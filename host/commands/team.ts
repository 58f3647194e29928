import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { FinalRule, RankingStudy, Team, TeamMessage } from '../../shared/contract/index.ts';
import { FinalRuleSchema } from '../../shared/contract/team.ts';
import { countWords } from '../../shared/count-words.ts';
import { AppError } from '../../shared/errors.ts';
import { sameName } from '../../shared/person-name.ts';
import { ruleWords } from '../../shared/rule-words.ts';
import { effectWords } from '../../shared/team-effect-words.ts';
import { findAnnotator } from '../terminal/find-annotator.ts';
import { findWholeStudy, isOfWholeRanking, wholeRankingOption } from '../terminal/find-study.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { onRight, table } from '../terminal/table.ts';
import { count, counted } from '../terminal/words.ts';
import { addTeamLinks } from './team-links.ts';
import { addTeamQuality } from './team-quality.ts';

interface TeamSetOptions extends StudyOptions {
  members?: string;
  overlap?: number;
  rule?: FinalRule;
  shuffle?: boolean;
  assignNext?: boolean;
  wholeRanking?: boolean;
  yes?: boolean;
}

export function addTeam(program: Command): void {
  const team = program.command('team');
  onStudy(team.command('show'), showTeam, teamText, findWholeStudy).description(
    'show who labels the study or ranking and how far each has come',
  );
  onStudy(
    team.command('rules'),
    ({ client }, studyId) => client.team.rules({ studyId }),
    (rules) =>
      rules
        .map(({ rule, isChosen, value, lower, upper, labeled, undecided }) => {
          const interval = lower === null || upper === null ? 'no interval' : `${lower} to ${upper}`;
          const number = value === null ? 'not estimable' : `${value} (${interval})`;
          const chosen = isChosen ? ' (this study)' : '';
          return `${ruleWords[rule].name}${chosen}: ${number}, from ${counted(labeled, 'item')}, ${undecided} undecided`;
        })
        .join('\n'),
  ).description('show the estimate under each rule that combines labels');
  onStudy<Team | RankingTeam, TeamSetOptions>(team.command('set'), setTeam, teamText, findWholeStudy)
    .description('change the members, the annotators per item, and how labels are combined')
    .option('--members <names>', 'annotators, with commas between; added if new; "" opens the study to all')
    .addOption(wholeRankingOption())
    .option('--overlap <number>', 'annotators that each item needs', positiveNumber)
    .addOption(
      new Option('--rule <rule>', 'how their labels become one value').choices(FinalRuleSchema.options),
    )
    .option('--shuffle', 'each member gets every ten items in a different order')
    .option('--no-shuffle', 'all members get the items in the order of the sample')
    .option('--deal', 'items go one by one, in draw order, to whichever member asks next')
    .option('--no-deal', 'items are shared out among the members beforehand')
    .option('--yes', 'change it even if labels leave or join the estimate');
  addTeamLinks(team);
  addTeamMessages(team);
  addTeamQuality(team);
}

/** The team of a ranking: its pairs have the same, and its queue is counted as one. */
type RankingTeam = Pick<Team, 'overlap' | 'finalRule' | 'members'> &
  Pick<RankingStudy, 'items' | 'answered' | 'left'> & { readonly ranking: string };

async function showTeam(
  { client }: Engine,
  studyId: number,
  _: StudyOptions,
  ranking: RankingStudy | null,
): Promise<Team | RankingTeam> {
  const team = await client.team.get({ studyId });
  if (ranking === null) return team;
  const { overlap, finalRule } = team;
  const { id: rankingId, name, items, answered, left } = ranking;
  const members = await client.label.progress({ rankingId });
  return { ranking: name, ...{ items, answered, left }, overlap, finalRule, members };
}

async function setTeam(
  engine: Engine,
  studyId: number,
  options: TeamSetOptions,
  ranking: RankingStudy | null,
): Promise<Team | RankingTeam> {
  const { client } = engine;
  const { members, overlap, rule, shuffle, assignNext, yes = false } = options;
  const wholeRanking = isOfWholeRanking(options, ranking);
  const names = members?.split(',').flatMap((name) => name.trim() || []);
  let annotators = await client.annotator.list({});
  for (const name of names ?? []) {
    if (annotators.some((one) => sameName(one.name, name))) continue;
    annotators = await client.annotator.add({ name });
  }
  const change = {
    studyId,
    members: names?.map((name) => annotators.find((one) => sameName(one.name, name))!.id),
    overlap,
    finalRule: rule,
    shuffle,
    deals: assignNext,
    wholeRanking,
  };
  const effect = await client.team.preview(change);
  if (effect && !yes) {
    throw new AppError('CONFLICT', `${effectWords(effect)} Nothing was changed.`, {
      remedy: "Say '--yes' if that is meant.",
    });
  }
  if (effect) process.stderr.write(`${effectWords(effect)}\n`);
  const changed = await client.team.set({ ...change, confirm: yes });
  return ranking === null ? changed : showTeam(engine, studyId, options, ranking);
}

function teamText(team: Team | RankingTeam): string {
  const { overlap, finalRule, members, items } = team;
  const rows = members.map(({ name, isMember, assigned, labeled, skipped, later }) => [
    isMember ? name : `${name} (not a member)`,
    ...[assigned, labeled, skipped, later].map(count),
  ]);
  const columns = [{ title: 'Annotator' }, ...['Assigned', 'Labeled', 'Skipped', 'Postponed'].map(onRight)];
  const isOpen = !members.some(({ isMember }) => isMember);
  return [
    `${counted(overlap, 'annotator')} per item; final value: ${ruleWords[finalRule].name.toLowerCase()}.`,
    ...('ranking' in team
      ? [`${count(team.answered)} of ${counted(items, 'item')} answered, ${count(team.left)} left.`]
      : [
          `${count(team.final)} of ${counted(items, 'item')} final, ${count(team.waiting)} waiting for annotators, ${count(team.undecided)} undecided.`,
          `${countWords(team.counts, count)}.`,
        ]),
    ...(isOpen ? ['No members: anyone can label.'] : []),
    ...(rows.length > 0 ? [table(columns, rows)] : []),
  ].join('\n');
}

interface SayOptions extends StudyOptions {
  text: string;
  to?: string;
}

/** What the lead and annotators write to each other. */
function addTeamMessages(team: Command): void {
  onStudy(
    team.command('messages'),
    ({ client }, studyId) => client.message.list({ studyId }),
    (messages) => (messages.length === 0 ? 'No messages yet.' : messages.map(line).join('\n')),
    findWholeStudy,
  ).description('show the messages between the lead and annotators');
  onStudy<Record<string, unknown>, SayOptions>(team.command('say'), say, () => 'Written.', findWholeStudy)
    .description('send a message to one annotator or to all')
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
